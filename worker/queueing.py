"""The queue of agents' pull requests beyond the policy's caps: who waits, and whom to look at when a place becomes free."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy.orm import Session

from gate.github_api.nouns import Address, PullRead
from gate.store import nudges, pulls
from gate.store.verdict_body import VerdictBody
from gate.tables import Pull, VerdictRow
from rules.cap import OpenPull, Queued, queue
from rules.dossier import Dossier, Kind
from rules.identity.weighing import UNKNOWN_AGENT
from rules.policy import Policy
from rules.verdict import State


def why_queued(session: Session, address: Address, pull: PullRead, dossier: Dossier, policy: Policy) -> str:
    """Why a pull request waits for its turn; empty when it does not."""
    if not policy.caps or dossier.kind is not Kind.AGENT or dossier.confidence < policy.gate_from:
        return ""
    own = OpenPull(pull.number, dossier.agent or UNKNOWN_AGENT, pull.opened_at)
    others = [one for one, _ in _open(session, address, policy) if one.number != pull.number]
    queued = queue([own, *others], policy.caps)
    return queued[pull.number].why if pull.number in queued else ""


def move_queue(session: Session, address: Address, policy: Policy, now: datetime) -> None:
    """Asks for a look at every pull request whose place is not what its verdict says."""
    standing = _open(session, address, policy)
    queued: Mapping[int, Queued] = queue([one for one, _ in standing], policy.caps)
    for one, told in standing:
        why = queued[one.number].why if one.number in queued else ""
        if why != told:
            nudges.nudge(session, "pull", address.repository_id, str(one.number), urgency=4, due_at=now)


def _open(session: Session, address: Address, policy: Policy) -> list[tuple[OpenPull, str]]:
    """The open pull requests of agents, each with what its verdict says of its place."""
    found = [
        (pull, row, VerdictBody.from_json(row.body))
        for pull, row in pulls.agent_verdicts(session, address.repository_id)
    ]
    return [
        (_open_pull(pull, row), body.queue)
        for pull, row, body in found
        if body.dossier.confidence >= policy.gate_from and not _is_no_agents(row, body)
    ]


def _is_no_agents(row: VerdictRow, body: VerdictBody) -> bool:
    return body.is_released_by_correction and row.state in (State.RELEASED.value, State.CLEAR.value)


def _open_pull(pull: Pull, row: VerdictRow) -> OpenPull:
    return OpenPull(pull.number, row.agent or UNKNOWN_AGENT, pull.opened_at or pull.read_at)
