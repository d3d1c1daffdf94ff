"""`gate policy check` as a person and a script see it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gate.commands.policy import command
from gate.errors import InputError


def run(*arguments: str) -> str:
    result = CliRunner().invoke(command, ["check", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "gate.yml"


def test_a_good_file_says_what_is_in_force(file: Path) -> None:
    file.write_text("version: 1\nhold: {runs: {review: true}}\n")
    lines = run(str(file)).splitlines()
    assert lines[0].startswith("The policy can be used. Digest ")
    assert "  hold.runs.review: true" in lines
    assert "  hold.runs.high: true" in lines


def test_a_good_file_says_what_is_not_in_force(file: Path) -> None:
    file.write_text("version: 1\nrelease: {teams: [security], passkey: true}\n")
    assert run(str(file)).splitlines()[-1] == (
        "Read, but this version does not act on it yet: release.teams, release.passkey."
    )


def test_json_is_one_document(file: Path) -> None:
    file.write_text("version: 1\nsecond_look: 0.5\nwaivers: []\n")
    answer = json.loads(run(str(file), "--format", "json"))
    assert answer["source"] == str(file)
    assert len(answer["digest"]) == 64
    assert answer["not_in_force"] == ["second_look"]
    assert answer["in_force"]["people"] == "off"
    assert "second_look" not in answer["in_force"]


def fault_of(file: Path) -> str:
    with pytest.raises(InputError) as caught:
        run(str(file))
    return str(caught.value)


def test_a_fault_names_the_file_and_the_line(file: Path) -> None:
    file.write_text("version: 1\nmode: watch\n")
    assert fault_of(file) == f'{file}: line 2: mode: found the text "watch", expected enforce or observe'


def test_bytes_that_are_no_text_are_a_fault_with_a_line(file: Path) -> None:
    file.write_bytes(b"version: 1\nmode: \xff\n")
    assert fault_of(file).startswith(f"{file}: line 2: ")


def test_a_huge_file_is_not_read_to_its_end(file: Path) -> None:
    with file.open("wb") as opened:
        opened.truncate(1 << 40)  # takes no room on the disk
    assert fault_of(file) == f"{file}: line 1: the file is longer than 65536 characters"


def test_a_file_that_is_not_there_is_named(file: Path) -> None:
    assert fault_of(file) == f"{file}: No such file or directory"


def test_a_folder_is_no_policy(tmp_path: Path) -> None:
    assert fault_of(tmp_path) == f"{tmp_path}: Is a directory"
