"""What tests share: real servers, a database of either kind, Hypothesis profiles, and a guard that keeps the network out."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import shutil
import socket
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, settings

from gate.db import Database
from gate.tables import Base
from tests.servers import PostgresServer, RedisServer

LONG = os.environ.get("GATE_TEST_LONG") == "1"

# Two cores are shared by many tests: a slow example says nothing about the code, so there are no deadlines.
# The modest profile tries the same examples each time, so that a failure is the change's own; the long one explores.
settings.register_profile(
    "modest", max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "long", max_examples=2_000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("long" if LONG else "modest")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long forms run in `make test-long`; elsewhere they are deselected, which the summary line counts."""
    if LONG:
        return
    long_forms = [item for item in items if item.get_closest_marker("long")]
    if long_forms:
        config.hook.pytest_deselected(items=long_forms)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


# --- the network ---------------------------------------------------------------------------------------------------


def _is_local(address: Any) -> bool:
    """Whether a socket address stays on this machine: a Unix socket, a loopback address, or its name."""
    if not isinstance(address, tuple):
        return True
    host = str(address[0])
    if host in ("localhost", ""):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class OutsideConnectionError(AssertionError):
    """A test tried to leave this machine."""


@pytest.fixture(scope="session", autouse=True)
def no_outside_connections() -> Iterator[None]:
    """Refuses every connection from the tests' own process that is not to this machine."""
    plain = {name: getattr(socket.socket, name) for name in ("connect", "connect_ex")}

    def guarded(name: str) -> Any:
        def connect(self: socket.socket, address: Any) -> Any:
            if not _is_local(address):
                raise OutsideConnectionError(f"a test tried to connect to {address!r}")
            return plain[name](self, address)

        return connect

    with pytest.MonkeyPatch.context() as patch:
        for name in plain:
            patch.setattr(socket.socket, name, guarded(name))
        yield


# --- servers -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresServer]:
    """One PostgreSQL cluster for this worker's tests, started when the first of them asks."""
    with PostgresServer.started() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The SQLAlchemy URL of a fresh, empty PostgreSQL database."""
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(postgres_server.conninfo("postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    yield postgres_server.url(name)
    with psycopg.connect(postgres_server.conninfo("postgres"), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """One Redis for this worker's tests, started when the first of them asks."""
    with RedisServer.started() as server:
        yield server


@pytest.fixture
def redis_url(redis_server: RedisServer) -> str:
    """The URL of an empty Redis."""
    redis_server.empty()
    return redis_server.url


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The browser's path. Playwright drives it: `launch(executable_path=chromium, args=["--no-sandbox"])`."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return Path(found)
    pytest.fail("no Chromium here: run `sh scripts/system-packages.sh`", pytrace=False)


# --- the database --------------------------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a fresh, empty database: each test that asks runs once on SQLite and once on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'gate.sqlite3'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database with all tables, of either kind."""
    with contextlib.closing(Database(database_url)) as database:
        Base.metadata.create_all(database.engine)
        yield database
