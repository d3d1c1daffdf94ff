"""Workflow runs, jobs and workflows, as GitHub writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.simulated_github.shapes.checks import pulls_of
from gate.simulated_github.shapes.commits import simple_commit
from gate.simulated_github.shapes.repositories import minimal_repository, repository_url
from gate.simulated_github.shapes.users import user

if TYPE_CHECKING:
    from gate.simulated_github.runs import Job, Workflow, WorkflowRun
    from gate.simulated_github.world import World


def workflow_run(world: World, run: WorkflowRun) -> dict[str, Any]:
    """A workflow run."""
    url = f"{repository_url(world, run.repository)}/actions/runs/{run.id}"
    return {
        "id": run.id,
        "name": run.workflow.name,
        "node_id": f"WFR_{run.id}",
        "head_branch": run.head_branch,
        "head_sha": run.head_sha,
        "path": run.workflow.path,
        "display_title": run.pull.title
        if run.pull
        else simple_commit(world, run.repository, run.head_sha)["message"].split("\n")[0],
        "run_number": run.number,
        "run_attempt": run.attempt,
        "event": run.event,
        "status": run.status,
        "conclusion": run.conclusion,
        "workflow_id": run.workflow.id,
        "check_suite_id": run.suite.id,
        "check_suite_node_id": f"CS_{run.suite.id}",
        "url": url,
        "html_url": world.web(f"/{run.repository.full_name}/actions/runs/{run.id}"),
        "pull_requests": pulls_of(world, run.repository, run.head_sha),
        "created_at": world.stamp(run.created_at),
        "updated_at": world.stamp(run.updated_at),
        "run_started_at": world.stamp(run.started_at),
        "actor": user(world, run.actor),
        "triggering_actor": user(world, run.triggering_actor),
        "referenced_workflows": [],
        "jobs_url": f"{url}/jobs",
        "logs_url": f"{url}/logs",
        "check_suite_url": f"{repository_url(world, run.repository)}/check-suites/{run.suite.id}",
        "artifacts_url": f"{url}/artifacts",
        "cancel_url": f"{url}/cancel",
        "rerun_url": f"{url}/rerun",
        "previous_attempt_url": f"{url}/attempts/{run.attempt - 1}" if run.attempt > 1 else None,
        "workflow_url": f"{repository_url(world, run.repository)}/actions/workflows/{run.workflow.id}",
        "head_commit": simple_commit(world, run.repository, run.head_sha),
        "repository": minimal_repository(world, run.repository),
        "head_repository": minimal_repository(world, run.head_repository),
    }


def job(world: World, run: WorkflowRun, job_: Job) -> dict[str, Any]:
    """A job with its steps."""
    url = repository_url(world, run.repository)
    has_runner = job_.started_at is not None
    return {
        "id": job_.id,
        "run_id": run.id,
        "run_attempt": job_.attempt,
        "workflow_name": run.workflow.name,
        "head_branch": run.head_branch,
        "run_url": f"{url}/actions/runs/{run.id}",
        "node_id": f"CR_{job_.id}",
        "head_sha": run.head_sha,
        "url": f"{url}/actions/jobs/{job_.id}",
        "html_url": job_.check_run.details_url,
        "status": job_.status,
        "conclusion": job_.conclusion,
        "created_at": world.stamp(job_.created_at),
        "started_at": world.stamp(job_.started_at or job_.created_at),
        "completed_at": world.stamp(job_.completed_at),
        "name": job_.plan.name,
        "steps": [
            {
                "name": step.plan.name,
                "status": step.status,
                "conclusion": step.conclusion,
                "number": step.number,
                "started_at": world.stamp(step.started_at),
                "completed_at": world.stamp(step.completed_at),
            }
            for step in job_.steps
            if step.started_at is not None or step.completed_at is not None
        ],
        "check_run_url": f"{url}/check-runs/{job_.id}",
        "labels": list(job_.plan.labels),
        "runner_id": 1 if has_runner else None,
        "runner_name": "simulated" if has_runner else None,
        "runner_group_id": 1 if has_runner else None,
        "runner_group_name": "GitHub Actions" if has_runner else None,
    }


def workflow(world: World, workflow_: Workflow) -> dict[str, Any]:
    """A workflow."""
    web = world.web(f"/{workflow_.repository.full_name}")
    return {
        "id": workflow_.id,
        "node_id": f"W_{workflow_.id}",
        "name": workflow_.name,
        "path": workflow_.path,
        "state": workflow_.state,
        "created_at": world.stamp(workflow_.created_at),
        "updated_at": world.stamp(workflow_.created_at),
        "url": f"{repository_url(world, workflow_.repository)}/actions/workflows/{workflow_.id}",
        "html_url": f"{web}/blob/{workflow_.repository.default_branch}/{workflow_.path}",
        "badge_url": f"{web}/workflows/{workflow_.name}/badge.svg",
    }
