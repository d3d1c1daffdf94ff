"""The database: one synchronous engine, SQLite or PostgreSQL, and the one way to a transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.orm import Session, sessionmaker

_READS = "only_reads"


class Database:
    """An engine and its sessions. No transaction is ever open during a call to GitHub (ADR 0007)."""

    def __init__(self, url: str) -> None:
        """`url` is an SQLAlchemy URL; SQLite is set to WAL with full synchronisation, PostgreSQL to its pool's defaults."""
        self.engine: Engine = _engine(url)
        self._sessions = sessionmaker(self.engine, expire_on_commit=False)
        self._reading = sessionmaker(self.engine.execution_options(**{_READS: True}), expire_on_commit=False)

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded default: one process, one writer."""
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """One transaction: committed when the block ends well, else rolled back."""
        with self._sessions.begin() as session:
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that only reads: on SQLite it waits for no writer, and no writer waits for it."""
        with self._reading() as session:
            yield session

    def close(self) -> None:
        """Gives all connections back."""
        self.engine.dispose()


def _engine(url: str) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True, pool_size=10, max_overflow=20)
    engine = create_engine(url, connect_args={"timeout": 30, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        # The driver's own transaction handling would let a reader turn into a writer half-way and fail as "locked":
        # we begin transactions ourselves, below.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=30000", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get(_READS) else "BEGIN IMMEDIATE")

    return engine
