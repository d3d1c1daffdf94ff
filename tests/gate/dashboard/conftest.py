"""The pages over a database that holds the story, as a client and as a real server for a real browser."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, sync_playwright
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from gate.app import create_app
from gate.dashboard import router
from gate.db import Database
from gate.settings import Settings
from gate.tables import Base
from tests.gate.dashboard import story


@pytest.fixture
def pages_database(tmp_path: Path) -> Iterator[Database]:
    """An empty SQLite database: what the pages ask of it is tested on both kinds elsewhere."""
    with contextlib.closing(Database(f"sqlite:///{tmp_path / 'pages.db'}")) as database:
        Base.metadata.create_all(database.engine)
        yield database


@pytest.fixture
def told(pages_database: Database) -> Database:
    """The database with the story in it."""
    with pages_database.transaction() as session:
        story.tell(session)
    return pages_database


def application(database: Database) -> ASGIApp:
    settings = Settings()
    return create_app(settings, database, routers=[router(database, settings, lambda: story.NOW)])


@pytest.fixture
def client_of() -> Iterator[Callable[[Database], TestClient]]:
    """Makes a client of this machine for the pages over a database."""
    with contextlib.ExitStack() as stack:

        def make(database: Database) -> TestClient:
            client = TestClient(application(database), base_url="http://127.0.0.1:8000", client=("127.0.0.1", 50_000))
            client.headers["accept"] = "text/html"
            return stack.enter_context(client)

        yield make


@pytest.fixture
def served() -> Iterator[Callable[[Database], str]]:
    """Serves the pages over a database; gives the address."""
    with contextlib.ExitStack() as stack:

        def serve(database: Database) -> str:
            config = uvicorn.Config(application(database), host="127.0.0.1", port=0, ws="none", log_config=None)
            server = uvicorn.Server(config)
            thread = threading.Thread(target=server.run, daemon=True)
            thread.start()
            while not server.started:
                time.sleep(0.01)

            def stop() -> None:
                server.should_exit = True
                thread.join()

            stack.callback(stop)
            return f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"

        yield serve


@pytest.fixture(scope="module")
def browser(chromium: Path) -> Iterator[Browser]:
    """A real browser."""
    quiet = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=[*quiet, "--disable-component-update", "--disable-sync"]
        )
        yield browser
        browser.close()
