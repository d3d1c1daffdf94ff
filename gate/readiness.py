"""Whether the service can do its work now: what `/readyz` answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from gate.db import Database
from gate.delivery_writer import DeliveryWriter

PATIENCE_SECONDS = 3.0


async def faults(database: Database, broker_url: str, writer: DeliveryWriter) -> list[str]:
    """What does not answer, one phrase each; empty when the service is ready. An empty `broker_url` means there is no broker."""
    found = []
    if not writer.is_alive:
        found.append("deliveries cannot be stored")
    if not await _answers(lambda: _database_answers(database)):
        found.append("the database does not answer")
    if broker_url and not await _answers(lambda: _broker_answers(broker_url)):
        found.append("the broker does not answer")
    return found


async def _answers(ask: Callable[[], bool]) -> bool:
    """Whether `ask` said yes in time. It runs in a thread, which a dead network may keep longer than we wait."""
    try:
        return await asyncio.wait_for(asyncio.to_thread(ask), PATIENCE_SECONDS)
    except TimeoutError:
        return False


def _database_answers(database: Database) -> bool:
    try:
        with database.reading() as session:
            session.execute(text("SELECT 1"))
    except SQLAlchemyError:
        return False
    return True


def _broker_answers(broker_url: str) -> bool:
    try:
        with Redis.from_url(
            broker_url, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS
        ) as broker:
            return bool(broker.ping())
    except RedisError:
        return False
