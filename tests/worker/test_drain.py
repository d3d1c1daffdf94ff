from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest

from gate.github_api.door import GitHubDoor
from gate.store import nudges
from gate.tables import Nudge
from worker.drain import drain
from worker.hands import Hands

NO_DOOR = cast(GitHubDoor, None)  # nothing here asks GitHub
NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)


@pytest.fixture
def rung():
    return []


@pytest.fixture
def hands(database, rung):
    # The looks below are at repositories that nobody installed the App on: nothing is asked of GitHub.
    return Hands(database, NO_DOOR, lambda: NOW, "http://gate.example.org", lambda: rung.append("ring"))


def _nudge(hands, *numbers, due_at=NOW):
    with hands.database.transaction() as session:
        for number in numbers:
            nudges.nudge(session, "pull", 7, str(number), urgency=1, due_at=due_at)


def _undone(hands):
    with hands.database.transaction() as session:
        return session.query(Nudge).filter(Nudge.wanted != Nudge.done).count()


def test_everything_that_is_due_is_worked_on(hands):
    _nudge(hands, 1, 2, 3)

    assert drain(hands, threading.Event()) == 3
    assert _undone(hands) == 0


def test_what_is_not_due_yet_waits(hands):
    _nudge(hands, 1, due_at=NOW + timedelta(seconds=2))

    assert drain(hands, threading.Event()) == 0
    assert _undone(hands) == 1


def test_the_first_row_found_wakes_one_more_worker(hands, rung):
    _nudge(hands, 1, 2, 3)

    drain(hands, threading.Event())

    assert rung == ["ring"]


def test_where_nothing_is_due_nobody_else_is_woken(hands, rung):
    drain(hands, threading.Event())

    assert rung == []


def test_a_worker_that_stops_leaves_the_rows_and_wakes_another(hands, rung):
    _nudge(hands, 1, 2)
    stopping = threading.Event()
    stopping.set()

    assert drain(hands, stopping) == 0
    assert _undone(hands) == 2
    assert rung == ["ring"]


def test_when_time_is_up_the_rest_is_left_to_the_next_task(hands, rung):
    _nudge(hands, 1, 2, 3)

    assert drain(hands, threading.Event(), seconds=-1.0) == 1
    assert _undone(hands) == 2
    assert rung == ["ring", "ring"]
