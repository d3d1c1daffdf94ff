"""Takes one row, does it, writes down how it ended. The error's class says what happens next (`gate.errors`)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy.exc import IntegrityError

from gate import logs, payloads
from gate.errors import GateError, InstallationGoneError, PayloadError, RetryableError
from gate.github_api.nouns import Address
from gate.store import deliveries, nudges, repositories
from gate.store.deliveries import Claim
from gate.store.nudges import Look
from worker.arrivals import Arrival
from worker.commits import look_at_commit
from worker.failing import hold_meanwhile
from worker.handlers import handle
from worker.hands import Hands
from worker.pulls import look_at_pull
from worker.repositories import look_at_repository

log = logs.get_logger(__name__)

_TRIES = 5
_LONGEST_WAIT = timedelta(minutes=5)
_SAME_ROW = "another worker wrote the same row at that moment"  # and has committed it: the next try finds it


def work_delivery(hands: Hands, on_claim: Callable[[], None] = lambda: None) -> bool:
    """Works on the most urgent due delivery, after telling that it has one. False when there is none."""
    with hands.database.transaction() as session:
        claim = deliveries.claim_delivery(session, hands.now())
    if claim is None:
        return False
    on_claim()
    with logs.bound(delivery=claim.guid, webhook=claim.event):
        _deliver(hands, claim)
    return True


def work_nudge(hands: Hands, on_claim: Callable[[], None] = lambda: None) -> bool:
    """Takes the most urgent due look, after telling that it has one. False when there is none."""
    with hands.database.transaction() as session:
        look = nudges.claim_nudge(session, hands.now())
    if look is None:
        return False
    on_claim()
    with logs.bound(look=look.kind, repository_id=look.repository_id, subject=look.subject):
        _look(hands, look)
    return True


def _deliver(hands: Hands, claim: Claim) -> None:
    if claim.attempts > deliveries.ATTEMPTS:
        _end(hands, claim, "failed", f"given up after {deliveries.ATTEMPTS} tries")
        return
    try:
        payload = payloads.read(claim.event, claim.payload)
        if payload is None:
            _end(hands, claim, "ignored", "an event that Gate does not know")
            return
        outcome = handle(hands, Arrival(claim.guid, claim.received_at), claim.event, payload)
    except PayloadError as fault:
        _end(hands, claim, "failed", str(fault))
    except InstallationGoneError as fault:
        if _is_gone(hands, fault):
            _end(hands, claim, "ignored", str(fault))
        else:
            _put_off(hands, claim, str(fault), None, counts=False)
    except RetryableError as fault:
        _put_off(hands, claim, str(fault), fault.retry_after, counts=False)
    except IntegrityError:
        _put_off(hands, claim, _SAME_ROW, 0.0)
    except (
        Exception
    ) as fault:  # whatever it is, the delivery is not lost: it is tried again, then set aside with the reason
        log.exception("delivery_crashed")
        _put_off(hands, claim, str(fault) if isinstance(fault, GateError) else type(fault).__name__, None)
    else:
        _end(hands, claim, outcome.state, outcome.reason)


def _end(hands: Hands, claim: Claim, state: str, reason: str) -> None:
    now = hands.now()
    with hands.database.transaction() as session:
        deliveries.finish_delivery(session, claim, state, reason, now)
    log.info(
        "delivery_finished",
        outcome=state,
        reason=reason,
        milliseconds=round((now - claim.received_at).total_seconds() * 1000),
    )
    hands.wake()


def _is_gone(hands: Hands, fault: InstallationGoneError) -> bool:
    """Whether the App itself is told that an installation is gone: a token is refused for a moment now and then."""
    try:
        return not hands.github.is_installed(fault.installation_id)
    except GateError:
        return False


def _put_off(hands: Hands, claim: Claim, reason: str, retry_after: float | None, *, counts: bool = True) -> None:
    """Puts a delivery off. What only has to wait for GitHub is tried for ever: it may be a stop, or a person's word."""
    due_at = hands.now() + _wait(claim.attempts, retry_after)
    with hands.database.transaction() as session:
        deliveries.postpone_delivery(session, claim, due_at, reason, counts=counts)
    log.warning("delivery_postponed", reason=reason, attempts=claim.attempts)


def _look(hands: Hands, look: Look) -> None:
    with hands.database.transaction() as session:
        repository = repositories.find_repository(session, look.repository_id)
        address = (
            None
            if repository is None
            else Address(repository.installation_id, repository.id, repository.owner, repository.name)
        )
    if address is None:
        _finish(hands, look, "the repository is not covered by an installation any more")
        return
    try:
        if look.kind == "pull":
            look_at_pull(hands, address, int(look.subject), fresh=look.depth == "fresh")
        elif look.kind == "commit":
            look_at_commit(
                hands, address, look.subject, only_follow=look.depth == "follow", fresh=look.depth == "fresh"
            )
        else:
            look_at_repository(hands, address)
    except InstallationGoneError as fault:
        if _is_gone(hands, fault):
            _finish(hands, look, str(fault))
        else:
            hold_meanwhile(hands, address, look, fault)
            _postpone(hands, look, str(fault), None)
    except RetryableError as fault:
        hold_meanwhile(hands, address, look, fault)
        _postpone(hands, look, str(fault), fault.retry_after)
    except IntegrityError:
        _postpone(hands, look, _SAME_ROW, 0.0)
    except Exception as fault:  # fail closed, and say so on the commit; then try again, in case it mends itself
        log.exception("look_crashed")
        hold_meanwhile(hands, address, look, fault)
        if look.attempts < _TRIES:
            _postpone(hands, look, type(fault).__name__, None)
        else:
            _finish(hands, look, type(fault).__name__)
    else:
        _finish(hands, look, "")


def _finish(hands: Hands, look: Look, reason: str) -> None:
    with hands.database.transaction() as session:
        nudges.finish_nudge(session, look)
    log.info("look_finished", depth=look.depth, reason=reason)


def _postpone(hands: Hands, look: Look, reason: str, retry_after: float | None) -> None:
    with hands.database.transaction() as session:
        nudges.postpone_nudge(session, look, hands.now() + _wait(look.attempts, retry_after), reason)
    log.warning("look_postponed", reason=reason, attempts=look.attempts)


def _wait(attempts: int, retry_after: float | None) -> timedelta:
    """As long as GitHub says, else twice as long each time: 1 s, 2 s, 4 s ... 5 min."""
    if retry_after is not None:
        return timedelta(seconds=retry_after)
    return min(timedelta(seconds=2 ** min(attempts - 1, 10)), _LONGEST_WAIT)
