"""The server: a world behind HTTP on loopback, in a thread of this process."""

from __future__ import annotations

import socket
import threading
import time
from types import TracebackType
from typing import Self

import uvicorn

from gate.simulated_github.http_app import ENTERPRISE_PREFIX, HttpApp, RecordedCall
from gate.simulated_github.world import Delays, World

START_SECONDS = 10


class SimulatedGitHub:
    """A GitHub on loopback. Use it as a context manager, or call `start` and `stop`.

    `is_enterprise` lets its addresses be those of an Enterprise Server (`/api/v3`, `/api/graphql`); both kinds are always answered.
    """

    def __init__(
        self,
        *,
        webhook_secret: str = "a webhook secret for tests",  # noqa: S107 - nothing real is behind it
        webhook_url: str | None = None,
        delays: Delays | None = None,
        token_seconds: float = 3600,
        is_enterprise: bool = False,
    ) -> None:
        """Makes the world and takes a free port; nothing is answered before `start`."""
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        port = self._socket.getsockname()[1]
        self.webhook_secret = webhook_secret
        self.web_url = f"http://127.0.0.1:{port}"
        self.api_url = self.web_url + (ENTERPRISE_PREFIX if is_enterprise else "")
        self.graphql_url = self.web_url + ("/api/graphql" if is_enterprise else "/graphql")
        self.world = World(webhook_secret=webhook_secret, delays=delays, token_seconds=token_seconds)
        self.world.api_url, self.world.web_url = self.api_url, self.web_url
        self.world.hooks.url = webhook_url
        self._http = HttpApp(self.world)
        self._server = uvicorn.Server(
            uvicorn.Config(self._http, log_config=None, lifespan="off", ws="none", timeout_graceful_shutdown=1)
        )
        self._thread = threading.Thread(
            target=self._server.run, args=([self._socket],), name="simulated-github", daemon=True
        )

    @property
    def app_id(self) -> int:
        """The App's id."""
        return self.world.apps.app.id

    @property
    def private_key_pem(self) -> str:
        """The App's private key."""
        return self.world.apps.app.private_key_pem

    @property
    def installation_id(self) -> int:
        """The id of the first installation; `IndexError` before a repository was added."""
        return self.world.apps.installations[0].id

    @property
    def calls(self) -> list[RecordedCall]:
        """Every request that was answered, in order."""
        return self._http.calls

    @property
    def primary_limit(self) -> int:
        """Calls that one asker has in an hour; may be set."""
        return self._http.primary_limit

    @primary_limit.setter
    def primary_limit(self, calls: int) -> None:
        self._http.primary_limit = calls

    def start(self) -> Self:
        """Starts to answer; returns once it does."""
        self._thread.start()
        until = time.monotonic() + START_SECONDS
        while not self._server.started:
            if time.monotonic() > until or not self._thread.is_alive():
                raise RuntimeError("the simulated GitHub did not start")
            time.sleep(0.005)
        return self

    def stop(self) -> None:
        """Stops answering and ends the world; raises the first fault that its own threads met."""
        self._server.should_exit = True
        self._thread.join(timeout=START_SECONDS)
        self._socket.close()
        self.world.close()

    def __enter__(self) -> Self:
        """Starts."""
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stops."""
        self.stop()
