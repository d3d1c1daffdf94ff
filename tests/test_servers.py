"""The tests' own ground: real servers, an empty database each time, no way out."""

from __future__ import annotations

import socket
from pathlib import Path

import psycopg
import pytest
import redis
from sqlalchemy import inspect, text

from gate.db import Database
from gate.tables import Base
from tests.conftest import OutsideConnectionError
from tests.servers import PostgresServer


def test_a_database_has_every_table(database: Database) -> None:
    assert set(inspect(database.engine).get_table_names()) == set(Base.metadata.tables)


def test_each_test_gets_an_empty_database(database: Database) -> None:
    with database.transaction() as session:
        assert session.execute(text("SELECT count(*) FROM deliveries")).scalar() == 0


def test_redis_answers(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert client.set("key", "value")
        assert client.get("key") == b"value"


def test_redis_is_empty_for_each_test(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert client.dbsize() == 0


def test_a_durable_cluster_writes_to_disk() -> None:
    with PostgresServer.started(durable=True) as server, psycopg.connect(server.conninfo("postgres")) as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("on",)


def test_a_browser_is_here(chromium: Path) -> None:
    assert chromium.is_file()


@pytest.mark.parametrize("host", ["192.0.2.1", "example.com", "2001:db8::1"])
def test_no_test_reaches_the_outside(host: str) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as outgoing:
        with pytest.raises(OutsideConnectionError):
            outgoing.connect((host, 443))
