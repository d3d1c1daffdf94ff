"""The SARIF form against the schema of SARIF 2.1.0 (OASIS, as SchemaStore keeps it: sarif-2.1.0-rtm.5.json)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gate.inspection_output import as_sarif
from rules.finding import Inspection
from tests.gate.inspection_output.json_schema import faults
from tests.rules.test_cases import NAMES, inspected

SCHEMA = json.loads((Path(__file__).parent / "sarif-2.1.0-rtm.5.json").read_text("utf-8"))


def wrong(inspection: Inspection) -> list[str]:
    return list(faults(json.loads(as_sarif(inspection)), SCHEMA, SCHEMA))


@pytest.mark.parametrize("name", NAMES)
def test_the_log_of_a_case_is_valid(name: str) -> None:
    assert wrong(inspected(name)) == []


def test_the_log_of_nothing_is_valid() -> None:
    assert wrong(Inspection()) == []


def _unset(log: dict[str, Any]) -> None:
    del log["runs"][0]["tool"]["driver"]["name"]


def _line(log: dict[str, Any]) -> None:
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0


def _level(log: dict[str, Any]) -> None:
    log["runs"][0]["results"][0]["level"] = "critical"


def _extra(log: dict[str, Any]) -> None:
    log["runs"][0]["results"][0]["severity"] = "high"


def _twice(log: dict[str, Any]) -> None:
    log["runs"][0]["tool"]["driver"]["rules"] *= 2


@pytest.mark.parametrize("spoil", [_unset, _line, _level, _extra, _twice])
def test_a_spoilt_log_is_not(spoil: Callable[[dict[str, Any]], None]) -> None:
    log = json.loads(as_sarif(inspected(NAMES[0])))
    spoil(log)

    assert list(faults(log, SCHEMA, SCHEMA))
