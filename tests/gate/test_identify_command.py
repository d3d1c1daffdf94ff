"""`gate identify`: one JSON object a line in, one a line out, whatever the lines hold."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from gate.commands import identify
from gate.errors import InputError

COPILOT = {"id": "a", "author_login": "Copilot", "author_type": "Bot"}


def _run(capsys: pytest.CaptureFixture[str], file: Path) -> list[dict[str, Any]]:
    identify.command(str(file))
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_each_line_is_answered_in_the_contracts_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "in.jsonl"
    file.write_text(json.dumps(COPILOT) + "\n\n" + json.dumps({"id": "b"}) + "\n", encoding="utf-8")

    answers = _run(capsys, file)

    assert answers[0] == {
        "id": "a",
        "kind": "agent",
        "agent": "github-copilot",
        "confidence": 0.99,
        "evidence_class": "attested",
        "requester": None,
        "involvement": "author",
        "evidence": [{"signal": "pr_author", "value": "Copilot", "class": "attested"}],
    }
    assert (answers[1]["id"], answers[1]["kind"]) == ("b", "human")


def test_standard_input_is_read_by_default(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(COPILOT).encode())))
    identify.command()

    assert json.loads(capsys.readouterr().out)["agent"] == "github-copilot"


def test_absent_and_null_fields_are_unknown() -> None:
    line = json.dumps(
        {"id": 1, "labels": None, "commits": [{"message_trailers": None, "verified": None}], "title": None}
    )
    answer, is_good = identify.answer_line(line.encode())

    assert is_good
    assert answer["kind"] == "human"


def test_an_accounts_id_decides_before_its_login() -> None:
    line = json.dumps({"author_login": "renamed[bot]", "author_type": "Bot", "author_id": 158243242})
    assert identify.answer_line(line.encode())[0]["agent"] == "devin"


@pytest.mark.parametrize(
    ("line", "identifier", "error"),
    [
        (b"{", None, "not JSON"),
        (b"[" * 100_000, None, "not JSON"),
        (b"\xff", None, "not UTF-8"),
        (b"[]", None, "not a JSON object"),
        (b'{"id": 3, "labels": "x"}', 3, "labels: a list of texts is expected"),
        (b'{"id": 3, "author_id": true}', 3, "author_id: a whole number is expected"),
        (b'{"id": 3, "commits": [{"verified": "yes"}]}', 3, "commits[0].verified: true, false or null is expected"),
        (b'{"id": 3, "commits": [[]]}', 3, "commits[0]: an object is expected"),
        (b'{"id": 3, "commits": {}}', 3, "commits: a list is expected"),
        (b'{"id": 3, "commits": [{"date": 5}]}', 3, "commits[0].date: a text is expected"),
    ],
)
def test_a_bad_line_is_answered_with_its_fault(line: bytes, identifier: object, error: str) -> None:
    assert identify.answer_line(line) == ({"id": identifier, "error": error}, False)


def test_a_bad_line_ends_in_an_error_after_all_others_are_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "in.jsonl"
    file.write_text("nonsense\n" + json.dumps(COPILOT) + "\n", encoding="utf-8")

    with pytest.raises(InputError, match="1 of 2 lines"):
        identify.command(str(file))

    first, second = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert first == {"id": None, "error": "not JSON"}
    assert second["agent"] == "github-copilot"


def test_a_line_that_is_too_long_does_not_swallow_the_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identify, "_LONGEST_LINE", 100)
    file = tmp_path / "in.jsonl"
    file.write_text("x" * 1_000 + "\n" + json.dumps(COPILOT) + "\n", encoding="utf-8")

    with pytest.raises(InputError):
        identify.command(str(file))

    first, second = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert first["error"].startswith("longer than")
    assert second["agent"] == "github-copilot"


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"absent\.jsonl: No such file"):
        identify.command(str(tmp_path / "absent.jsonl"))
