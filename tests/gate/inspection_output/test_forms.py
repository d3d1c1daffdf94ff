"""The four forms of an inspection: complete, and harmless whatever the change holds."""

from __future__ import annotations

import json

import pytest

from gate.inspection_output import InspectionFormat, as_json, as_markdown, as_sarif, as_text, render
from rules.engine import inspect
from rules.finding import Inspection
from tests.rules.kit import edit, new_file

HOSTILE = inspect(
    new_file(
        ".github/workflows/a\x1b[2J\udce9`<img>.yml",
        "on: pull_request_target\njobs:\n  a:\n    steps:\n      - run: echo \x1b]0;x\x07 | sh # </script>\n",
    )
)
CLEAR = inspect(edit("src/a.py", "a\n", "b\n"))
SENSITIVE = inspect(edit("Makefile", "a:\n\tb\n", "a:\n\tc\n"))


@pytest.mark.parametrize("form", InspectionFormat)
@pytest.mark.parametrize("inspection", [HOSTILE, CLEAR, SENSITIVE])
def test_no_form_lets_control_characters_through(form: InspectionFormat, inspection: Inspection) -> None:
    shown = render(inspection, form)

    assert not any(character < " " and character != "\n" or "\ud800" <= character <= "\udfff" for character in shown)


def test_json_has_every_key_of_the_contract() -> None:
    document = json.loads(as_json(SENSITIVE))

    assert set(document) == {"verdict", "severity", "files", "findings", "notes", "reading_order", "incomplete"}
    assert {
        "rule",
        "reason",
        "path",
        "line",
        "end_line",
        "category",
        "severity",
        "confidence",
        "message",
        "evidence",
        "fingerprint",
    } <= set(document["findings"][0])
    assert set(document["files"][0]) == {"path", "previous_path", "status", "categories", "tags", "severity"}
    assert (document["verdict"], document["severity"]) == ("held", "review")


def test_json_of_a_clear_change() -> None:
    document = json.loads(as_json(CLEAR))

    assert (document["verdict"], document["severity"], document["findings"]) == ("clear", "none", [])


def test_sarif_has_what_code_scanning_asks_for() -> None:
    log = json.loads(as_sarif(HOSTILE))
    [run] = log["runs"]
    identifiers = [rule["id"] for rule in run["tool"]["driver"]["rules"]]

    assert log["version"] == "2.1.0"
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]
        assert identifiers[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in ("note", "warning", "error")
        assert place["region"]["startLine"] >= 1
        assert place["artifactLocation"]["uri"].isascii()
        assert result["partialFingerprints"]


def test_sarif_of_a_clear_change_has_no_results() -> None:
    assert json.loads(as_sarif(CLEAR))["runs"][0]["results"] == []


def test_text_begins_with_the_verdict() -> None:
    assert as_text(SENSITIVE).startswith("held: 1 finding, the worst is review\n")
    assert as_text(CLEAR).startswith("clear: ")


def test_markdown_names_verdict_and_place() -> None:
    shown = as_markdown(SENSITIVE)

    assert shown.startswith("## Gate: held (review)\n")
    assert "`Makefile`, line 2" in shown
