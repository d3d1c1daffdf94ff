"""The world of the simulated GitHub: everything that exists in it, behind one lock."""

from __future__ import annotations

import itertools
import secrets
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from gate.clock import now
from gate.simulated_github.accounts import Accounts
from gate.simulated_github.actions import Actions
from gate.simulated_github.apps import Apps
from gate.simulated_github.checks import Checks
from gate.simulated_github.faults import Faults
from gate.simulated_github.hooks import Hooks
from gate.simulated_github.pulls import Pulls
from gate.simulated_github.repositories import Repositories
from gate.simulated_github.scheduler import Scheduler


@dataclass(slots=True)
class Delays:
    """How long things take, in seconds: until a queued run starts, for a step, and until a cancel is carried out."""

    start: float = 2.0
    step: float = 0.2
    cancel: float = 0.1


class World:
    """Accounts, repositories, pull requests, checks, runs and deliveries, and the control surface over them.

    People's deeds are methods of the parts: `repositories.push`, `pulls.open`, `checks.press`, `actions.rerun` and so on.
    The clock is real; `clock_shift` moves it for tests of ages.
    """

    def __init__(self, *, webhook_secret: str, delays: Delays | None = None, token_seconds: float = 3600) -> None:
        """Makes an empty world; `close` must be called."""
        self.lock = threading.RLock()
        self.delays = delays or Delays()
        self.api_url = ""
        self.web_url = ""
        self.clock_shift = timedelta()
        self.verified: set[str] = set()
        # Another range in every world: clients keep tokens by the ids of App and installation.
        self._ids = itertools.count(1_000_000 + secrets.randbelow(2_000_000_000))
        self._folder = tempfile.TemporaryDirectory(prefix="simulated-github-")
        self.failures: list[BaseException] = []
        self.scheduler = Scheduler(self.failures)
        self.accounts = Accounts()
        self.faults = Faults()
        self.apps = Apps(self, token_seconds)
        self.hooks = Hooks(self, webhook_secret)
        self.repositories = Repositories(self, Path(self._folder.name))
        self.pulls = Pulls(self)
        self.checks = Checks(self)
        self.actions = Actions(self)

    def next_id(self) -> int:
        """An id that nothing else has."""
        return next(self._ids)

    def now(self) -> datetime:
        """The present time of the world, aware."""
        return now() + self.clock_shift

    def stamp(self, moment: datetime | None) -> str | None:
        """A time as GitHub writes it."""
        return None if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def api(self, path: str) -> str:
        """An address in the API."""
        return self.api_url + path

    def web(self, path: str) -> str:
        """An address of a page."""
        return self.web_url + path

    def wait_until(self, condition: Callable[[], bool], seconds: float = 10) -> bool:
        """Waits until something has come true; False when `seconds` were not enough."""
        until = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > until:
                return False
            time.sleep(0.005)
        return True

    def close(self) -> None:
        """Ends the threads and removes the repositories; raises the first fault that its own threads met."""
        self.scheduler.stop()
        self.hooks.stop()
        self._folder.cleanup()
        if self.failures:
            raise self.failures[0]
