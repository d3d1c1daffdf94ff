"""Check runs and check suites, as GitHub writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.simulated_github.shapes.apps import app
from gate.simulated_github.shapes.commits import simple_commit
from gate.simulated_github.shapes.pulls import pull_minimal
from gate.simulated_github.shapes.repositories import minimal_repository, repository_url

if TYPE_CHECKING:
    from gate.simulated_github.checks import CheckRun, CheckSuite
    from gate.simulated_github.repositories import Repository
    from gate.simulated_github.world import World


def pulls_of(world: World, repository: Repository, sha: str) -> list[dict[str, Any]]:
    """Open pull requests of a commit; those from forks are left out, as GitHub does."""
    return [pull_minimal(world, pull) for pull in world.pulls.with_head(repository, sha) if not pull.is_from_fork]


def check_run(world: World, run: CheckRun) -> dict[str, Any]:
    """A check run."""
    url = f"{repository_url(world, run.repository)}/check-runs/{run.id}"
    return {
        "id": run.id,
        "name": run.name,
        "node_id": f"CR_{run.id}",
        "head_sha": run.head_sha,
        "external_id": run.external_id,
        "url": url,
        "html_url": world.web(f"/{run.repository.full_name}/runs/{run.id}"),
        "details_url": run.details_url or world.web(f"/{run.repository.full_name}/runs/{run.id}"),
        "status": run.status,
        "conclusion": run.conclusion,
        "started_at": world.stamp(run.started_at),
        "completed_at": world.stamp(run.completed_at),
        "output": {
            "title": run.title,
            "summary": run.summary,
            "text": run.text,
            "annotations_count": len(run.annotations),
            "annotations_url": f"{url}/annotations",
        },
        "check_suite": {"id": run.suite.id},
        "app": app(world, run.suite.app),
        "pull_requests": pulls_of(world, run.repository, run.head_sha),
    }


def check_suite(world: World, suite: CheckSuite) -> dict[str, Any]:
    """A check suite."""
    url = f"{repository_url(world, suite.repository)}/check-suites/{suite.id}"
    return {
        "id": suite.id,
        "node_id": f"CS_{suite.id}",
        "head_branch": suite.head_branch,
        "head_sha": suite.head_sha,
        "status": suite.status,
        "conclusion": suite.conclusion,
        "url": url,
        "before": suite.before,
        "after": suite.head_sha,
        "pull_requests": pulls_of(world, suite.repository, suite.head_sha),
        "app": app(world, suite.app),
        "created_at": world.stamp(suite.created_at),
        "updated_at": world.stamp(suite.updated_at),
        "rerequestable": True,
        "runs_rerequestable": True,
        "latest_check_runs_count": sum(1 for run in world.checks.runs if run.suite is suite),
        "check_runs_url": f"{url}/check-runs",
        "head_commit": simple_commit(world, suite.repository, suite.head_sha),
        "repository": minimal_repository(world, suite.repository),
    }


def annotation(world: World, run: CheckRun, values: dict[str, Any]) -> dict[str, Any]:
    """An annotation."""
    names = (
        "path",
        "start_line",
        "end_line",
        "start_column",
        "end_column",
        "annotation_level",
        "title",
        "message",
        "raw_details",
    )
    href = world.web(f"/{run.repository.full_name}/blob/{run.head_sha}/{values['path']}")
    return {name: values.get(name) for name in names} | {"blob_href": href}
