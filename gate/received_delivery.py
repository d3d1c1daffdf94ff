"""A delivery as it came in, before it is a row."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

URGENCY = {"workflow_run": 0, "check_run": 1, "pull_request_review": 1, "pull_request": 2, "push": 2}
OTHER_URGENCY = 5


@dataclass(frozen=True, slots=True)
class ReceivedDelivery:
    """A delivery whose signature was found good. `guid` is GitHub's, the same for each redelivery; `received_at` is aware UTC."""

    guid: str
    event: str
    body: bytes
    received_at: datetime

    @property
    def urgency(self) -> int:
        """How soon it is worked on, 0 first: runs that may have to be stopped, then releases, then changes."""
        return URGENCY.get(self.event, OTHER_URGENCY)
