"""The promise of the product: an agent's dangerous change neither runs nor merges before a person has looked."""

from __future__ import annotations

from gate.simulated_github.checks import CheckRun
from tests.stories.stage import Stage


def test_its_runs_are_stopped_and_the_check_says_why(stage: Stage) -> None:
    pull = stage.open()

    check = stage.eventually_check(pull.head_sha, "action_required")
    stage.eventually_stopped(pull.head_sha)

    assert "Held" in (check.title or "")
    assert "contents" in (check.summary or "") + (check.text or "")
    assert [button["label"] for button in check.action_buttons] == ["Release", "Refuse", "Look again"]


def test_a_persons_approving_review_lets_the_runs_go(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_stopped(pull.head_sha)

    stage.world.pulls.review(pull, "APPROVED", by="maria")

    check = stage.eventually_check(pull.head_sha, "success")
    runs = stage.eventually_ran(pull.head_sha)
    assert "Released by maria" in (check.title or "")
    assert {run.attempt for run in runs} == {2}


def test_the_button_lets_the_runs_go(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")
    stage.eventually_stopped(pull.head_sha)

    stage.press("release", pull.head_sha, by="maria")

    stage.eventually_check(pull.head_sha, "success")
    stage.eventually_ran(pull.head_sha)


def test_who_may_not_release_is_told_why(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")

    stage.press("release", pull.head_sha, by="eve")

    check = stage.eventually("the refusal is on the check", lambda: _mentions(stage, pull.head_sha, "read access"))
    assert check.conclusion == "action_required"


def test_a_refusal_ends_in_a_failed_check(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")

    stage.press("refuse", pull.head_sha, by="maria")

    check = stage.eventually_check(pull.head_sha, "failure")
    assert "Refused by maria" in (check.title or "")


def test_requested_changes_put_the_hold_back(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_stopped(pull.head_sha)
    stage.world.pulls.review(pull, "APPROVED", by="maria")
    stage.eventually_check(pull.head_sha, "success")

    stage.world.pulls.review(pull, "CHANGES_REQUESTED", by="zoe")

    stage.eventually_check(pull.head_sha, "action_required")


def test_an_ordinary_change_of_an_agent_is_clear_and_runs(stage: Stage) -> None:
    pull = stage.open(files={"src/prices.js": "export const tax = 0.19\n"})

    stage.eventually_check(pull.head_sha, "success")
    runs = stage.eventually_ran(pull.head_sha)

    assert {run.attempt for run in runs} == {1}


def _mentions(stage: Stage, head_sha: str, words: str) -> CheckRun | None:
    check = stage.check(head_sha)
    return check if check is not None and words in (check.summary or "") + (check.text or "") else None
