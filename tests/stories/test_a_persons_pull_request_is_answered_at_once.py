"""The check can be required everywhere: a person's pull request is green at once, and costs two calls."""

from __future__ import annotations

from tests.stories.stage import REPOSITORY, Stage


def test_a_persons_change_is_clear_whatever_it_touches(stage: Stage) -> None:
    pull = stage.open("better-ci", by="rosa")

    stage.eventually_check(pull.head_sha, "success")
    stage.eventually_ran(pull.head_sha)


def test_reading_and_answering_takes_two_calls(stage: Stage) -> None:
    stage.push("better-ci", by="rosa")
    stage.quiet()
    before = len(stage.github.calls)

    pull = stage.world.pulls.open(REPOSITORY, "better-ci", by="rosa")

    stage.eventually_check(pull.head_sha, "success")
    calls = [call for call in stage.github.calls[before:] if not call.path.endswith("/access_tokens")]
    assert len(calls) <= 2, [f"{call.method} {call.path}" for call in calls]


def test_an_agents_commit_on_it_makes_it_an_agents_change(stage: Stage) -> None:
    pull = stage.open("better-ci", {"src/prices.js": "export const tax = 0.19\n"}, by="rosa")
    stage.eventually_check(pull.head_sha, "success")

    head = stage.push("better-ci")

    check = stage.eventually_check(head, "action_required")
    assert "Devin" in (check.summary or "") or "devin" in (check.summary or "")
    stage.eventually_stopped(head)
