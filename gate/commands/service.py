"""The whole service put together from settings: database, door to GitHub, workers, web application.

This is the composition root: here, and only here, the web half and the hands meet.
"""

from __future__ import annotations

import socket
import threading
import time

import uvicorn

from gate import clock, metrics
from gate.app import create_app
from gate.dashboard import router
from gate.db import Database
from gate.errors import GateError, SettingsError
from gate.github_api.client import GitHubClient, warm
from gate.github_api.door import GitHubDoor
from gate.settings import Settings
from gate.tables import Base
from rules.dossier import PullRequestTraits
from rules.engine import load_rules
from rules.identity import identify
from rules.paths import classify
from worker.embedded import EmbeddedWorkers
from worker.hands import Hands

_START_SECONDS = 20


def open_database(settings: Settings) -> Database:
    """The database of the settings, with its tables. Raises SettingsError where it cannot be opened."""
    if settings.database_url.startswith("sqlite"):
        settings.data_dir.mkdir(parents=True, exist_ok=True)
    database = Database(settings.database_url)
    try:
        Base.metadata.create_all(database.engine)
    except Exception as fault:  # whatever the driver says, it is one setting that is wrong
        raise SettingsError(f"GATE_DATABASE_URL: the database cannot be opened ({type(fault).__name__})") from fault
    return database


def open_door(settings: Settings) -> GitHubDoor:
    """The door to GitHub of the settings."""
    key = settings.private_key
    if settings.signer and key is None:
        raise SettingsError(
            "GATE_SIGNER: this version signs with a private key only; give GATE_PRIVATE_KEY or GATE_PRIVATE_KEY_FILE"
        )
    client = GitHubClient(
        api_url=settings.github_api_url,
        graphql_url=settings.github_graphql_url,
        app_id=str(settings.app_id),
        private_key="" if key is None else key.get_secret_value(),
        ca_file=None if settings.ca_file is None else str(settings.ca_file),
        proxy=settings.https_proxy,
        count=metrics.count_github_call,
    )
    return GitHubDoor(client)


class Service:
    """A running Gate in this process: the web application and, without a broker, the workers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        _warm()
        self.database = open_database(settings)
        self.door = open_door(settings)
        self.hands = Hands(self.database, self.door, clock.now, settings.public_url)
        embedded = settings.is_set_up and not settings.broker_url
        self._workers = EmbeddedWorkers(self.hands, sweep_seconds=settings.sweep_seconds) if embedded else None
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


def _warm() -> None:
    """Loads rules, catalogues and the client before the first delivery, whose stop must not wait for them."""
    load_rules()
    classify("README.md")
    identify(PullRequestTraits())
    warm()


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
