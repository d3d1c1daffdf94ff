"""87 labelled pull requests, real ones with invented names among constructed ones, judged and counted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules.dossier import EvidenceClass, Kind
from rules.identity import identify
from rules.identity.json_traits import read_traits

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "agents.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_labelled_pull_request_is_judged_right(case: dict[str, Any]) -> None:
    dossier = identify(read_traits(case))

    assert (dossier.kind.value, dossier.agent) == (case["expect"]["kind"], case["expect"]["agent"])
    assert dossier.involvement.value == case["involvement"]


def test_nearly_all_that_is_said_surely_is_right() -> None:
    sure = [(case, identify(read_traits(case))) for case in CASES]
    sure = [(case, dossier) for case, dossier in sure if dossier.confidence >= 0.9]
    right = [case for case, dossier in sure if dossier.kind.value == case["expect"]["kind"]]

    assert len(sure) >= 25
    assert len(right) >= 0.97 * len(sure)


def test_what_anybody_can_write_is_never_said_surely() -> None:
    forgeable = [identify(read_traits(case)) for case in CASES]
    forgeable = [dossier for dossier in forgeable if dossier.evidence_class is EvidenceClass.FORGEABLE]

    assert forgeable
    assert max(dossier.confidence for dossier in forgeable if dossier.agent) <= 0.6


def test_the_reliability_table_of_the_documentation_is_current() -> None:
    page = (Path(__file__).parents[3] / "docs" / "identity.md").read_text(encoding="utf-8")
    written = re.findall(
        r"^\| (0\.\d\d) to (\d\.\d\d) \| (\d+) \| (\d+) \| (\d+) \| (\d\.\d\d) \|$", page, re.MULTILINE
    )
    judged = [(case, identify(read_traits(case))) for case in CASES]
    counted = []
    for lowest, highest, *_ in written:
        row = [(case, dossier) for case, dossier in judged if float(lowest) <= dossier.confidence <= float(highest)]
        people = sum(dossier.kind is Kind.HUMAN for _, dossier in row)
        right = sum((dossier.kind.value, dossier.agent) == tuple(case["expect"].values()) for case, dossier in row)
        mean = sum(dossier.confidence for _, dossier in row) / len(row)
        counted.append((lowest, highest, str(len(row)), str(people), str(right), f"{mean:.2f}"))

    assert written
    assert counted == written
    assert sum(int(row[2]) for row in counted) == len(CASES)
