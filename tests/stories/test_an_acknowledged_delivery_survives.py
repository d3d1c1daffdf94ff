"""The promise of the 202: whatever happens to the process or the disk after it, the delivery is there."""

import contextlib
import random
import signal
import subprocess
import sys
import threading
import uuid
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from gate.db import Database
from gate.tables import Delivery
from tests.gate.serving import headers

TOP = Path(__file__).parents[2]
BODY = b'{"action": "opened", "filling": "' + b"x" * 4000 + b'"}'


@contextlib.contextmanager
def _service(database_url, *more):
    """A web process and its address; killed at the end if it still lives."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.gate.intake_server", database_url, *more],
        cwd=TOP,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process, f"http://127.0.0.1:{process.stdout.readline().strip()}"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _stored_guids(database_url):
    with contextlib.closing(Database(database_url)) as database, database.transaction() as session:
        return list(session.scalars(select(Delivery.guid)))


def _post_until_it_dies(url, acknowledged):
    with httpx.Client(timeout=10) as client, contextlib.suppress(httpx.TransportError):
        while True:
            guid = str(uuid.uuid4())
            answer = client.post(f"{url}/webhooks/github", content=BODY, headers=headers(BODY, guid=guid))
            assert answer.status_code == 202
            acknowledged.append(guid)


def _kill_under_load(database_url, after):
    """The GUIDs that were answered 202 before the process was killed."""
    acknowledged: list[str] = []
    with _service(database_url) as (process, url):
        threads = [threading.Thread(target=_post_until_it_dies, args=(url, acknowledged)) for _ in range(8)]
        for thread in threads:
            thread.start()
        while len(acknowledged) < after:
            assert process.poll() is None
        process.send_signal(signal.SIGKILL)
        for thread in threads:
            thread.join()
    return acknowledged


def test_deliveries_that_were_answered_survive_a_killed_service(database_url):
    acknowledged = _kill_under_load(database_url, after=150)

    stored = _stored_guids(database_url)
    assert set(acknowledged) <= set(stored)
    assert len(stored) == len(set(stored))


@pytest.mark.long
def test_deliveries_that_were_answered_survive_twenty_killed_services(database_url):
    lost: list[str] = []
    for number in range(20):
        acknowledged = _kill_under_load(database_url, after=random.Random(number).randint(1, 400))  # no secret
        lost += set(acknowledged) - set(_stored_guids(database_url))

    assert lost == []


def test_on_a_full_disk_deliveries_are_refused_and_those_answered_before_are_kept(tmp_path):
    database_url = f"sqlite:///{tmp_path}/gate.db"
    answers = {}
    with _service(database_url, str(600 * 1024)) as (_, url), httpx.Client(timeout=10) as client:
        for _ in range(300):
            guid = str(uuid.uuid4())
            answer = client.post(f"{url}/webhooks/github", content=BODY, headers=headers(BODY, guid=guid))
            answers[guid] = answer.status_code
        alive = client.get(f"{url}/healthz").status_code

    assert set(answers.values()) == {202, 503}
    assert alive == 200
    assert {guid for guid, status in answers.items() if status == 202} <= set(_stored_guids(database_url))
