"""Installations and the repositories that they cover."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from gate.tables import Installation, Repository


def save_installation(session: Session, installation_id: int, account: str) -> Installation:
    """Adds an installation, or brings it back to life."""
    row = session.get(Installation, installation_id)
    if row is None:
        row = Installation(id=installation_id, account=account, suspended_at=None, deleted_at=None)
        session.add(row)
    row.account = account or row.account
    row.deleted_at = None
    return row


def ensure_installation(session: Session, installation_id: int, account: str) -> None:
    """Adds an installation that is new here. One that is known as deleted or suspended stays so: deliveries come late."""
    if session.get(Installation, installation_id) is None:
        save_installation(session, installation_id, account)


def mark_installation(
    session: Session, installation_id: int, *, suspended_at: datetime | None, deleted_at: datetime | None
) -> None:
    """Records that an installation was suspended or deleted, or that it is neither any more."""
    session.execute(
        update(Installation)
        .where(Installation.id == installation_id)
        .values(suspended_at=suspended_at, deleted_at=deleted_at)
    )


def save_repository(
    session: Session, repository_id: int, installation_id: int, owner: str, name: str, default_branch: str = ""
) -> Repository:
    """Adds a repository, or takes over its present name and installation."""
    row = session.get(Repository, repository_id)
    if row is None:
        row = Repository(
            id=repository_id, installation_id=installation_id, owner=owner, name=name, default_branch=default_branch,
            removed_at=None, swept_at=None,
        )  # fmt: skip
        session.add(row)
        session.flush()
        return row
    row.installation_id = installation_id
    row.owner, row.name = owner, name
    row.default_branch = default_branch or row.default_branch
    row.removed_at = None
    return row


def remove_repository(session: Session, repository_id: int, now: datetime) -> None:
    """Records that an installation does not cover a repository any more; its record stays."""
    session.execute(update(Repository).where(Repository.id == repository_id).values(removed_at=now))


def find_repository(session: Session, repository_id: int) -> Repository | None:
    """A repository that is covered by a living installation, or None."""
    return session.scalars(
        select(Repository)
        .join(Installation, Installation.id == Repository.installation_id)
        .where(
            Repository.id == repository_id,
            Repository.removed_at.is_(None),
            Installation.deleted_at.is_(None),
            Installation.suspended_at.is_(None),
        )
    ).first()


def repositories_to_sweep(session: Session, limit: int) -> list[Repository]:
    """Covered repositories, the longest unswept first."""
    return list(
        session.scalars(
            select(Repository)
            .join(Installation, Installation.id == Repository.installation_id)
            .where(
                Repository.removed_at.is_(None),
                Installation.deleted_at.is_(None),
                Installation.suspended_at.is_(None),
            )
            .order_by(Repository.swept_at.is_not(None), Repository.swept_at)
            .limit(limit)
        )
    )


def is_known(session: Session, installation_id: int) -> bool:
    """Whether an installation is written down and lives."""
    row = session.get(Installation, installation_id)
    return row is not None and row.deleted_at is None and row.suspended_at is None
