"""What GitHub keeps by itself is left alone, and let go by the call that its kind of hold takes."""

from __future__ import annotations

from gate.simulated_github.checks import CheckRun
from gate.store import runs as run_store
from gate.tables import Run
from tests.stories.stage import CI, EVIL_CI, FILES, REPOSITORY, Stage

CHANGED = {".github/workflows/ci.yml": EVIL_CI}


def test_copilots_runs_wait_for_the_release_and_are_run_again(stage: Stage) -> None:
    stage.world.repositories.set_permission(REPOSITORY, "Copilot", "write")
    pull = stage.open("copilot/fix", CHANGED, by="Copilot")
    stage.eventually_check(pull.head_sha, "action_required")
    assert stage.eventually("Gate noted GitHub's hold", lambda: _holds(stage, pull.head_sha)) == {"copilot"}
    assert not _calls(stage, "cancel")

    stage.press("release", pull.head_sha, by="maria")

    assert {run.attempt for run in stage.eventually_ran(pull.head_sha)} == {2}


def test_a_forks_runs_are_approved(stage: Stage) -> None:
    stage.world.repositories.get(REPOSITORY).fork_approval = "all_external_contributors"
    fork = stage.world.repositories.fork(REPOSITORY, "carla")
    stage.world.repositories.push(
        fork, "claude/fix", CHANGED, by="carla", message="Fix\n\nCo-Authored-By: Claude <noreply@anthropic.com>"
    )
    pull = stage.world.pulls.open(
        REPOSITORY, "claude/fix", by="carla", head_repository=fork,
        body="🤖 Generated with [Claude Code](https://claude.com/claude-code)",
    )  # fmt: skip
    stage.eventually_check(pull.head_sha, "action_required")
    assert stage.eventually("Gate noted GitHub's hold", lambda: _holds(stage, pull.head_sha)) == {"fork"}

    stage.press("release", pull.head_sha, by="maria")

    assert {run.attempt for run in stage.eventually_ran(pull.head_sha)} == {1}
    assert _calls(stage, "approve")


def test_runs_that_a_workflows_token_queued_are_approved(stage: Stage) -> None:
    pull = _open_by_actions(stage)

    stage.press("release", pull, by="maria")

    stage.eventually_ran(pull)


def test_runs_that_a_workflows_token_queued_are_run_again_where_github_refuses_to_approve(stage: Stage) -> None:
    stage.world.repositories.get(REPOSITORY).actions_bot_approvable = False
    pull = _open_by_actions(stage)

    stage.press("release", pull, by="maria")

    stage.eventually_ran(pull)
    assert _calls(stage, "rerun")


def test_a_run_that_only_a_persons_click_lets_go_is_linked_and_nothing_is_promised(stage: Stage) -> None:
    stage.world.repositories.get(REPOSITORY).holds_suspicious_runs = True
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")
    stage.eventually("Gate noted GitHub's hold", lambda: _holds(stage, pull.head_sha))

    stage.press("release", pull.head_sha, by="maria")

    check = stage.eventually("the check links the run", lambda: _linked(stage, pull.head_sha))
    assert check.conclusion == "success"


def test_a_runs_stop_tells_how_far_it_had_come(stage: Stage) -> None:
    stage.world.delays.start, stage.world.delays.step = 0.0, 1.5
    pull = stage.open()
    stage.eventually_stopped(pull.head_sha)

    rows = stage.eventually("both stops were followed to the end", lambda: _stopped(stage, pull.head_sha))

    begun = {run.id: len(run.steps_begun) for run in stage.runs(pull.head_sha)}
    assert {row.run_id: len(row.steps) for row in rows} == begun


def test_a_step_that_survives_a_cancel_is_forced_to_end(stage: Stage) -> None:
    stage.world.delays.start, stage.world.delays.step = 0.0, 60.0
    survivor = EVIL_CI + "      - if: always()\n        run: ./publish.sh\n"
    pull = stage.open(files={".github/workflows/ci.yml": survivor})

    stage.eventually_stopped(pull.head_sha)

    assert _calls(stage, "force-cancel")


def test_a_push_without_a_pull_request_is_held_by_its_own_commit(stage: Stage) -> None:
    head = stage.push("devin/quick", CHANGED)

    stage.eventually_stopped(head)

    check = stage.eventually_check(head, "action_required")
    assert "Held" in (check.title or "")


def test_an_agents_clear_pull_request_leaves_githubs_own_hold_alone(stage: Stage) -> None:
    stage.world.repositories.set_permission(REPOSITORY, "Copilot", "write")
    pull = stage.open("copilot/words", {"README.md": "# The shop\n"}, by="Copilot")

    stage.eventually_check(pull.head_sha, "success")

    stage.quiet()
    assert {run.conclusion for run in stage.runs(pull.head_sha)} == {"action_required"}


def _open_by_actions(stage: Stage) -> str:
    stage.world.repositories.set_permission(REPOSITORY, "github-actions[bot]", "write")
    workflow = CI.replace("[push, pull_request]", "pull_request")
    stage.world.repositories.push(REPOSITORY, "main", {**FILES, ".github/workflows/ci.yml": workflow}, by="zoe")
    changed = {".github/workflows/ci.yml": EVIL_CI.replace("[push, pull_request]", "pull_request")}
    pull = stage.open("automation/update", changed, by="github-actions[bot]")
    stage.eventually_check(pull.head_sha, "action_required")
    assert stage.eventually("Gate noted GitHub's hold", lambda: _holds(stage, pull.head_sha)) == {"token"}
    return pull.head_sha


def _rows(stage: Stage, head_sha: str) -> list[Run]:
    repository_id = stage.world.repositories.get(REPOSITORY).id
    with stage.gate.database.transaction() as session:
        return run_store.runs_at(session, repository_id, head_sha)


def _holds(stage: Stage, head_sha: str) -> set[str]:
    return {row.hold for row in _rows(stage, head_sha)} - {"none"}


def _stopped(stage: Stage, head_sha: str) -> list[Run]:
    rows = _rows(stage, head_sha)
    return rows if rows and all(row.stopped_at for row in rows) else []


def _calls(stage: Stage, end: str) -> list[object]:
    return [call for call in stage.github.calls if call.path.endswith(f"/{end}")]


def _linked(stage: Stage, head_sha: str) -> CheckRun | None:
    check = stage.check(head_sha)
    if check is None or check.conclusion != "success":
        return None
    text = (check.summary or "") + (check.text or "")
    return check if all(f"/actions/runs/{run.id}" in text for run in stage.runs(head_sha)) else None
