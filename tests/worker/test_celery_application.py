from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time

import pytest
import redis
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.servers import RedisServer, free_port
from worker.broker import QUEUE, SWEEP, WAKE

KEY_FREE = {"PATH": os.environ["PATH"]}


@pytest.fixture(scope="module")
def private_key_pem():
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


@pytest.fixture
def settings(private_key_pem):
    return {"app_id": "7", "private_key": private_key_pem, "webhook_secret": "It's a Secret to Everybody"}


def _celery(folder, *arguments, **settings):
    return subprocess.run(
        [sys.executable, "-m", "celery", "-A", "worker.app", *arguments],
        cwd=folder,
        env=KEY_FREE | {f"GATE_{name.upper()}": value for name, value in settings.items()},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@contextlib.contextmanager
def _beat(folder, settings):
    with (folder / "beat.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "worker.app", "beat"],
            cwd=folder,
            env=KEY_FREE | {f"GATE_{name.upper()}": value for name, value in settings.items()},
            stdout=log,
            stderr=log,
        )
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=30)
    assert "Traceback" not in (folder / "beat.log").read_text()


def _sent(server):
    with redis.Redis.from_url(server.url) as client:
        return {json.loads(message)["headers"]["task"] for message in client.lrange(QUEUE, 0, -1)}


def _eventually(so):
    until = time.monotonic() + 30
    while not so():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_importing_the_application_reads_no_settings(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", "import worker.app; print(worker.app.app.main)"],
        cwd=tmp_path,
        env=KEY_FREE | {"GATE_PORT": "not a port"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (0, "gate\n"), done.stderr


@pytest.mark.parametrize("command", ["worker", "beat"])
def test_without_its_settings_it_ends_with_one_line_for_each(tmp_path, command):
    done = _celery(tmp_path, command)

    assert done.returncode == 2
    assert [line.partition(":")[2].partition(":")[0] for line in done.stderr.splitlines()] == [
        " GATE_BROKER_URL",
        " GATE_APP_ID",
    ]


def test_an_env_file_can_be_named(tmp_path):
    (tmp_path / "its.env").write_text("GATE_PORT=not-a-port\n")

    done = _celery(tmp_path, "worker", "--env-file", "its.env")

    assert done.returncode == 2
    assert "GATE_PORT" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_worker_whose_database_is_away_ends_with_one_line(tmp_path, settings):
    done = _celery(
        tmp_path,
        "worker",
        **settings,
        broker_url=f"redis://127.0.0.1:{free_port()}/0",
        database_url=f"postgresql://gate:pass-phrase@127.0.0.1:{free_port()}/gate",
    )

    assert done.returncode == 2
    lines = [line for line in done.stderr.splitlines() if line.startswith("gate:")]
    assert len(lines) == 1
    assert "GATE_DATABASE_URL" in lines[0]
    assert "Traceback" not in done.stderr
    assert "pass-phrase" not in done.stderr


def test_the_scheduler_sweeps_at_once_and_keeps_waking_also_when_redis_was_away(tmp_path, settings):
    with RedisServer.started() as server, _beat(tmp_path, settings | {"broker_url": server.url}):
        _eventually(lambda: _sent(server) >= {SWEEP, WAKE})
        port = server.port

        with redis.Redis.from_url(server.url) as client, contextlib.suppress(redis.ConnectionError):
            client.shutdown(nosave=True)
        with RedisServer.started(port) as again:
            _eventually(lambda: WAKE in _sent(again))


def test_the_scheduler_leaves_no_file(tmp_path, settings, redis_server, redis_url):
    with _beat(tmp_path, settings | {"broker_url": redis_url}):
        _eventually(lambda: WAKE in _sent(redis_server))

    assert list(tmp_path.iterdir()) == [tmp_path / "beat.log"]
