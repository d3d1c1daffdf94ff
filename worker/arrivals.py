"""A delivery in work, and what the functions for events share: where it comes from, who it names, how to ask for a look."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from gate import payload_nouns, payloads
from gate.github_api.nouns import GHOST, Account, Address
from gate.store import nudges, repositories
from gate.tables import Repository
from worker.hands import Hands


@dataclass(frozen=True, slots=True)
class Arrival:
    """A delivery in work: GitHub's GUID, and when it arrived."""

    guid: str
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a delivery: processed or ignored, and why, in one sentence."""

    state: str
    reason: str


def done(reason: str) -> Outcome:
    """An event that was worked on, and what was done."""
    return Outcome("processed", reason)


def ignored(reason: str) -> Outcome:
    """An event that asks for nothing, and why."""
    return Outcome("ignored", reason)


def address_of(session: Session, payload: payloads.RepositoryPayload) -> Address | None:
    """Where a delivery comes from; an installation or repository that is new here is written down."""
    if payload.installation is None:
        return None
    one = payload.repository
    owner = one.full_name.partition("/")[0]
    known = session.get(Repository, one.id)
    branch = one.default_branch or (known.default_branch if known else "")
    shown = (owner, one.name, payload.installation.id, branch)
    if known is None or (known.owner, known.name, known.installation_id, known.default_branch) != shown:
        repositories.ensure_installation(session, payload.installation.id, owner)
        repositories.save_repository(session, one.id, payload.installation.id, owner, one.name, branch)
    return Address(payload.installation.id, one.id, owner, one.name)


def ask(
    session: Session,
    hands: Hands,
    kind: str,
    address: Address,
    subject: str,
    *,
    urgency: int,
    depth: nudges.Depth = "look",
) -> None:
    """Asks for a look now."""
    nudges.nudge(session, kind, address.repository_id, subject, urgency=urgency, due_at=hands.now(), depth=depth)


def account_of(account: payload_nouns.Account | None) -> Account:
    """The account that a payload names; a deleted one is `ghost`."""
    return GHOST if account is None else Account(account.login, account.id, account.type or "User")


def actor_of(account: payload_nouns.Account | None) -> tuple[str, int | None, str]:
    """The same as observations keep it: (login, id, type)."""
    known = account_of(account)
    return known.login, known.id, known.type
