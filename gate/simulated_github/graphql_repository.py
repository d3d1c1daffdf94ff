"""Repositories, references, commits, trees and blobs, as GraphQL sees them."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from graphql import GraphQLError

from gate.simulated_github.accounts import Account
from gate.simulated_github.git_diff import changes
from gate.simulated_github.git_repository import Person, TreeEntry
from gate.simulated_github.graphql_connection import connection
from gate.simulated_github.pulls import PullRequest
from gate.simulated_github.repositories import Repository
from gate.simulated_github.routing import Call
from gate.simulated_github.shapes.commits import clean, verification

LONGEST_TEXT_BYTES = 512_000
"""A blob's text is cut above this."""

Shape = dict[str, Any] | None


def needs(call: Call, permission: str, field: Callable[..., Any]) -> Callable[..., Any]:
    """A field that a token without the permission is refused."""

    def resolve(info: Any, **arguments: Any) -> Any:
        if call.token is not None and not call.token.may(permission, "read"):
            raise GraphQLError("Resource not accessible by integration", extensions={"type": "FORBIDDEN"})
        return field(info, **arguments)

    return resolve


def account(call: Call, found: Account) -> dict[str, Any]:
    """A `User`, `Bot` or `Organization`."""
    return {
        "__typename": found.type,
        "id": found.node_id,
        "databaseId": found.id,
        "login": found.graphql_login,
        "name": found.name,
        "email": found.email,
        "url": call.world.web(f"/{found.login}"),
        "resourcePath": f"/{found.login}",
        "avatarUrl": call.world.web(f"/avatars/{found.id}"),
        "createdAt": call.world.stamp(found.created_at),
    }


def repository(call: Call, here: Repository) -> dict[str, Any]:
    """A repository. Its code needs the token's contents permission, its pull requests theirs."""
    from gate.simulated_github.graphql_pulls import pull_request

    def pulls(states: list[str] | None = None, **wanted: Any) -> list[PullRequest]:
        found = [
            pull
            for pull in call.world.pulls.of_repository(here)
            if (states is None or state_of(pull) in states)
            and wanted.get("headRefName") in (None, pull.head_branch)
            and wanted.get("baseRefName") in (None, pull.base_branch)
        ]
        order = wanted.get("orderBy") or {"field": "CREATED_AT", "direction": "ASC"}
        found.sort(key=lambda pull: pull.updated_at if order["field"] == "UPDATED_AT" else pull.created_at)
        return found[::-1] if order["direction"] == "DESC" else found

    def one_pull(_info: Any, number: int) -> dict[str, Any]:
        found = call.world.pulls.find(here, number)
        if found is None:
            raise GraphQLError(
                f"Could not resolve to a PullRequest with the number of {number}.", extensions={"type": "NOT_FOUND"}
            )
        return pull_request(call, found)

    def git_object(_info: Any, expression: str | None = None, oid: str | None = None) -> Shape:
        name = oid or expression or ""
        if not name or name.startswith("-"):
            return None
        sha = (
            here.git.run("rev-parse", "--verify", "--quiet", "--end-of-options", name, allowed=(0, 1, 128))
            .decode()
            .strip()
        )
        return object_of(call, here, sha) if sha else None

    return {
        "id": f"R_{here.id}",
        "databaseId": here.id,
        "name": here.name,
        "nameWithOwner": here.full_name,
        "owner": account(call, here.owner),
        "isPrivate": here.private,
        "isFork": here.fork_of is not None,
        "isArchived": False,
        "visibility": "PRIVATE" if here.private else "PUBLIC",
        "url": call.world.web(f"/{here.full_name}"),
        "createdAt": call.world.stamp(here.created_at),
        "parent": lambda _info: repository(call, here.fork_of) if here.fork_of else None,
        "defaultBranchRef": needs(
            call, "contents", lambda _info: reference(call, here, f"refs/heads/{here.default_branch}")
        ),
        "ref": needs(call, "contents", lambda _info, **wanted: reference(call, here, wanted["qualifiedName"])),
        "object": needs(call, "contents", git_object),
        "pullRequest": needs(call, "pull_requests", one_pull),
        "pullRequests": needs(
            call, "pull_requests", connection("pullRequests", pulls, lambda pull: pull_request(call, pull))
        ),
    }


def state_of(pull: PullRequest) -> str:
    """`OPEN`, `CLOSED` or `MERGED`."""
    return "OPEN" if pull.is_open else "MERGED" if pull.merged_at else "CLOSED"


def reference(call: Call, here: Repository, name: str) -> Shape:
    """A branch or tag by its full name, or a branch by its short one."""
    full = name if name.startswith("refs/") else f"refs/heads/{name}"
    sha = here.git.resolve(full)
    if sha is None:
        return None
    prefix = "/".join(full.split("/")[:2]) + "/"
    return {
        "id": f"REF_{here.id}_{full}",
        "name": full.removeprefix(prefix),
        "prefix": prefix,
        "target": lambda _info: object_of(call, here, sha),
        "repository": lambda _info: repository(call, here),
    }


def object_of(call: Call, here: Repository, sha: str) -> Shape:
    """The object of a SHA: commit, tree or blob; None when it is not here (the commit of a submodule)."""
    kind = here.git.kind(sha)
    if kind == "commit":
        return commit(call, here, sha)
    if kind == "tree":
        return _git_object(call, here, "Tree", sha) | {
            "entries": lambda _info: [_entry(call, here, row, "") for row in here.git.tree(sha)]
        }
    return _blob(call, here, sha) if kind == "blob" else None


def commit(call: Call, here: Repository, sha: str) -> dict[str, Any]:
    """A commit."""
    from gate.simulated_github.graphql_pulls import pull_request

    found = here.git.commit(sha)
    message = clean(found.message.rstrip("\n"))
    headline, _, rest = message.partition("\n")

    def changed() -> tuple[Any, ...]:
        return changes(here.git, found.parents[0] if found.parents else None, sha)

    def file(_info: Any, path: str) -> Shape:
        row = here.git.entry(sha, path)
        return _entry(call, here, row, path.rpartition("/")[0]) if row is not None and path else None

    def history(**_more: Any) -> list[str]:
        return here.git.commits_between(None, sha)[::-1]

    def pulls(**_more: Any) -> list[PullRequest]:
        return [pull for pull in call.world.pulls.of_repository(here) if sha in (*pull.commits(), pull.head_sha)]

    return _git_object(call, here, "Commit", sha) | {
        "message": message,
        "messageHeadline": headline,
        "messageBody": rest.strip("\n"),
        "author": _person(call, found.author),
        "committer": _person(call, found.committer),
        "signature": lambda _info: _signature(call, here, sha),
        "committedDate": call.world.stamp(found.committer.at),
        "authoredDate": call.world.stamp(found.author.at),
        "committedViaWeb": found.committer.email == "noreply@github.com",
        "additions": lambda _info: sum(change.additions for change in changed()),
        "deletions": lambda _info: sum(change.deletions for change in changed()),
        "changedFilesIfAvailable": lambda _info: len(changed()),
        "url": call.world.web(f"/{here.full_name}/commit/{sha}"),
        "tree": lambda _info: object_of(call, here, found.tree),
        "file": file,
        "history": connection("history", history, lambda one: commit(call, here, one)),
        "parents": connection("parents", lambda **_more: found.parents, lambda one: commit(call, here, one)),
        "associatedPullRequests": connection("associatedPullRequests", pulls, lambda pull: pull_request(call, pull)),
    }


def _blob(call: Call, here: Repository, sha: str) -> dict[str, Any]:
    data = here.git.blob(sha)
    is_binary = b"\0" in data[:8000]
    return _git_object(call, here, "Blob", sha) | {
        "byteSize": len(data),
        "isBinary": is_binary,
        "isTruncated": len(data) > LONGEST_TEXT_BYTES,
        "text": None if is_binary else data[:LONGEST_TEXT_BYTES].decode("utf-8", "replace"),
    }


def _git_object(call: Call, here: Repository, typename: str, sha: str) -> dict[str, Any]:
    return {
        "__typename": typename,
        "id": f"{typename}_{sha}",
        "oid": sha,
        "abbreviatedOid": sha[:7],
        "commitUrl": call.world.web(f"/{here.full_name}/commit/{sha}"),
        "repository": lambda _info: repository(call, here),
    }


def _entry(call: Call, here: Repository, row: TreeEntry, folder: str) -> dict[str, Any]:
    name = row.path.rpartition("/")[2]
    path = f"{folder}/{name}" if folder else name
    return {
        "name": clean(name),
        "nameRaw": base64.b64encode(name.encode("utf-8", "surrogateescape")).decode(),
        "path": clean(path),
        "pathRaw": base64.b64encode(path.encode("utf-8", "surrogateescape")).decode(),
        # GraphQL writes git's octal digits as a decimal number.
        "mode": int(row.mode, 8),
        "type": row.type,
        "oid": row.sha,
        "size": row.size or 0,
        "extension": f".{name.rpartition('.')[2]}" if "." in name else "",
        "object": lambda _info: object_of(call, here, row.sha),
    }


def _person(call: Call, person: Person) -> dict[str, Any]:
    found = call.world.accounts.by_email(person.email)
    return {
        "name": clean(person.name),
        "email": clean(person.email),
        "date": person.at.isoformat(),
        # A bot is a user here, and keeps the mark in its login.
        "user": account(call, found) | {"login": found.login} if found is not None else None,
        "avatarUrl": call.world.web("/avatars/0"),
    }


def _signature(call: Call, here: Repository, sha: str) -> Shape:
    found = here.git.commit(sha)
    told = verification(call.world, found)
    if found.signature is None and not told["verified"]:
        return None
    is_ssh = (found.signature or "").startswith("-----BEGIN SSH SIGNATURE-----")
    signer = call.world.accounts.by_email(found.committer.email)
    return {
        "__typename": "SshSignature" if is_ssh else "GpgSignature",
        "email": clean(found.committer.email),
        "isValid": told["verified"],
        "payload": clean(found.payload),
        "signature": found.signature or "",
        "signer": account(call, signer) if signer is not None and signer.type == "User" else None,
        "state": "VALID" if told["verified"] else "UNKNOWN_KEY",
        "verifiedAt": told["verified_at"],
        "wasSignedByGitHub": told["verified"] and found.committer.email == "noreply@github.com",
        "keyId": None,
        "keyFingerprint": None,
    }
