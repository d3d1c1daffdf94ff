"""An inspection is stored and read back without loss."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from gate.store.inspection_json import inspection_from_json, inspection_to_json
from rules.finding import Inspection
from tests.gate.nouns import INSPECTIONS


@given(INSPECTIONS)
def test_what_is_read_back_is_what_was_stored(inspection: Inspection) -> None:
    assert inspection_from_json(json.loads(json.dumps(inspection_to_json(inspection)))) == inspection


@given(INSPECTIONS)
def test_the_stored_severity_is_the_highest_of_the_findings(inspection: Inspection) -> None:
    assert inspection_to_json(inspection)["severity"] == inspection.severity.word


@pytest.mark.parametrize("missing", ["files", "findings", "notes", "reading_order", "incomplete"])
def test_a_body_without_a_part_is_not_read_as_an_empty_inspection(missing: str) -> None:
    body: dict[str, Any] = inspection_to_json(Inspection())
    del body[missing]

    with pytest.raises(KeyError):
        inspection_from_json(body)
