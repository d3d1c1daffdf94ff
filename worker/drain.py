"""What a wake-up sets off: rows are worked on until none is due."""

from __future__ import annotations

import threading
import time

from worker.hands import Hands
from worker.work import work_delivery, work_nudge

DRAIN_SECONDS = 30.0
"""How long one task goes on before it hands over to the next: others shall have their turn at the thread, and a stop be heard."""


def drain(hands: Hands, stopping: threading.Event, *, seconds: float = DRAIN_SECONDS) -> int:
    """Works on due rows until there is none, time is up, or the process stops; returns how many it worked on.

    The first row that it finds makes it wake another worker, which does the same: so one wake-up rouses as many workers as there
    are rows, and no more than one that finds nothing.
    """
    until = time.monotonic() + seconds
    worked = 0

    def pass_on() -> None:
        if worked == 0:
            hands.wake()

    while not stopping.is_set() and (work_delivery(hands, pass_on) or work_nudge(hands, pass_on)):
        worked += 1
        if time.monotonic() > until:
            break
    if stopping.is_set() or time.monotonic() > until:
        hands.wake()
    return worked
