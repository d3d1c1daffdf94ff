"""The web application as a whole: health, figures, guards, and the shape of every fault."""

import asyncio
import contextlib
import io
import json
import logging
import time

import pytest
from fastapi import APIRouter, HTTPException

from gate import logs, readiness
from gate.app import create_app
from gate.db import Database
from gate.delivery_writer import DeliveryWriter
from gate.settings import Settings
from gate.tables import Base
from tests.gate.serving import SECRET, headers, served

BODY = b"{}"
pages = APIRouter()


@pages.get("/numbers/{number}")
def number_page(number: int) -> dict[str, int]:
    return {"number": number}


@pages.get("/breaks")
def breaking_page() -> None:
    raise RuntimeError("a fault with ghp_0123456789abcdef0123456789abcdef0123 in it")


@pages.get("/gone")
def gone_page() -> None:
    raise HTTPException(410, "it was here once")


@pages.get("/own-policy")
def own_policy_page() -> dict[str, str]:
    return {}


@pytest.fixture
def sqlite(tmp_path):
    database = Database(f"sqlite:///{tmp_path}/gate.db")
    Base.metadata.create_all(database.engine)
    yield database
    database.close()


@contextlib.contextmanager
def _client(database, **settings):
    with served(create_app(Settings(**settings), database, routers=[pages])) as client:
        yield client


@pytest.fixture
def client(sqlite):
    with _client(sqlite, webhook_secret=SECRET) as client:
        yield client


@pytest.fixture
def log():
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    logs.configure("json", stream=stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.handlers[:] = before
    root.setLevel(level)


def test_the_process_is_alive_whatever_else_is_not(client):
    assert (client.get("/healthz").status_code, client.get("/healthz").json()) == (200, {"status": "alive"})


def test_the_service_is_ready_when_the_database_answers(database):
    with _client(database) as client:
        assert (client.get("/readyz").status_code, client.get("/readyz").json()) == (200, {"status": "ready"})


def test_a_database_that_is_away_is_named(postgres_url):
    with contextlib.closing(
        Database(postgres_url.replace("postgresql+psycopg://", "postgresql+psycopg://nobody-"))
    ) as away:
        with _client(away) as client:
            answer = client.get("/readyz")

    assert (answer.status_code, answer.json()) == (503, {"error": "not ready: the database does not answer"})


def test_a_broker_that_is_away_is_named(sqlite):
    with _client(sqlite, broker_url="redis://127.0.0.1:1/0") as client:
        answer = client.get("/readyz")

    assert (answer.status_code, answer.json()) == (503, {"error": "not ready: the broker does not answer"})


def test_the_service_is_ready_when_the_broker_answers_too(sqlite, redis_url):
    with _client(sqlite, broker_url=redis_url) as client:
        assert client.get("/readyz").status_code == 200


def test_what_hangs_counts_as_not_answering(sqlite, monkeypatch):
    monkeypatch.setattr(readiness, "PATIENCE_SECONDS", 0.05)
    reading = sqlite.reading

    @contextlib.contextmanager
    def slow_reading():
        time.sleep(0.5)
        with reading() as session:
            yield session

    with _client(sqlite) as client:
        monkeypatch.setattr(sqlite, "reading", slow_reading)
        answer = client.get("/readyz")

    assert answer.json() == {"error": "not ready: the database does not answer"}


def test_the_figures_are_prometheus_text(client):
    client.post("/webhooks/github", content=BODY, headers=headers(BODY, "push"))

    answer = client.get("/metrics")

    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'gate_deliveries_total{event="push",status="202"}' in answer.text
    assert "gate_intake_seconds_count" in answer.text


def test_a_stranger_cannot_add_figures(client):
    client.post("/webhooks/github", content=BODY, headers={"X-GitHub-Event": "made_up_by_a_stranger"})

    assert "made_up" not in client.get("/metrics").text


def test_a_page_is_shown_with_its_guards(client):
    answer = client.get("/numbers/7")

    assert answer.json() == {"number": 7}
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "form-action 'self' https://github.com" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"


def test_browsers_are_bound_to_https_only_where_the_service_has_it(sqlite):
    with _client(sqlite, public_url="https://gate.example.com") as client:
        with_https = client.get("/healthz").headers
    with _client(sqlite) as client:
        without = client.get("/healthz").headers

    assert with_https["strict-transport-security"] == "max-age=31536000"
    assert "strict-transport-security" not in without


def test_a_page_is_refused_through_a_proxy_with_the_reason(client):
    answer = client.get("/numbers/7", headers={"X-Forwarded-For": "192.0.2.7"})

    assert answer.status_code == 403
    assert "through a proxy" in answer.json()["error"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_page_is_refused_on_an_open_listen_address(sqlite):
    with _client(sqlite, host="0.0.0.0") as client:
        answer = client.get("/numbers/7")

    assert (answer.status_code, "GATE_HOST" in answer.json()["error"]) == (403, True)


def test_deliveries_and_health_are_answered_through_a_proxy(client):
    forwarded = {"X-Forwarded-For": "192.0.2.7", "Host": "gate.example.com"}

    assert client.get("/healthz", headers=forwarded).status_code == 200
    assert client.post("/webhooks/github", content=BODY, headers=headers(BODY) | forwarded).status_code == 202


def test_a_page_that_does_not_exist_says_so(client):
    answer = client.get("/nothing")

    assert (answer.status_code, answer.json()) == (404, {"error": "there is no such page"})


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/openapi.json"])
def test_the_framework_shows_no_pages_of_its_own(client, path):
    assert client.get(path).status_code == 404


def test_a_browser_reads_a_fault_as_a_page_with_the_same_guards(client):
    answer = client.get("/numbers/7", headers={"X-Forwarded-For": "192.0.2.7", "Accept": "text/html"})

    assert (answer.status_code, answer.headers["content-type"]) == (403, "text/html; charset=utf-8")
    assert "through a proxy" in answer.text
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_a_refusal_of_a_page_keeps_its_words_and_status(client):
    answer = client.get("/gone")

    assert (answer.status_code, answer.json()) == (410, {"error": "it was here once"})


def test_a_wrong_address_is_told_without_repeating_it(client):
    answer = client.get("/numbers/a-marker")

    assert answer.status_code == 422
    assert answer.json()["error"].startswith("path.number: ")
    assert "a-marker" not in answer.text


def test_a_page_that_breaks_says_nothing_of_the_cause_and_is_logged_once(sqlite, log):
    with _client(sqlite) as client:
        answer = client.get("/breaks")

    assert (answer.status_code, list(answer.json())) == (500, ["error"])
    assert "RuntimeError" not in answer.text
    failures = [line for line in log() if "exception" in line]
    assert [(line["event"], line["path"]) for line in failures] == [("page_failed", "/breaks")]
    assert "RuntimeError" in failures[0]["exception"]
    assert "ghp_" not in json.dumps(log())


def test_files_of_pages_are_served_and_nothing_beside_them(client):
    assert client.get("/static/../app.py").status_code == 404
    assert client.get("/static/%2e%2e/app.py").status_code == 404


def test_a_service_that_cannot_store_deliveries_is_not_ready(sqlite):
    found = asyncio.run(readiness.faults(sqlite, "", DeliveryWriter(sqlite)))

    assert found == ["deliveries cannot be stored"]
