"""The web half of the scaled form: it stores, rings, and works on nothing itself."""

from __future__ import annotations

import json

import httpx
import pytest
import redis
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from sqlalchemy import select

from gate.commands.service import Service
from gate.settings import load_settings
from gate.tables import Delivery
from tests.gate.serving import SECRET, headers
from tests.servers import free_port
from worker.broker import QUEUE, WAKE

BODY = b'{"zen": "Keep it logically awesome."}'


@pytest.fixture(scope="module")
def private_key_pem():
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


@pytest.fixture
def serve(tmp_path, private_key_pem):
    started = []

    def serve(broker_url):
        settings = {
            "GATE_APP_ID": "7",
            "GATE_PRIVATE_KEY": private_key_pem,
            "GATE_WEBHOOK_SECRET": SECRET,
            "GATE_DATA_DIR": str(tmp_path),
            "GATE_BROKER_URL": broker_url,
            "GATE_PORT": str(free_port()),
        }
        started.append(Service(load_settings(None, settings)).start())
        return started[-1]

    yield serve
    for service in started:
        service.stop()


def _post(service):
    address = f"http://127.0.0.1:{service.settings.port}/webhooks/github"
    return httpx.post(address, content=BODY, headers=headers(BODY, "ping"), timeout=30).status_code


def _states(service):
    with service.database.transaction() as session:
        return list(session.scalars(select(Delivery.state)))


def test_a_delivery_on_disk_wakes_a_worker(serve, redis_url):
    service = serve(redis_url)

    assert _post(service) == 202

    with redis.Redis.from_url(redis_url) as client:
        _, message = client.blpop([QUEUE], timeout=30)
    assert json.loads(message)["headers"]["task"] == WAKE


def test_the_web_process_works_on_nothing_itself(serve, redis_url):
    service = serve(redis_url)
    _post(service)
    with redis.Redis.from_url(redis_url) as client:
        client.blpop([QUEUE], timeout=30)

    assert _states(service) == ["stored"]


def test_with_the_broker_away_deliveries_are_stored_and_answered(serve):
    service = serve(f"redis://127.0.0.1:{free_port()}/0")

    assert [_post(service) for _ in range(3)] == [202, 202, 202]
    assert _states(service) == ["stored"] * 3
