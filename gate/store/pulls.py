"""Pull requests as they were last read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from gate.tables import Pull, VerdictRow


@dataclass(frozen=True, slots=True)
class PullNow:
    """What is written of a pull request at each reading; `state` is open, closed or merged."""

    number: int
    title: str
    author_login: str
    author_type: str
    state: str
    head_sha: str
    head_ref: str
    base_ref: str
    opened_at: datetime


def save_pull(session: Session, repository_id: int, now: datetime, pull: PullNow) -> Pull:
    """Writes what was read; the mark "an agent was seen here" stays."""
    row = find_pull(session, repository_id, pull.number)
    if row is None:
        row = Pull(repository_id=repository_id, number=pull.number, marked_agent="")
        session.add(row)
    row.title, row.state = pull.title, pull.state
    row.author_login, row.author_type = pull.author_login, pull.author_type
    row.head_sha, row.head_ref, row.base_ref = pull.head_sha, pull.head_ref, pull.base_ref
    row.opened_at, row.read_at = pull.opened_at, now
    session.flush()
    return row


def find_pull(session: Session, repository_id: int, number: int) -> Pull | None:
    """A pull request by number, or None when it was never read."""
    return session.scalars(select(Pull).where(Pull.repository_id == repository_id, Pull.number == number)).first()


def open_pulls_at(session: Session, repository_id: int, head_sha: str) -> list[Pull]:
    """The open pull requests with this head, as last read."""
    return list(
        session.scalars(
            select(Pull)
            .where(Pull.repository_id == repository_id, Pull.head_sha == head_sha, Pull.state == "open")
            .order_by(Pull.number)
        )
    )


def agent_verdicts(session: Session, repository_id: int) -> list[tuple[Pull, VerdictRow]]:
    """The open pull requests that were last judged to be an agent's, with the newest verdict on each that stands."""
    rows = session.execute(
        select(Pull, VerdictRow)
        .join(VerdictRow, (VerdictRow.repository_id == Pull.repository_id) & (VerdictRow.number == Pull.number))
        .where(
            Pull.repository_id == repository_id,
            Pull.state == "open",
            VerdictRow.state != "superseded",
            VerdictRow.kind == "agent",
        )
        .order_by(Pull.number, VerdictRow.id)
    )
    newest = {pull.number: (pull, verdict) for pull, verdict in rows}
    return list(newest.values())


def known_heads(session: Session, repository_id: int) -> dict[int, tuple[str, str]]:
    """Number to (head SHA, base branch) of every pull request that was open when last read."""
    rows = session.execute(
        select(Pull.number, Pull.head_sha, Pull.base_ref).where(
            Pull.repository_id == repository_id, Pull.state == "open"
        )
    )
    return {number: (head_sha, base_ref) for number, head_sha, base_ref in rows}
