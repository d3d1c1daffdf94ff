"""The scaled form keeps the same promises: Celery only wakes workers, the rows are the truth, and any process may die."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stories.machines import Machines


@pytest.fixture
def machines(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Machines]:
    """GitHub and all processes of the scaled form, running."""
    with Machines(tmp_path, postgres_url, redis_url) as machines:
        yield machines


def test_an_agents_pull_request_is_held_and_released_with_one_check(machines: Machines) -> None:
    pull = machines.open()
    machines.eventually_check(pull.head_sha, "action_required")
    machines.eventually_stopped(pull.head_sha)

    machines.press("release", pull.head_sha, by="maria")

    machines.eventually_check(pull.head_sha, "success")
    machines.eventually_ran(pull.head_sha)
    assert len(machines.checks(pull.head_sha)) == 1
