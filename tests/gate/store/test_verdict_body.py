"""What a verdict stands on is stored and read back without loss."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given

from gate.store.verdict_body import VerdictBody, VoiceLine
from tests.gate.nouns import BODIES

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def voice(login: str, says: str = "release", *, counts: bool = True) -> VoiceLine:
    return VoiceLine(login=login, way="review", says=says, counts=counts, why="", at=NOON)


@given(BODIES)
def test_what_is_read_back_is_what_was_stored(body: VerdictBody) -> None:
    assert VerdictBody.from_json(json.loads(json.dumps(body.to_json()))) == body


def test_an_empty_body_reads_as_nothing_known() -> None:
    assert VerdictBody.from_json({}) == VerdictBody()


def test_a_part_that_makes_no_sense_is_not_read_as_absent() -> None:
    with pytest.raises(ValueError, match="no such mode"):
        VerdictBody.from_json({"mode": "no such mode"})


def test_a_person_who_says_release_twice_counts_once() -> None:
    assert VerdictBody(voices=(voice("lena"), voice("Lena"), voice("tom"))).people_so_far == 2


def test_only_voices_that_count_and_release_are_counted() -> None:
    voices = (voice("mara", counts=False), voice("tom", "refuse"), voice("lena"))

    assert VerdictBody(voices=voices).people_so_far == 1
