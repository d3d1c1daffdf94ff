"""The tables. They are called tables, so that "model" means one thing.

Two kinds of rows: what was seen and done (`deliveries`, `observations`, `voices`, `ledger`: only ever added to, but for a delivery's
own progress), and what follows from it now (everything else: may be made again from GitHub and the first kind).
Times are aware UTC. Hostile text is stored as it came and escaped where it is shown.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, Index, Integer, LargeBinary, MetaData, String, Text, UniqueConstraint
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator


class Moment(TypeDecorator[datetime]):
    """An aware UTC time. SQLite forgets time zones; this puts them back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuses naive times, and stores UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("naive time")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Gives back an aware UTC time."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Words(TypeDecorator[str]):
    """Text that somebody else wrote. PostgreSQL takes neither NUL nor half a surrogate pair: both become visible signs."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Stores what every database takes."""
        if value is None:
            return None
        return value.replace("\0", "\u2400").encode("utf-8", "replace").decode("utf-8")


Id = BigInteger().with_variant(Integer, "sqlite")


class Base(DeclarativeBase):
    """The base of all tables."""

    # Names as PostgreSQL gives them by itself: SQLite gives none, and a later migration must be able to name what it changes.
    metadata = MetaData(
        naming_convention={
            "pk": "%(table_name)s_pkey",
            "uq": "%(table_name)s_%(column_0_N_name)s_key",
            "ix": "%(table_name)s_%(column_0_N_name)s_idx",
        }
    )
    type_annotation_map = {datetime: Moment, dict[str, Any]: JSON, list[Any]: JSON, int: Id}


class Delivery(Base):
    """One webhook that GitHub sent: the row is the queue (ADR 0004).

    `state`: stored, working, processed, ignored, failed. `guid` is GitHub's; a redelivery carries the same one.
    """

    __tablename__ = "deliveries"
    __table_args__ = (Index("deliveries_due", "state", "urgency", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    guid: Mapped[str] = mapped_column(String(100), unique=True)
    event: Mapped[str] = mapped_column(String(64))
    payload: Mapped[bytes] = mapped_column(LargeBinary)
    received_at: Mapped[datetime]
    urgency: Mapped[int] = mapped_column(default=5)  # 0 is the most urgent
    state: Mapped[str] = mapped_column(String(12), default="stored")
    reason: Mapped[str] = mapped_column(Words, default="")
    attempts: Mapped[int] = mapped_column(default=0)
    due_at: Mapped[datetime | None] = mapped_column(default=None)
    leased_until: Mapped[datetime | None] = mapped_column(default=None)
    finished_at: Mapped[datetime | None] = mapped_column(default=None)


class Nudge(Base):
    """Something that needs another look: many deliveries, one row (coalescing), one worker at a time.

    `kind`: pull (subject = number), commit (subject = head SHA), repository (subject = ""). `depth`: follow (only move the runs),
    look, fresh (inspect again). `wanted` counts the nudges, `done` how many of them the last finished look had seen; the row is due while
    they differ.
    """

    __tablename__ = "nudges"
    __table_args__ = (UniqueConstraint("kind", "repository_id", "subject"), Index("nudges_due", "urgency", "due_at"))

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    kind: Mapped[str] = mapped_column(String(12))
    repository_id: Mapped[int]
    subject: Mapped[str] = mapped_column(String(64))
    urgency: Mapped[int] = mapped_column(default=5)
    depth: Mapped[str] = mapped_column(String(8), default="look")
    wanted: Mapped[int] = mapped_column(default=1)
    done: Mapped[int] = mapped_column(default=0)
    attempts: Mapped[int] = mapped_column(default=0)
    words: Mapped[str] = mapped_column(Words, default="")  # why it was put off
    due_at: Mapped[datetime]
    leased_until: Mapped[datetime | None] = mapped_column(default=None)


class Installation(Base):
    """The App on one account."""

    __tablename__ = "installations"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account: Mapped[str] = mapped_column(String(100))
    suspended_at: Mapped[datetime | None] = mapped_column(default=None)
    deleted_at: Mapped[datetime | None] = mapped_column(default=None)


class Repository(Base):
    """A repository that an installation covers, by GitHub's stable id."""

    __tablename__ = "repositories"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    installation_id: Mapped[int] = mapped_column(index=True)
    owner: Mapped[str] = mapped_column(String(100))
    name: Mapped[str] = mapped_column(String(100))
    default_branch: Mapped[str] = mapped_column(String(255), default="")
    removed_at: Mapped[datetime | None] = mapped_column(default=None)
    swept_at: Mapped[datetime | None] = mapped_column(default=None)


class Pull(Base):
    """A pull request as it was last read."""

    __tablename__ = "pulls"
    __table_args__ = (UniqueConstraint("repository_id", "number"), Index("pulls_head", "repository_id", "head_sha"))

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    repository_id: Mapped[int]
    number: Mapped[int]
    title: Mapped[str] = mapped_column(Words)
    author_login: Mapped[str] = mapped_column(String(100))
    author_type: Mapped[str] = mapped_column(String(20))
    state: Mapped[str] = mapped_column(String(10))  # open, closed, merged
    head_sha: Mapped[str] = mapped_column(String(64))
    head_ref: Mapped[str] = mapped_column(Words)
    base_ref: Mapped[str] = mapped_column(Words)
    opened_at: Mapped[datetime | None] = mapped_column(default=None)
    read_at: Mapped[datetime]
    marked_agent: Mapped[str] = mapped_column(Words, default="")  # once seen, it stays: the reason


class InspectionRow(Base):
    """What `rules` said of the change from a merge base to a head; pulls and runs share it."""

    __tablename__ = "inspections"
    __table_args__ = (UniqueConstraint("repository_id", "merge_base", "head_sha", "digest"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    repository_id: Mapped[int]
    merge_base: Mapped[str] = mapped_column(String(64))
    head_sha: Mapped[str] = mapped_column(String(64))
    digest: Mapped[str] = mapped_column(String(64))  # of the rules' version, the policy and the text that were judged
    body: Mapped[dict[str, Any]]
    made_at: Mapped[datetime]


class VerdictRow(Base):
    """The verdict on one subject: a merge (`number` set) or the runs of one commit (`number` 0).

    `state`: pending, clear, held, released, refused, superseded, unable. `body` holds what pages and checks show: the dossier, the words,
    who could release, the voices heard.
    """

    __tablename__ = "verdicts"
    __table_args__ = (
        UniqueConstraint("repository_id", "number", "head_sha", "base_ref", "merge_base"),
        Index("verdicts_head", "repository_id", "head_sha"),
        Index("verdicts_state", "state"),
    )

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    repository_id: Mapped[int]
    number: Mapped[int] = mapped_column(default=0)
    head_sha: Mapped[str] = mapped_column(String(64))
    base_ref: Mapped[str] = mapped_column(Words)
    merge_base: Mapped[str] = mapped_column(String(64))
    state: Mapped[str] = mapped_column(String(12))
    severity: Mapped[str] = mapped_column(String(10))
    holds_runs: Mapped[bool] = mapped_column(default=False)
    holds_merge: Mapped[bool] = mapped_column(default=False)
    would_hold: Mapped[bool] = mapped_column(default=False)  # observe mode: what enforcing would have held
    kind: Mapped[str] = mapped_column(String(20))  # agent, dependency_bot, automation, human
    agent: Mapped[str] = mapped_column(String(100), default="")
    inspection_id: Mapped[int | None] = mapped_column(default=None)
    body: Mapped[dict[str, Any]]
    made_at: Mapped[datetime]
    changed_at: Mapped[datetime]


class Run(Base):
    """One attempt of a workflow run on a commit that Gate watches.

    `hold`: none, fork, token, copilot, github (GitHub's own holds), unreleasable (GitHub's, and only a person's click ends it) or
    stopped (Gate cancelled it). `steps` lists the steps that had begun
    before the stop took effect.
    """

    __tablename__ = "runs"
    __table_args__ = (UniqueConstraint("run_id", "attempt"), Index("runs_head", "repository_id", "head_sha"))

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    repository_id: Mapped[int]
    run_id: Mapped[int]
    attempt: Mapped[int]
    head_sha: Mapped[str] = mapped_column(String(64))
    head_branch: Mapped[str] = mapped_column(Words, default="")
    event: Mapped[str] = mapped_column(String(64))
    workflow: Mapped[str] = mapped_column(Words)
    name: Mapped[str] = mapped_column(Words, default="")
    actor: Mapped[str] = mapped_column(String(100), default="")
    triggering_actor: Mapped[str] = mapped_column(String(100), default="")
    status: Mapped[str] = mapped_column(String(20))
    conclusion: Mapped[str] = mapped_column(String(20), default="")
    hold: Mapped[str] = mapped_column(String(14), default="none")
    html_url: Mapped[str] = mapped_column(Words, default="")
    seen_at: Mapped[datetime]
    stop_asked_at: Mapped[datetime | None] = mapped_column(default=None)
    stopped_at: Mapped[datetime | None] = mapped_column(default=None)
    released_at: Mapped[datetime | None] = mapped_column(default=None)
    steps: Mapped[list[Any]] = mapped_column(default=list)
    note: Mapped[str] = mapped_column(Words, default="")


class Effect(Base):
    """One outside effect: the intent is recorded, the call made, the result recorded; harmless twice.

    `key` names the effect once and for all ("stop:RUN:ATTEMPT"). `state`: wanted, done, refused.
    """

    __tablename__ = "effects"

    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    state: Mapped[str] = mapped_column(String(10))
    words: Mapped[str] = mapped_column(Words, default="")
    wanted_at: Mapped[datetime]
    done_at: Mapped[datetime | None] = mapped_column(default=None)


class CheckRow(Base):
    """Our check run on one head SHA: a check belongs to the commit, not to a pull request."""

    __tablename__ = "checks"
    __table_args__ = (UniqueConstraint("repository_id", "head_sha"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    repository_id: Mapped[int]
    head_sha: Mapped[str] = mapped_column(String(64))
    check_run_id: Mapped[int | None] = mapped_column(default=None)
    conclusion: Mapped[str] = mapped_column(String(20), default="")
    digest: Mapped[str] = mapped_column(String(64), default="")  # of what was last published
    annotated: Mapped[bool] = mapped_column(default=False)  # GitHub adds annotations up, so they are sent once
    published_at: Mapped[datetime | None] = mapped_column(default=None)


class Voice(Base):
    """What one person said about one head SHA: a review, a button, the dashboard, a label. Kept as it was when it was said.

    `says`: release, refuse, changes_requested, dismissed; by a label (`way` correction) agent, not_agent, and both with "_off".
    `permission` is GitHub's answer at that moment.
    """

    __tablename__ = "voices"
    __table_args__ = (Index("voices_head", "repository_id", "head_sha"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    source: Mapped[str] = mapped_column(
        String(120), unique=True
    )  # "review:ID:STATE", "button:GUID", "rerun:RUN:ATTEMPT"
    repository_id: Mapped[int]
    number: Mapped[int] = mapped_column(default=0)
    head_sha: Mapped[str] = mapped_column(String(64))
    base_ref: Mapped[str] = mapped_column(Words, default="")
    merge_base: Mapped[str] = mapped_column(String(64), default="")  # empty until the first look binds it
    way: Mapped[str] = mapped_column(String(12))
    says: Mapped[str] = mapped_column(String(20))
    login: Mapped[str] = mapped_column(String(100))
    user_id: Mapped[int | None] = mapped_column(default=None)
    user_type: Mapped[str] = mapped_column(String(20))
    permission: Mapped[str] = mapped_column(String(20), default="")
    words: Mapped[str] = mapped_column(Words, default="")
    said_at: Mapped[datetime]


class LedgerRow(Base):
    """The release ledger: who let what go, or was refused, and under which policy. Only added to."""

    __tablename__ = "ledger"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    repository_id: Mapped[int]
    number: Mapped[int] = mapped_column(default=0)
    head_sha: Mapped[str] = mapped_column(String(64), index=True)
    base_ref: Mapped[str] = mapped_column(Words, default="")
    merge_base: Mapped[str] = mapped_column(String(64), default="")
    act: Mapped[str] = mapped_column(String(24))  # held, released, refused, release_denied, stopped, restopped, expired
    by: Mapped[str] = mapped_column(Words, default="")
    way: Mapped[str] = mapped_column(String(12), default="")
    reason: Mapped[str] = mapped_column(Words, default="")
    policy: Mapped[str] = mapped_column(String(80), default="")
    body: Mapped[dict[str, Any]] = mapped_column(default=dict)
    at: Mapped[datetime]


class Observation(Base):
    """What GitHub cannot tell later: pushers, senders, a review's state when submitted, clicks, merges. Only added to."""

    __tablename__ = "observations"
    __table_args__ = (Index("observations_pull", "repository_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    source: Mapped[str] = mapped_column(String(120), unique=True)  # delivery GUID and kind: the same one is kept once
    repository_id: Mapped[int]
    number: Mapped[int] = mapped_column(default=0)
    kind: Mapped[str] = mapped_column(String(32))  # opened, pushed, review, comment, click, merged, closed, run, ...
    head_sha: Mapped[str] = mapped_column(String(64), default="")
    actor: Mapped[str] = mapped_column(String(100), default="")
    actor_id: Mapped[int | None] = mapped_column(default=None)
    actor_type: Mapped[str] = mapped_column(String(20), default="")
    body: Mapped[dict[str, Any]] = mapped_column(default=dict)
    at: Mapped[datetime]


class Lease(Base):
    """A short lock by name, for economy and for one publisher per head SHA. Runs out by itself."""

    __tablename__ = "leases"

    name: Mapped[str] = mapped_column(String(150), primary_key=True)
    holder: Mapped[str] = mapped_column(String(60))
    until: Mapped[datetime]
