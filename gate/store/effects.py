"""Effects: every call that changes something outside is recorded before and after, so that it is made once.

A crash between the call and its record leaves `wanted`: whoever comes next looks at GitHub's state and decides whether the call is
still needed, which is why the callers ask for the state first.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from gate.tables import Effect


def want_effect(session: Session, key: str, now: datetime) -> str:
    """Records the intent. Returns what is known: "new", "wanted" (tried before, end unknown), "done" or "refused"."""
    row = session.get(Effect, key)
    if row is None:
        session.add(Effect(key=key, state="wanted", words="", wanted_at=now, done_at=None))
        return "new"
    return row.state


def end_effect(session: Session, key: str, state: str, words: str, now: datetime) -> None:
    """Records the result: "done" or "refused", with GitHub's words."""
    row = session.get(Effect, key)
    if row is not None:
        row.state, row.words, row.done_at = state, words, now


def forget_effect(session: Session, key: str) -> None:
    """Takes an intent back whose call certainly did not happen."""
    row = session.get(Effect, key)
    if row is not None:
        session.delete(row)
