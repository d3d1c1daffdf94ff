"""Deliveries as a queue: claimed under a lease, finished with an outcome, tried again when that may help."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import and_, or_, select, update
from sqlalchemy.orm import Session

from gate.tables import Delivery

LEASE = timedelta(seconds=120)
"""How long a worker may work on a row before another takes it; longer than any call chain takes."""

ATTEMPTS = 6
"""How often a delivery is taken up before it is set aside as failed (a poison delivery must not be taken for ever)."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A delivery that this worker works on until its lease runs out."""

    id: int
    guid: str
    event: str
    payload: bytes
    received_at: datetime
    attempts: int


def claim_delivery(session: Session, now: datetime) -> Claim | None:
    """Takes the most urgent due delivery, or None. Two workers never get the same one while its lease holds."""
    due = or_(
        and_(Delivery.state == "stored", or_(Delivery.due_at.is_(None), Delivery.due_at <= now)),
        and_(Delivery.state == "working", Delivery.leased_until < now),
    )
    row = session.scalars(
        select(Delivery).where(due).order_by(Delivery.urgency, Delivery.id).limit(1).with_for_update(skip_locked=True)
    ).first()
    if row is None:
        return None
    row.state = "working"
    row.leased_until = now + LEASE
    row.attempts += 1
    return Claim(row.id, row.guid, row.event, row.payload, row.received_at, row.attempts)


def finish_delivery(session: Session, claim: Claim, state: str, reason: str, now: datetime) -> None:
    """Ends a delivery: processed, ignored or failed, with the reason in one sentence."""
    session.execute(
        update(Delivery)
        .where(Delivery.id == claim.id)
        .values(state=state, reason=reason, leased_until=None, due_at=None, finished_at=now)
    )


def postpone_delivery(session: Session, claim: Claim, due_at: datetime, reason: str, *, counts: bool) -> None:
    """Puts a delivery back until `due_at`. A try that does not count brings it no nearer to being given up."""
    attempts = claim.attempts if counts else min(claim.attempts, ATTEMPTS - 1)
    session.execute(
        update(Delivery)
        .where(Delivery.id == claim.id)
        .values(state="stored", reason=reason, leased_until=None, due_at=due_at, attempts=attempts)
    )


def free_deliveries(session: Session) -> int:
    """Gives every lease back; only for the embedded form, at start, when no other worker can live. Returns how many."""
    freed = session.execute(
        update(Delivery).where(Delivery.state == "working").values(state="stored", leased_until=None)
    )
    return int(freed.rowcount)  # type: ignore[attr-defined]  # an UPDATE's result is a CursorResult


def unknown_guids(session: Session, guids: list[str]) -> set[str]:
    """Which of these GUIDs have no row, or one that failed."""
    known = set(session.scalars(select(Delivery.guid).where(Delivery.guid.in_(guids), Delivery.state != "failed")))
    return set(guids) - known
