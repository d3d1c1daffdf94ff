from __future__ import annotations

import contextlib
import json
import time

import pytest
import redis
from structlog.testing import capture_logs

from tests.servers import RedisServer, free_port
from worker.bell import Bell
from worker.broker import QUEUE, WAKE

PATIENCE = 30.0


@pytest.fixture
def make_bell(monkeypatch):
    monkeypatch.delenv("CELERY_BROKER_URL", raising=False)
    with contextlib.ExitStack() as made:

        def make(url):
            bell = Bell(url)
            made.callback(bell.stop)
            return bell

        yield make


def _messages(url):
    with redis.Redis.from_url(url) as client:
        return [json.loads(message) for message in client.lrange(QUEUE, 0, -1)]


def _eventually(so):
    until = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_ring_is_one_message_that_names_the_task_and_carries_nothing(make_bell, redis_url):
    bell = make_bell(redis_url)
    bell.start()
    bell.wake()
    bell.stop()

    (message,) = _messages(redis_url)
    assert message["headers"]["task"] == WAKE
    assert (message["headers"]["argsrepr"], message["headers"]["kwargsrepr"]) == ("()", "{}")


def test_a_wake_up_that_nobody_takes_expires(make_bell, redis_url):
    bell = make_bell(redis_url)
    bell.start()
    bell.wake()
    bell.stop()

    assert _messages(redis_url)[0]["headers"]["expires"] is not None


def test_a_thousand_rings_before_it_is_sent_are_one_message(make_bell, redis_url):
    bell = make_bell(redis_url)
    for _ in range(1000):
        bell.wake()
    bell.start()
    bell.stop()

    assert len(_messages(redis_url)) == 1


def test_a_bell_that_was_not_rung_says_nothing_when_it_stops(make_bell, redis_url):
    bell = make_bell(redis_url)
    bell.start()
    bell.stop()

    assert _messages(redis_url) == []


def test_a_broker_that_is_away_is_said_once(make_bell):
    with capture_logs() as lines:
        bell = make_bell(f"redis://127.0.0.1:{free_port()}/0")
        bell.start()
        bell.wake()
        _eventually(lambda: lines)
        bell.wake()
        bell.stop()

    assert [line["event"] for line in lines] == ["workers_not_woken"]


def test_a_broker_that_comes_back_is_rung_again(make_bell):
    port = free_port()
    with capture_logs() as lines:
        bell = make_bell(f"redis://127.0.0.1:{port}/0")
        bell.start()
        bell.wake()
        _eventually(lambda: lines)
        with RedisServer.started(port) as server:
            _eventually(lambda: bell.wake() or len(lines) > 1)
            bell.stop()
            assert _messages(server.url)

    assert [line["event"] for line in lines] == ["workers_not_woken", "workers_woken_again"]
