"""Real servers for tests: PostgreSQL and Redis on loopback, each on a free port, with its files in a folder of its own.

Both end with the tests. PostgreSQL refuses to run as root, so there it runs as the user that its Debian package made.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import psycopg
import redis

START_SECONDS = 60
INSTALL = "run `sh scripts/system-packages.sh`"


class ServerError(Exception):
    """A server that a test needs is not installed, or does not start."""


def free_port() -> int:
    """A loopback port that nobody listens on, below those that outgoing connections are given: it stays free until it is used."""
    for port in random.sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise ServerError("no free port on this machine")


def _end(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    process.send_signal(how)
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(30)


@dataclass(frozen=True)
class PostgresServer:
    """A running cluster; `durable` ones write to disk like a real one, the others trade that for speed."""

    port: int
    password: str
    folder: Path

    def conninfo(self, database: str) -> str:
        """The connection string for psycopg."""
        return f"postgresql://gate:{self.password}@127.0.0.1:{self.port}/{database}"

    def url(self, database: str) -> str:
        """The connection string for SQLAlchemy."""
        return self.conninfo(database).replace("postgresql:", "postgresql+psycopg:", 1)

    @classmethod
    @contextlib.contextmanager
    def started(cls, *, durable: bool = False) -> Iterator[Self]:
        """Makes a cluster, runs it while the block runs, removes it. Raises `ServerError` when PostgreSQL is missing or will not start."""
        programs = _postgres_programs()
        as_user = _as_ordinary_user()
        folder = Path(tempfile.mkdtemp(prefix="gate-postgres-"))
        server = cls(free_port(), secrets.token_hex(16), folder)
        try:
            password_file = folder / "password"
            password_file.write_text(server.password)
            if as_user:
                for path in (folder, password_file):
                    os.chown(path, as_user.pw_uid, as_user.pw_gid)
            initdb = [programs / "initdb", "--pgdata", folder / "data", "--username", "gate", "--encoding", "UTF8"]
            initdb += ["--locale", "C", "--auth", "scram-sha-256", "--pwfile", password_file, "--no-sync"]
            made = subprocess.run(_command(initdb, as_user), check=False, capture_output=True, text=True, cwd=folder)
            if made.returncode:
                raise ServerError(f"initdb failed: {made.stderr.strip()}")
            options = {"listen_addresses": "127.0.0.1", "port": server.port, "unix_socket_directories": folder}
            options |= {"max_connections": 200, "timezone": "UTC"}
            if not durable:
                options |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
            run = [programs / "postgres", "-D", folder / "data"]
            for name, value in options.items():
                run += ["-c", f"{name}={value}"]
            with (folder / "log").open("wb") as log:
                process = subprocess.Popen(_command(run, as_user), stdout=log, stderr=log, cwd=folder)
            try:
                server._wait(process)
                yield server
            finally:
                _end(process, signal.SIGINT)  # "fast": open connections are cut
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if process.poll() is not None:
                break
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(self.conninfo("postgres"), connect_timeout=5).close()
                return
            time.sleep(0.05)
        raise ServerError(f"PostgreSQL did not start: {(self.folder / 'log').read_text(errors='replace')[-2000:]}")


def _postgres_programs() -> Path:
    """The folder of Debian's newest PostgreSQL, which keeps `initdb` off the search path."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if versions:
        return versions[-1].parent
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    raise ServerError(f"no PostgreSQL here: {INSTALL}")


def _as_ordinary_user() -> pwd.struct_passwd | None:
    """Whom PostgreSQL runs as: ourselves, or when we are root the first of these users that exists."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise ServerError("root may not run PostgreSQL, and there is no other user to run it as")


def _command(command: list[object], user: pwd.struct_passwd | None) -> list[str]:
    words = [str(word) for word in command]
    if user is None:
        return words
    # The signal ends the server even when the tests are killed.
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--pdeathsig=INT", *words]


@dataclass(frozen=True)
class RedisServer:
    """A running Redis that writes nothing to disk."""

    port: int

    @property
    def url(self) -> str:
        """The URL of its first database."""
        return f"redis://127.0.0.1:{self.port}/0"

    def empty(self) -> None:
        """Forgets everything in it."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()

    @classmethod
    @contextlib.contextmanager
    def started(cls, port: int | None = None) -> Iterator[Self]:
        """Runs a server, on a free port unless one is given, while the block runs. Raises `ServerError` when Redis is missing or will not start."""
        program = shutil.which("redis-server")
        if program is None:
            raise ServerError(f"no Redis here: {INSTALL}")
        server = cls(port or free_port())
        with tempfile.TemporaryDirectory(prefix="gate-redis-") as folder:
            options = ["--port", str(server.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
            process = subprocess.Popen(
                ["setpriv", "--pdeathsig=TERM", program, *options, "--dir", folder],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            try:
                server._wait(process)
                yield server
            finally:
                _end(process, signal.SIGTERM)

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if process.poll() is not None:
                break
            with contextlib.suppress(redis.ConnectionError), redis.Redis.from_url(self.url) as client:
                client.ping()
                return
            time.sleep(0.02)
        raise ServerError("Redis did not start")
