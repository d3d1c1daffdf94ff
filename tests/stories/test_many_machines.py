"""The scaled form keeps the same promises: Celery only wakes workers, the rows are the truth, and any process may die."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import psycopg
import pytest

from tests.servers import PostgresServer
from tests.stories.machines import Machines


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, postgres_server: PostgresServer) -> Iterator[Machines]:
    """GitHub and all processes of the scaled form, on an empty database that they make the tables of."""
    name = f"machines_{uuid.uuid4().hex}"
    with psycopg.connect(postgres_server.conninfo("postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    machines = Machines(tmp_path_factory.mktemp("machines"), postgres_server.url(name))
    with machines:
        yield machines


@pytest.fixture
def machines(running: Machines) -> Machines:
    """The same, with everything that an earlier story ended started again."""
    running.start_gate()
    running.let_runs_wait()
    return running


def test_an_agents_pull_request_is_held_and_released_with_one_check(machines: Machines) -> None:
    pull = machines.open("devin/held")
    machines.eventually_check(pull.head_sha, "action_required")
    machines.eventually_stopped(pull.head_sha)

    machines.let_runs_start()
    machines.press("release", pull.head_sha, by="maria")

    machines.eventually_check(pull.head_sha, "success")
    machines.eventually_ran(pull.head_sha)
    assert len(machines.checks(pull.head_sha)) == 1


def test_a_worker_that_is_killed_in_the_middle_leaves_its_row_to_another(machines: Machines) -> None:
    machines.pause("two")
    machines.world.faults.slow(20, path="/compare/")
    pull = machines.open("devin/killed")
    machines.eventually("a look has begun", lambda: machines.is_looking_at(str(pull.number)))

    machines.kill("one")
    machines.world.faults.clear()
    machines.let_leases_run_out()
    machines.resume("two")

    machines.eventually_check(pull.head_sha, "action_required")
    machines.eventually_stopped(pull.head_sha)
    machines.quiet()
    assert len(machines.checks(pull.head_sha)) == 1


def test_rows_whose_wake_ups_redis_forgot_are_found(machines: Machines) -> None:
    machines.stop("one", "two")
    pull = machines.open("devin/no-ci", {".github/workflows/ci.yml": None})  # without runs, GitHub has no more to tell
    machines.world.hooks.settle()
    machines.eventually("the delivery waits", lambda: machines.waiting("pull_request"))

    machines.redis.empty()
    machines.start("one")

    machines.eventually_check(pull.head_sha, "action_required")
    assert machines.runs(pull.head_sha) == []


def test_without_redis_an_agents_runs_are_held_all_the_same(machines: Machines) -> None:
    machines.stop_redis()

    pull = machines.open("devin/no-redis")

    machines.eventually_check(pull.head_sha, "action_required")
    machines.eventually_stopped(pull.head_sha)


def test_once_redis_is_back_everything_goes_on(machines: Machines) -> None:
    machines.stop_redis()
    machines.start_redis()

    pull = machines.open("devin/redis-again")

    machines.eventually_check(pull.head_sha, "action_required")
    machines.eventually("the web service is ready", machines.is_web_ready)
