"""Looks at one repository: every open pull request whose verdict or check is not what GitHub shows now gets a look."""

from __future__ import annotations

from sqlalchemy.orm import Session

from gate.github_api.nouns import Address
from gate.store import checks, nudges, pulls, verdicts
from gate.tables import Repository
from rules.verdict import State
from worker.hands import Hands


def look_at_repository(hands: Hands, address: Address) -> None:
    """Compares the open pull requests with the record, and asks for a look where they differ. Costs one call a hundred."""
    shown = {number: (head_sha, base_ref) for number, head_sha, base_ref in hands.github.list_open_pulls(address)}
    with hands.database.transaction() as session:
        known = pulls.known_heads(session, address.repository_id)
        for number in sorted(shown.keys() | known.keys()):
            if known.get(number) != shown.get(number) or not _is_settled(session, address, number, shown[number][0]):
                nudges.nudge(session, "pull", address.repository_id, str(number), urgency=4, due_at=hands.now())
        row = session.get(Repository, address.repository_id)
        if row is not None:
            row.swept_at = hands.now()


def _is_settled(session: Session, address: Address, number: int, head_sha: str) -> bool:
    check = checks.find_check_row(session, address.repository_id, head_sha)
    rows = [row for row in verdicts.verdicts_at(session, address.repository_id, head_sha) if row.number == number]
    return (
        check is not None
        and check.check_run_id is not None
        and any(row.state not in (State.PENDING.value, State.UNABLE.value) for row in rows)
    )
