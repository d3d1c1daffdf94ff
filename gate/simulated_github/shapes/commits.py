"""Commits, changed files and comparisons, as GitHub writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from gate.simulated_github.git_diff import changes
from gate.simulated_github.shapes.repositories import repository_url
from gate.simulated_github.shapes.users import user

if TYPE_CHECKING:
    from gate.simulated_github.git_diff import FileChange
    from gate.simulated_github.git_repository import Commit, Person
    from gate.simulated_github.repositories import Repository
    from gate.simulated_github.world import World


def clean(text: str) -> str:
    """Text as JSON can carry it: bytes that are no UTF-8 are replaced, as GitHub does."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def verification(world: World, commit: Commit) -> dict[str, Any]:
    """What GitHub says of a commit's signature."""
    is_verified = commit.sha in world.verified
    reason = "valid" if is_verified else "unsigned" if commit.signature is None else "unknown_key"
    return {
        "verified": is_verified,
        "reason": reason,
        "signature": commit.signature,
        "payload": clean(commit.payload) if commit.signature else None,
        "verified_at": world.stamp(commit.committer.at) if is_verified else None,
    }


def commit(world: World, repository: Repository, sha: str) -> dict[str, Any]:
    """A commit without its files."""
    found = repository.git.commit(sha)
    url = repository_url(world, repository)
    author, committer = (world.accounts.by_email(person.email) for person in (found.author, found.committer))
    return {
        "sha": sha,
        "node_id": f"C_{sha}",
        "commit": {
            "author": _git_user(world, found.author),
            "committer": _git_user(world, found.committer),
            "message": clean(found.message.rstrip("\n")),
            "tree": {"sha": found.tree, "url": f"{url}/git/trees/{found.tree}"},
            "url": f"{url}/git/commits/{sha}",
            "comment_count": 0,
            "verification": verification(world, found),
        },
        "url": f"{url}/commits/{sha}",
        "html_url": world.web(f"/{repository.full_name}/commit/{sha}"),
        "comments_url": f"{url}/commits/{sha}/comments",
        "author": user(world, author) if author else None,
        "committer": user(world, committer) if committer else None,
        "parents": [
            {
                "sha": parent,
                "url": f"{url}/commits/{parent}",
                "html_url": world.web(f"/{repository.full_name}/commit/{parent}"),
            }
            for parent in found.parents
        ],
    }


def simple_commit(world: World, repository: Repository, sha: str) -> dict[str, Any]:
    """The short form inside suites, runs and pushes."""
    found = repository.git.commit(sha)
    return {
        "id": sha,
        "tree_id": found.tree,
        "message": clean(found.message.rstrip("\n")),
        "timestamp": world.stamp(found.committer.at),
        "author": {"name": clean(found.author.name), "email": clean(found.author.email)},
        "committer": {"name": clean(found.committer.name), "email": clean(found.committer.email)},
    }


def push_commit(world: World, repository: Repository, sha: str) -> dict[str, Any]:
    """The form inside a push: with the files' names."""
    found = repository.git.commit(sha)
    changed = changes(repository.git, found.parents[0] if found.parents else None, sha)
    body = simple_commit(world, repository, sha) | {
        "distinct": True,
        "url": world.web(f"/{repository.full_name}/commit/{sha}"),
        "added": [clean(change.path) for change in changed if change.status == "added"],
        "removed": [clean(change.path) for change in changed if change.status == "removed"],
        "modified": [clean(change.path) for change in changed if change.status not in ("added", "removed")],
    }
    for role in ("author", "committer"):
        account = world.accounts.by_email(body[role]["email"])
        if account is not None:
            body[role] = body[role] | {"username": account.login}
    return body


def changed_file(world: World, repository: Repository, change: FileChange, head_sha: str) -> dict[str, Any]:
    """An entry of a list of changed files."""
    path = clean(change.path)
    name = quote(path)
    web = world.web(f"/{repository.full_name}")
    body: dict[str, Any] = {
        "sha": change.sha,
        "filename": path,
        "status": change.status,
        "additions": change.additions,
        "deletions": change.deletions,
        "changes": change.additions + change.deletions,
        "blob_url": f"{web}/blob/{head_sha}/{name}",
        "raw_url": f"{web}/raw/{head_sha}/{name}",
        "contents_url": f"{repository_url(world, repository)}/contents/{name}?ref={head_sha}",
    }
    if change.previous_path is not None:
        body["previous_filename"] = clean(change.previous_path)
    if change.patch is not None:
        body["patch"] = change.patch
    return body


def _git_user(world: World, person: Person) -> dict[str, Any]:
    return {"name": clean(person.name), "email": clean(person.email), "date": world.stamp(person.at)}
