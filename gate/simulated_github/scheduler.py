"""Later calls: one thread that calls functions when their time has come."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections.abc import Callable
from typing import Any


class Scheduler:
    """Calls functions later, in order of their time, one at a time, on a thread of its own."""

    def __init__(self, failures: list[BaseException]) -> None:
        """Starts the thread; what a call raises is put into `failures`."""
        self._calls: list[tuple[float, int, Callable[..., Any], tuple[Any, ...]]] = []
        self._numbers = itertools.count()
        self._condition = threading.Condition()
        self._stopped = False
        self._failures = failures
        self._thread = threading.Thread(target=self._run, name="simulated-github-scheduler", daemon=True)
        self._thread.start()

    def call_later(self, seconds: float, function: Callable[..., Any], *arguments: Any) -> None:
        """Calls `function(*arguments)` after at least `seconds`; calls that are due when `stop` comes are forgotten."""
        with self._condition:
            heapq.heappush(self._calls, (time.monotonic() + seconds, next(self._numbers), function, arguments))
            self._condition.notify()

    def stop(self) -> None:
        """Ends the thread. Calls that are not due yet are forgotten."""
        with self._condition:
            self._stopped = True
            self._condition.notify()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while True:
            with self._condition:
                while not self._stopped and (not self._calls or self._calls[0][0] > time.monotonic()):
                    self._condition.wait(self._calls[0][0] - time.monotonic() if self._calls else None)
                if self._stopped:
                    return
                _, _, function, arguments = heapq.heappop(self._calls)
            try:
                function(*arguments)
            except Exception as failure:  # noqa: BLE001 - whatever it was, it is kept
                # The thread must go on; the fault is shown when the simulation ends.
                self._failures.append(failure)
