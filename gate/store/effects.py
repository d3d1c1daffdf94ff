"""Effects: every call that changes something outside is recorded before and after, so that it is made once.

A crash between the call and its record leaves `wanted`: whoever comes next looks at GitHub's state and decides whether the call is
still needed, which is why the callers ask for the state first.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.orm import Session

from gate.tables import Effect


def want_effect(session: Session, key: str, now: datetime) -> str:
    """Records the intent. Returns what is known: "new", "wanted" (tried before, end unknown), "done" or "refused"."""
    row = session.get(Effect, key)
    if row is None:
        session.add(Effect(key=key, state="wanted", words="", wanted_at=now, done_at=None))
        return "new"
    return row.state


def redelivery_key(guid: str) -> str:
    """Names the effect "this delivery was asked for again"."""
    return f"redelivery:{guid}"


def is_wanted(session: Session, key: str) -> bool:
    """Whether an effect was ever wanted, however it ended."""
    return session.get(Effect, key) is not None


def words_of(session: Session, key: str) -> str:
    """What was written down with an effect; empty when there is none."""
    row = session.get(Effect, key)
    return row.words if row is not None else ""


def is_done(session: Session, key: str) -> bool:
    """Whether an effect was made and recorded."""
    row = session.get(Effect, key)
    return row is not None and row.state == "done"


def end_effect(session: Session, key: str, state: str, words: str, now: datetime) -> None:
    """Records the result: "done" or "refused", with GitHub's words."""
    row = session.get(Effect, key)
    if row is not None:
        row.state, row.words, row.done_at = state, words, now


def forget_refused(session: Session, keys: Sequence[str]) -> None:
    """Takes back what GitHub refused, so that it is tried again."""
    session.execute(delete(Effect).where(Effect.key.in_(keys), Effect.state == "refused"))
