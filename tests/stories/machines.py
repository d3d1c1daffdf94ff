"""The stage of the scaled form: the web service, workers and the scheduler as processes of their own, on PostgreSQL and Redis."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from gate.db import Database
from gate.store import verdicts
from gate.tables import VerdictRow
from tests.servers import free_port
from tests.stories.stage import REPOSITORY, Stage


class Machines(Stage):
    """GitHub on one side; on the other one web process, one scheduler and the workers `one` and `two`."""

    def __init__(self, folder: Path, postgres_url: str, redis_url: str, *, sweep_seconds: int = 3600) -> None:
        super().__init__(
            folder, database_url=postgres_url, broker_url=redis_url, sweep_seconds=str(sweep_seconds), log_format="console"
        )
        self.port = free_port()
        self.world.hooks.url = f"http://127.0.0.1:{self.port}/webhooks/github"
        self.database = Database(postgres_url)
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._logs = folder

    def start_gate(self) -> None:
        """Starts all of it, and returns once it is ready."""
        try:
            self.run("web", "gate", "serve")
            self.run("beat", "celery", "-A", "worker.app", "beat")
            self.start_workers("one", "two")
            self.eventually("the web service is ready", lambda: self.readiness() == 200)
        except BaseException:
            self.stop_gate()
            raise

    def start_workers(self, *names: str) -> None:
        """Starts workers, and returns once they are ready."""
        for name in names:
            self.run(name, "celery", "-A", "worker.app", "worker", "-n", f"{name}@test")
        for name in names:
            self.eventually(f"worker {name} is ready", lambda name=name: self._is_ready(name))

    def _is_ready(self, name: str) -> bool:
        assert self.processes[name].poll() is None, self.log(name)
        return "worker_started" in self.log(name)

    def run(self, name: str, *command: str) -> None:
        """Starts one process; what it logs is in a file of its name."""
        environment = {"PATH": os.environ["PATH"], **self.environment()}
        with (self._logs / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, "-m", *command], cwd=self._logs, env=environment, stdout=log, stderr=log
            )

    def stop_gate(self) -> None:
        """Stops all of it."""
        for process in self.processes.values():
            process.send_signal(signal.SIGCONT)
            process.terminate()
        for name, process in self.processes.items():
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise AssertionError(f"{name} did not stop when it was told to") from None
        self.processes = {}
        self.database.close()

    def send(self, name: str, what: signal.Signals) -> None:
        """Sends a signal to one process."""
        self.processes[name].send_signal(what)

    def kill(self, name: str) -> None:
        """Ends one process as a power cut would."""
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def log(self, name: str) -> str:
        """What one process has logged."""
        return (self._logs / f"{name}.log").read_text(encoding="utf-8", errors="replace")

    def readiness(self) -> int:
        """The status of `/readyz`; 0 while nothing answers."""
        try:
            return httpx.get(f"http://127.0.0.1:{self.port}/readyz").status_code
        except httpx.HTTPError:
            return 0

    def verdict(self, number: int, head_sha: str) -> VerdictRow | None:
        """The living verdict on a pull request's head."""
        repository_id = self.world.repositories.get(REPOSITORY).id
        with self.database.transaction() as session:
            rows = verdicts.verdicts_at(session, repository_id, head_sha)
            return next((row for row in rows if row.number == number), None)
