"""Nudges: what needs another look. Many deliveries fold into one row, and one worker at a time looks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import and_, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from gate.tables import Nudge

Depth = Literal["follow", "look", "fresh"]

LEASE = timedelta(seconds=180)
_DEPTHS: tuple[Depth, ...] = ("follow", "look", "fresh")


@dataclass(frozen=True, slots=True)
class Look:
    """A claimed nudge: what to look at, how deep, and how many nudges this look answers."""

    id: int
    kind: str
    repository_id: int
    subject: str
    depth: str
    seen: int
    attempts: int


def nudge(
    session: Session,
    kind: str,
    repository_id: int,
    subject: str,
    *,
    urgency: int,
    due_at: datetime,
    depth: Depth = "look",
) -> None:
    """Asks for a look at a pull request ("pull", number), a commit ("commit", head SHA) or a repository ("repository", "").

    A row that waits already becomes as urgent, as early and as deep as the most demanding of its nudges.
    """
    row = _waiting(session, kind, repository_id, subject)
    if row is None:
        try:
            with session.begin_nested():
                session.add(
                    Nudge(
                        kind=kind, repository_id=repository_id, subject=subject, urgency=urgency, depth=depth,
                        due_at=due_at, wanted=1, done=0, attempts=0, words="", leased_until=None,
                    )
                )  # fmt: skip
        except IntegrityError:  # another process asked for the same at that very moment, and has committed it
            row = _waiting(session, kind, repository_id, subject)
        if row is None:
            return
    is_first_in_work = row.leased_until is not None and row.due_at == row.leased_until
    if row.done == row.wanted or is_first_in_work:
        # Nothing waits, or what waited is being looked at: this asks for a look of its own.
        row.urgency, row.due_at, row.depth = urgency, due_at, depth
    else:
        row.urgency, row.due_at = min(row.urgency, urgency), min(row.due_at, due_at)
        row.depth = max(row.depth, depth, key=_DEPTHS.index)
    row.wanted += 1


def _waiting(session: Session, kind: str, repository_id: int, subject: str) -> Nudge | None:
    return session.scalars(
        select(Nudge)
        .where(Nudge.kind == kind, Nudge.repository_id == repository_id, Nudge.subject == subject)
        .with_for_update()
    ).first()


def claim_nudge(session: Session, now: datetime) -> Look | None:
    """Takes the most urgent due nudge, or None."""
    free = or_(Nudge.leased_until.is_(None), Nudge.leased_until <= now)
    row = session.scalars(
        select(Nudge)
        .where(and_(Nudge.wanted != Nudge.done, Nudge.due_at <= now, free))
        .order_by(Nudge.urgency, Nudge.due_at)
        .limit(1)
        .with_for_update(skip_locked=True)
    ).first()
    if row is None:
        return None
    if row.leased_until is not None and row.depth == "follow":
        row.depth = "look"  # whoever looked before died, and may have been looking deeper than what was asked for since
    row.leased_until = now + LEASE
    # What is asked for while this look lasts says itself when it is due; if this worker dies, the lease's end is.
    row.due_at = row.leased_until
    row.attempts += 1
    return Look(row.id, row.kind, row.repository_id, row.subject, row.depth, row.wanted, row.attempts)


def finish_nudge(session: Session, look: Look) -> None:
    """Marks everything that this look had seen as done; a nudge that came meanwhile stays due."""
    session.execute(
        update(Nudge).where(Nudge.id == look.id).values(done=look.seen, leased_until=None, attempts=0, words="")
    )


def postpone_nudge(session: Session, look: Look, due_at: datetime, words: str) -> None:
    """Puts a look off until `due_at`, with the reason; it stays as deep as it was, or becomes deeper."""
    row = session.get(Nudge, look.id, with_for_update=True)
    if row is not None:
        row.depth = max(row.depth, look.depth, key=_DEPTHS.index)
        row.leased_until, row.due_at, row.words = None, due_at, words


def free_nudges(session: Session, now: datetime) -> None:
    """Gives every lease back; only for the embedded form, at start, when no other worker can live."""
    left = Nudge.leased_until.is_not(None)
    session.execute(update(Nudge).where(left, Nudge.depth == "follow").values(depth="look"))  # as in `claim_nudge`
    session.execute(update(Nudge).where(left).values(leased_until=None, due_at=now))
