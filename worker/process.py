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
    """Connections and a thread belong to the process that made them."""

    process_id: int
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
            made = self._made
            if made is None or made.process_id != os.getpid():
                # What the parent had made is left as it is: its connections are still the parent's.
                settings = self.settings()
                bell = Bell(settings.broker_url)
                hands = Hands(open_database(settings), open_door(settings), clock.now, settings.public_url, bell.wake)
                bell.start()
                self._made = made = _Made(os.getpid(), hands, bell)
            return made.hands

    def close(self) -> None:
        """Gives back what this process had opened; the last wake-up is sent."""
        with self._lock:
            made, self._made = self._made, None
            if made is not None and made.process_id == os.getpid():
                made.bell.stop()
                made.hands.github.close()
                made.hands.database.close()
