"""Calls about git's objects: trees, blobs, and contents by path."""

from __future__ import annotations

import base64
from typing import Any
from urllib.parse import quote

from gate.simulated_github.api_version import OLDEST
from gate.simulated_github.git_repository import TreeEntry
from gate.simulated_github.refusals import Refusal, not_found
from gate.simulated_github.repositories import Repository
from gate.simulated_github.routing import Answer, Call, route
from gate.simulated_github.shapes.commits import clean
from gate.simulated_github.shapes.repositories import repository_url

LARGEST_CONTENT_BYTES = 1024 * 1024
LARGEST_BLOB_BYTES = 100 * 1024 * 1024
MOST_DIRECTORY_ENTRIES = 1000


@route("GET", "/repos/{owner}/{repo}/git/trees/{tree_sha}", needs="contents:read")
def get_tree(call: Call) -> Answer:
    """A tree, or that of a commit; any value of `recursive` makes it recursive; a large one is cut and says so."""
    here = call.repository
    name = call.names["tree_sha"]
    commit = here.git.resolve(name)
    if commit is not None:
        sha = here.git.commit(commit).tree
    elif here.git.kind(name) == "tree":
        sha = name
    else:
        raise not_found()
    entries = here.git.tree(sha, "recursive" in call.query)
    url = f"{repository_url(call.world, here)}/git"
    rows = [_tree_row(url, entry) for entry in entries[: here.tree_limit]]
    return Answer(
        200, {"sha": sha, "url": f"{url}/trees/{sha}", "tree": rows, "truncated": len(entries) > here.tree_limit}
    )


@route("GET", "/repos/{owner}/{repo}/git/blobs/{file_sha}", needs="contents:read")
def get_blob(call: Call) -> Answer:
    """A blob, as base64 or raw."""
    here = call.repository
    sha = call.names["file_sha"]
    if here.git.kind(sha) != "blob":
        raise not_found()
    data = here.git.blob(sha)
    if len(data) > LARGEST_BLOB_BYTES:
        raise Refusal(403, "This API returns blobs up to 100 MB in size.")
    if _wants_raw(call):
        return Answer(200, data, media_type="application/vnd.github.raw; charset=utf-8")
    url = f"{repository_url(call.world, here)}/git/blobs/{sha}"
    content = base64.encodebytes(data).decode()
    return Answer(
        200,
        {"sha": sha, "node_id": f"B_{sha}", "size": len(data), "url": url, "content": content, "encoding": "base64"},
    )


@route("GET", "/repos/{owner}/{repo}/contents", needs="contents:read")
def get_root(call: Call) -> Answer:
    """The root directory."""
    call.names["path"] = ""
    return get_contents(call)


@route("GET", "/repos/{owner}/{repo}/contents/{path*}", needs="contents:read")
def get_contents(call: Call) -> Answer:
    """A file, directory, symbolic link or submodule. A link to a file gives the file it points at."""
    here = call.repository
    path = call.names["path"].strip("/")
    reference = call.query.get("ref") or here.default_branch
    commit = here.git.resolve(reference)
    if commit is None:
        raise Refusal(404, f"No commit found for the ref {reference}")
    entry = here.git.entry(commit, path)
    if entry is None:
        raise not_found()
    if entry.type == "tree":
        entries = here.git.tree(entry.sha)[:MOST_DIRECTORY_ENTRIES]
        prefix = f"{path}/" if path else ""
        return Answer(
            200, [_content(call, here, reference, prefix + row.path, row, in_directory=True) for row in entries]
        )
    if entry.mode == "120000":
        target = _target(path, here.git.blob(entry.sha).decode("utf-8", "surrogateescape"))
        pointed = here.git.entry(commit, target) if target else None
        if pointed is not None and pointed.type == "blob" and pointed.mode != "120000":
            entry = pointed
    if _wants_raw(call) and entry.type == "blob":
        return Answer(200, here.git.blob(entry.sha), media_type="application/vnd.github.raw; charset=utf-8")
    return Answer(200, _content(call, here, reference, path, entry, in_directory=False))


def _content(
    call: Call, here: Repository, reference: str, path: str, entry: TreeEntry, *, in_directory: bool
) -> dict[str, Any]:
    url = repository_url(call.world, here)
    name = quote(clean(path))
    web = call.world.web(f"/{here.full_name}")
    links = {"self": f"{url}/contents/{name}?ref={quote(reference)}", "git": f"{url}/git/blobs/{entry.sha}"}
    links["html"] = f"{web}/blob/{quote(reference)}/{name}"
    kind = {"tree": "dir", "commit": "submodule"}.get(entry.type, "symlink" if entry.mode == "120000" else "file")
    body: dict[str, Any] = {
        "name": clean(path.rpartition("/")[2]),
        "path": clean(path),
        "sha": entry.sha,
        "size": entry.size or 0,
        "url": links["self"],
        "html_url": links["html"],
        "git_url": links["git"],
        "download_url": f"{web}/raw/{quote(reference)}/{name}" if kind in ("file", "symlink") else None,
        # In a directory the old version calls a submodule a file.
        "type": "file" if in_directory and kind == "submodule" and call.version == OLDEST else kind,
        "_links": links,
    }
    if in_directory:
        return body
    if kind == "submodule":
        return body | {"submodule_git_url": f"{web}.git"}
    data = here.git.blob(entry.sha)
    if kind == "symlink":
        return body | {"target": clean(data.decode("utf-8", "surrogateescape"))}
    if len(data) > LARGEST_CONTENT_BYTES:
        return body | {"content": "", "encoding": "none"}
    return body | {"content": base64.encodebytes(data).decode(), "encoding": "base64"}


def _target(path: str, target: str) -> str | None:
    """Where a link in the tree points, or None when it leaves the tree."""
    if target.startswith("/"):
        return None
    parts = path.split("/")[:-1]
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _tree_row(url: str, entry: TreeEntry) -> dict[str, Any]:
    row: dict[str, Any] = {"path": clean(entry.path), "mode": entry.mode, "type": entry.type, "sha": entry.sha}
    if entry.size is not None:
        row["size"] = entry.size
    if entry.type != "commit":
        row["url"] = f"{url}/{entry.type}s/{entry.sha}"
    return row


def _wants_raw(call: Call) -> bool:
    accept = call.headers.get("accept", "")
    return accept.startswith(("application/vnd.github.raw", "application/vnd.github.v3.raw"))
