"""What many processes do at once to the rows that are the queue."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import chain

from sqlalchemy import select

from gate.store import deliveries, leases, nudges
from gate.tables import Delivery, Nudge

NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
WORKERS = 6


def _at_once(work):
    """Runs `work(number)` in several threads that begin together; what it returned."""
    beginning = threading.Barrier(WORKERS)

    def run(number):
        beginning.wait()
        return work(number)

    with ThreadPoolExecutor(WORKERS) as threads:
        return list(threads.map(run, range(WORKERS)))


def _claim_all(database, claim):
    claimed: list[int] = []
    while True:
        with database.transaction() as session:
            one = claim(session, NOW)
        if one is None:
            return claimed
        claimed.append(one.id)


def _store(database, count):
    with database.transaction() as session:
        session.add_all(
            Delivery(guid=str(number), event="push", payload=b"{}", received_at=NOW) for number in range(count)
        )


def test_each_delivery_is_claimed_by_one_worker_only(database):
    _store(database, 60)

    claimed = list(chain(*_at_once(lambda _: _claim_all(database, deliveries.claim_delivery))))

    assert len(claimed) == len(set(claimed)) == 60


def test_each_look_is_claimed_by_one_worker_only(database):
    with database.transaction() as session:
        for number in range(60):
            nudges.nudge(session, "pull", 7, str(number), urgency=number % 3, due_at=NOW)

    claimed = list(chain(*_at_once(lambda _: _claim_all(database, nudges.claim_nudge))))

    assert len(claimed) == len(set(claimed)) == 60


def test_nudges_for_the_same_at_the_same_moment_fold_into_one_row(database):
    def ask(number):
        with database.transaction() as session:
            nudges.nudge(session, "pull", 7, "1", urgency=number, due_at=NOW)

    _at_once(ask)

    with database.transaction() as session:
        (row,) = session.scalars(select(Nudge)).all()
        assert (row.wanted, row.urgency) == (WORKERS, 0)


def test_a_row_whose_lease_holds_is_left_to_its_worker(database):
    _store(database, 1)
    with database.transaction() as session:
        assert deliveries.claim_delivery(session, NOW)

    with database.transaction() as session:
        assert deliveries.claim_delivery(session, NOW + deliveries.LEASE) is None


def test_a_row_whose_worker_died_is_taken_up_when_its_lease_ends(database):
    _store(database, 1)
    with database.transaction() as session:
        deliveries.claim_delivery(session, NOW)

    with database.transaction() as session:
        again = deliveries.claim_delivery(session, NOW + deliveries.LEASE + timedelta(seconds=1))

    assert again is not None
    assert again.attempts == 2


def test_a_look_whose_worker_died_is_taken_up_when_its_lease_ends(database):
    with database.transaction() as session:
        nudges.nudge(session, "pull", 7, "1", urgency=1, due_at=NOW)
        nudges.claim_nudge(session, NOW)

    with database.transaction() as session:
        assert nudges.claim_nudge(session, NOW + nudges.LEASE - timedelta(seconds=1)) is None
        again = nudges.claim_nudge(session, NOW + nudges.LEASE)

    assert again is not None
    assert again.attempts == 2


def test_of_many_that_take_a_free_lease_one_gets_it(database):
    with database.transaction() as session:
        leases.take_lease(session, "sweep", "gone", NOW - timedelta(seconds=90), timedelta(seconds=60))

    def take(number):
        with database.transaction() as session:
            return leases.take_lease(session, "sweep", str(number), NOW, timedelta(seconds=60))

    assert sorted(_at_once(take)) == [False] * (WORKERS - 1) + [True]
