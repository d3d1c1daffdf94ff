"""Pairs, approvals, attention and drills: the rows that metrics count."""

from __future__ import annotations

import pytest

from gate.review_quality.configuration import Configuration
from gate.review_quality.latency import latency_metrics
from gate.review_quality.sensitive import attention
from tests.review_quality.pull_request_log import (
    CODE,
    WORKFLOW,
    at,
    closed,
    history,
    opened,
    pushed,
    review,
    snapshot,
)

TWEAK = {**CODE, "a": 3, "d": 1}


def inline(length: int, path: str = "src/app.py"):
    return {"comments": [{"p": path, "len": length}]}


PAIRS = {
    "an approval": (False, [review(20, "ana")]),
    "a change request": (True, [review(20, "ana", "CHANGES_REQUESTED")]),
    "a change request that was dismissed": (
        True,
        [review(20, "ana", "CHANGES_REQUESTED", review="r1"), at(30, "review_dismissed", actor="ben", review="r1")],
    ),
    "closing it": (True, [closed(20, "ana", merged=False)]),
    "a comment whose path was pushed to": (
        True,
        [review(20, "ana", "COMMENTED", **inline(40)), pushed(30, "c1", [TWEAK]), review(40, "ana", sha="c1")],
    ),
    "a comment whose path was left alone": (
        False,
        [review(20, "ana", **inline(40, "src/other.py")), pushed(30, "c1", [TWEAK])],
    ),
    "a nod whose path was pushed to": (False, [review(20, "ana", **inline(19)), pushed(30, "c1", [TWEAK])]),
    "a comment after the push": (False, [pushed(10, "c1", [TWEAK]), review(20, "ana", sha="c1", **inline(40))]),
}


@pytest.mark.parametrize("case", PAIRS)
def test_what_is_pushback(case):
    expected, events = PAIRS[case]
    [pair] = snapshot(opened(), *events).pairs

    assert (pair.is_decided, pair.is_pushback) == (True, expected)


def test_comments_alone_decide_nothing():
    [pair] = snapshot(opened(), review(20, "ana", "COMMENTED")).pairs

    assert not pair.is_decided


def test_a_word_after_the_approval_does_not_break_its_silence():
    [pair] = snapshot(opened(), review(20, "ana"), at(21, "comment", actor="ana", len=80)).pairs

    assert (pair.is_silent, pair.substantive) == (True, 1)


def test_the_requesters_words_are_no_words_of_the_reviewer():
    [pair] = snapshot(opened(), at(10, "comment", actor="rita", len=80), review(20, "ana")).pairs

    assert pair.substantive == 0


def test_a_word_before_the_approval_breaks_its_silence():
    [pair] = snapshot(opened(), at(10, "comment", actor="ana", len=20), review(20, "ana")).pairs

    assert not pair.is_silent


def speeds(*events):
    return [(row.is_timed, row.is_fast_strict, row.is_fast_session) for row in snapshot(*events).approvals]


def test_seventy_lines_in_two_minutes_are_too_fast():
    assert speeds(opened(), review(2, "ana")) == [(True, True, False)]


def test_seventy_lines_in_three_minutes_are_not():
    assert speeds(opened(), review(3, "ana")) == [(True, False, False)]


def test_a_night_in_the_queue_hides_haste_from_the_strict_rule():
    assert speeds(opened(), review(900, "ana")) == [(True, False, False)]


def test_a_minute_after_the_same_persons_last_review_is_a_session():
    other = {**review(899, "ana"), "pr": 2, "review": "elsewhere"}

    assert speeds(opened(), {**opened(), "pr": 2}, other, review(900, "ana"))[0] == (True, False, True)


def test_no_clock_runs_in_a_draft():
    made = snapshot(opened(draft=True), review(2, "ana"))

    assert (made.approvals[0].exposure, made.approvals[0].is_timed) == (None, False)
    assert latency_metrics(made)["first_review_wall_min"]["n"] == 0


def test_the_clock_starts_when_a_draft_becomes_ready():
    made = snapshot(opened(draft=True), at(100, "ready_for_review", actor="rita"), review(102, "ana"))

    assert made.approvals[0].exposure == pytest.approx(2)


def test_few_lines_are_never_timed():
    assert speeds(opened(files=[{**CODE, "a": 30}]), review(0.1, "ana")) == [(False, False, False)]


def test_an_open_pull_request_is_still_waiting_at_the_report_time():
    curve = latency_metrics(snapshot(opened(), days=1))["approve_km"]

    assert (curve["n"], curve["events"], curve["still_waiting"]["240"]["s"]) == (1, 0, 1.0)


ATTENTION = {
    "nothing": (0, []),
    "a hasty approval": (0, [review(1, "ana")]),
    "an approval that could have been read": (1, [review(30, "ana")]),
    "an approval in draft": (
        0,
        [at(5, "converted_to_draft", actor="rita"), review(30, "ana"), at(40, "ready_for_review", actor="rita")],
    ),
    "an acknowledgement of a head that nobody pushed": (0, [at(30, "ack", actor="ana", sha="gone")]),
    "an approval of an older head": (0, [review(30, "ana"), pushed(40, "c1", [TWEAK], [CODE, WORKFLOW])]),
    "an acknowledgement of the final head": (2, [at(30, "ack", actor="ana", sha="c0")]),
    "the requester's acknowledgement": (0, [at(30, "ack", actor="rita", sha="c0")]),
    "an acknowledgement of an older head": (
        0,
        [at(30, "ack", actor="ana", sha="c0"), pushed(40, "c1", [TWEAK], [CODE, WORKFLOW])],
    ),
    "a comment on the flagged path": (3, [review(30, "ana", "COMMENTED", **inline(40, ".github/workflows/ci.yml"))]),
    "a comment elsewhere": (0, [review(30, "ana", "COMMENTED", **inline(40))]),
    "a change request": (3, [review(30, "ana", "CHANGES_REQUESTED")]),
}


@pytest.mark.parametrize("case", ATTENTION)
def test_the_best_evidence_of_attention(case):
    level, events = ATTENTION[case]

    assert attention(history(opened(files=[CODE, WORKFLOW]), *events, closed(100)), Configuration()) == level


DRILLS = {
    "no answer": (False, False, []),
    "an approval": (True, False, [review(20, "ana")]),
    "a change request": (True, True, [review(20, "ana", "CHANGES_REQUESTED")]),
    "closing it": (True, True, [closed(20, "ana", merged=False)]),
    "a comment on the planted path": (True, True, [review(20, "ana", "COMMENTED", **inline(40))]),
    "a comment elsewhere": (True, False, [review(20, "ana", "COMMENTED", **inline(40, "README.md"))]),
    "somebody else's change request": (False, False, [review(20, "ben", "CHANGES_REQUESTED")]),
    "a change request after it was revealed": (
        False,
        False,
        [at(10, "drill_revealed"), review(20, "ana", "CHANGES_REQUESTED")],
    ),
}


@pytest.mark.parametrize("case", DRILLS)
def test_an_answer_to_a_drill(case):
    responded, flagged, events = DRILLS[case]
    drill = at(0, "drill", kind="signal", assigned="ana", difficulty="easy", path="src/app.py")
    [answer] = snapshot(opened(), drill, *events).answers

    assert (answer.responded, answer.flagged) == (responded, flagged)
