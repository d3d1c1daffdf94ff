"""Workflow runs, their jobs and steps, and what they did: the record that stands in for running anything."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from gate.simulated_github.accounts import Account
from gate.simulated_github.checks import CheckRun, CheckSuite
from gate.simulated_github.pulls import PullRequest
from gate.simulated_github.repositories import Repository
from gate.simulated_github.workflows import JobPlan, StepPlan, WorkflowFile


class HoldKind(StrEnum):
    """By what GitHub itself keeps a run from starting."""

    FORK = "fork approval"
    GITHUB_AGENT = "agent run by GitHub"
    ACTIONS_BOT = "workflow token"
    SUSPICIOUS = "potentially malicious"


@dataclass(eq=False, slots=True)
class Workflow:
    """A workflow of a repository: the file's path with a stable id."""

    id: int
    repository: Repository
    path: str
    name: str
    created_at: datetime
    state: str = "active"


@dataclass(eq=False, slots=True)
class Step:
    """A step of a job in one attempt."""

    plan: StepPlan
    number: int
    status: str = "queued"
    conclusion: str | None = None
    started_at: datetime | None = None
    completed_at: datetime | None = None


@dataclass(eq=False, slots=True)
class Job:
    """A job of a run in one attempt; its check run shows it on the commit."""

    plan: JobPlan
    check_run: CheckRun
    attempt: int
    steps: list[Step]
    created_at: datetime
    status: str = "queued"
    conclusion: str | None = None
    started_at: datetime | None = None
    completed_at: datetime | None = None
    is_admitted: bool = False

    @property
    def id(self) -> int:
        """The same as its check run's."""
        return self.check_run.id


@dataclass(frozen=True, slots=True)
class LogLine:
    """A step that began. `privileges` is whose: the actor that the run was first made for, whoever re-ran it."""

    at: datetime
    attempt: int
    job: str
    step: str
    command: str
    sha: str
    privileges: Account
    has_secrets: bool
    can_write: bool


@dataclass(eq=False, slots=True)
class WorkflowRun:
    """A run of a workflow. `actor` made it, `triggering_actor` started its present attempt.

    `depth` counts the runs that it followed. `head_sha` is what GitHub shows; `sha` and `reference` are what
    the run works on (a test merge for pull requests).
    """

    id: int
    number: int
    repository: Repository
    workflow: Workflow
    file: WorkflowFile
    event: str
    action: str | None
    actor: Account
    triggering_actor: Account
    head_repository: Repository
    head_sha: str
    head_branch: str | None
    sha: str
    reference: str
    pull: PullRequest | None
    suite: CheckSuite
    created_at: datetime
    updated_at: datetime
    started_at: datetime
    has_secrets: bool
    can_write: bool
    depth: int = 0
    hold: HoldKind | None = None
    attempt: int = 1
    status: str = "queued"
    conclusion: str | None = None
    jobs: list[Job] = field(default_factory=list)
    earlier_jobs: list[Job] = field(default_factory=list)
    is_cancelled: bool = False
    is_forced: bool = False
    annotation: str | None = None
    log: list[LogLine] = field(default_factory=list)

    @property
    def awaits_approval(self) -> bool:
        """Whether GitHub keeps it from starting."""
        return self.hold is not None and self.conclusion == "action_required"

    @property
    def steps_begun(self) -> list[str]:
        """The commands of all steps that began, over all attempts."""
        return [line.command for line in self.log]
