"""Runs start by what their files say, pass in time, and stop as on GitHub."""

import httpx
import pytest

from gate.simulated_github import Delays, WorkflowRun
from gate.simulated_github.repositories import Repository
from gate.simulated_github.world import World

RUNS = "/repos/octo-org/shop/actions/runs"
NEVER = 3600.0


def _workflow(on: str, steps: str = "[{run: make}]", more: str = "") -> str:
    return f"on: {on}\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps: {steps}\n{more}"


def _pushed(world: World, shop: Repository, workflow: str, branch: str = "work") -> list[WorkflowRun]:
    files = {".github/workflows/ci.yml": None, ".github/workflows/own.yml": workflow}
    return world.actions.of_commit(shop, world.repositories.push(shop, branch, files, by="maria"))


@pytest.fixture
def slow_world(world: World) -> World:
    """A world in which queued runs wait for ever."""
    world.delays.start = NEVER
    return world


# what starts


@pytest.mark.parametrize(
    ("on", "is_started"),
    [
        ("push", True),
        ("[push, pull_request]", True),
        ("pull_request", False),
        ("{push: {branches: [main]}}", False),
        ("{push: {branches: ['wor*']}}", True),
        ("{push: {branches: ['**']}}", True),
        ("{push: {branches: ['**', '!work']}}", False),
        ("{push: {branches-ignore: [work]}}", False),
        ("{push: {tags: ['v*']}}", False),
        ("{push: {paths: ['docs/**']}}", False),
        ("{push: {paths: ['.github/**']}}", True),
        ("{push: {paths-ignore: ['.github/**']}}", False),
    ],
)
def test_the_filters_of_a_push_decide(world: World, shop: Repository, on: str, is_started: bool) -> None:
    assert len(_pushed(world, shop, _workflow(on))) == is_started


def test_a_tag_starts_what_listens_to_tags(world: World, shop: Repository) -> None:
    sha = world.repositories.push(
        shop, "main", {".github/workflows/own.yml": _workflow("{push: {tags: ['v*']}}")}, by="maria"
    )
    world.repositories.tag(shop, "v1", "main", by="maria")
    assert [run.head_branch for run in world.actions.of_commit(shop, sha) if run.workflow.path.endswith("own.yml")] == [
        "v1"
    ]


def test_a_fork_runs_nothing_of_its_own(world: World, shop: Repository) -> None:
    fork = world.repositories.fork(shop, "newcomer")
    sha = world.repositories.push(fork, "patch", {"a.txt": "a\n"}, by="newcomer")
    assert world.actions.of_commit(fork, sha) == []


def test_a_pull_request_run_takes_the_workflow_of_the_test_merge(world: World, shop: Repository) -> None:
    world.repositories.push(shop, "work", {".github/workflows/own.yml": _workflow("pull_request")}, by="maria")
    pull = world.pulls.open(shop, "work", by="maria")
    run = next(run for run in world.actions.of_commit(shop, pull.head_sha) if run.workflow.path.endswith("own.yml"))
    assert (run.sha, run.head_sha) == (pull.merge_sha, pull.head_sha)


def test_a_pull_request_with_conflicts_has_no_runs_of_its_own(world: World, shop: Repository) -> None:
    world.repositories.push(shop, "work", {"src/shop.py": "PRICE = 2\n"}, by="maria")
    world.repositories.push(shop, "main", {"src/shop.py": "PRICE = 3\n"}, by="maria")
    pull = world.pulls.open(shop, "work", by="maria")
    assert pull.merge_sha is None
    assert "pull_request" not in [run.event for run in world.actions.of_commit(shop, pull.head_sha)]


def test_a_file_that_cannot_be_read_leaves_a_failed_run(world: World, shop: Repository) -> None:
    runs = _pushed(world, shop, "on: push\njobs: [")
    assert [run.conclusion for run in runs] == ["startup_failure"]


def test_a_dispatch_starts_what_listens_to_it(world: World, shop: Repository) -> None:
    world.repositories.push(shop, "main", {".github/workflows/own.yml": _workflow("workflow_dispatch")}, by="maria")
    assert [run.event for run in world.actions.trigger(shop, "workflow_dispatch", by="maria")] == ["workflow_dispatch"]


def test_a_workflow_that_follows_others_runs_on_the_default_branch(world: World, shop: Repository) -> None:
    files = {".github/workflows/own.yml": _workflow("{workflow_run: {workflows: [CI], types: [completed]}}")}
    main = world.repositories.push(shop, "main", files, by="maria")
    world.repositories.push(shop, "work", {"a.txt": "a\n"}, by="maria")
    assert world.wait_until(lambda: any(run.event == "workflow_run" for run in world.actions.runs))
    following = [run for run in world.actions.runs if run.event == "workflow_run"]
    assert {(run.head_sha, run.head_branch, run.has_secrets) for run in following} == {(main, "main", True)}


def test_workflows_that_follow_each_other_come_to_an_end(world: World, shop: Repository) -> None:
    loop = "name: Loop\n" + _workflow("{workflow_run: {workflows: [CI, Loop], types: [completed]}}")
    world.repositories.push(shop, "main", {".github/workflows/own.yml": loop}, by="maria")
    chain = world.wait_until(lambda: sum(run.event == "workflow_run" for run in world.actions.runs) == 3)
    assert chain
    assert world.wait_until(lambda: all(run.status == "completed" for run in world.actions.runs))
    assert sum(run.event == "workflow_run" for run in world.actions.runs) == 3


# how it passes


def test_a_run_writes_down_the_steps_that_began(world: World, shop: Repository) -> None:
    (run,) = _pushed(world, shop, _workflow("push", "[{uses: actions/checkout@v4}, {run: make}]"))
    assert world.wait_until(lambda: run.conclusion == "success")
    assert run.steps_begun == ["uses: actions/checkout@v4", "make"]


def test_jobs_wait_for_those_that_they_need(world: World, shop: Repository) -> None:
    more = "  deploy:\n    needs: build\n    runs-on: ubuntu-latest\n    steps: [{run: make deploy}]\n"
    (run,) = _pushed(world, shop, _workflow("push", more=more))
    assert world.wait_until(lambda: run.conclusion == "success")
    assert run.steps_begun == ["make", "make deploy"]


def test_a_failed_job_skips_those_that_need_it(world: World, shop: Repository) -> None:
    more = "  deploy:\n    needs: build\n    runs-on: ubuntu-latest\n    steps: [{run: make deploy}]\n"
    (run,) = _pushed(world, shop, _workflow("push", "[{run: exit 1}, {run: make}]", more))
    assert world.wait_until(lambda: run.conclusion == "failure")
    assert [job.conclusion for job in run.jobs] == ["failure", "skipped"]
    assert run.steps_begun == ["exit 1"]


def test_only_failed_jobs_are_rerun_when_asked(http: httpx.Client, world: World, shop: Repository) -> None:
    more = "  lint:\n    runs-on: ubuntu-latest\n    steps: [{run: make lint}]\n"
    (run,) = _pushed(world, shop, _workflow("push", "[{run: exit 1}]", more))
    assert world.wait_until(lambda: run.conclusion == "failure")
    assert http.post(f"{RUNS}/{run.id}/rerun-failed-jobs").status_code == 201
    assert world.wait_until(lambda: run.status == "completed")
    assert [line.command for line in run.log if line.attempt == 2] == ["exit 1"]


# how it stops


def test_a_queued_run_that_is_cancelled_begins_nothing(http: httpx.Client, slow_world: World, shop: Repository) -> None:
    (run,) = _pushed(slow_world, shop, _workflow("push"))
    assert http.post(f"{RUNS}/{run.id}/cancel").status_code == 202
    assert slow_world.wait_until(lambda: run.conclusion == "cancelled")
    assert run.steps_begun == []


def test_a_cancel_is_carried_out_later_than_it_is_accepted(
    http: httpx.Client, slow_world: World, shop: Repository
) -> None:
    slow_world.delays.cancel = NEVER
    (run,) = _pushed(slow_world, shop, _workflow("push"))
    assert http.post(f"{RUNS}/{run.id}/cancel").status_code == 202
    assert run.status == "queued"


def test_a_step_that_is_always_run_outlives_a_cancel(http: httpx.Client, world: World, shop: Repository) -> None:
    (run,) = _pushed(
        world, shop, _workflow("push", "[{run: sleep 3600}, {run: make}, {run: make clean, if: always()}]")
    )
    assert world.wait_until(lambda: run.steps_begun == ["sleep 3600"])
    http.post(f"{RUNS}/{run.id}/cancel")
    assert world.wait_until(lambda: run.conclusion == "cancelled")
    assert run.steps_begun == ["sleep 3600", "make clean"]


def test_a_forced_cancel_ends_steps_that_are_always_run(http: httpx.Client, world: World, shop: Repository) -> None:
    (run,) = _pushed(world, shop, _workflow("push", "[{run: sleep 3600, if: always()}]"))
    assert world.wait_until(lambda: run.steps_begun == ["sleep 3600"])
    http.post(f"{RUNS}/{run.id}/cancel")
    assert http.post(f"{RUNS}/{run.id}/force-cancel").status_code == 202
    assert world.wait_until(lambda: run.conclusion == "cancelled")


def test_a_plain_cancel_leaves_a_step_that_is_always_run(http: httpx.Client, world: World, shop: Repository) -> None:
    (run,) = _pushed(world, shop, _workflow("push", "[{run: sleep 3600, if: always()}]"))
    assert world.wait_until(lambda: run.steps_begun == ["sleep 3600"])
    http.post(f"{RUNS}/{run.id}/cancel")
    assert world.wait_until(lambda: run.is_cancelled)
    assert run.status == "in_progress"


def test_a_run_that_is_over_cannot_be_cancelled(http: httpx.Client, world: World, shop: Repository) -> None:
    (run,) = _pushed(world, shop, _workflow("push"))
    assert world.wait_until(lambda: run.status == "completed")
    answer = http.post(f"{RUNS}/{run.id}/cancel")
    assert (answer.status_code, answer.json()["message"]) == (409, "Cannot cancel a workflow run that is completed.")


def test_a_run_that_goes_on_cannot_be_rerun(http: httpx.Client, slow_world: World, shop: Repository) -> None:
    (run,) = _pushed(slow_world, shop, _workflow("push"))
    assert http.post(f"{RUNS}/{run.id}/rerun").status_code == 403


def test_a_cancelled_run_can_be_rerun(http: httpx.Client, slow_world: World, shop: Repository) -> None:
    (run,) = _pushed(slow_world, shop, _workflow("push"))
    http.post(f"{RUNS}/{run.id}/cancel")
    assert slow_world.wait_until(lambda: run.conclusion == "cancelled")
    slow_world.delays = Delays(start=0.0, step=0.0, cancel=0.0)
    assert http.post(f"{RUNS}/{run.id}/rerun").status_code == 201
    assert slow_world.wait_until(lambda: run.conclusion == "success")
    assert run.steps_begun == ["make"]


# environments


@pytest.mark.parametrize(("state", "conclusion"), [("approved", "success"), ("rejected", "failure")])
def test_a_job_of_a_protected_environment_waits_for_the_app(
    http: httpx.Client, world: World, shop: Repository, state: str, conclusion: str
) -> None:
    world.repositories.add_environment(shop, "production")
    workflow = _workflow("push").replace("runs-on", "environment: production\n    runs-on")
    (run,) = _pushed(world, shop, workflow)
    assert world.wait_until(lambda: run.status == "waiting")
    answer = http.post(
        f"{RUNS}/{run.id}/deployment_protection_rule",
        json={"environment_name": "production", "state": state, "comment": ""},
    )
    assert answer.status_code == 204
    assert world.wait_until(lambda: run.conclusion == conclusion)
