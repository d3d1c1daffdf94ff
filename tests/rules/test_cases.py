"""Whole pull requests with the right answer, read and inspected as `gate inspect --diff FILE --base DIR` does."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gate.base_folder import read_change
from rules.change import ChangeStatus, PullRequestText
from rules.engine import inspect
from rules.finding import Finding, Inspection, Severity

FOLDER = Path(__file__).parent / "cases"
NAMES = sorted(path.name for path in FOLDER.iterdir())


@cache
def case(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / name / "case.json").read_text("utf-8"))


@cache
def inspected(name: str) -> Inspection:
    told = case(name)
    text = PullRequestText(
        title=told["title"],
        body=told.get("body", ""),
        head_ref=told["head_ref"],
        author_login=told["author"]["login"],
        author_type=told["author"]["type"],
    )
    change = read_change(str(FOLDER / name / "change.diff"), str(FOLDER / name / "base"))
    return inspect(replace(change, text=text))


def answers(finding: Finding, wanted: dict[str, Any], inspection: Inspection) -> bool:
    """The finding is the one that is wanted: path, reason, category, and the line within two."""
    report = next((file for file in inspection.files if file.path == finding.path), None)
    categories = {finding.category, *(report.categories if report is not None else ())}
    is_new = report is not None and report.status == ChangeStatus.ADDED
    near = wanted["line"] is None or is_new or abs((finding.line or -9) - wanted["line"]) <= 2
    return (
        finding.path == wanted["path"]
        and finding.reason in (wanted["reason"], *wanted.get("also_ok", ()))
        and not categories.isdisjoint(wanted["categories"])
        and near
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_verdict_is_right(name: str) -> None:
    assert bool(inspected(name).findings) is (case(name)["verdict"] == "hold")


@pytest.mark.parametrize("name", NAMES)
def test_everything_that_matters_is_found(name: str) -> None:
    inspection = inspected(name)

    missed = [
        w for w in case(name)["must_flag"] if not any(answers(found, w, inspection) for found in inspection.findings)
    ]

    assert missed == []


@pytest.mark.parametrize("name", NAMES)
def test_ordinary_files_are_left_alone(name: str) -> None:
    quiet = set(case(name)["must_not_flag"])

    assert [finding for finding in inspected(name).findings if finding.path in quiet] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_severity_is_right(name: str) -> None:
    wanted = case(name)["severity"]

    assert inspected(name).severity is (Severity[wanted.upper()] if wanted else Severity.NONE)


def test_nothing_in_the_cases_is_incomplete() -> None:
    assert [name for name in NAMES if inspected(name).incomplete] == []
