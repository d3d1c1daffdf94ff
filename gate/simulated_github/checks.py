"""Check runs and check suites, and the buttons on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from gate.simulated_github import payloads
from gate.simulated_github.accounts import Account
from gate.simulated_github.apps import App
from gate.simulated_github.refusals import Refusal
from gate.simulated_github.repositories import NO_COMMIT, Repository

if TYPE_CHECKING:
    from gate.simulated_github.world import World


@dataclass(eq=False, slots=True)
class CheckSuite:
    """All check runs of one App on one commit (for Actions: of one workflow run)."""

    id: int
    repository: Repository
    app: App
    head_sha: str
    head_branch: str | None
    before: str | None
    created_at: datetime
    updated_at: datetime
    status: str = "queued"
    conclusion: str | None = None
    is_of_actions: bool = False


@dataclass(eq=False, slots=True)
class CheckRun:
    """One check run. `action_buttons` are shown to people only once it is completed."""

    id: int
    suite: CheckSuite
    name: str
    created_at: datetime
    status: str = "queued"
    conclusion: str | None = None
    details_url: str | None = None
    external_id: str = ""
    started_at: datetime | None = None
    completed_at: datetime | None = None
    title: str | None = None
    summary: str | None = None
    text: str | None = None
    annotations: list[dict[str, Any]] = field(default_factory=list)
    action_buttons: list[dict[str, str]] = field(default_factory=list)

    @property
    def repository(self) -> Repository:
        """Where it is."""
        return self.suite.repository

    @property
    def head_sha(self) -> str:
        """What it is about."""
        return self.suite.head_sha


class Checks:
    """All check runs and what people do with them. Every method holds the world's lock."""

    def __init__(self, world: World) -> None:
        """Starts without any."""
        self._world = world
        self.suites: list[CheckSuite] = []
        self.runs: list[CheckRun] = []

    def of_commit(self, repository: Repository | str, sha: str, name: str | None = None) -> list[CheckRun]:
        """Check runs on a commit, newest first."""
        with self._world.lock:
            here = self._world.repositories.get(repository)
            found = [
                run for run in self.runs if run.repository is here and run.head_sha == sha and name in (None, run.name)
            ]
            return found[::-1]

    def find(self, repository: Repository, number: int) -> CheckRun | None:
        """The check run of an id, or None."""
        return next((run for run in self.runs if run.id == number and run.repository is repository), None)

    def suite_of(self, repository: Repository, sha: str, app: App) -> CheckSuite | None:
        """An App's own suite on a commit, or None."""
        return next(
            (
                suite
                for suite in self.suites
                if suite.repository is repository and suite.head_sha == sha and suite.app is app
            ),
            None,
        )

    def make_suite(
        self, repository: Repository, sha: str, app: App, branch: str | None, before: str | None
    ) -> CheckSuite:
        """A new suite."""
        now = self._world.now()
        suite = CheckSuite(self._world.next_id(), repository, app, sha, branch, before, now, now)
        suite.is_of_actions = app is self._world.apps.actions_app
        self.suites.append(suite)
        return suite

    def request_suite(self, repository: Repository, sha: str, branch: str, before: str, by: Account) -> None:
        """What GitHub does by itself on a push, for an App with Checks write."""
        world = self._world
        installation = world.apps.of_repository(repository)
        if installation is None or installation.permissions.get("checks") != "write":
            return
        if self.suite_of(repository, sha, world.apps.app) is None:
            suite = self.make_suite(repository, sha, world.apps.app, branch, None if before == NO_COMMIT else before)
            world.hooks.send(repository, "check_suite", "requested", payloads.check_suite(world, suite, by))

    def create(self, repository: Repository, app: App, name: str, sha: str, values: dict[str, Any]) -> CheckRun:
        """Makes a check run from validated values."""
        suite = self.suite_of(repository, sha, app)
        if suite is None:
            branch = next(
                (pull.head_branch for pull in self._world.pulls.with_head(repository, sha) if not pull.is_from_fork),
                None,
            )
            suite = self.make_suite(repository, sha, app, branch, None)
        run = CheckRun(self._world.next_id(), suite, name, self._world.now())
        self.runs.append(run)
        self.change(run, values, "created")
        return run

    def change(self, run: CheckRun, values: dict[str, Any], action: str | None = None) -> None:
        """Changes a check run by validated values, and tells of it when it was created or completed."""
        was_completed = run.status == "completed"
        for name in ("name", "details_url", "external_id", "status", "conclusion", "started_at", "completed_at"):
            if name in values:
                setattr(run, name, values[name])
        output = values.get("output") or {}
        for name in ("title", "summary", "text"):
            if name in output:
                setattr(run, name, output[name])
        run.annotations += output.get("annotations", [])
        if "actions" in values:
            run.action_buttons = values["actions"]
        if values.get("conclusion"):
            run.status = "completed"
        elif "status" in values and values["status"] != "completed":
            run.conclusion = None
            run.completed_at = None
        now = self._world.now()
        if run.status == "completed" and run.completed_at is None:
            run.completed_at = now
        if run.status != "queued" and run.started_at is None:
            run.started_at = now
        self._settle_suite(run.suite)
        told = action or ("completed" if run.status == "completed" and not was_completed else None)
        if told is not None:
            self.tell(run, told, self._world.apps.bot)

    def tell(self, run: CheckRun, action: str, by: Account, **more: Any) -> None:
        """Sends a `check_run` event."""
        self._world.hooks.send(run.repository, "check_run", action, payloads.check_run(self._world, run, by) | more)

    def press(self, run: CheckRun, identifier: str, *, by: Account | str) -> None:
        """Presses a button of a completed check run, named by identifier or label; raises `Refusal` when no such button is to be seen."""
        with self._world.lock:
            shown = run.action_buttons if run.status == "completed" else []
            wanted = identifier.casefold()
            found = [
                button for button in shown if wanted in (button["identifier"].casefold(), button["label"].casefold())
            ]
            if not found:
                raise Refusal(422, f"The check run shows no button {identifier}")
            identifier = found[0]["identifier"]
            self.tell(
                run, "requested_action", self._world.accounts.get(by), requested_action={"identifier": identifier}
            )

    def rerequest(self, run: CheckRun, *, by: Account | str) -> None:
        """Asks for a check run again. The suite goes back to queued, the check run itself does not."""
        with self._world.lock:
            run.suite.status, run.suite.conclusion = "queued", None
            self.tell(run, "rerequested", self._world.accounts.get(by))

    def rerequest_suite(self, suite: CheckSuite, *, by: Account | str) -> None:
        """Asks for all check runs of a suite again."""
        with self._world.lock:
            suite.status, suite.conclusion = "queued", None
            body = payloads.check_suite(self._world, suite, self._world.accounts.get(by))
            self._world.hooks.send(suite.repository, "check_suite", "rerequested", body)

    def _settle_suite(self, suite: CheckSuite) -> None:
        """A suite is as far as its slowest run, and as good as its worst."""
        if suite.is_of_actions:
            return
        order = ("failure", "timed_out", "cancelled", "action_required", "success", "neutral", "skipped")
        newest = {run.name: run for run in self.runs if run.suite is suite}
        open_runs = [run for run in newest.values() if run.status != "completed"]
        suite.updated_at = self._world.now()
        if open_runs:
            suite.status = "in_progress" if any(run.status == "in_progress" for run in open_runs) else "queued"
            suite.conclusion = None
        else:
            suite.status = "completed"
            suite.conclusion = min((run.conclusion or "neutral" for run in newest.values()), key=order.index)
