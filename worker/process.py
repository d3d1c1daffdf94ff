"""What one Celery process works with: settings, hands and bell, made when first needed and never carried over a fork."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from pathlib import Path

from gate import clock
from gate.errors import SettingsError
from gate.opening import open_database, open_door
from gate.settings import Settings, load_settings
from worker.bell import Bell
from worker.hands import Hands


@dataclass(frozen=True, slots=True)
class _Made:
    """Connections and a thread, which belong to the process that made them."""

    hands: Hands
    bell: Bell


class WorkerProcess:
    """This process. Nothing is read or opened before it is asked for, so that importing costs nothing and needs nothing."""

    def __init__(self) -> None:
        self.env_file = Path(".env")
        self.stopping = threading.Event()
        self._lock = threading.Lock()
        self._settings: Settings | None = None
        self._made: _Made | None = None
        self._parents: _Made | None = None
        os.register_at_fork(after_in_child=self._begin_anew)

    def settings(self) -> Settings:
        """The settings, read once. Raises SettingsError, one line per fault, also where they are not those of this form."""
        if self._settings is None:
            settings = load_settings(self.env_file)
            missing = [
                f"GATE_{name}: found nothing, expected {expected}"
                for name, expected, is_there in (
                    ("BROKER_URL", "the Redis URL of the broker, which Celery works with", settings.broker_url),
                    ("APP_ID", "the GitHub App's id; in set-up mode there is nothing to work on", settings.is_set_up),
                )
                if not is_there
            ]
            if missing:
                raise SettingsError("\n".join(missing))
            self._settings = settings
        return self._settings

    def hands(self) -> Hands:
        """The hands of this process; the first call opens the database and the door. Raises SettingsError."""
        with self._lock:
            if self._made is None:
                settings = self.settings()
                bell = Bell(settings.broker_url)
                hands = Hands(open_database(settings), open_door(settings), clock.now, settings.public_url, bell.wake)
                bell.start()
                self._made = _Made(hands, bell)
            return self._made.hands

    def close(self) -> None:
        """Gives back what this process had opened; the last wake-up is sent."""
        with self._lock:
            made, self._made = self._made, None
            if made is not None:
                made.bell.stop()
                made.hands.github.close()
                made.hands.database.close()

    def _begin_anew(self) -> None:
        """In the child of a fork: another thread of the parent may have held the lock, and the connections are still the parent's."""
        self._lock = threading.Lock()
        # Kept, so that it is never closed from here.
        self._parents, self._made = self._made or self._parents, None
