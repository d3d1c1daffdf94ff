"""Workflow runs: seeing them, stopping them, letting them go.

Docs: "REST API endpoints for workflow runs". Cancelling is asynchronous; a re-run keeps the commit and the first actor's privileges.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gate.github_api.client import MOVE_RUNS, SEE_RUNS, GitHubClient
from gate.github_api.nouns import Address, RunRead, StepRead
from gate.github_api.pulls import rest_account


def list_runs(client: GitHubClient, address: Address, head_sha: str) -> list[RunRead]:
    """The newest attempt of every run of a commit (at most 1,000, as GitHub lists)."""
    found: list[RunRead] = []
    for page in range(1, 11):
        answer = client.as_installation(
            address,
            SEE_RUNS,
            f"the runs of {head_sha[:7]}",
            lambda github, page=page: github.rest.actions.list_workflow_runs_for_repo(  # type: ignore[misc]  # bound now
                address.owner, address.name, head_sha=head_sha, per_page=100, page=page
            ),
        )
        runs = answer["workflow_runs"]
        found += [run_from_rest(run) for run in runs]
        if len(runs) < 100:
            break
    return found


def read_run(client: GitHubClient, address: Address, run_id: int) -> RunRead:
    """One run at its newest attempt."""
    return run_from_rest(
        client.as_installation(
            address,
            SEE_RUNS,
            f"run {run_id}",
            lambda github: github.rest.actions.get_workflow_run(address.owner, address.name, run_id),
        )
    )


def begun_steps(client: GitHubClient, address: Address, run_id: int, attempt: int) -> list[StepRead]:
    """The steps of one attempt that had begun, whether they ended or not."""
    answer = client.as_installation(
        address,
        SEE_RUNS,
        f"the jobs of run {run_id}",
        lambda github: github.rest.actions.list_jobs_for_workflow_run_attempt(
            address.owner, address.name, run_id, attempt, per_page=100
        ),
    )
    return [
        StepRead(job["name"], step["name"], step["status"], step.get("conclusion") or "")
        for job in answer["jobs"]
        for step in _without_the_runners_own(job.get("steps") or [])
        if step.get("started_at")
        and step.get("conclusion") != "skipped"
        and step["status"] not in ("queued", "pending")
    ]


def _without_the_runners_own(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    # The runner frames each job with a first and a last step of its own. Name and place both count, so that nobody hides a step
    # of theirs behind such a name.
    if steps and steps[0]["name"] == "Set up job":
        steps = steps[1:]
    if steps and steps[-1]["name"] == "Complete job":
        steps = steps[:-1]
    return steps


def cancel_run(client: GitHubClient, address: Address, run_id: int) -> None:
    """Asks for the end of a run. Raises ConflictError when it is over already."""
    client.as_installation(
        address,
        MOVE_RUNS,
        f"cancelling run {run_id}",
        lambda github: github.rest.actions.cancel_workflow_run(address.owner, address.name, run_id),
    )


def force_cancel_run(client: GitHubClient, address: Address, run_id: int) -> None:
    """Ends a run that a plain cancel does not end (steps with `always()` go on otherwise)."""
    client.as_installation(
        address,
        MOVE_RUNS,
        f"force-cancelling run {run_id}",
        lambda github: github.rest.actions.force_cancel_workflow_run(address.owner, address.name, run_id),
    )


def rerun(client: GitHubClient, address: Address, run_id: int) -> None:
    """Runs all jobs of a run again, at the same commit."""
    client.as_installation(
        address,
        MOVE_RUNS,
        f"re-running run {run_id}",
        lambda github: github.rest.actions.re_run_workflow(address.owner, address.name, run_id),
    )


def approve_run(client: GitHubClient, address: Address, run_id: int) -> None:
    """Approves a run that GitHub keeps because it comes from a fork, or was queued by the Actions bot."""
    client.as_installation(
        address,
        MOVE_RUNS,
        f"approving run {run_id}",
        lambda github: github.rest.actions.approve_workflow_run(address.owner, address.name, run_id),
    )


def run_from_rest(run: Mapping[str, Any]) -> RunRead:
    """A REST or webhook run object as our noun."""
    return RunRead(
        id=run["id"],
        attempt=run.get("run_attempt") or 1,
        head_sha=run["head_sha"],
        head_branch=run.get("head_branch") or "",
        head_repository_id=(run.get("head_repository") or {}).get("id"),
        event=run["event"],
        workflow=(run.get("path") or "").split("@", 1)[0],
        name=run.get("name") or "",
        actor=rest_account(run.get("actor")),
        triggering_actor=rest_account(run.get("triggering_actor") or run.get("actor")),
        status=run.get("status") or "",
        conclusion=run.get("conclusion") or "",
        html_url=run.get("html_url") or "",
    )
