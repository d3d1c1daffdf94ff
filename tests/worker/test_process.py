from __future__ import annotations

import multiprocessing

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from gate.store import nudges
from worker.process import WorkerProcess


@pytest.fixture
def process(tmp_path, monkeypatch, database_url, redis_url):
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
    monkeypatch.setenv("GATE_APP_ID", "7")
    monkeypatch.setenv("GATE_PRIVATE_KEY", pem)
    monkeypatch.setenv("GATE_WEBHOOK_SECRET", "It's a Secret to Everybody")
    monkeypatch.setenv("GATE_DATABASE_URL", database_url)
    monkeypatch.setenv("GATE_BROKER_URL", redis_url)
    monkeypatch.setenv("GATE_DATA_DIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    process = WorkerProcess()
    yield process
    process.close()


def _count(hands):
    with hands.database.transaction() as session:
        nudges.nudge(session, "pull", 7, "1", urgency=1, due_at=hands.now())
        look = nudges.claim_nudge(session, hands.now())
        assert look is not None
        nudges.finish_nudge(session, look)
        return look.seen


def test_the_hands_of_a_process_are_made_once(process):
    assert process.hands() is process.hands()


def test_after_it_was_closed_a_process_gets_new_hands(process):
    first = process.hands()
    process.close()

    assert process.hands() is not first


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")  # it is, and that is the point
def test_a_fork_works_with_hands_of_its_own_and_leaves_those_of_its_parent(process):
    parents = process.hands()
    assert _count(parents) == 1

    def work(answers):
        answers.put((process.hands() is parents, _count(process.hands())))
        process.close()

    forking = multiprocessing.get_context("fork")
    answers = forking.Queue()
    process._lock.acquire()  # as another thread of the parent may hold it at that moment
    child = forking.Process(target=work, args=(answers,))
    child.start()
    process._lock.release()
    child.join(timeout=60)

    assert answers.get(timeout=5) == (False, 2)
    assert _count(parents) == 3
