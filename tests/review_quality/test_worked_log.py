"""The whole document of the worked log, and what must not change it."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.review_quality.errors import EventLogError
from gate.review_quality.event_log import read_event_log
from gate.review_quality.measure import measure
from tests.review_quality.worked_log import EXPECTED, configuration, differences, lines, log

TYPES = sorted({json.loads(line)["type"] for line in lines()})
PEOPLE = ("ana", "ben", "chidi", "dana", "eli", "fumi", "gil", "hana", "ivo", "octo-unknown")


@pytest.fixture(scope="module")
def document():
    return measure(log(), configuration())


@pytest.mark.parametrize("part", ["config", "headline", "previous_week", "published_verdicts", "schema"])
def test_a_part_has_its_expected_values(document, part):
    assert not differences(document[part], EXPECTED[part])


@pytest.mark.parametrize("family", EXPECTED["result"])
def test_a_family_of_metrics_has_its_expected_values(document, family):
    assert not differences(document["result"][family], EXPECTED["result"][family])


def test_the_document_has_no_further_parts(document):
    assert set(document) == set(EXPECTED) - {"vectors"}
    assert set(document["result"]) == set(EXPECTED["result"])


@settings(max_examples=5)
@given(st.integers(0, 2**32), st.lists(st.integers(0, 700), max_size=30))
def test_neither_order_nor_duplicates_change_a_metric(seed, again):
    shuffled = lines()
    shuffled += [shuffled[index % 600] for index in again]
    Random(seed).shuffle(shuffled)
    found = measure(read_event_log(shuffled), configuration())

    assert found["result"]["quality"].pop("duplicates_dropped") == 1 + len(again)
    found["result"]["quality"].pop("out_of_order_lines")
    expected = json.loads(json.dumps({part: EXPECTED[part] for part in found}))
    for name in ("duplicates_dropped", "out_of_order_lines"):
        del expected["result"]["quality"][name]
    assert not differences(found, expected)


@settings(max_examples=30)
@given(st.sets(st.sampled_from(TYPES)), st.sampled_from([0.05, 0.5, 1.0]), st.integers(0, 2**32))
def test_any_part_of_a_log_can_be_measured(types, share, seed):
    chance = Random(seed)
    part = [line for line in lines() if json.loads(line)["type"] in types and chance.random() < share]

    try:
        document = measure(read_event_log(part), configuration())
    except EventLogError:
        return
    json.dumps(document, allow_nan=False)


def test_without_people_no_login_and_no_personal_row_is_left():
    document = measure(log(), configuration(), people=False)
    text = json.dumps(document)

    assert not [login for login in PEOPLE if f'"{login}"' in text]
    assert "reviewers" not in document["result"]
    assert list(document["result"]["tables"]) == ["prs"]


def test_without_people_counts_of_very_few_are_left_out():
    few = [line for line in lines() if not any(f'"login":"{login}"'.encode() in line for login in PEOPLE[4:6])]
    document = measure(read_event_log(few), configuration(), people=False)

    assert document["headline"]["reviewers_suspected"] is None


def test_without_constants_the_report_time_is_the_monday_after_the_last_event():
    document = measure(log(), configuration(as_of=None, window_start=None))

    assert document["config"]["as_of"] == "2026-04-20T00:00:00Z"
    assert document["config"]["window_start"] == "2026-02-02T00:00:00Z"


def test_by_default_teams_of_fewer_than_five_are_not_shown():
    document = measure(log(), configuration(k_min=5))

    assert document["result"]["teams"] == {
        "payments": {"active_reviewers": 3, "suppressed": True},
        "platform": {"active_reviewers": 3, "suppressed": True},
    }


@pytest.mark.parametrize(
    ("as_of", "before", "told"),
    [("2026-03-09", "insufficient_data", "watch"), ("2026-03-16", "suspected", "suspected")],
)
def test_a_suspicion_is_told_in_its_second_week(as_of, before, told):
    document = measure(log(), configuration(as_of=f"{as_of}T00:00:00Z"))

    assert document["result"]["reviewers"]["dana"]["verdict"] == "suspected"
    assert document["previous_week"]["verdicts"]["dana"] == before
    assert document["published_verdicts"]["dana"] == told
