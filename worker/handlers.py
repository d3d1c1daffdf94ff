"""What each event means, as one table. A delivery is a nudge (ADR 0004): it says where to look again.

Each function keeps what GitHub cannot tell later, asks for looks, and says what it did in one sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gate import payloads
from worker import check_events, installation_events, pull_events, run_events
from worker.arrivals import Arrival, Outcome, ignored
from worker.hands import Hands

HANDLERS: dict[str, Callable[[Hands, Arrival, Any], Outcome]] = {
    "pull_request": pull_events.pull_request,
    "pull_request_review": pull_events.review,
    "pull_request_review_comment": pull_events.comment,
    "pull_request_review_thread": pull_events.thread,
    "workflow_run": run_events.workflow_run,
    "push": run_events.push,
    "check_run": check_events.check_run,
    "check_suite": check_events.check_suite,
    "repository": installation_events.repository,
    "installation": installation_events.installation,
    "installation_repositories": installation_events.installation_repositories,
}


def handle(hands: Hands, arrival: Arrival, event: str, payload: payloads.Payload) -> Outcome:
    """Does what an event asks for. Raises the errors of the door, after which the delivery is tried again."""
    function = HANDLERS.get(event)
    if function is None:
        return ignored(f"the event {event} asks for nothing")
    return function(hands, arrival, payload)
