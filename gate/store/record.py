"""The record that is only ever added to: observations, voices, the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from gate.tables import LedgerRow, Observation, Voice
from rules.identity.contributions import SeenPush
from rules.release import CORRECTION


def observe(
    session: Session,
    source: str,
    *,
    repository_id: int,
    kind: str,
    at: datetime,
    number: int = 0,
    head_sha: str = "",
    actor: tuple[str, int | None, str] = ("", None, ""),
    body: dict[str, Any] | None = None,
) -> bool:
    """Keeps what GitHub cannot tell later. `actor` is (login, id, type). False when this source is known already."""
    if session.scalar(select(Observation.id).where(Observation.source == source)) is not None:
        return False
    session.add(
        Observation(
            source=source, repository_id=repository_id, number=number, kind=kind, head_sha=head_sha,
            actor=actor[0], actor_id=actor[1], actor_type=actor[2], body=body or {}, at=at,
        )
    )  # fmt: skip
    session.flush()
    return True


def pushers(session: Session, repository_id: int, number: int) -> list[tuple[str, int | None, str]]:
    """Every account that was seen to open or push to a pull request, in order, as (login, id, type)."""
    rows = session.execute(
        select(Observation.actor, Observation.actor_id, Observation.actor_type)
        .where(
            Observation.repository_id == repository_id,
            Observation.number == number,
            Observation.kind.in_(("opened", "pushed")),
        )
        .order_by(Observation.id)
    )
    return [(login, user_id, user_type) for login, user_id, user_type in rows]


def pushes(session: Session, repository_id: int, number: int) -> list[SeenPush]:
    """The opening and every push to a pull request that was seen, in order, with the heads before and after."""
    rows = session.execute(
        select(Observation.actor, Observation.actor_id, Observation.actor_type, Observation.body, Observation.head_sha)
        .where(
            Observation.repository_id == repository_id,
            Observation.number == number,
            Observation.kind.in_(("opened", "pushed")),
        )
        .order_by(Observation.id)
    )
    return [
        SeenPush(login, user_id, user_type, body.get("before") or "", body.get("after") or head_sha)
        for login, user_id, user_type, body, head_sha in rows
    ]


def pushed_files(session: Session, repository_id: int, shas: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The paths that each of these commits touched, by SHA, as far as pushes told them in full."""
    bodies = session.scalars(
        select(Observation.body).where(
            Observation.repository_id == repository_id,
            Observation.number == 0,
            Observation.kind == "pushed",
            Observation.head_sha.in_(shas),
        )
    )
    wanted = set(shas)
    return {sha: tuple(paths) for body in bodies for sha, paths in body.get("files", {}).items() if sha in wanted}


def accounts_at(session: Session, repository_id: int, head_sha: str) -> list[tuple[str, int | None, str]]:
    """Every account that was seen to push a commit or to start a run of it, in order, as (login, id, type)."""
    rows = session.execute(
        select(Observation.actor, Observation.actor_id, Observation.actor_type)
        .where(
            Observation.repository_id == repository_id,
            Observation.head_sha == head_sha,
            Observation.kind.in_(("opened", "pushed", "run")),
        )
        .order_by(Observation.kind == "run", Observation.id)  # who starts a run again did not make the commit
    )
    return list(dict.fromkeys((login, user_id, user_type) for login, user_id, user_type in rows))


def pushers_of(session: Session, repository_id: int, shas: Sequence[str]) -> list[tuple[str, int | None, str]]:
    """Every account that was seen to push one of these commits to any branch, as (login, id, type)."""
    rows = session.execute(
        select(Observation.actor, Observation.actor_id, Observation.actor_type)
        .where(
            Observation.repository_id == repository_id,
            Observation.head_sha.in_(shas),
            Observation.kind.in_(("opened", "pushed")),
        )
        .order_by(Observation.id)
    )
    return list(dict.fromkeys((login, user_id, user_type) for login, user_id, user_type in rows))


def note_requester(session: Session, repository_id: int, number: int, login: str, at: datetime) -> None:
    """Keeps who was seen as the requester of a pull request, so that nobody gets rid of the role later."""
    source = f"requester:{repository_id}:{number}:{login.lower()}"
    observe(
        session,
        source,
        repository_id=repository_id,
        number=number,
        kind="requester",
        at=at,
        actor=(login, None, "User"),
    )


def requesters(session: Session, repository_id: int, numbers: Sequence[int]) -> frozenset[str]:
    """Every account, in lower case, that was ever seen as the requester of one of these pull requests."""
    rows = session.scalars(
        select(Observation.actor).where(
            Observation.repository_id == repository_id, Observation.number.in_(numbers), Observation.kind == "requester"
        )
    )
    return frozenset(login.lower() for login in rows)


def push_to(session: Session, repository_id: int, ref: str, sha: str) -> Observation | None:
    """The push that made a commit the head of a branch, or None when no such push was seen."""
    rows = session.scalars(
        select(Observation).where(
            Observation.repository_id == repository_id,
            Observation.number == 0,
            Observation.kind == "pushed",
            Observation.head_sha == sha,
        )
    )
    return next((row for row in rows if row.body.get("ref") == ref), None)


def merged_head(session: Session, repository_id: int, merge_commit: str) -> str:
    """The head of the pull request whose merge made this commit; empty when none is known."""
    rows = session.scalars(
        select(Observation)
        .where(Observation.repository_id == repository_id, Observation.kind == "merged")
        .order_by(Observation.id.desc())
        .limit(500)
    )
    return next((row.head_sha for row in rows if row.body.get("merge_commit") == merge_commit), "")


def record_voice(session: Session, voice: Voice) -> bool:
    """Keeps what a person said. False when this source was kept already (a redelivery, a second reading)."""
    if session.scalar(select(Voice.id).where(Voice.source == voice.source)) is not None:
        return False
    session.add(voice)
    session.flush()
    return True


def known_voices(session: Session, sources: Sequence[str]) -> set[str]:
    """Which of these sources are kept already."""
    return set(session.scalars(select(Voice.source).where(Voice.source.in_(sources))))


def voices_on(session: Session, repository_id: int, number: int, head_sha: str) -> list[Voice]:
    """All voices about a commit (number 0), or about a pull request at whatever head; in the order they were said. Without labels."""
    about = (Voice.number == 0) & (Voice.head_sha == head_sha) if number == 0 else Voice.number == number
    return list(
        session.scalars(
            select(Voice)
            .where(Voice.repository_id == repository_id, about, Voice.way != CORRECTION)
            .order_by(Voice.said_at, Voice.id)
        )
    )


def labels_on(session: Session, repository_id: int, number: int) -> list[Voice]:
    """Every time that a label of ours was set on a pull request or taken off, in that order."""
    return list(
        session.scalars(
            select(Voice)
            .where(Voice.repository_id == repository_id, Voice.number == number, Voice.way == CORRECTION)
            .order_by(Voice.said_at, Voice.id)
        )
    )


def write_ledger(session: Session, row: LedgerRow) -> None:
    """Adds one act to the release ledger."""
    session.add(row)
