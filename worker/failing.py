"""Fails closed: while a commit cannot be judged, an agent's runs on it are held and its check says why it is not green."""

from __future__ import annotations

from gate import logs
from gate.errors import GateError
from gate.github_api.nouns import Address
from gate.store import pulls, verdicts
from gate.store.nudges import Look
from gate.store.verdicts import Key
from gate.tables import Repository
from rules.verdict import State
from worker.commits import dossier_of, settle_commit_unable
from worker.hands import Hands
from worker.hearing import settle_unable
from worker.publish import publish

log = logs.get_logger(__name__)


def hold_meanwhile(hands: Hands, address: Address, look: Look, fault: Exception) -> None:
    """Says "unable" for what a failed look was about, unless a verdict stands on it already, which then goes on to hold.

    Never raises: it runs because something failed, and the look is tried again anyway.
    """
    reason = f"{fault}." if isinstance(fault, GateError) else f"Gate met a fault of its own ({type(fault).__name__})."
    mend = fault.explain if isinstance(fault, GateError) else GateError.explain
    try:
        head_sha = _head(hands, address, look)
        if head_sha:
            _say(hands, address, look, head_sha, reason, mend)
            publish(hands, address, head_sha)
    except Exception:  # GitHub may be gone altogether; no check is not green either
        log.exception("unable_not_said")


def _say(hands: Hands, address: Address, look: Look, head_sha: str, reason: str, mend: str) -> None:
    with hands.database.transaction() as session:
        repository = session.get(Repository, address.repository_id)
        branch = repository.default_branch if repository is not None else ""
        standing = verdicts.commit_verdict(session, address.repository_id, head_sha)
        commit_stands = standing is not None and standing.state != State.PENDING.value
        if look.kind == "pull":
            row = pulls.find_pull(session, address.repository_id, int(look.subject))
            judged = [
                one
                for one in verdicts.verdicts_at(session, address.repository_id, head_sha)
                if one.number == int(look.subject)
            ]
            if row is not None and all(one.state in (State.PENDING.value, State.UNABLE.value) for one in judged):
                key = Key(address.repository_id, row.number, head_sha, row.base_ref, "")
                settle_unable(session, key, reason=reason, mend=mend, holds_runs=True, dossier=None, now=hands.now())
    if not commit_stands:
        dossier = dossier_of(hands, address, head_sha)
        settle_commit_unable(hands, address, head_sha, branch, dossier, reason=reason, mend=mend)


def _head(hands: Hands, address: Address, look: Look) -> str:
    if look.kind == "commit":
        return look.subject
    if look.kind != "pull":
        return ""
    with hands.database.transaction() as session:
        row = pulls.find_pull(session, address.repository_id, int(look.subject))
        return row.head_sha if row is not None and row.state == "open" else ""
