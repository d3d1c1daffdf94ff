"""The whole service put together from settings: database, door to GitHub, workers, web application.

This is the composition root: here, and only here, the web half and the hands meet.
"""

from __future__ import annotations

import socket
import threading
import time
from typing import TYPE_CHECKING

import uvicorn

from gate import clock
from gate.app import create_app
from gate.dashboard import router
from gate.errors import GateError
from gate.opening import open_database, open_door, warm
from gate.settings import Settings
from worker.embedded import EmbeddedWorkers
from worker.hands import Hands

if TYPE_CHECKING:
    from worker.bell import Bell

_START_SECONDS = 20


class Service:
    """A running Gate in this process: the web application and, without a broker, the workers; with one, their bell."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        warm()
        self.database = open_database(settings)
        self.door = open_door(settings)
        self.hands = Hands(self.database, self.door, clock.now, settings.public_url)
        self._workers = _workers_of(settings, self.hands)
        app = create_app(
            settings,
            self.database,
            on_stored=self._workers.wake if self._workers else None,
            routers=[router(self.database, settings)],
        )
        self._server = uvicorn.Server(
            uvicorn.Config(
                app,
                host=settings.host,
                port=settings.port,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=10,
            )
        )
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)

    def run(self) -> None:
        """Serves until the process is told to stop; then lets the workers finish what they hold."""
        if self._workers is not None:
            self._workers.start()
        try:
            self._server.run()
        finally:
            self._end()

    def start(self) -> Service:
        """Serves in a thread of its own, for the demo and tests; returns once it answers."""
        if self._workers is not None:
            self._workers.start()
        self._thread.start()
        until = time.monotonic() + _START_SECONDS
        while not self._server.started:
            if time.monotonic() > until or not self._thread.is_alive():
                raise GateError(f"nothing answers on {self.settings.host}:{self.settings.port}; is the port taken?")
            time.sleep(0.01)
        return self

    def stop(self) -> None:
        """Stops what `start` started: web first, then the workers."""
        self._server.should_exit = True
        self._thread.join(timeout=15)
        self._end()

    def _end(self) -> None:
        if self._workers is not None:
            self._workers.stop()
        self.door.close()
        self.database.close()


def _workers_of(settings: Settings, hands: Hands) -> EmbeddedWorkers | Bell | None:
    """Who works: nobody before the App is known, Celery's workers where there is a broker, else threads of this process."""
    if not settings.is_set_up:
        return None
    if settings.broker_url:
        from worker.bell import Bell  # Celery is slow to load, and nobody else needs it

        return Bell(settings.broker_url)
    return EmbeddedWorkers(hands, sweep_seconds=settings.sweep_seconds)


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
