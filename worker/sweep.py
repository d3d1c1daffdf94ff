"""The sweep: sends the nudges that never came. Deliveries that failed are asked for again, open pull requests are re-read in turn."""

from __future__ import annotations

from datetime import timedelta

from gate import logs
from gate.errors import GateError
from gate.store import deliveries, effects, nudges, repositories
from worker.hands import Hands

log = logs.get_logger(__name__)

REPOSITORIES_A_SWEEP = 50
REDELIVERABLE = timedelta(days=3)
"""How long GitHub hands a delivery over again (docs: "Redelivering webhooks")."""

_LEASE_NAME = "sweep"


def sweep(hands: Hands) -> None:
    """One round. Never raises for what GitHub answers: the next round tries again."""
    with hands.alone(_LEASE_NAME) as mine:
        if not mine:
            return
        try:
            _find_installations(hands)
            _fetch_failed(hands)
        except GateError as fault:
            log.warning("sweep_incomplete", reason=str(fault))
        with hands.database.transaction() as session:
            for row in repositories.repositories_to_sweep(session, REPOSITORIES_A_SWEEP):
                nudges.nudge(session, "repository", row.id, "", urgency=6, due_at=hands.now())
    hands.wake()


def _find_installations(hands: Hands) -> None:
    """Writes down installations and repositories whose deliveries never came (the first start, a lost `installation`)."""
    for installation_id, account, is_suspended in hands.github.list_installations():
        with hands.database.transaction() as session:
            known = repositories.is_known(session, installation_id)
            if is_suspended:
                repositories.mark_installation(session, installation_id, suspended_at=hands.now(), deleted_at=None)
        if known or is_suspended:
            continue
        covered = hands.github.list_repositories(installation_id)
        with hands.database.transaction() as session:
            repositories.save_installation(session, installation_id, account)
            for one in covered:
                repositories.save_repository(
                    session, one["id"], installation_id, one["owner"], one["name"], one["default_branch"]
                )


def _fetch_failed(hands: Hands) -> None:
    """Asks GitHub to hand over again what it could not (it does not by itself; docs: "Handling failed webhook deliveries")."""
    failed = {one.guid: one for one in hands.github.failed_deliveries(hands.now() - REDELIVERABLE)}
    with hands.database.transaction() as session:
        missing = deliveries.unknown_guids(session, list(failed))
    for guid in missing:
        with hands.database.transaction() as session:
            effects.want_effect(session, effects.redelivery_key(guid), hands.now())
        hands.github.redeliver(failed[guid].id)
        log.info("redelivery_asked", delivery=guid)
