"""Calls about a repository: itself, branches, commits, comparisons, and who may do what in it."""

from __future__ import annotations

from typing import Any

from gate.simulated_github.git_diff import changes, whole_diff
from gate.simulated_github.refusals import Refusal, not_found
from gate.simulated_github.repositories import Repository
from gate.simulated_github.routing import Answer, Call, page, route
from gate.simulated_github.shapes import commits as shapes
from gate.simulated_github.shapes.pulls import pull_simple
from gate.simulated_github.shapes.repositories import full_repository, repository_url
from gate.simulated_github.shapes.users import collaborator

MOST_COMPARED_FILES = 300
MOST_COMPARED_COMMITS = 250


@route("GET", "/repos/{owner}/{repo}", needs="metadata:read")
def get_repository(call: Call) -> Answer:
    """The repository."""
    return Answer(200, full_repository(call.world, call.repository))


@route("GET", "/repos/{owner}/{repo}/collaborators/{username}/permission", needs="metadata:read")
def get_permission(call: Call) -> Answer:
    """What an account may do here."""
    account = call.world.accounts.find(call.names["username"])
    if account is None:
        raise not_found()
    level = call.repository.permission(account)
    return Answer(200, {"permission": level, "role_name": level, "user": collaborator(call.world, account, level)})


@route("GET", "/repos/{owner}/{repo}/branches", needs="contents:read")
def list_branches(call: Call) -> Answer:
    """All branches with their heads."""
    here = call.repository
    url = repository_url(call.world, here)
    return page(
        call,
        [
            {"name": name, "commit": {"sha": sha, "url": f"{url}/commits/{sha}"}, "protected": False}
            for name, sha in here.git.branches().items()
        ],
    )


@route("GET", "/repos/{owner}/{repo}/branches/{branch*}", needs="contents:read")
def get_branch(call: Call) -> Answer:
    """One branch with its head."""
    here = call.repository
    name = call.names["branch"]
    sha = here.git.branch(name)
    if sha is None:
        raise Refusal(404, "Branch not found")
    url = f"{repository_url(call.world, here)}/branches/{name}"
    body = {
        "name": name,
        "commit": shapes.commit(call.world, here, sha),
        "_links": {"self": url, "html": call.world.web(f"/{here.full_name}/tree/{name}")},
        "protected": False,
        "protection": {
            "enabled": False,
            "required_status_checks": {"enforcement_level": "off", "contexts": [], "checks": []},
        },
        "protection_url": f"{url}/protection",
    }
    return Answer(200, body)


@route("GET", "/repos/{owner}/{repo}/rules/branches/{branch*}", needs="metadata:read")
def list_branch_rules(call: Call) -> Answer:
    """The rules of a branch: the required checks of the default branch, each pinned to the App."""
    here = call.repository
    if call.names["branch"] != here.default_branch or not here.required_checks:
        return page(call, [])
    checks = [{"context": name, "integration_id": call.world.apps.app.id} for name in here.required_checks]
    rule = {
        "type": "required_status_checks",
        "parameters": {"required_status_checks": checks, "strict_required_status_checks_policy": False},
        "ruleset_source_type": "Repository",
        "ruleset_source": here.full_name,
        "ruleset_id": here.id,
    }
    return page(call, [rule])


@route("GET", "/repos/{owner}/{repo}/git/ref/{reference*}", needs="contents:read")
def get_reference(call: Call) -> Answer:
    """A branch or tag by its full name."""
    here = call.repository
    name = f"refs/{call.names['reference']}"
    sha = here.git.resolve(name)
    if sha is None:
        raise not_found()
    url = repository_url(call.world, here)
    target = {"type": "commit", "sha": sha, "url": f"{url}/git/commits/{sha}"}
    return Answer(200, {"ref": name, "node_id": f"REF_{sha}", "url": f"{url}/git/{name}", "object": target})


@route("GET", "/repos/{owner}/{repo}/commits", needs="contents:read")
def list_commits(call: Call) -> Answer:
    """The history of a branch, newest first."""
    here = call.repository
    head = call.commit(call.query.get("sha") or here.default_branch)
    return page(call, [shapes.commit(call.world, here, sha) for sha in reversed(here.git.commits_between(None, head))])


@route("GET", "/repos/{owner}/{repo}/commits/{ref*}/pulls", needs="pull_requests:read")
def list_commit_pulls(call: Call) -> Answer:
    """The pull requests that a commit belongs to; those from forks are often not told."""
    here = call.repository
    sha = call.commit(call.names["ref"])
    found = [
        pull
        for pull in call.world.pulls.of_repository(here)
        if sha in (*pull.commits(), pull.head_sha, pull.merge_sha) and (here.shows_fork_pulls or not pull.is_from_fork)
    ]
    return page(call, [pull_simple(call.world, pull) for pull in found])


@route("GET", "/repos/{owner}/{repo}/commits/{ref*}", needs="contents:read")
def get_commit(call: Call) -> Answer:
    """One commit with its files; a reference may hold slashes."""
    here = call.repository
    sha = call.commit(call.names["ref"])
    if call.headers.get("accept", "").startswith("application/vnd.github.sha"):
        return Answer(200, sha.encode(), media_type="application/vnd.github.sha; charset=utf-8")
    found = here.git.commit(sha)
    changed = changes(here.git, found.parents[0] if found.parents else None, sha)
    if call.headers.get("accept", "").startswith(("application/vnd.github.diff", "application/vnd.github.v3.diff")):
        return Answer(
            200, whole_diff(here.git, found.parents[0], sha), media_type="application/vnd.github.diff; charset=utf-8"
        )
    answer = page(
        call, [shapes.changed_file(call.world, here, change, sha) for change in changed[:3000]], default=300, most=300
    )
    additions, deletions = sum(change.additions for change in changed), sum(change.deletions for change in changed)
    stats = {"total": additions + deletions, "additions": additions, "deletions": deletions}
    answer.body = shapes.commit(call.world, here, sha) | {"stats": stats, "files": answer.body}
    return answer


@route("GET", "/repos/{owner}/{repo}/compare/{basehead*}", needs="contents:read")
def compare(call: Call) -> Answer:
    """Three-dot comparison: what `head` has since it parted from `base`. At most 300 files, all on the first page."""
    here = call.repository
    base_name, dots, head_name = call.names["basehead"].partition("...")
    if not dots:
        raise not_found()
    base, head = _side(call, here, base_name), _side(call, here, head_name)
    merge_base = here.git.merge_base(base, head)
    if merge_base is None:
        raise Refusal(404, f"No common ancestor between {base_name} and {head_name}.")
    if call.headers.get("accept", "").startswith(("application/vnd.github.diff", "application/vnd.github.v3.diff")):
        return Answer(
            200, whole_diff(here.git, merge_base, head), media_type="application/vnd.github.diff; charset=utf-8"
        )
    ahead, behind = here.git.commits_between(base, head), here.git.commits_between(head, base)
    url = f"{repository_url(call.world, here)}/compare/{base_name}...{head_name}"
    web = call.world.web(f"/{here.full_name}/compare/{base_name}...{head_name}")
    is_paged = "page" in call.query or "per_page" in call.query
    answer = page(call, ahead, default=MOST_COMPARED_COMMITS, most=100 if is_paged else MOST_COMPARED_COMMITS)
    shown = answer.body if is_paged else ahead[-MOST_COMPARED_COMMITS:]
    files = changes(here.git, merge_base, head)[:MOST_COMPARED_FILES] if call.query.get("page", "1") == "1" else ()
    body: dict[str, Any] = {
        "url": url,
        "html_url": web,
        "permalink_url": web,
        "diff_url": f"{web}.diff",
        "patch_url": f"{web}.patch",
        "base_commit": shapes.commit(call.world, here, base),
        "merge_base_commit": shapes.commit(call.world, here, merge_base),
        "status": ("diverged" if behind else "ahead") if ahead else ("behind" if behind else "identical"),
        "ahead_by": len(ahead),
        "behind_by": len(behind),
        "total_commits": len(ahead),
        "commits": [shapes.commit(call.world, here, sha) for sha in shown],
        "files": [shapes.changed_file(call.world, here, change, head) for change in files],
    }
    return Answer(200, body, answer.headers if is_paged else {})


def _side(call: Call, here: Repository, name: str) -> str:
    """A side of a comparison: a commit-ish, or `OWNER:BRANCH` of a fork."""
    owner, colon, branch = name.partition(":")
    sha: str | None
    if colon:
        there = call.world.repositories.find(owner, here.name)
        sha = there.git.resolve(branch) if there else None
        if there is not None and sha is not None and there is not here:
            here.git.fetch(there.git, sha)
    else:
        sha = here.git.resolve(name)
    if sha is None:
        raise not_found()
    return sha


@route("GET", "/repos/{owner}/{repo}/dependency-graph/compare/{basehead*}", needs="contents:read")
def compare_dependencies(call: Call) -> Answer:
    """The dependency review: what the repository was told to answer, once both ends are known."""
    here = call.repository
    base, dots, head = call.names["basehead"].partition("...")
    if not dots or here.git.resolve(base) is None or here.git.resolve(head) is None:
        raise not_found()
    if here.dependency_review is None:
        raise Refusal(403, "Dependency review is not supported on this repository.")
    return Answer(200, here.dependency_review)
