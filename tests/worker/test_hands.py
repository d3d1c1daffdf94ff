from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import cast

from gate.github_api.door import GitHubDoor
from worker.hands import Hands

NO_DOOR = cast(GitHubDoor, None)  # nothing here asks GitHub
NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)


def _hands(database, holder, now=NOW):
    return Hands(database, NO_DOOR, lambda: now, "http://gate.example.org", holder=holder)


def test_of_many_that_want_to_be_alone_at_once_one_is(database):
    beginning, asked = threading.Barrier(6), threading.Barrier(6)

    def ask(number):
        beginning.wait()
        with _hands(database, str(number)).alone("sweep") as mine:
            asked.wait()
            return mine

    with ThreadPoolExecutor(6) as threads:
        assert sorted(threads.map(ask, range(6))) == [False] * 5 + [True]


def test_whoever_was_alone_makes_room_for_the_next(database):
    with _hands(database, "one").alone("sweep") as first:
        pass
    with _hands(database, "two").alone("sweep") as second:
        pass

    assert (first, second) == (True, True)


def test_a_lock_whose_holder_died_runs_out(database):
    dead = _hands(database, "one").alone("sweep")
    dead.__enter__()

    with (
        _hands(database, "two").alone("sweep") as early,
        _hands(database, "two", NOW + timedelta(minutes=2)).alone("sweep") as late,
    ):
        assert (early, late) == (False, True)
