"""Writes groups of deliveries into the table `deliveries`: by the bare driver on SQLite, through the pool on PostgreSQL.

The mapper's own insert costs several times as much for each row, and this is the one place where that shows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime

from gate.db import Database
from gate.received_delivery import ReceivedDelivery

# GitHub redelivers under the same GUID. A row that failed is taken up again; any other is finished or will be.
_INSERT = """
INSERT INTO deliveries (guid, event, payload, received_at, urgency, state, reason, attempts)
VALUES ({values}, 'stored', '', 0)
ON CONFLICT (guid) DO UPDATE
SET state = 'stored', reason = '', attempts = 0, due_at = NULL, leased_until = NULL, finished_at = NULL
WHERE deliveries.state = 'failed'
"""
_BUSY_SECONDS = 6.0


class SQLiteRows:
    """One connection of the writing thread's own. A commit returns after the write-ahead log is synced."""

    _sql = _INSERT.format(values="?, ?, ?, ?, ?")

    def __init__(self, database: Database) -> None:
        self._path = database.engine.url.database
        self._connection: sqlite3.Connection | None = None

    def write(self, group: Sequence[ReceivedDelivery]) -> None:
        """Commits the group, or raises `sqlite3.Error` with nothing of it stored."""
        connection = self._open()
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.executemany(
                self._sql,
                [(row.guid, row.event, row.body, _sqlite_time(row.received_at), row.urgency) for row in group],
            )
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Closes the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = sqlite3.connect(str(self._path), timeout=_BUSY_SECONDS, isolation_level=None)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            self._connection = connection
        return self._connection


class PostgreSQLRows:
    """A pooled connection for each group; the statements of a group travel together."""

    _sql = _INSERT.format(values="%s, %s, %s, %s, %s")

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    def write(self, group: Sequence[ReceivedDelivery]) -> None:
        """Commits the group, or raises `sqlalchemy.exc.SQLAlchemyError` with nothing of it stored."""
        # Two web processes may hold the same redeliveries: in one order they wait for each other instead of dead-locking.
        rows = sorted(group, key=lambda row: row.guid)
        with self._engine.begin() as connection:
            connection.exec_driver_sql(
                self._sql, [(row.guid, row.event, row.body, row.received_at, row.urgency) for row in rows]
            )

    def close(self) -> None:
        """The pool looks after its connections itself."""


def _sqlite_time(moment: datetime) -> str:
    """A time as SQLAlchemy keeps it in SQLite: UTC without its zone, microseconds always written."""
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
