"""Our check runs, one a head SHA."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from gate.tables import CheckRow


def find_check_row(session: Session, repository_id: int, head_sha: str) -> CheckRow | None:
    """What was published on a head SHA, or None."""
    return session.scalars(
        select(CheckRow).where(CheckRow.repository_id == repository_id, CheckRow.head_sha == head_sha)
    ).first()


def ensure_check_row(session: Session, repository_id: int, head_sha: str) -> CheckRow:
    """The row of a head SHA, made empty when there is none."""
    row = find_check_row(session, repository_id, head_sha)
    if row is None:
        row = CheckRow(
            repository_id=repository_id, head_sha=head_sha, check_run_id=None, conclusion="", digest="", annotated=False
        )
        session.add(row)
        session.flush()
    return row


def save_published(
    session: Session, row_id: int, *, check_run_id: int, conclusion: str, digest: str, annotated: bool, now: datetime
) -> None:
    """Records what GitHub now shows."""
    row = session.get(CheckRow, row_id)
    if row is not None:
        row.check_run_id, row.conclusion, row.digest = check_run_id, conclusion, digest
        row.annotated = row.annotated or annotated
        row.published_at = now
