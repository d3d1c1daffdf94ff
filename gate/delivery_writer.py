"""Makes deliveries durable: one thread that commits whatever waits in one transaction.

Syncing the disk costs the same for one row as for a hundred, so the rows that arrive while one group is being written form the next.
A delivery is answered only after its group is on disk. The queue in memory is bounded: when it is full, GitHub is told 503 and the
delivery is fetched again later.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy.exc import DBAPIError

from gate import logs, metrics
from gate.db import Database
from gate.delivery_rows import PostgreSQLRows, SQLiteRows
from gate.errors import StoreUnavailableError
from gate.received_delivery import ReceivedDelivery

log = logs.get_logger(__name__)

GROUP_LIMIT = 512
GROUP_BYTES = 32 * 1024 * 1024
# GitHub gives up after ten seconds; an answer that comes later is none.
PATIENCE_SECONDS = 8.0


class Rows(Protocol):
    """The table `deliveries`, written in groups by one thread."""

    def write(self, group: Sequence[ReceivedDelivery]) -> None:
        """Commits the whole group or raises; a GUID that is known changes nothing, unless its row had failed."""

    def close(self) -> None:
        """Gives the connection back; the next `write` opens another."""


@dataclass(slots=True)
class _Waiting:
    delivery: ReceivedDelivery
    stored: asyncio.Future[None]


class DeliveryWriter:
    """Owns the writing thread. `start` before the first `store`, `stop` after the last."""

    def __init__(
        self, database: Database, on_stored: Callable[[], None] | None = None, *, waiting_limit: int = 2000
    ) -> None:
        """`on_stored` is called in the writing thread after each commit and must return quickly; what it raises is logged.

        `waiting_limit` is the number of deliveries that may wait for the disk.
        """
        self._rows: Rows = SQLiteRows(database) if database.is_sqlite else PostgreSQLRows(database)
        self._on_stored = on_stored
        self._waiting_limit = waiting_limit
        self._waiting: deque[_Waiting] = deque()
        self._changed = threading.Condition()
        self._is_stopping = False
        self._thread: threading.Thread | None = None

    @property
    def is_alive(self) -> bool:
        """Whether the writing thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Starts the writing thread."""
        self._is_stopping = False
        self._thread = threading.Thread(target=self._run, name="delivery-writer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Writes what still waits, then ends the thread."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    async def store(self, delivery: ReceivedDelivery) -> None:
        """Returns once the delivery is on disk, or was there already.

        Raises `StoreUnavailableError` when the queue is full, the database refuses, or it does not answer in time. In the last
        case the row may still appear: a redelivery of it changes nothing.
        """
        waiting = _Waiting(delivery, asyncio.get_running_loop().create_future())
        with self._changed:
            if self._is_stopping or not self.is_alive:
                raise StoreUnavailableError("the service is stopping, the delivery was not stored")
            if len(self._waiting) >= self._waiting_limit:
                raise StoreUnavailableError("too many deliveries wait for the disk, this one was not stored")
            self._waiting.append(waiting)
            self._changed.notify()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await waiting.stored
        except TimeoutError as error:
            raise StoreUnavailableError(
                "the database did not answer in time, the delivery may not be stored"
            ) from error

    def _run(self) -> None:
        while group := self._next_group():
            try:
                self._rows.write([waiting.delivery for waiting in group])
            except Exception as error:  # noqa: BLE001  # this thread must outlive whatever a driver raises
                # Disk full, database gone: these are not stored and their senders are told so; the next group is tried anew.
                self._rows.close()
                metrics.GROUPS.labels("failed").inc()
                log.warning("deliveries_not_stored", count=len(group), fault=_fault(error))
                _answer(group, "the database cannot store the delivery")
                continue
            metrics.GROUPS.labels("stored").inc()
            _answer(group, None)
            self._tell()
        self._rows.close()

    def _next_group(self) -> list[_Waiting]:
        """What waits, at most one group of it; empty once the writer is stopping and nothing waits."""
        with self._changed:
            while not self._waiting and not self._is_stopping:
                self._changed.wait()
            group: list[_Waiting] = []
            size = 0
            while self._waiting and len(group) < GROUP_LIMIT and size < GROUP_BYTES:
                group.append(self._waiting.popleft())
                size += len(group[-1].delivery.body)
            metrics.WAITING.set(len(self._waiting))
            return group

    def _tell(self) -> None:
        if self._on_stored is None:
            return
        try:
            self._on_stored()
        except Exception as error:  # noqa: BLE001  # this thread must outlive whatever the callback raises
            # The row is the truth; whoever was not woken finds it at the next sweep.
            log.warning("workers_not_woken", fault=type(error).__name__)


def _fault(error: Exception) -> str:
    """The driver's own kind of error and words, without the statement's values, which are deliveries."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return f"{type(cause).__name__}: {str(cause).partition(chr(10))[0][:200]}"


def _answer(group: list[_Waiting], fault: str | None) -> None:
    """Resolves the group's futures, once for each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
    for waiting in group:
        by_loop.setdefault(waiting.stored.get_loop(), []).append(waiting.stored)
    for loop, futures in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, futures, fault)


def _resolve(futures: list[asyncio.Future[None]], fault: str | None) -> None:
    for future in futures:
        # Whoever hung up or ran out of patience has cancelled theirs.
        if future.done():
            continue
        if fault is None:
            future.set_result(None)
        else:
            future.set_exception(StoreUnavailableError(fault))
