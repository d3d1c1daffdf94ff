from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.servers import free_port

KEY_FREE = {"PATH": os.environ["PATH"]}


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


def test_a_worker_whose_database_is_away_ends_with_one_line(tmp_path, private_key_pem):
    done = _celery(
        tmp_path,
        "worker",
        app_id="7",
        private_key=private_key_pem,
        webhook_secret="It's a Secret to Everybody",
        broker_url=f"redis://127.0.0.1:{free_port()}/0",
        database_url=f"postgresql://gate:pass-phrase@127.0.0.1:{free_port()}/gate",
    )

    assert done.returncode == 2
    lines = [line for line in done.stderr.splitlines() if line.startswith("gate:")]
    assert len(lines) == 1
    assert "GATE_DATABASE_URL" in lines[0]
    assert "Traceback" not in done.stderr
    assert "pass-phrase" not in done.stderr


@pytest.fixture(scope="module")
def private_key_pem():
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
