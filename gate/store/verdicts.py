"""Verdicts and the inspections that they stand on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from gate.tables import InspectionRow, VerdictRow


@dataclass(frozen=True, slots=True)
class Key:
    """What a verdict is about: a merge (number, head, base branch, merge base), or the runs of a commit (number 0)."""

    repository_id: int
    number: int
    head_sha: str
    base_ref: str
    merge_base: str

    @property
    def base(self) -> str:
        """Base branch and merge base as one word, as voices are bound to it."""
        return f"{self.base_ref}@{self.merge_base}"


def find_inspection(
    session: Session, repository_id: int, merge_base: str, head_sha: str, digest: str
) -> InspectionRow | None:
    """What was said of exactly this change by exactly these rules and policy."""
    return session.scalars(
        select(InspectionRow).where(
            InspectionRow.repository_id == repository_id,
            InspectionRow.merge_base == merge_base,
            InspectionRow.head_sha == head_sha,
            InspectionRow.digest == digest,
        )
    ).first()


def save_inspection(
    session: Session,
    repository_id: int,
    merge_base: str,
    head_sha: str,
    digest: str,
    body: dict[str, Any],
    now: datetime,
) -> int:
    """Keeps an inspection, in place of an older one of the same key; its id."""
    row = find_inspection(session, repository_id, merge_base, head_sha, digest)
    if row is None:
        row = InspectionRow(
            repository_id=repository_id, merge_base=merge_base, head_sha=head_sha, digest=digest, body=body, made_at=now
        )
        session.add(row)
    row.body, row.made_at = body, now
    session.flush()
    return row.id


def load_inspection(session: Session, inspection_id: int | None) -> InspectionRow | None:
    """An inspection by id."""
    return None if inspection_id is None else session.get(InspectionRow, inspection_id)


def find_verdict(session: Session, key: Key) -> VerdictRow | None:
    """The verdict of a key."""
    return session.scalars(
        select(VerdictRow).where(
            VerdictRow.repository_id == key.repository_id,
            VerdictRow.number == key.number,
            VerdictRow.head_sha == key.head_sha,
            VerdictRow.base_ref == key.base_ref,
            VerdictRow.merge_base == key.merge_base,
        )
    ).first()


def ensure_verdict(session: Session, key: Key, now: datetime) -> VerdictRow:
    """The verdict of a key, made `pending` when there is none."""
    row = find_verdict(session, key)
    if row is None:
        row = VerdictRow(
            repository_id=key.repository_id, number=key.number, head_sha=key.head_sha, base_ref=key.base_ref,
            merge_base=key.merge_base, state="pending", severity="none", kind="human", agent="", body={}, made_at=now,
            changed_at=now, holds_runs=False, holds_merge=False, would_hold=False, inspection_id=None,
        )  # fmt: skip
        session.add(row)
        session.flush()
    return row


def commit_verdict(session: Session, repository_id: int, head_sha: str) -> VerdictRow | None:
    """The living verdict on the runs of a commit."""
    return session.scalars(
        select(VerdictRow)
        .where(
            VerdictRow.repository_id == repository_id,
            VerdictRow.number == 0,
            VerdictRow.head_sha == head_sha,
            VerdictRow.state != "superseded",
        )
        # "Unable" stands beside what it could not judge anew, and counts until that is judged.
        .order_by(VerdictRow.state != "unable", VerdictRow.id.desc())
    ).first()


def verdicts_at(session: Session, repository_id: int, head_sha: str) -> list[VerdictRow]:
    """Every living verdict on a head SHA."""
    return list(
        session.scalars(
            select(VerdictRow)
            .where(
                VerdictRow.repository_id == repository_id,
                VerdictRow.head_sha == head_sha,
                VerdictRow.state != "superseded",
            )
            .order_by(VerdictRow.number)
        )
    )


def supersede(session: Session, key: Key, now: datetime) -> None:
    """Ends every other verdict on the same subject: a pull request's older heads and bases, a commit's older bases."""
    same = VerdictRow.number == key.number
    if key.number == 0:
        same = same & (VerdictRow.head_sha == key.head_sha)
    session.execute(
        update(VerdictRow)
        .where(
            VerdictRow.repository_id == key.repository_id,
            same,
            VerdictRow.state != "superseded",
            (VerdictRow.head_sha != key.head_sha)
            | (VerdictRow.base_ref != key.base_ref)
            | (VerdictRow.merge_base != key.merge_base),
        )
        .values(state="superseded", changed_at=now)
    )


def supersede_heads(session: Session, key: Key, now: datetime) -> None:
    """Ends the verdicts on a pull request's other heads; those on this head stand."""
    if key.number:
        session.execute(
            update(VerdictRow)
            .where(
                VerdictRow.repository_id == key.repository_id,
                VerdictRow.number == key.number,
                VerdictRow.head_sha != key.head_sha,
                VerdictRow.state != "superseded",
            )
            .values(state="superseded", changed_at=now)
        )


def end_verdicts(session: Session, repository_id: int, number: int, now: datetime) -> None:
    """Ends all verdicts on a pull request that is not open any more."""
    session.execute(
        update(VerdictRow)
        .where(VerdictRow.repository_id == repository_id, VerdictRow.number == number, VerdictRow.state != "superseded")
        .values(state="superseded", changed_at=now)
    )


def bases_of(session: Session, repository_id: int, number: int, head_sha: str) -> set[str]:
    """Every base branch that a pull request was judged for at this head, superseded verdicts included."""
    return set(
        session.scalars(
            select(VerdictRow.base_ref).where(
                VerdictRow.repository_id == repository_id, VerdictRow.number == number, VerdictRow.head_sha == head_sha
            )
        )
    )
