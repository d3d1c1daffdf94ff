"""What happens to installations and the repositories they cover."""

from __future__ import annotations

from sqlalchemy.orm import Session

from gate import payload_nouns, payloads
from gate.store import nudges, repositories
from worker.arrivals import Arrival, Outcome, address_of, done, ignored
from worker.hands import Hands


def repository(hands: Hands, _arrival: Arrival, payload: payloads.RepositoryEventPayload) -> Outcome:
    """Renamed, transferred, deleted."""
    with hands.database.transaction() as session:
        address = address_of(session, payload)
        if payload.action in ("deleted", "transferred"):
            repositories.remove_repository(session, payload.repository.id, hands.now())
        elif address is None:
            return ignored("it names no installation")
    return done(f"repository {payload.action}")


def installation(hands: Hands, _arrival: Arrival, payload: payloads.InstallationPayload) -> Outcome:
    """Installed, suspended, uninstalled."""
    installation_id = payload.installation.id
    account = payload.installation.account.login if payload.installation.account else ""
    with hands.database.transaction() as session:
        if payload.action == "deleted":
            repositories.mark_installation(session, installation_id, suspended_at=None, deleted_at=hands.now())
        elif payload.action == "suspend":
            repositories.mark_installation(session, installation_id, suspended_at=hands.now(), deleted_at=None)
        else:
            repositories.save_installation(session, installation_id, account)
            repositories.mark_installation(session, installation_id, suspended_at=None, deleted_at=None)
            _join(session, hands, installation_id, payload.repositories or (), account)
    return done(f"installation {payload.action}")


def installation_repositories(
    hands: Hands, _arrival: Arrival, payload: payloads.InstallationRepositoriesPayload
) -> Outcome:
    """Repositories joined or left an installation."""
    account = payload.installation.account.login if payload.installation.account else ""
    with hands.database.transaction() as session:
        repositories.save_installation(session, payload.installation.id, account)
        _join(session, hands, payload.installation.id, payload.repositories_added, account)
        for one in payload.repositories_removed:
            repositories.remove_repository(session, one.id, hands.now())
    return done(f"{len(payload.repositories_added)} joined, {len(payload.repositories_removed)} left")


def _join(
    session: Session,
    hands: Hands,
    installation_id: int,
    joined: tuple[payload_nouns.RepositoryReading, ...],
    account: str,
) -> None:
    for one in joined:
        owner = one.full_name.partition("/")[0] or account
        repositories.save_repository(session, one.id, installation_id, owner, one.name, one.default_branch or "")
        nudges.nudge(session, "repository", one.id, "", urgency=4, due_at=hands.now())
