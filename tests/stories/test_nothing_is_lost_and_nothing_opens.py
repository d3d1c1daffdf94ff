"""Lost, doubled and shuffled deliveries, a GitHub that is ill, a process that dies: nothing passes unseen, and the verdict comes once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.stories.stage import REPOSITORY, Stage


def test_a_lost_delivery_is_found_again_by_the_sweep(tmp_path: Path) -> None:
    with Stage(tmp_path, sweep_seconds="1") as stage:
        stage.world.hooks.drop(1000)

        pull = stage.open()

        stage.eventually_check(pull.head_sha, "action_required")


def test_doubled_and_shuffled_deliveries_make_one_check(stage: Stage) -> None:
    stage.world.hooks.duplicate(50)
    stage.world.hooks.reorder(6)

    pull = stage.open()

    stage.eventually_check(pull.head_sha, "action_required")
    stage.eventually_stopped(pull.head_sha)
    stage.quiet()
    assert len(stage.checks(pull.head_sha)) == 1


def test_without_graphql_the_verdict_is_the_same(stage: Stage) -> None:
    stage.world.faults.graphql_off()

    pull = stage.open()

    stage.eventually_check(pull.head_sha, "action_required")
    stage.eventually_stopped(pull.head_sha)


def test_while_github_cannot_show_the_change_its_runs_are_held(stage: Stage) -> None:
    stage.world.faults.answer(502, count=1000, path="/compare/")

    pull = stage.open()

    check = stage.eventually_check(pull.head_sha, "action_required")
    stage.eventually_stopped(pull.head_sha)
    assert "could not judge" in (check.title or "")


def test_once_github_shows_it_again_the_verdict_comes(stage: Stage) -> None:
    stage.world.faults.answer(502, count=3, path="/compare/")

    pull = stage.open(files={"src/prices.js": "export const tax = 0.19\n"})

    stage.eventually_check(pull.head_sha, "success")
    stage.eventually_ran(pull.head_sha)


def test_a_rate_limit_is_waited_for(stage: Stage) -> None:
    stage.world.faults.secondary_limit(count=2, retry_after=1, path="/check-runs")

    pull = stage.open()

    stage.eventually_check(pull.head_sha, "action_required")


def test_a_policy_that_makes_no_sense_lets_nothing_pass_and_names_the_line(stage: Stage) -> None:
    policy = "version: 1\npeople: sometimes\n"
    stage.world.repositories.push(REPOSITORY, "main", {".github/gate.yml": policy}, by="zoe")

    pull = stage.open(files={"src/prices.js": "export const tax = 0.19\n"})

    check = stage.eventually_check(pull.head_sha, "action_required")
    assert "line 2" in (check.title or "") + (check.summary or "")


def test_open_pull_requests_get_their_check_when_gate_is_installed(tmp_path: Path) -> None:
    with Stage(tmp_path) as stage:
        stage.stop_gate()
        pull = stage.open()
        stage.world.hooks.settle()

        stage.start_gate()

        stage.eventually_check(pull.head_sha, "action_required")


@pytest.fixture
def killed(tmp_path: Path) -> Iterator[tuple[Stage, subprocess.Popen[bytes]]]:
    """A stage whose Gate is a process of its own, so that it can be killed."""
    with Stage(tmp_path, start=60.0) as stage:
        stage.stop_gate()
        process = _serve(stage, tmp_path)
        yield stage, process
        _end(process)


@pytest.mark.parametrize("seconds", [0.0, 0.15, 0.4, 0.8, 1.5])
def test_killed_between_the_202_and_the_verdict_it_comes_all_the_same_and_once(
    killed: tuple[Stage, subprocess.Popen[bytes]], tmp_path: Path, seconds: float
) -> None:
    stage, process = killed
    pull = stage.open()
    stage.eventually("a delivery was answered with 202", lambda: _told(stage))
    time.sleep(seconds)

    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    again = _serve(stage, tmp_path)

    try:
        stage.eventually_check(pull.head_sha, "action_required")
        stage.eventually_stopped(pull.head_sha)
        stage.quiet()
        assert len(stage.checks(pull.head_sha)) == 1
    finally:
        _end(again)


def _told(stage: Stage) -> bool:
    return any(one.status_code == 202 for one in stage.world.hooks.of_event("pull_request"))


def _serve(stage: Stage, folder: Path) -> subprocess.Popen[bytes]:
    environment = {"PATH": os.environ["PATH"], **stage.environment()}
    process = subprocess.Popen(
        [sys.executable, "-m", "gate", "serve"],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def answers() -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{stage.port}/healthz").status_code == 200
        except httpx.HTTPError:
            return False

    stage.eventually("Gate answers", answers)
    return process


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.terminate()
        process.wait(timeout=30)
