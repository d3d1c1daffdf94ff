"""Ways in which a run goes on although it is held, a stale word stays, or a state gets stuck."""

from __future__ import annotations

import time
from datetime import timedelta
from pathlib import Path

import pytest

from tests.stories.stage import AGENT, CI, EVIL_CI, REPOSITORY, Stage
from worker import work

WORKFLOW = ".github/workflows/ci.yml"
FOUR_WORKFLOWS = {WORKFLOW: EVIL_CI} | {f".github/workflows/w{number}.yml": EVIL_CI for number in range(3)}


def _conclusions(stage: Stage, head: str) -> set[str | None]:
    return {run.conclusion for run in stage.runs(head)}


@pytest.mark.parametrize("status", [403, 502])
def test_one_run_that_cannot_be_cancelled_does_not_let_the_others_go(stage: Stage, status: int) -> None:
    head = stage.push("devin/fix", FOUR_WORKFLOWS)
    first = min(run.id for run in stage.runs(head))
    stage.world.faults.answer(status, count=100_000, method="POST", message="no", path=f"/runs/{first}/(force-)?cancel")

    stage.quiet(10.0)

    assert {run.conclusion for run in stage.runs(head) if run.id != first} == {"cancelled"}


@pytest.mark.parametrize("status", [403, 404])
def test_a_token_that_is_refused_for_a_moment_lets_no_run_go(tmp_path: Path, status: int) -> None:
    with Stage(tmp_path, start=8.0) as stage:
        stage.world.faults.answer(status, count=3, message="Not Found", path="/access_tokens")

        head = stage.push("devin/fix", {WORKFLOW: EVIL_CI})

        stage.eventually_stopped(head)


@pytest.mark.parametrize("status", [409, 502])
def test_a_cancel_that_github_is_not_ready_for_is_asked_again(tmp_path: Path, status: int) -> None:
    words = "Cannot cancel a workflow re-run that has not yet queued."
    with Stage(tmp_path, start=5.0) as stage:
        stage.world.faults.answer(status, count=1, method="POST", message=words, path=r"/runs/\d+/cancel")

        head = stage.push("devin/fix", {WORKFLOW: EVIL_CI})

        stage.eventually_stopped(head)


def test_a_stop_that_fails_longer_than_a_delivery_is_tried_is_not_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "_wait", lambda attempts, _retry_after: timedelta(seconds=0.05 * attempts))
    with Stage(tmp_path, start=4.0) as stage:
        pull = stage.open()
        stage.eventually_check(pull.head_sha, "action_required")
        stage.eventually_stopped(pull.head_sha)
        stage.quiet(3.0)
        [first, *_] = stage.runs(pull.head_sha)
        stage.world.faults.answer(502, count=8, method="POST", path=r"/runs/\d+/cancel")

        stage.world.actions.rerun(first, by=AGENT)
        stage.quiet(12.0)

        assert "success" not in _conclusions(stage, pull.head_sha)


def test_a_pull_request_is_published_anew_when_another_on_its_head_is_closed(stage: Stage) -> None:
    git = stage.world.repositories.get(REPOSITORY).git
    root = git.text("rev-list", "--max-parents=0", "main")
    stage.world.repositories.push(REPOSITORY, "main", {WORKFLOW: EVIL_CI}, by="zoe")
    stage.world.repositories.push(REPOSITORY, "old", by="zoe", sha=root)
    head = stage.push("devin/fix", {"src/b.js": "1\n"}, start="main")
    stage.world.pulls.open(REPOSITORY, "devin/fix", by=AGENT)
    stage.eventually_check(head, "success")
    other = stage.world.pulls.open(REPOSITORY, "devin/fix", by=AGENT, base="old")
    stage.eventually_check(head, "action_required")

    stage.world.pulls.close(other, by=AGENT)

    stage.eventually_check(head, "success")


def test_a_release_outlives_a_slip_in_the_policy(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")
    stage.world.pulls.review(pull, "APPROVED", by="maria")
    stage.eventually_check(pull.head_sha, "success")
    stage.world.repositories.push(REPOSITORY, "main", {".github/gate.yml": "version: 1\npeople: odd\n"}, by="zoe")
    stage.world.pulls.label(pull, "one", by="zoe")
    stage.eventually_check(pull.head_sha, "action_required")

    stage.world.repositories.push(REPOSITORY, "main", {".github/gate.yml": "version: 1\n"}, by="zoe")
    stage.world.pulls.label(pull, "two", by="zoe")

    stage.eventually_check(pull.head_sha, "success")


def test_an_approval_given_after_a_head_came_back_counts_although_the_push_was_told_late(stage: Stage) -> None:
    pull = stage.open()
    head = pull.head_sha
    stage.eventually_check(head, "action_required")
    other = stage.push("devin/fix", {WORKFLOW: EVIL_CI + "# more\n"})
    stage.eventually_check(other, "action_required")
    stage.world.hooks.delay(3.0, event="pull_request")

    stage.world.repositories.push(REPOSITORY, "devin/fix", by=AGENT, sha=head)
    stage.world.pulls.review(pull, "APPROVED", by="maria")

    stage.eventually_check(head, "success")


def test_a_run_that_does_not_end_is_asked_after_less_and_less_often(tmp_path: Path) -> None:
    with Stage(tmp_path, start=600.0) as stage:
        stage.world.faults.answer(202, count=100_000, method="POST", message="", path=r"/runs/\d+/cancel")
        stage.world.faults.answer(409, count=100_000, method="POST", message="no", path=r"/runs/\d+/force-cancel")
        pull = stage.open()
        stage.eventually_check(pull.head_sha, "action_required")
        time.sleep(20.0)
        before = len(stage.github.calls)

        time.sleep(20.0)

        assert len(stage.github.calls) - before < 12


def test_an_agent_that_runs_a_persons_tests_again_does_not_make_the_change_its_own(stage: Stage) -> None:
    more = CI + "  lint:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make lint\n"
    stage.world.repositories.push(REPOSITORY, "rosa/lint", {WORKFLOW: more}, by="rosa")
    pull = stage.world.pulls.open(REPOSITORY, "rosa/lint", by="rosa")
    stage.eventually_check(pull.head_sha, "success")
    [first, *_] = stage.eventually_ran(pull.head_sha)

    stage.world.actions.rerun(first, by=AGENT)
    stage.quiet(6.0)

    check = stage.check(pull.head_sha)
    assert check is not None
    assert check.conclusion == "success"


def test_a_delivery_that_failed_before_a_hundred_others_is_asked_for_too(tmp_path: Path) -> None:
    with Stage(tmp_path, sweep_seconds="2", start=120.0) as stage:
        stage.stop_gate()
        head = stage.push("devin/fix", {WORKFLOW: EVIL_CI})
        for number in range(60):
            stage.world.repositories.push(REPOSITORY, f"rosa/{number}", {"a.txt": f"{number}\n"}, by="rosa")
        stage.world.hooks.settle(30.0)
        stage.start_gate()

        stage.eventually_stopped(head)
