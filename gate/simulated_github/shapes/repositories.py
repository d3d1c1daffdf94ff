"""Repositories and their branches, as GitHub writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.simulated_github.shapes.users import user

if TYPE_CHECKING:
    from gate.simulated_github.repositories import Repository
    from gate.simulated_github.world import World

LINKS = {
    "archive_url": "/{archive_format}{/ref}",
    "assignees_url": "/assignees{/user}",
    "blobs_url": "/git/blobs{/sha}",
    "branches_url": "/branches{/branch}",
    "collaborators_url": "/collaborators{/collaborator}",
    "comments_url": "/comments{/number}",
    "commits_url": "/commits{/sha}",
    "compare_url": "/compare/{base}...{head}",
    "contents_url": "/contents/{+path}",
    "contributors_url": "/contributors",
    "deployments_url": "/deployments",
    "downloads_url": "/downloads",
    "events_url": "/events",
    "forks_url": "/forks",
    "git_commits_url": "/git/commits{/sha}",
    "git_refs_url": "/git/refs{/sha}",
    "git_tags_url": "/git/tags{/sha}",
    "hooks_url": "/hooks",
    "issue_comment_url": "/issues/comments{/number}",
    "issue_events_url": "/issues/events{/number}",
    "issues_url": "/issues{/number}",
    "keys_url": "/keys{/key_id}",
    "labels_url": "/labels{/name}",
    "languages_url": "/languages",
    "merges_url": "/merges",
    "milestones_url": "/milestones{/number}",
    "notifications_url": "/notifications{?since,all,participating}",
    "pulls_url": "/pulls{/number}",
    "releases_url": "/releases{/id}",
    "stargazers_url": "/stargazers",
    "statuses_url": "/statuses/{sha}",
    "subscribers_url": "/subscribers",
    "subscription_url": "/subscription",
    "tags_url": "/tags",
    "teams_url": "/teams",
    "trees_url": "/git/trees{/sha}",
}


def repository_url(world: World, repository: Repository) -> str:
    """The address of a repository in the API."""
    return world.api(f"/repos/{repository.full_name}")


def minimal_repository(world: World, repository: Repository) -> dict[str, Any]:
    """The short form."""
    url = repository_url(world, repository)
    return {
        "id": repository.id,
        "node_id": f"R_{repository.id}",
        "name": repository.name,
        "full_name": repository.full_name,
        "private": repository.private,
        "owner": user(world, repository.owner),
        "html_url": world.web(f"/{repository.full_name}"),
        "description": None,
        "fork": repository.fork_of is not None,
        "url": url,
        **{name: url + path for name, path in LINKS.items()},
    }


def repository(world: World, repository: Repository) -> dict[str, Any]:
    """The form inside other objects and webhooks."""
    web = world.web(f"/{repository.full_name}")
    created = world.stamp(repository.created_at)
    return minimal_repository(world, repository) | {
        "git_url": web.replace("http", "git", 1) + ".git",
        "ssh_url": f"git@github.example.com:{repository.full_name}.git",
        "clone_url": f"{web}.git",
        "svn_url": web,
        "mirror_url": None,
        "homepage": None,
        "language": None,
        "forks_count": 0,
        "forks": 0,
        "stargazers_count": 0,
        "watchers_count": 0,
        "watchers": 0,
        "size": 1,
        "default_branch": repository.default_branch,
        "open_issues_count": 0,
        "open_issues": 0,
        "is_template": False,
        "topics": [],
        "has_issues": True,
        "has_projects": True,
        "has_wiki": True,
        "has_pages": False,
        "has_downloads": True,
        "has_discussions": False,
        "has_pull_requests": True,
        "archived": False,
        "disabled": False,
        "visibility": "private" if repository.private else "public",
        "pushed_at": created,
        "created_at": created,
        "updated_at": created,
        "license": None,
        "allow_forking": True,
        "web_commit_signoff_required": False,
        "custom_properties": {},
    }


def full_repository(world: World, repository_: Repository) -> dict[str, Any]:
    """The form of the repository call."""
    body = repository(world, repository_) | {"subscribers_count": 0, "network_count": 0, "temp_clone_token": None}
    if repository_.fork_of is not None:
        body["parent"] = body["source"] = repository(world, repository_.fork_of)
    return body


def short_repository(world: World, repository: Repository) -> dict[str, Any]:
    """The form that check runs and workflow runs name a pull request's sides with."""
    return {"id": repository.id, "url": repository_url(world, repository), "name": repository.name}
