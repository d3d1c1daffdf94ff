"""The real web application on a real port, for tests that speak HTTP to it."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import uvicorn

from gate.signature import sign

SECRET = "a webhook secret"


@contextlib.contextmanager
def served(app: Any) -> Iterator[httpx.Client]:
    """A client of `app`, which uvicorn serves on a free port of this machine until the block ends."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_config=None, access_log=False, server_header=False, ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        while not server.started:
            if not thread.is_alive():
                raise RuntimeError("the web application did not start")
            time.sleep(0.005)
        with httpx.Client(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}", timeout=30) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def headers(body: bytes, event: str = "pull_request", guid: str | None = None, secret: str = SECRET) -> dict[str, str]:
    """The headers that GitHub sends with `body`."""
    return {
        "Content-Type": "application/json",
        "X-GitHub-Event": event,
        "X-GitHub-Delivery": guid or str(uuid.uuid4()),
        "X-Hub-Signature-256": sign(secret.encode(), body),
    }
