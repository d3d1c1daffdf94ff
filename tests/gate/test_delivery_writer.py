"""The thread that makes deliveries durable."""

import asyncio
import concurrent.futures
import contextlib
import uuid
from datetime import UTC, datetime

import pytest
from sqlalchemy import func, select

from gate import delivery_writer
from gate.db import Database
from gate.delivery_rows import PostgreSQLRows
from gate.delivery_writer import DeliveryWriter
from gate.errors import StoreUnavailableError
from gate.received_delivery import ReceivedDelivery
from gate.tables import Base, Delivery

NOW = datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC)


def _delivery(guid=None):
    return ReceivedDelivery(guid or str(uuid.uuid4()), "push", b"{}", NOW)


def _count(database):
    with database.transaction() as session:
        return session.scalar(select(func.count()).select_from(Delivery))


@contextlib.contextmanager
def _writing(database, on_stored=None, **more):
    writer = DeliveryWriter(database, on_stored, **more)
    writer.start()
    try:
        yield writer
    finally:
        writer.stop()


@contextlib.contextmanager
def _locked(database):
    """Nobody else can write to the table meanwhile."""
    with database.engine.connect() as connection:
        # On SQLite a transaction begins with the write lock.
        connection.exec_driver_sql("SELECT 1" if database.is_sqlite else "LOCK TABLE deliveries IN EXCLUSIVE MODE")
        yield
        connection.rollback()


def test_the_time_is_read_back_as_it_was_stored(database):
    with _writing(database) as writer:
        asyncio.run(writer.store(_delivery()))

    with database.transaction() as session:
        assert session.scalars(select(Delivery.received_at)).all() == [NOW]


def test_deliveries_that_wait_together_are_committed_together(database):
    groups = []

    async def store_many(writer):
        with _locked(database):
            stored = [asyncio.create_task(writer.store(_delivery())) for _ in range(60)]
            await asyncio.sleep(0.2)
        await asyncio.gather(*stored)

    with _writing(database, lambda: groups.append(1)) as writer:
        asyncio.run(store_many(writer))

    assert _count(database) == 60
    assert len(groups) <= 3


def test_the_same_delivery_twice_in_one_group_is_stored_once(database):
    async def store_twice(writer):
        with _locked(database):
            stored = [asyncio.create_task(writer.store(_delivery("a-guid"))) for _ in range(6)]
            await asyncio.sleep(0.2)
        await asyncio.gather(*stored)

    with _writing(database) as writer:
        asyncio.run(store_twice(writer))

    assert _count(database) == 1


def test_two_processes_that_store_the_same_deliveries_do_not_lock_each_other_up(postgres_url):
    with contextlib.closing(Database(postgres_url)) as database:
        Base.metadata.create_all(database.engine)
        group = [_delivery(f"guid-{number}") for number in range(3000)]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            writes = [pool.submit(PostgreSQLRows(database).write, order) for order in (group, group[::-1])]

        assert [write.exception() for write in writes] == [None, None]
        assert _count(database) == 3000


def test_nobody_is_answered_before_the_commit(database):
    async def store_while_locked(writer):
        stored = asyncio.create_task(writer.store(_delivery()))
        with _locked(database):
            task = asyncio.create_task(writer.store(_delivery()))
            await asyncio.sleep(0.2)
            was_answered = task.done()
        await asyncio.gather(task, stored)
        return was_answered

    with _writing(database) as writer:
        assert not asyncio.run(store_while_locked(writer))


def test_when_too_many_wait_the_next_is_refused(database):
    async def store_too_many(writer):
        with _locked(database):
            first = asyncio.create_task(writer.store(_delivery()))
            await asyncio.sleep(0.2)  # the thread has taken the first and waits for the table
            others = [asyncio.create_task(writer.store(_delivery())) for _ in range(3)]
            await asyncio.sleep(0.1)
        return await asyncio.gather(first, *others, return_exceptions=True)

    with _writing(database, waiting_limit=2) as writer:
        answers = asyncio.run(store_too_many(writer))

    assert [type(answer) for answer in answers] == [type(None), type(None), type(None), StoreUnavailableError]
    assert _count(database) == 3


def test_a_database_that_does_not_answer_in_time_is_a_refusal(database, monkeypatch):
    monkeypatch.setattr(delivery_writer, "PATIENCE_SECONDS", 0.2)

    async def store_while_locked(writer):
        with _locked(database):
            await writer.store(_delivery())

    with _writing(database) as writer, pytest.raises(StoreUnavailableError, match="did not answer in time"):
        asyncio.run(store_while_locked(writer))


def test_a_fault_of_whoever_is_woken_loses_nothing(database):
    def fail():
        raise ConnectionError("the broker is away")

    with _writing(database, fail) as writer:
        asyncio.run(writer.store(_delivery()))
        asyncio.run(writer.store(_delivery()))

    assert _count(database) == 2


def test_what_still_waits_is_written_before_the_thread_ends(database):
    async def store_and_stop(writer):
        with _locked(database):
            stored = [asyncio.create_task(writer.store(_delivery())) for _ in range(5)]
            await asyncio.sleep(0.2)
            stopping = asyncio.create_task(asyncio.to_thread(writer.stop))
            await asyncio.sleep(0.1)
        await asyncio.gather(*stored, stopping)

    writer = DeliveryWriter(database)
    writer.start()
    asyncio.run(store_and_stop(writer))

    assert _count(database) == 5
    assert not writer.is_alive


def test_after_the_end_nothing_is_taken(database):
    with _writing(database) as writer:
        pass

    with pytest.raises(StoreUnavailableError, match="stopping"):
        asyncio.run(writer.store(_delivery()))


def test_who_hangs_up_while_waiting_hinders_nobody(database):
    async def hang_up(writer):
        with _locked(database):
            gone = asyncio.create_task(writer.store(_delivery()))
            stays = asyncio.create_task(writer.store(_delivery()))
            await asyncio.sleep(0.2)
            gone.cancel()
        await stays

    with _writing(database) as writer:
        asyncio.run(hang_up(writer))

    assert _count(database) == 2
