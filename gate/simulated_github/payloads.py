"""The bodies of webhook deliveries, without action and installation, which every delivery gets on its way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.simulated_github.shapes import apps as app_shapes
from gate.simulated_github.shapes import checks as check_shapes
from gate.simulated_github.shapes import pulls as pull_shapes
from gate.simulated_github.shapes import runs as run_shapes
from gate.simulated_github.shapes.commits import push_commit
from gate.simulated_github.shapes.pulls import label
from gate.simulated_github.shapes.repositories import repository, repository_url
from gate.simulated_github.shapes.users import user

if TYPE_CHECKING:
    from gate.simulated_github.accounts import Account
    from gate.simulated_github.apps import Installation
    from gate.simulated_github.checks import CheckRun, CheckSuite
    from gate.simulated_github.pulls import PullRequest, Review
    from gate.simulated_github.repositories import Repository
    from gate.simulated_github.runs import WorkflowRun
    from gate.simulated_github.world import World

__all__ = ["label", "user"]

NO_COMMIT = "0" * 40

MOST_COMMITS_IN_A_PUSH = 2048
"""A push names at most this many commits (WH push)."""


def _about(world: World, here: Repository, by: Account) -> dict[str, Any]:
    body: dict[str, Any] = {"repository": repository(world, here), "sender": user(world, by)}
    if here.owner.type == "Organization":
        body["organization"] = organization(world, here.owner)
    return body


def organization(world: World, account: Account) -> dict[str, Any]:
    """The organization that a repository belongs to."""
    url = world.api(f"/orgs/{account.login}")
    return {
        "login": account.login,
        "id": account.id,
        "node_id": f"O_{account.id}",
        "url": url,
        "repos_url": f"{url}/repos",
        "events_url": f"{url}/events",
        "hooks_url": f"{url}/hooks",
        "issues_url": f"{url}/issues",
        "members_url": f"{url}/members{{/member}}",
        "public_members_url": f"{url}/public_members{{/member}}",
        "avatar_url": world.web(f"/avatars/{account.id}"),
        "description": None,
    }


def push(world: World, here: Repository, reference: str, before: str, after: str, by: Account) -> dict[str, Any]:
    """A push of a branch or tag. Its repository has times in seconds, other than everywhere else."""
    git = here.git
    default = git.branch(here.default_branch)
    is_forced = False
    if after == NO_COMMIT:
        shas: list[str] = []
    elif before == NO_COMMIT:
        shas = [] if default in (None, after) else git.commits_between(default, after)
    else:
        is_forced = git.merge_base(before, after) != before
        shas = git.commits_between(before, after)
    body = _about(world, here, by)
    there = body["repository"]
    there["created_at"] = there["pushed_at"] = int(here.created_at.timestamp())
    there["stargazers"], there["master_branch"] = 0, here.default_branch
    there["owner"] = there["owner"] | {"name": here.owner.login, "email": None}
    compare = after[:12] if before == NO_COMMIT else f"{before[:12]}...{after[:12]}"
    return {
        "ref": reference,
        "before": before,
        "after": after,
        "base_ref": None,
        "created": before == NO_COMMIT,
        "deleted": after == NO_COMMIT,
        "forced": is_forced,
        "compare": world.web(f"/{here.full_name}/compare/{compare}"),
        "commits": [push_commit(world, here, sha) for sha in shas[:MOST_COMMITS_IN_A_PUSH]],
        "head_commit": None if after == NO_COMMIT else push_commit(world, here, after),
        "pusher": {"name": by.login, "email": by.email or by.noreply_email},
        **body,
    }


def pull_request(world: World, pull: PullRequest, by: Account) -> dict[str, Any]:
    """Something happened to a pull request."""
    return {
        "number": pull.number,
        "pull_request": pull_shapes.pull_full(world, pull),
        **_about(world, pull.repository, by),
    }


def review(world: World, pull: PullRequest, review_: Review, by: Account) -> dict[str, Any]:
    """Something happened to a review. Here its state is in lower case."""
    told = pull_shapes.review(world, pull, review_)
    return {
        "review": told
        | {"state": review_.state.lower(), "body": review_.body or None, "updated_at": told["submitted_at"]},
        "pull_request": pull_shapes.pull_simple(world, pull),
        **_about(world, pull.repository, by),
    }


def check_run(world: World, run: CheckRun, by: Account) -> dict[str, Any]:
    """Something happened to a check run."""
    body = check_shapes.check_run(world, run)
    suite = check_shapes.check_suite(world, run.suite)
    names = (
        "id",
        "node_id",
        "head_branch",
        "head_sha",
        "status",
        "conclusion",
        "url",
        "before",
        "after",
        "app",
        "created_at",
        "updated_at",
    )
    body["check_suite"] = {name: suite[name] for name in names} | {"pull_requests": body["pull_requests"]}
    body["started_at"] = body["started_at"] or world.stamp(run.created_at)
    return {"check_run": body, **_about(world, run.repository, by)}


def check_suite(world: World, suite: CheckSuite, by: Account) -> dict[str, Any]:
    """Something happened to a check suite."""
    return {"check_suite": check_shapes.check_suite(world, suite), **_about(world, suite.repository, by)}


def workflow_run(world: World, run: WorkflowRun, by: Account) -> dict[str, Any]:
    """Something happened to a workflow run."""
    return {
        "workflow_run": run_shapes.workflow_run(world, run),
        "workflow": run_shapes.workflow(world, run.workflow),
        **_about(world, run.repository, by),
    }


def deployment_protection_rule(world: World, run: WorkflowRun, environment: str) -> dict[str, Any]:
    """A job waits for an environment that the App protects."""
    return {
        "environment": environment,
        "event": run.event,
        "sha": run.sha,
        "ref": run.reference,
        "deployment_callback_url": f"{repository_url(world, run.repository)}/actions/runs/{run.id}/deployment_protection_rule",
        "pull_requests": [pull_shapes.pull_full(world, run.pull)] if run.pull else [],
        **_about(world, run.repository, run.actor),
    }


def installation(world: World, installation_: Installation, action: str) -> dict[str, Any]:
    """The App was installed, removed, suspended or let go on."""
    body: dict[str, Any] = {
        "installation": app_shapes.installation(world, installation_),
        "sender": user(world, installation_.account),
    }
    if action in ("created", "deleted"):
        body["requester"] = None
        body["repositories"] = [_named(there) for there in installation_.repositories]
    return body


def installation_repositories(
    world: World, installation_: Installation, action: str, changed: list[Repository]
) -> dict[str, Any]:
    """The App was given repositories, or lost them."""
    return {
        "installation": app_shapes.installation(world, installation_),
        "repository_selection": "selected",
        "repositories_added": [_named(there) for there in changed] if action == "added" else [],
        "repositories_removed": [_named(there) for there in changed] if action == "removed" else [],
        "requester": None,
        "sender": user(world, installation_.account),
    }


def _named(there: Repository) -> dict[str, Any]:
    return {
        "id": there.id,
        "node_id": f"R_{there.id}",
        "name": there.name,
        "full_name": there.full_name,
        "private": there.private,
    }
