"""What every piece of work is handed: the database, the door to GitHub, the clock, and how to wake the others."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError

from gate.db import Database
from gate.github_api.door import GitHubDoor
from gate.store import leases

_LEASE = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Hands:
    """The arguments of all work. `wake` tells idle workers that a row is due now."""

    database: Database
    github: GitHubDoor
    now: Callable[[], datetime]
    public_url: str
    wake: Callable[[], None] = lambda: None
    holder: str = field(default_factory=lambda: f"{socket.gethostname()[:20]}:{os.getpid()}")

    @contextmanager
    def alone(self, name: str) -> Iterator[bool]:
        """Holds a short lock by name across processes; gives False, at once, when somebody else holds it."""
        holder = f"{self.holder}:{threading.get_ident()}"
        try:
            with self.database.transaction() as session:
                taken = leases.take_lease(session, name, holder, self.now(), _LEASE)
        except IntegrityError:  # somebody else took it at that very moment
            taken = False
        try:
            yield taken
        finally:
            if taken:
                with self.database.transaction() as session:
                    leases.give_lease(session, name, holder)
