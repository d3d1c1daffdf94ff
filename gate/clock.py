"""The clock: the one place that reads the time of day. Everything else is told what time it is."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """The present moment, aware and in UTC. For the edges (an arriving request, a starting task); inner code takes it as an argument."""
    return datetime.now(UTC)
