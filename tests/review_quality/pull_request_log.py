"""Writes small logs: a few accounts, one pull request by an agent, minutes after Monday 09:00 UTC."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from gate.review_quality.configuration import Configuration
from gate.review_quality.event_log import read_event_log
from gate.review_quality.history import History
from gate.review_quality.snapshot import Snapshot, take_snapshot

MONDAY = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
AGENT = "agent[bot]"
ACCOUNTS = {"ana": "human", "ben": "human", "rita": "human", AGENT: "agent", "lint[bot]": "bot", "stale[bot]": "bot"}
CODE = {"p": "src/app.py", "a": 60, "d": 10, "c": "other", "g": False}
WORKFLOW = {"p": ".github/workflows/ci.yml", "a": 5, "d": 1, "c": "workflow", "g": False}
LOCK = {"p": "uv.lock", "a": 900, "d": 90, "c": "dependency", "g": True}

Event = dict[str, Any]


def at(minute: float, name: str, **fields: Any) -> Event:
    """An event so many minutes after the start."""
    stamp = (MONDAY + timedelta(minutes=minute)).isoformat()
    return {"ts": stamp, "type": name, "pr": 1, **fields}


def opened(minute: float = 0, *, draft: bool = False, files: Iterable[Event] = (CODE,), author: str = AGENT) -> Event:
    return at(minute, "opened", repo="shop", author=author, requester="rita", draft=draft, sha="c0", files=list(files))


def pushed(
    minute: float, sha: str, delta: Iterable[Event], files: Iterable[Event] = (CODE,), actor: str = AGENT
) -> Event:
    return at(minute, "synchronize", actor=actor, sha=sha, forced=False, files=list(files), delta=list(delta))


def review(minute: float, actor: str, state: str = "APPROVED", sha: str = "c0", **fields: Any) -> Event:
    fields = {"review": f"r{minute}-{actor}", "body_len": 0, "comments": [], **fields}
    return at(minute, "review", actor=actor, state=state, sha=sha, **fields)


def closed(minute: float, actor: str = "stale[bot]", *, merged: bool = True) -> Event:
    return at(minute, "closed", actor=actor, merged=merged)


def snapshot(*events: Event, days: float = 30) -> Snapshot:
    """The snapshot so many days after the start."""
    accounts = [
        {"ts": "2026-01-01T00:00:00Z", "type": "user", "login": login, "kind": kind, "team": "shop", "tz": "UTC"}
        for login, kind in ACCOUNTS.items()
    ]
    rows = [{"id": f"e{number}", **event} for number, event in enumerate([*accounts, *events])]
    log = read_event_log([json.dumps(row).encode() for row in rows])
    as_of = MONDAY + timedelta(days=days)
    return take_snapshot(log, Configuration(window_start=MONDAY - timedelta(hours=9), as_of=as_of), as_of.timestamp())


def history(*events: Event) -> History:
    """The history of the one pull request."""
    [only] = snapshot(*events).histories
    return only
