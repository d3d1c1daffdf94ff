"""Each kind of hold looks as on GitHub, is let go by what lets it go there, and refused with GitHub's words otherwise."""

from datetime import timedelta

import httpx
import pytest

from gate.simulated_github import HoldKind, WorkflowRun
from gate.simulated_github.pulls import PullRequest
from gate.simulated_github.repositories import Repository
from gate.simulated_github.world import World

RUNS = "/repos/octo-org/shop/actions/runs"
NOT_A_FORK = "This run is not from a fork pull request or queued by the Actions bot"


def _fork_pull(world: World, shop: Repository, author: str = "newcomer", *, is_new: bool = False) -> PullRequest:
    if world.accounts.find(author) is None:
        world.accounts.add(author, is_new=is_new)
    fork = world.repositories.fork(shop, author)
    world.repositories.push(fork, "patch", {"src/shop.py": "PRICE = 2\n"}, by=author)
    return world.pulls.open(shop, "patch", head_repository=fork, by=author)


def _run(world: World, pull: PullRequest, event: str = "pull_request") -> WorkflowRun:
    return next(run for run in world.actions.of_commit(pull.repository, pull.head_sha) if run.event == event)


def _agent_pull(world: World, shop: Repository, by: str = "Copilot") -> PullRequest:
    world.repositories.push(shop, "copilot/fix", {"src/shop.py": "PRICE = 2\n"}, by=by)
    return world.pulls.open(shop, "copilot/fix", by=by)


def _finished(world: World, run: WorkflowRun) -> bool:
    return world.wait_until(lambda: run.status == "completed" and run.conclusion == "success")


# a fork's run


def test_a_newcomers_fork_run_is_completed_and_needs_action(http: httpx.Client, world: World, shop: Repository) -> None:
    run = _run(world, _fork_pull(world, shop))
    told = http.get(f"{RUNS}/{run.id}").json()
    assert (told["status"], told["conclusion"], told["pull_requests"]) == ("completed", "action_required", [])


def test_a_held_run_has_no_jobs(http: httpx.Client, world: World, shop: Repository) -> None:
    run = _run(world, _fork_pull(world, shop))
    assert http.get(f"{RUNS}/{run.id}/jobs").json()["total_count"] == 0


def test_a_held_run_is_told_of_when_it_is_requested(world: World, shop: Repository) -> None:
    _fork_pull(world, shop)
    told = world.hooks.of_event("workflow_run", "requested")[-1].payload["workflow_run"]
    assert (told["status"], told["conclusion"]) == ("completed", "action_required")


def test_the_approve_call_lets_a_fork_run_go(http: httpx.Client, world: World, shop: Repository) -> None:
    run = _run(world, _fork_pull(world, shop))
    answer = http.post(f"{RUNS}/{run.id}/approve")
    assert (answer.status_code, answer.json()) == (201, {})
    assert _finished(world, run)


def test_a_fork_run_has_neither_secrets_nor_a_write_token(http: httpx.Client, world: World, shop: Repository) -> None:
    run = _run(world, _fork_pull(world, shop))
    http.post(f"{RUNS}/{run.id}/approve")
    assert _finished(world, run)
    assert {(line.has_secrets, line.can_write) for line in run.log} == {(False, False)}


def test_pull_request_target_of_a_fork_is_never_held(world: World, shop: Repository) -> None:
    target = "on: pull_request_target\njobs:\n  label:\n    runs-on: ubuntu-latest\n    steps: [{run: make label}]\n"
    world.repositories.push(shop, "main", {".github/workflows/label.yml": target}, by="maria")
    assert _run(world, _fork_pull(world, shop), "pull_request_target").hold is None


def test_pull_request_target_takes_the_workflow_of_the_default_branch(world: World, shop: Repository) -> None:
    target = "on: pull_request_target\njobs:\n  label:\n    runs-on: ubuntu-latest\n    steps: [{run: make label}]\n"
    fork = world.repositories.fork(shop, "newcomer")
    world.repositories.push(fork, "patch", {".github/workflows/evil.yml": target}, by="newcomer")
    pull = world.pulls.open(shop, "patch", head_repository=fork, by="newcomer")
    assert [run.event for run in world.actions.of_commit(shop, pull.head_sha)] == ["pull_request"]


def test_a_contributor_whose_change_was_merged_is_not_held(world: World, shop: Repository) -> None:
    first = _fork_pull(world, shop)
    world.pulls.merge(first, by="maria")
    world.repositories.push(first.head_repository, "second", {"b.txt": "b\n"}, by="newcomer")
    second = world.pulls.open(shop, "second", head_repository=first.head_repository, by="newcomer")
    assert _run(world, second).hold is None


@pytest.mark.parametrize(
    ("policy", "is_new", "hold"),
    [
        ("first_time_contributors_new_to_github", True, HoldKind.FORK),
        ("first_time_contributors_new_to_github", False, None),
        ("first_time_contributors", False, HoldKind.FORK),
        ("all_external_contributors", False, HoldKind.FORK),
        ("none", True, None),
    ],
)
def test_the_policy_on_forks_decides_who_is_held(
    world: World, shop: Repository, policy: str, is_new: bool, hold: HoldKind | None
) -> None:
    shop.fork_approval = policy
    assert _run(world, _fork_pull(world, shop, is_new=is_new)).hold is hold


def test_a_review_run_of_a_fork_cannot_be_approved_by_a_call(
    http: httpx.Client, world: World, shop: Repository
) -> None:
    review = "on: pull_request_review\njobs:\n  thank:\n    runs-on: ubuntu-latest\n    steps: [{run: make thanks}]\n"
    world.repositories.push(shop, "main", {".github/workflows/review.yml": review}, by="maria")
    pull = _fork_pull(world, shop)
    world.pulls.review(pull, "COMMENTED", by="newcomer")
    run = _run(world, pull, "pull_request_review")
    assert run.hold is HoldKind.FORK
    assert http.post(f"{RUNS}/{run.id}/approve").status_code == 403


# an agent that GitHub runs


def test_every_run_of_copilot_is_held(world: World, shop: Repository) -> None:
    pull = _agent_pull(world, shop)
    assert [run.hold for run in world.actions.of_commit(shop, pull.head_sha)] == [HoldKind.GITHUB_AGENT] * 2


def test_the_approve_call_is_refused_for_copilot(http: httpx.Client, world: World, shop: Repository) -> None:
    run = _run(world, _agent_pull(world, shop))
    answer = http.post(f"{RUNS}/{run.id}/approve")
    assert (answer.status_code, answer.json()["message"]) == (403, NOT_A_FORK)


def test_a_rerun_by_the_app_lets_copilots_run_go(http: httpx.Client, world: World, shop: Repository) -> None:
    run = _run(world, _agent_pull(world, shop))
    assert http.post(f"{RUNS}/{run.id}/rerun").status_code == 201
    assert _finished(world, run)
    assert (run.attempt, run.triggering_actor.login, run.actor.login) == (2, "gate[bot]", "Copilot")


def test_a_rerun_has_the_privileges_and_the_commit_of_the_first_actor(
    http: httpx.Client, world: World, shop: Repository
) -> None:
    run = _run(world, _agent_pull(world, shop))
    http.post(f"{RUNS}/{run.id}/rerun")
    assert _finished(world, run)
    assert {(line.privileges.login, line.sha) for line in run.log} == {("Copilot", run.sha)}


def test_a_rerun_by_copilot_itself_is_held_again(world: World, shop: Repository) -> None:
    run = _run(world, _agent_pull(world, shop))
    world.actions.rerun(run, by="Copilot")
    assert run.awaits_approval


def test_each_push_of_copilot_is_held_again(http: httpx.Client, world: World, shop: Repository) -> None:
    pull = _agent_pull(world, shop)
    http.post(f"{RUNS}/{_run(world, pull).id}/rerun")
    world.repositories.push(shop, "copilot/fix", {"src/shop.py": "PRICE = 3\n"}, by="Copilot")
    assert _run(world, pull).awaits_approval


def test_copilot_is_not_held_where_the_setting_is_off(world: World, shop: Repository) -> None:
    shop.copilot_needs_approval = False
    assert _run(world, _agent_pull(world, shop)).hold is None


# a workflow's own token


def test_a_workflow_tokens_pull_request_is_held(world: World, shop: Repository) -> None:
    pull = _agent_pull(world, shop, by="github-actions[bot]")
    assert _run(world, pull).hold is HoldKind.ACTIONS_BOT


def test_a_workflow_tokens_push_starts_nothing(world: World, shop: Repository) -> None:
    sha = world.repositories.push(shop, "auto", {"a.txt": "a\n"}, by="github-actions[bot]")
    assert world.actions.of_commit(shop, sha) == []


@pytest.mark.parametrize(("approvable", "status"), [(True, 201), (False, 403)])
def test_both_reported_answers_to_approving_a_workflow_tokens_run_can_be_had(
    http: httpx.Client, world: World, shop: Repository, approvable: bool, status: int
) -> None:
    shop.actions_bot_approvable = approvable
    run = _run(world, _agent_pull(world, shop, by="github-actions[bot]"))
    assert http.post(f"{RUNS}/{run.id}/approve").status_code == status


# potentially malicious


@pytest.mark.parametrize("call", ["approve", "rerun"])
def test_no_call_lets_a_suspicious_run_go(http: httpx.Client, world: World, shop: Repository, call: str) -> None:
    shop.holds_suspicious_runs = True
    run = _run(world, _agent_pull(world, shop, by="maria"))
    assert http.post(f"{RUNS}/{run.id}/{call}").status_code == 403
    assert run.awaits_approval


def test_a_person_with_write_access_lets_a_suspicious_run_go_on_its_page(world: World, shop: Repository) -> None:
    shop.holds_suspicious_runs = True
    run = _run(world, _agent_pull(world, shop, by="maria"))
    world.actions.approve_on_page(run, by="maria")
    assert _finished(world, run)


# refusals that go for all


def test_a_run_that_is_not_held_cannot_be_approved(http: httpx.Client, world: World, shop: Repository) -> None:
    run = _run(world, _agent_pull(world, shop, by="maria"))
    assert http.post(f"{RUNS}/{run.id}/approve").json()["message"] == NOT_A_FORK


def test_a_run_cannot_be_rerun_after_thirty_days(http: httpx.Client, world: World, shop: Repository) -> None:
    run = _run(world, _agent_pull(world, shop))
    run.created_at -= timedelta(days=31)
    answer = http.post(f"{RUNS}/{run.id}/rerun")
    assert answer.status_code == 403
    assert "created over a month ago" in answer.json()["message"]


def test_a_run_cannot_be_rerun_while_its_workflow_is_disabled(
    http: httpx.Client, world: World, shop: Repository
) -> None:
    run = _run(world, _agent_pull(world, shop))
    assert http.put("/repos/octo-org/shop/actions/workflows/ci.yml/disable").status_code == 204
    assert http.post(f"{RUNS}/{run.id}/rerun").status_code == 403


def test_the_fifty_first_rerun_fails_before_it_starts(http: httpx.Client, world: World, shop: Repository) -> None:
    run = _run(world, _agent_pull(world, shop))
    run.attempt = 51
    http.post(f"{RUNS}/{run.id}/rerun")
    assert (run.status, run.conclusion, run.log) == ("completed", "failure", [])
    assert run.annotation is not None


def test_a_held_run_can_be_cancelled(http: httpx.Client, world: World, shop: Repository) -> None:
    run = _run(world, _agent_pull(world, shop))
    assert http.post(f"{RUNS}/{run.id}/cancel").status_code == 202
    assert world.wait_until(lambda: run.conclusion == "cancelled")
