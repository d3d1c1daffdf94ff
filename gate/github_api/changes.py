"""Reads a change: the merge base, the files with their patches, modes and blobs of both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gate.github_api.client import READ, GitHubClient
from gate.github_api.nouns import Address, ChangeRead
from gate.github_api.pulls import commit_from_rest
from gate.github_api.trees import CommitTree, likely_reads
from rules.change import Absent, Change, ChangedFile, ChangeStatus, PullRequestText
from rules.dossier import CommitText
from rules.hunks import from_listing

COMPARE_LIMIT = 300
"""Files that a comparison shows (docs: "Compare two commits")."""

LISTING_LIMIT = 3000
"""Files that GitHub lists of a pull request at all (docs: "List pull requests files")."""


@dataclass(frozen=True, slots=True)
class ReadableChange:
    """A change with its two trees, for the rules."""

    read: ChangeRead
    base: CommitTree
    head: CommitTree

    def as_change(self, text: PullRequestText) -> Change:
        """The rules' noun."""
        return Change(
            files=self.read.files, base=self.base.tree, head=self.head.tree, text=text, incomplete=self.read.incomplete
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """What GitHub says of the way from one commit to another: where they parted, the commits since, the first 300 files."""

    merge_base: str
    head_sha: str
    ahead_by: int
    commits: tuple[CommitText, ...]
    listed: tuple[Mapping[str, Any], ...]


def compare(client: GitHubClient, address: Address, base: str, head_sha: str) -> Comparison:
    """Compares two commits by their SHAs; the answer can never change.

    Head commits of forks are found in the repository itself, which knows them by their SHA. Docs: "Compare two commits".
    """
    answer = client.as_installation(
        address,
        READ,
        f"the change from {base[:7]} to {head_sha[:7]}",
        lambda github: github.rest.repos.compare_commits(
            address.owner, address.name, f"{base}...{head_sha}", per_page=100
        ),
    )
    commits = tuple(commit_from_rest(commit) for commit in answer["commits"])
    total = int(answer["total_commits"])
    if total > len(commits):
        commits += _more_commits(client, address, base, head_sha, total, len(commits))
    return Comparison(
        merge_base=answer["merge_base_commit"]["sha"],
        head_sha=head_sha,
        ahead_by=int(answer["ahead_by"]),
        commits=commits,
        listed=tuple(answer.get("files") or ()),
    )


def read_change(
    client: GitHubClient,
    address: Address,
    comparison: Comparison,
    *,
    number: int = 0,
    trees: Mapping[str, CommitTree] | None = None,
) -> ReadableChange:
    """Reads what a head changed since it left a base: files with lines, modes and both trees.

    `number` is the pull request, whose own listing shows more files than a comparison does. That listing is of the pull request's
    present head, so it is held against the two trees: a file that it does not show as they have it counts as not shown.
    """
    merge_base, head_sha = comparison.merge_base, comparison.head_sha
    incomplete: list[str] = []
    listed: Sequence[Mapping[str, Any]] = comparison.listed
    is_cut = len(listed) >= COMPARE_LIMIT
    if is_cut and number:
        listed = _list_files(client, address, number)
    known = trees or {}
    before = known.get(merge_base) or CommitTree(client, address, merge_base)
    after = known.get(head_sha) or CommitTree(client, address, head_sha)
    if listed and not (before.is_whole and after.is_whole):
        incomplete.append("the tree is larger than GitHub lists, so modes and links of some files are unknown")
    if is_cut:
        listed = [entry for entry in listed if _is_of_these_trees(entry, before, after)]
    if listed:
        before.prefetch([*(_old_name(entry) for entry in listed), *likely_reads(before.entries())])
        after.prefetch([*(entry["filename"] for entry in listed), *likely_reads(after.entries())])
    files = [_file(entry, before, after) for entry in listed]
    if is_cut:
        files += _not_listed(files, before, after)
    read = ChangeRead(
        merge_base=merge_base,
        head_sha=head_sha,
        ahead_by=comparison.ahead_by,
        files=tuple(files),
        commits=comparison.commits,
        incomplete=tuple(incomplete),
    )
    return ReadableChange(read, before, after)


def _is_of_these_trees(entry: Mapping[str, Any], before: CommitTree, after: CommitTree) -> bool:
    there = before.find(entry["filename"]) if entry["status"] == "removed" else after.find(entry["filename"])
    return there is not None and there.oid == entry.get("sha")


def _not_listed(files: Sequence[ChangedFile], before: CommitTree, after: CommitTree) -> list[ChangedFile]:
    """The files that differ between the trees and that no entry of the listing stands for."""
    told = {name for file in files for name in file.names}
    old, new = before.entries(), after.entries()
    missing = [path for path in sorted(old.keys() | new.keys()) if path not in told and old.get(path) != new.get(path)]
    return [
        ChangedFile(
            path=path,
            status=_status(path in old, path in new),
            old_mode=old[path].mode if path in old else None,
            new_mode=new[path].mode if path in new else None,
            shown=False,
            not_shown="GitHub lists no more files of so large a change, or lists them of another commit",
        )
        for path in missing
    ]


def _status(was: bool, is_there: bool) -> ChangeStatus:
    if was and is_there:
        return ChangeStatus.MODIFIED
    return ChangeStatus.ADDED if is_there else ChangeStatus.REMOVED


def _file(entry: Mapping[str, Any], before: CommitTree, after: CommitTree) -> ChangedFile:
    old = before.find(_old_name(entry))
    new = after.find(entry["filename"])
    # GitHub shows no patch of binary files, nor of text that some attribute hides: the blobs themselves tell which.
    hidden = not entry.get("patch") and not int(entry["changes"])
    sides = [(before, _old_name(entry), old), (after, entry["filename"], new)]
    return from_listing(
        entry["filename"],
        entry["status"],
        entry.get("previous_filename"),
        entry.get("patch"),
        int(entry["additions"]),
        int(entry["deletions"]),
        int(entry["changes"]),
        old_blob=old.oid if old else "",
        new_blob=new.oid if new else "",
        old_mode=old.mode if old else None,
        new_mode=new.mode if new else None,
        is_binary=hidden and any(there and tree.read(path) is Absent.BINARY for tree, path, there in sides),
    )


def _old_name(entry: Mapping[str, Any]) -> str:
    return str(entry.get("previous_filename") or entry["filename"])


def _list_files(client: GitHubClient, address: Address, number: int) -> list[Any]:
    listed: list[Any] = []
    for page in range(1, LISTING_LIMIT // 100 + 1):
        part = client.as_installation(
            address,
            READ,
            f"the files of #{number}",
            lambda github, page=page: github.rest.pulls.list_files(  # type: ignore[misc]  # bound now, not later
                address.owner, address.name, number, per_page=100, page=page
            ),
        )
        listed += part
        if len(part) < 100:
            break
    return listed


def _more_commits(
    client: GitHubClient, address: Address, base: str, head_sha: str, total: int, have: int
) -> tuple[CommitText, ...]:
    found: list[CommitText] = []
    for page in range(2, 11):
        answer = client.as_installation(
            address,
            READ,
            f"the commits up to {head_sha[:7]}",
            lambda github, page=page: github.rest.repos.compare_commits(  # type: ignore[misc]  # bound now
                address.owner, address.name, f"{base}...{head_sha}", per_page=100, page=page
            ),
        )
        found += [commit_from_rest(commit) for commit in answer["commits"]]
        if not answer["commits"] or have + len(found) >= total:
            break
    return tuple(found)
