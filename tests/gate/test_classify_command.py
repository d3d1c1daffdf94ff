"""`gate classify` as a script sees it."""

from __future__ import annotations

import io
import json

import pytest
import typer
from typer.testing import CliRunner

from gate.commands.classify import command, read_paths
from gate.errors import InputError

PROGRAM = typer.Typer()
PROGRAM.command()(command)


def run(*arguments: str, stdin: bytes = b"") -> str:
    result = CliRunner().invoke(PROGRAM, list(arguments), input=stdin, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_json_has_a_list_of_categories_for_each_path() -> None:
    assert json.loads(run("package.json", "src/app.py", "--format", "json")) == {
        "package.json": ["dependency-manifest", "build"],
        "src/app.py": [],
    }


def test_json_with_tags_has_both() -> None:
    assert json.loads(run("tests/fixtures/Makefile", "--format", "json", "--tags")) == {
        "tests/fixtures/Makefile": {"categories": ["build"], "tags": ["fixture"]}
    }


def test_standard_input_loses_nothing_but_the_line_feed() -> None:
    answer = json.loads(run("--stdin", "--format", "json", stdin=b"Makefile\r\n a b \n\tx\nlast"))

    assert list(answer) == ["Makefile\r", " a b ", "\tx", "last"]


def test_an_empty_standard_input_is_an_empty_answer() -> None:
    assert json.loads(run("--stdin", "--format", "json")) == {}


def test_bytes_that_are_not_utf_8_survive_in_json() -> None:
    answer = json.loads(run("--stdin", "--format", "json", stdin=b"caf\xe9/Makefile\n"))

    assert {path.encode("utf-8", "surrogateescape"): found for path, found in answer.items()} == {
        b"caf\xe9/Makefile": ["build"]
    }


def test_json_is_ascii_whatever_the_path() -> None:
    assert run("--stdin", "--format", "json", stdin="é\u202e.py\n".encode()).isascii()


def test_named_paths_and_standard_input_go_together() -> None:
    assert list(json.loads(run("a", "--stdin", "--format", "json", stdin=b"b\n"))) == ["a", "b"]


def test_text_is_a_line_per_path() -> None:
    assert run("package.json", "src/app.py", "--tags") == (
        "package.json\tdependency-manifest,build\t-\nsrc/app.py\t-\t-\n"
    )


def test_text_cannot_move_the_cursor() -> None:
    shown = run("--stdin", stdin="a\x1b[2J\tb\u202e\\.py\n".encode())

    assert shown == "a\\x1b[2J\\tb\\u202e\\\\.py\t-\n"


def test_nothing_to_classify_is_an_error_of_one_line() -> None:
    with pytest.raises(InputError, match=r"no path given"):
        CliRunner().invoke(PROGRAM, [], catch_exceptions=False)


def test_a_line_longer_than_any_path_is_refused() -> None:
    with pytest.raises(InputError, match="line 2 is longer"):
        list(read_paths(io.BytesIO(b"a\n" + b"b" * 70_000 + b"\n")))
