"""The stage of the scaled form: the web service, workers and the scheduler as processes of their own, on PostgreSQL and Redis."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import httpx
from sqlalchemy import select, update

from gate.clock import now
from gate.db import Database
from gate.simulated_github import Delays
from gate.tables import Delivery, Lease, Nudge
from tests.servers import RedisServer, free_port
from tests.stories.stage import Stage

PROCESSES = {
    "web": ("gate", "serve"),
    "beat": ("celery", "-A", "worker.app", "beat"),
    "one": ("celery", "-q", "-A", "worker.app", "worker", "-n", "one@test"),
    "two": ("celery", "-q", "-A", "worker.app", "worker", "-n", "two@test"),
}

START_SECONDS = 120.0


class Machines(Stage):
    """GitHub on one side; on the other one web process, one scheduler, and the workers `one` and `two`."""

    def __init__(self, folder: Path, postgres_url: str) -> None:
        self.redis = RedisServer(free_port())
        self._redis_running = contextlib.ExitStack()
        self._redis_runs = False
        super().__init__(folder, database_url=postgres_url, broker_url=self.redis.url, log_format="console")
        self.let_runs_wait()
        self.port = free_port()
        self.world.hooks.url = f"http://127.0.0.1:{self.port}/webhooks/github"
        self.database = Database(postgres_url)
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._folder = folder

    # --- processes ----------------------------------------------------------------------------------------------------

    def start_gate(self) -> None:
        """Starts what does not run, and returns once all of it is ready."""
        self.start_redis()
        try:
            for name in PROCESSES.keys() - self._processes.keys():
                self._run(name)
            for name in PROCESSES:
                self._wait_for(name)
        except BaseException:
            self.stop_gate()
            raise

    def stop_gate(self) -> None:
        """Stops everything."""
        try:
            self.stop(*self._processes)
        finally:
            self.stop_redis()
            self.database.close()

    def start_redis(self) -> None:
        """Starts Redis, empty, at the address where it was; does nothing while it runs."""
        if not self._redis_runs:
            self._redis_running.enter_context(RedisServer.started(self.redis.port))
            self._redis_runs = True

    def stop_redis(self) -> None:
        """Ends Redis, and all that was in it."""
        self._redis_running.close()
        self._redis_runs = False

    def start(self, name: str) -> None:
        """Starts one process, and returns once it is ready."""
        self._run(name)
        self._wait_for(name)

    def stop(self, *names: str) -> None:
        """Tells processes to stop, as an operator would, and waits until they have."""
        for name in names:
            self._processes[name].send_signal(signal.SIGCONT)
            self._processes[name].terminate()
        late = []
        for name in names:
            process = self._processes.pop(name)
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                late.append(name)
        assert late == [], "did not stop when they were told to"

    def kill(self, name: str) -> None:
        """Ends one process as a power cut would."""
        process = self._processes.pop(name)
        process.kill()
        process.wait()

    def pause(self, name: str) -> None:
        """Lets one process stand still."""
        self._processes[name].send_signal(signal.SIGSTOP)

    def resume(self, name: str) -> None:
        """Lets it go on."""
        self._processes[name].send_signal(signal.SIGCONT)

    def log(self, name: str) -> str:
        """What the processes of a name have logged."""
        return (self._folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")

    def _run(self, name: str) -> None:
        environment = {"PATH": os.environ["PATH"], **self.environment()}
        with (self._folder / f"{name}.log").open("wb") as log:
            self._processes[name] = subprocess.Popen(
                [sys.executable, "-m", *PROCESSES[name]], cwd=self._folder, env=environment, stdout=log, stderr=log
            )

    def _wait_for(self, name: str) -> None:
        # On a busy machine four programs that start together need longer than anything that happens later.
        until = time.monotonic() + START_SECONDS
        while not self._is_ready(name):
            assert time.monotonic() < until, f"{name} did not start: {self.log(name)}"
            time.sleep(0.1)

    def _is_ready(self, name: str) -> bool:
        assert self._processes[name].poll() is None, self.log(name)
        if name == "web":
            return self.is_web_ready()
        return ("beat_started" if name == "beat" else "worker_started") in self.log(name)

    def is_web_ready(self) -> bool:
        """Whether `/readyz` says so."""
        try:
            return httpx.get(f"http://127.0.0.1:{self.port}/readyz").status_code == 200
        except httpx.HTTPError:
            return False

    # --- GitHub -------------------------------------------------------------------------------------------------------

    def let_runs_wait(self) -> None:
        """GitHub's runners are slow from now on: nothing here depends on how busy this machine is."""
        self.world.delays = Delays(start=60.0, step=0.1)

    def let_runs_start(self) -> None:
        """GitHub's runners are quick from now on."""
        self.world.delays = Delays(start=0.2, step=0.1)

    # --- rows ---------------------------------------------------------------------------------------------------------

    def is_looking_at(self, subject: str) -> bool:
        """Whether some worker has taken the look at a pull request (its number) or a commit (its SHA)."""
        with self.database.transaction() as session:
            return session.scalar(select(Nudge.leased_until).where(Nudge.subject == subject)) is not None

    def waiting(self, event: str) -> int:
        """How many deliveries of an event wait for a worker."""
        with self.database.transaction() as session:
            return len(
                session.scalars(select(Delivery.id).where(Delivery.event == event, Delivery.state == "stored")).all()
            )

    def let_leases_run_out(self) -> None:
        """What the passing of the leases' time does."""
        over = now() - timedelta(seconds=1)
        with self.database.transaction() as session:
            session.execute(update(Delivery).where(Delivery.state == "working").values(leased_until=over))
            session.execute(update(Nudge).where(Nudge.leased_until.is_not(None)).values(leased_until=over, due_at=over))
            session.execute(update(Lease).values(until=over))
