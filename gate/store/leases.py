"""Short locks by name across processes. Correctness never leans on them alone: they spare work and order publishers."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from gate.tables import Lease


def take_lease(session: Session, name: str, holder: str, now: datetime, length: timedelta) -> bool:
    """Takes a lock that is free, run out, or one's own. False when somebody else holds it."""
    row = session.get(Lease, name, with_for_update=True)
    if row is None:
        session.add(Lease(name=name, holder=holder, until=now + length))
        session.flush()
        return True
    if row.holder != holder and row.until > now:
        return False
    row.holder, row.until = holder, now + length
    return True


def give_lease(session: Session, name: str, holder: str) -> None:
    """Gives a lock back, if it is still one's own."""
    session.execute(delete(Lease).where(Lease.name == name, Lease.holder == holder))


def free_leases(session: Session) -> None:
    """Gives every lock back; only for the embedded form, at start."""
    session.execute(delete(Lease))
