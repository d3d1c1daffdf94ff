"""A held run that somebody starts on GitHub is stopped again, unless that person could have released it: then it is their release."""

from __future__ import annotations

from gate.simulated_github.checks import CheckRun
from tests.stories.stage import AGENT, Stage


def test_an_agent_that_runs_its_stopped_run_again_is_stopped_again(stage: Stage) -> None:
    pull = stage.open()
    [first, *_] = stage.eventually_stopped(pull.head_sha)

    stage.world.actions.rerun(first, by=AGENT)

    stage.eventually("the second attempt is stopped", lambda: first.attempt == 2 and first.conclusion == "cancelled")
    check = stage.eventually(
        "the check names who tried", lambda: _text(stage, pull.head_sha, "only a person can release")
    )
    assert check.conclusion == "action_required"


def test_a_person_who_may_release_does_so_by_running_it_again(stage: Stage) -> None:
    pull = stage.open()
    [first, *_] = stage.eventually_stopped(pull.head_sha)

    stage.world.actions.rerun(first, by="maria")

    stage.eventually("the run is let go", lambda: first.conclusion == "success")
    check = stage.check(pull.head_sha)
    assert check is not None
    assert check.conclusion == "action_required", "running it again says nothing about the merge"


def _text(stage: Stage, head_sha: str, words: str) -> CheckRun | None:
    check = stage.check(head_sha)
    return check if check is not None and words in (check.summary or "") + (check.text or "") else None
