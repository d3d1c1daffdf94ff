"""What counts as a review, as coverage and as an outcome, case by case."""

from __future__ import annotations

import pytest

from tests.review_quality.pull_request_log import (
    AGENT,
    CODE,
    LOCK,
    at,
    closed,
    history,
    opened,
    pushed,
    review,
    snapshot,
)

TWEAK = {**CODE, "a": 3, "d": 1}

COVERAGES = {
    "nobody looked": ("none", []),
    "an approval of the final head": ("approved_current", [review(60, "ana")]),
    "only a bot": ("bot_only", [review(5, "lint[bot]")]),
    "the agent's own review": ("none", [review(5, AGENT, "COMMENTED")]),
    "only the requester": ("nonindependent_only", [review(60, "rita")]),
    "the requester and a bot": ("nonindependent_only", [review(5, "lint[bot]"), review(60, "rita")]),
    "somebody whom nobody knows": ("none", [review(60, "stranger")]),
    "comments without a decision": ("reviewed_not_approved", [review(60, "ana", "COMMENTED")]),
    "a person who had pushed": (
        "nonindependent_only",
        [pushed(30, "c1", [TWEAK], actor="ben"), review(60, "ben", sha="c1")],
    ),
    "a person who pushed afterwards": (
        "approved_stale",
        [review(20, "ben"), pushed(30, "c1", [TWEAK], actor="ben")],
    ),
    "a push after the approval": ("approved_stale", [review(20, "ana"), pushed(30, "c1", [TWEAK])]),
    "a lock file pushed after the approval": ("approved_stale", [review(20, "ana"), pushed(30, "c1", [LOCK])]),
    "a rebase that changes nothing": ("approved_current", [review(20, "ana"), pushed(30, "c1", [])]),
    "a rebase after a change": (
        "approved_stale",
        [review(20, "ana"), pushed(30, "c1", [TWEAK]), pushed(40, "c2", [])],
    ),
    "forced away and back": (
        "approved_current",
        [review(20, "ana"), pushed(30, "c1", [TWEAK]), pushed(40, "c0", [TWEAK])],
    ),
    "an approval that was dismissed": (
        "reviewed_not_approved",
        [review(20, "ana", review="r1"), at(30, "review_dismissed", actor="ben", review="r1")],
    ),
    "a change request after the approval": (
        "reviewed_not_approved",
        [review(20, "ana"), review(30, "ana", "CHANGES_REQUESTED")],
    ),
    "an approval after the change request": (
        "approved_current",
        [review(20, "ana", "CHANGES_REQUESTED"), review(30, "ana")],
    ),
    "a comment after the approval": ("approved_current", [review(20, "ana"), review(30, "ana", "COMMENTED")]),
    "an approval in draft": (
        "approved_current",
        [at(5, "converted_to_draft", actor="rita"), review(20, "ana"), at(30, "ready_for_review", actor="rita")],
    ),
    "an approval after the merge": ("none", [review(120, "ana")]),
    "a head that was never delivered": ("approved_current", [review(20, "ana", sha="gone")]),
    "a push in the same second as the approval": (
        "approved_stale",
        [review(30, "ana", sha="c0"), pushed(30, "c1", [TWEAK])],
    ),
}


@pytest.mark.parametrize("case", COVERAGES)
def test_how_a_merge_was_covered(case):
    coverage, events = COVERAGES[case]

    assert history(opened(), *events, closed(100)).coverage == coverage


OUTCOMES = {
    "still open": ("open", []),
    "merged": ("merged", [closed(60)]),
    "closed by an independent person": ("rejected", [closed(60, "ana", merged=False)]),
    "closed by the agent": ("withdrawn", [closed(60, AGENT, merged=False)]),
    "closed by the requester": ("withdrawn", [closed(60, "rita", merged=False)]),
    "closed by another bot": ("housekeeping", [closed(60, "stale[bot]", merged=False)]),
    "closed by the agent under a change request": (
        "rejected",
        [review(30, "ana", "CHANGES_REQUESTED"), closed(60, AGENT, merged=False)],
    ),
    "closed by a bot after the change request was superseded": (
        "housekeeping",
        [review(30, "ana", "CHANGES_REQUESTED"), review(40, "ana"), closed(60, "stale[bot]", merged=False)],
    ),
    "closed by a bot after the change request was dismissed": (
        "housekeeping",
        [
            review(30, "ana", "CHANGES_REQUESTED", review="r1"),
            at(40, "review_dismissed", actor="rita", review="r1"),
            closed(60, "stale[bot]", merged=False),
        ],
    ),
    "reopened and merged": (
        "merged",
        [closed(60, "ana", merged=False), at(70, "reopened", actor="rita"), closed(90)],
    ),
    "reopened and left": ("open", [closed(60, "ana", merged=False), at(70, "reopened", actor="rita")]),
}


@pytest.mark.parametrize("case", OUTCOMES)
def test_how_a_pull_request_ended(case):
    outcome, events = OUTCOMES[case]

    assert history(opened(), *events).outcome == outcome


def test_a_person_who_closed_what_was_reopened_did_not_push_back():
    assert not snapshot(opened(), closed(60, "ana", merged=False), at(70, "reopened", actor="rita")).pairs


def test_a_re_review_counts_the_lines_pushed_since():
    generated = {**CODE, "p": "out.js", "a": 500, "g": True}
    made = history(
        opened(),
        review(20, "ana", "COMMENTED"),
        pushed(30, "c1", [TWEAK]),
        pushed(40, "c2", [TWEAK, generated]),
        review(60, "ana", sha="c2"),
    )

    assert [(act.lines, act.is_re_review) for act in made.reviews] == [(70, False), (8, True)]


def test_a_review_of_an_undelivered_head_is_counted_in_data_quality():
    assert snapshot(opened(), review(20, "ana", sha="gone")).quality["reviews_unknown_sha"] == 1


def test_events_without_an_opening_are_counted_and_skipped():
    made = snapshot(opened(), {**review(20, "ana"), "pr": 7}, {**closed(30), "pr": 7})

    assert (made.quality["orphan_events"], made.quality["agent_prs"]) == (2, 1)


def test_a_persons_pull_request_is_outside_every_metric():
    made = snapshot(opened(author="ben"), review(20, "ana"), closed(30))

    assert (made.histories, made.approvals, made.quality["other_prs"]) == ([], [], 1)


def test_a_drill_is_outside_every_operational_metric():
    drill = at(0, "drill", kind="signal", assigned="ana", difficulty="easy", path="src/app.py")
    made = snapshot(opened(), drill, review(20, "ana"))

    assert (made.histories, made.quality["drill_prs"], len(made.answers)) == ([], 1, 1)
