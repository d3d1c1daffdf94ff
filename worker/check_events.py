"""What happens to checks: our buttons, requests to look again, foreign checks of our name."""

from __future__ import annotations

from gate import payloads
from gate.github_api.checks import NAME
from gate.store import effects, nudges, pulls, record
from gate.store.effects import redelivery_key
from worker.arrivals import Arrival, Outcome, account_of, actor_of, address_of, ask, done, ignored
from worker.hands import Hands
from worker.shown import RELEASE, pressed
from worker.voices import hear_button


def check_run(hands: Hands, arrival: Arrival, payload: payloads.CheckRunPayload) -> Outcome:
    """A button on our check, or a foreign check of our name."""
    check = payload.check_run
    if check.name != NAME:
        return ignored("a check of another name")
    if check.app is None or check.app.id != hands.github.identity()[0]:
        with hands.database.transaction() as session:
            address = address_of(session, payload)
            if address is not None:
                record.observe(
                    session,
                    f"{arrival.guid}:foreign",
                    repository_id=address.repository_id,
                    kind="foreign_check",
                    head_sha=check.head_sha,
                    actor=actor_of(payload.sender),
                    body={"app": check.app.slug if check.app else None, "conclusion": check.conclusion},
                    at=arrival.received_at,
                )
        return done("a check of our name by somebody else is kept for the record")
    button, mark = pressed(payload.requested_action.identifier if payload.requested_action else "")
    if payload.action not in ("requested_action", "rerequested") or payload.sender is None:
        return ignored("our own check, as we published it")
    with hands.database.transaction() as session:
        address = address_of(session, payload)
        if address is None:
            return ignored("it names no installation")
        record.observe(
            session,
            f"{arrival.guid}:click",
            repository_id=address.repository_id,
            kind="click",
            head_sha=check.head_sha,
            actor=actor_of(payload.sender),
            body={"button": button or payload.action, "check": check.id},
            at=arrival.received_at,
        )
        numbers = [row.number for row in pulls.open_pulls_at(session, address.repository_id, check.head_sha)]
    again = button not in ("release", "refuse")
    if not again:
        sender = account_of(payload.sender)
        if button == RELEASE and _is_late(hands, arrival):
            return done(
                "a release that came late counts for nothing: what was said since is not known to come after it"
            )
        hear_button(hands, address, arrival.guid, button, mark, check.head_sha, sender, arrival.received_at)
    with hands.database.transaction() as session:
        depth: nudges.Depth = "fresh" if again else "look"
        for number in numbers:
            ask(session, hands, "pull", address, str(number), urgency=1, depth=depth)
        if not numbers:
            ask(session, hands, "commit", address, check.head_sha, urgency=1, depth=depth)
    return done(f"the button {button or 'Re-run'} on {check.head_sha[:7]}")


def check_suite(hands: Hands, _arrival: Arrival, payload: payloads.CheckSuitePayload) -> Outcome:
    """Somebody asked for all checks again."""
    if payload.action != "rerequested":
        return ignored(f"a check suite was {payload.action}")
    with hands.database.transaction() as session:
        address = address_of(session, payload)
        if address is None:
            return ignored("it names no installation")
        head_sha = payload.check_suite.head_sha
        for row in pulls.open_pulls_at(session, address.repository_id, head_sha):
            ask(session, hands, "pull", address, str(row.number), urgency=1, depth="fresh")
    return done(f"the checks of {head_sha[:7]} are asked for again")


def _is_late(hands: Hands, arrival: Arrival) -> bool:
    """Whether we had to ask GitHub for this delivery again: then nobody knows when the button was pressed."""
    with hands.database.reading() as session:
        return effects.is_wanted(session, redelivery_key(arrival.guid))
