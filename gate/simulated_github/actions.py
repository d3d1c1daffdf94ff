"""GitHub Actions: which events start which runs, and what people and Apps do with runs."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from gate.simulated_github import payloads
from gate.simulated_github.accounts import Account
from gate.simulated_github.git_diff import changes
from gate.simulated_github.holds import NEEDS_A_SESSION, hold_of, refuse_approval
from gate.simulated_github.pulls import PullRequest
from gate.simulated_github.refusals import Refusal
from gate.simulated_github.repositories import NO_COMMIT, Repository
from gate.simulated_github.runner import Runner
from gate.simulated_github.runs import HoldKind, Workflow, WorkflowRun
from gate.simulated_github.workflows import WorkflowFile, is_started, read_workflows

if TYPE_CHECKING:
    from gate.simulated_github.world import World

RERUN_WINDOW = timedelta(days=30)
MOST_RERUNS = 50
DEEPEST_CHAIN = 3

STILL_RUNNING = "This workflow is already running"
TOO_OLD = "Unable to retry this workflow run because it was created over a month ago"
DISABLED = "Unable to retry this workflow run because the workflow is disabled"


class Actions:
    """All workflow runs. Every method holds the world's lock."""

    def __init__(self, world: World) -> None:
        """Starts without any."""
        self._world = world
        self.workflows: list[Workflow] = []
        self.runs: list[WorkflowRun] = []
        self.runner = Runner(world)

    # what starts runs

    def pushed(self, repository: Repository, reference: str, before: str, after: str, by: Account) -> None:
        """A push of a branch or tag."""
        base = None if before == NO_COMMIT else before
        if base is None and reference.startswith("refs/heads/"):
            default = repository.git.branch(repository.default_branch)
            base = repository.git.merge_base(default, after) if default else None
        paths = [change.path for change in changes(repository.git, base, after)]
        branch = reference.removeprefix("refs/heads/").removeprefix("refs/tags/")
        for file in read_workflows(repository.git, after):
            if file.fault is not None:
                self._make_broken(repository, file, by, after, branch, reference)
            elif is_started(file, "push", None, reference, None, paths):
                self._make(repository, file, "push", None, by, after, branch, after, reference, None)

    def pull_changed(self, pull: PullRequest, action: str, by: Account) -> None:
        """Something happened to a pull request: `pull_request` from the test merge, `pull_request_target` from the default branch."""
        here = pull.repository
        paths = [change.path for change in pull.files()]
        # A pull request with conflicts has no test merge, and so no runs of its own.
        if pull.merge_sha is not None:
            reference = f"refs/pull/{pull.number}/merge"
            for file in read_workflows(here.git, pull.merge_sha):
                if is_started(file, "pull_request", action, reference, pull.base_branch, paths):
                    self._make(
                        here,
                        file,
                        "pull_request",
                        action,
                        by,
                        pull.head_sha,
                        pull.head_branch,
                        pull.merge_sha,
                        reference,
                        pull,
                    )
        self._from_default_branch(here, "pull_request_target", action, by, pull, paths)

    def reviewed(self, pull: PullRequest, action: str, by: Account) -> None:
        """A review was submitted or dismissed."""
        if pull.merge_sha is None:
            return
        reference = f"refs/pull/{pull.number}/merge"
        for file in read_workflows(pull.repository.git, pull.merge_sha):
            if is_started(file, "pull_request_review", action, reference, None, []):
                self._make(
                    pull.repository,
                    file,
                    "pull_request_review",
                    action,
                    by,
                    pull.head_sha,
                    pull.head_branch,
                    pull.merge_sha,
                    reference,
                    pull,
                )

    def followed(self, run: WorkflowRun, action: str) -> None:
        """A run was requested or completed: `workflow_run` workflows of the default branch follow, three deep at most.

        They carry the default branch's commit as their head, and its privileges, whatever the first run was about.
        """
        here = run.repository
        sha = here.git.branch(here.default_branch)
        if sha is None or run.depth >= DEEPEST_CHAIN:
            return
        reference = f"refs/heads/{here.default_branch}"
        for file in read_workflows(here.git, sha):
            names = file.triggers.get("workflow_run", {}).get("workflows", [])
            is_followed = run.workflow.name in ([names] if isinstance(names, str) else names)
            if is_followed and is_started(file, "workflow_run", action, reference, None, []):
                self._make(
                    here,
                    file,
                    "workflow_run",
                    action,
                    run.triggering_actor,
                    sha,
                    here.default_branch,
                    sha,
                    reference,
                    None,
                    run.depth + 1,
                )

    def trigger(
        self,
        repository: Repository | str,
        event: str,
        *,
        by: Account | str,
        action: str | None = None,
        branch: str | None = None,
    ) -> list[WorkflowRun]:
        """Any other event (`workflow_dispatch`, `schedule`, `issue_comment`, `release` ...), on a branch or the default branch."""
        world = self._world
        with world.lock:
            here = world.repositories.get(repository)
            name = branch or here.default_branch
            sha = here.git.branch(name)
            if sha is None:
                raise KeyError(name)
            reference = f"refs/heads/{name}"
            started = [
                file for file in read_workflows(here.git, sha) if is_started(file, event, action, reference, None, [])
            ]
            account = world.accounts.get(by)
            made = [self._make(here, file, event, action, account, sha, name, sha, reference, None) for file in started]
            return [run for run in made if run is not None]

    def _from_default_branch(
        self, repository: Repository, event: str, action: str, by: Account, pull: PullRequest, paths: list[str]
    ) -> None:
        sha = repository.git.branch(repository.default_branch)
        if sha is None:
            return
        reference = f"refs/heads/{repository.default_branch}"
        for file in read_workflows(repository.git, sha):
            if is_started(file, event, action, reference, pull.base_branch, paths):
                self._make(repository, file, event, action, by, pull.head_sha, pull.head_branch, sha, reference, pull)

    def workflow(self, repository: Repository, path: str, name: str) -> Workflow:
        """The workflow of a path; it is made when first seen."""
        found = next((one for one in self.workflows if one.repository is repository and one.path == path), None)
        if found is None:
            found = Workflow(self._world.next_id(), repository, path, name, self._world.now())
            self.workflows.append(found)
        found.name = name
        return found

    def _make(
        self,
        repository: Repository,
        file: WorkflowFile,
        event: str,
        action: str | None,
        by: Account,
        head_sha: str,
        head_branch: str | None,
        sha: str,
        reference: str,
        pull: PullRequest | None,
        depth: int = 0,
    ) -> WorkflowRun | None:
        world = self._world
        workflow = self.workflow(repository, file.path, file.name)
        is_by_token = by is world.accounts.actions
        # What a workflow's own token does starts nothing, but for dispatches and pull requests that are then held.
        if is_by_token and event not in ("pull_request", "workflow_dispatch", "repository_dispatch", "workflow_run"):
            return None
        if workflow.state != "active" or not repository.runs_workflows:
            return None
        now = world.now()
        is_untrusted = pull is not None and pull.is_from_fork and event != "pull_request_target"
        run = WorkflowRun(
            id=world.next_id(),
            number=1 + sum(1 for other in self.runs if other.workflow is workflow),
            repository=repository,
            workflow=workflow,
            file=file,
            event=event,
            action=action,
            actor=by,
            triggering_actor=by,
            head_repository=pull.head_repository if pull else repository,
            head_sha=head_sha,
            head_branch=head_branch,
            sha=sha,
            reference=reference,
            pull=pull,
            suite=world.checks.make_suite(repository, head_sha, world.apps.actions_app, head_branch, None),
            created_at=now,
            updated_at=now,
            started_at=now,
            has_secrets=not is_untrusted,
            can_write=not is_untrusted,
            depth=depth,
        )
        self.runs.append(run)
        self._begin(run)
        return run

    def _make_broken(
        self, repository: Repository, file: WorkflowFile, by: Account, sha: str, branch: str, reference: str
    ) -> None:
        """A file that cannot be read leaves a run that failed before it started."""
        run = self._make(repository, file, "push", None, by, sha, branch, sha, reference, None)
        if run is not None:
            run.annotation = file.fault
            self.runner.end(run, "startup_failure")

    def _begin(self, run: WorkflowRun) -> None:
        """Starts an attempt, or holds it. The `requested` event tells of both."""
        run.hold = hold_of(self._world, run)
        run.is_cancelled = run.is_forced = False
        if run.hold is not None:
            run.status, run.conclusion = "completed", "action_required"
            run.suite.status, run.suite.conclusion = "completed", "action_required"
            self.tell(run, "requested", run.triggering_actor)
            return
        self.runner.queue(run)

    # what is done with runs

    def find(self, repository: Repository, number: int) -> WorkflowRun | None:
        """The run of an id, or None."""
        return next((run for run in self.runs if run.id == number and run.repository is repository), None)

    def of_commit(self, repository: Repository | str, sha: str) -> list[WorkflowRun]:
        """The runs that show a commit as their head, oldest first."""
        with self._world.lock:
            here = self._world.repositories.get(repository)
            return [run for run in self.runs if run.repository is here and run.head_sha == sha]

    def cancel(self, run: WorkflowRun, *, by: Account | str, is_forced: bool = False) -> None:
        """Cancels a run, after a short while; raises `Refusal` 409 when it is over. A held run can be cancelled."""
        with self._world.lock:
            if run.status == "completed" and not run.awaits_approval:
                raise Refusal(409, "Cannot cancel a workflow run that is completed.")
            self._world.scheduler.call_later(self._world.delays.cancel, self.runner.cancel, run, run.attempt, is_forced)

    def rerun(self, run: WorkflowRun, *, by: Account | str, only_failed: bool = False) -> None:
        """Runs it again: the same commit, with the privileges of the one it was made for.

        It releases a hold that looks at the one who starts it. Raises `Refusal` 403: still running, over 30 days old, disabled.
        """
        world = self._world
        with world.lock:
            if run.status != "completed":
                raise Refusal(403, STILL_RUNNING)
            if run.created_at < world.now() - RERUN_WINDOW:
                raise Refusal(403, TOO_OLD)
            if run.workflow.state != "active":
                raise Refusal(403, DISABLED)
            if run.hold is HoldKind.SUSPICIOUS and run.awaits_approval:
                raise Refusal(403, NEEDS_A_SESSION)
            if run.conclusion == "startup_failure":
                raise Refusal(403, "This workflow run cannot be retried")
            if only_failed and all(job.conclusion == "success" for job in run.jobs):
                raise Refusal(403, "This workflow run has no failed jobs")
            kept = [job for job in run.jobs if only_failed and job.conclusion == "success"]
            run.earlier_jobs += [job for job in run.jobs if job not in kept]
            run.jobs = kept
            run.attempt += 1
            run.triggering_actor = world.accounts.get(by)
            run.started_at = world.now()
            if run.attempt - 1 > MOST_RERUNS:
                run.annotation = f"A workflow run can be re-run at most {MOST_RERUNS} times."
                self.runner.end(run, "failure")
                return
            self._begin(run)

    def approve(self, run: WorkflowRun, *, by: Account | str) -> None:
        """The approve call; raises `Refusal` 403 for every hold that it does not take."""
        with self._world.lock:
            refuse_approval(run)
            self._release(run)

    def approve_on_page(self, run: WorkflowRun, *, by: Account | str) -> None:
        """A person with write access approves on the run's page: it takes every kind of hold."""
        with self._world.lock:
            account = self._world.accounts.get(by)
            if account.type != "User" or not run.repository.may_write(account):
                raise Refusal(403, "Must have write access to the repository.")
            if not run.awaits_approval:
                raise Refusal(422, "This workflow run is not awaiting approval")
            self._release(run)

    def _release(self, run: WorkflowRun) -> None:
        run.hold = None
        run.conclusion = None
        self.runner.queue(run)

    def disable(self, workflow: Workflow, is_disabled: bool = True) -> None:
        """Disables a workflow for the whole repository, or enables it."""
        with self._world.lock:
            workflow.state = "disabled_manually" if is_disabled else "active"

    def answer_environment(self, run: WorkflowRun, environment: str, is_approved: bool) -> None:
        """The App's answer to a job that waits for an environment; raises `Refusal` 422 when none does."""
        with self._world.lock:
            waiting = [job for job in run.jobs if job.status == "waiting" and job.plan.environment == environment]
            if not waiting:
                raise Refusal(
                    422, f"No pending deployment requests to approve or reject for the environment {environment}"
                )
            for job in waiting:
                self.runner.admit(run, job, is_approved)

    def tell(self, run: WorkflowRun, action: str, by: Account) -> None:
        """Sends a `workflow_run` event."""
        run.updated_at = self._world.now()
        self._world.hooks.send(run.repository, "workflow_run", action, payloads.workflow_run(self._world, run, by))
        if action in ("requested", "completed"):
            self.followed(run, action)
