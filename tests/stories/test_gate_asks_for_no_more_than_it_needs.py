"""Every token is for one repository and for what the call needs; reading cannot write, and nothing can write contents."""

from __future__ import annotations

from tests.stories.stage import REPOSITORY, Stage

WRITES = {"POST", "PATCH", "PUT", "DELETE"}


def test_each_call_is_made_with_the_least_power(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_stopped(pull.head_sha)
    stage.press("release", stage.eventually_check(pull.head_sha, "action_required").head_sha, by="maria")
    stage.eventually_ran(pull.head_sha)

    repository_id = stage.world.repositories.get(REPOSITORY).id
    calls = [call for call in stage.github.calls if call.by == "installation" and "/repos/" in call.path]
    assert calls
    for call in calls:
        written = {name for name, level in call.permissions.items() if level == "write"}
        needed = {"/check-runs": {"checks"}, "/actions/": {"actions"}}
        allowed = next((power for part, power in needed.items() if part in call.path), set())
        assert call.repository_ids == frozenset({repository_id}), call
        assert written <= allowed, call
        if call.method in WRITES:
            assert written == allowed, call


def test_nothing_is_executed_or_written_in_the_repository(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")

    assert not [
        call
        for call in stage.github.calls
        if "contents" in call.permissions and call.permissions["contents"] == "write"
    ]
    assert not [call for call in stage.github.calls if call.method in WRITES and "/git/" in call.path]
