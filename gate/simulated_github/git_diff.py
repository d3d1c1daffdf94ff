"""What changed between two commits, as GitHub tells it: renames found, copies not, patches from the first hunk on."""

from __future__ import annotations

from dataclasses import dataclass

from gate.simulated_github.git_repository import EMPTY_TREE, GitRepository

STATUSES = {"A": "added", "M": "modified", "D": "removed", "R": "renamed", "C": "copied", "T": "changed"}

LARGEST_PATCH_BYTES = 500_000
"""A file's patch is left out above this (docs: repository limits)."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """One changed file; `patch` is None for binary and large files and where no line changed."""

    path: str
    previous_path: str | None
    status: str
    old_mode: str
    new_mode: str
    sha: str
    additions: int
    deletions: int
    patch: str | None


def changes(git: GitRepository, base: str | None, head: str) -> tuple[FileChange, ...]:
    """The files that differ between two commits, in the order of git; `base` None is the empty tree."""
    return git.remember(("changes", base, head), lambda: _changes(git, base, head))


def _changes(git: GitRepository, base: str | None, head: str) -> tuple[FileChange, ...]:
    sides = (base or EMPTY_TREE, head)
    options = ("diff", "--no-color", "--no-ext-diff", "--find-renames", "-l3000", "--full-index")
    raw = git.run(*options, "--raw", "--no-abbrev", "-z", *sides)
    counts = _counts(git.run(*options, "--numstat", "-z", *sides))
    sections = git.run(*options, "--patch", *sides).split(b"\ndiff --git ") if raw else []
    found: list[FileChange] = []
    fields = iter(raw.split(b"\0")[:-1])
    number = 0
    for head_field in fields:
        old_mode, new_mode, old_sha, new_sha, letter = head_field.decode()[1:].split()
        first = next(fields)
        second = next(fields) if letter[0] in "RC" else None
        path = _name(second if second is not None else first)
        # A change of type is written as a removal and an addition.
        width = 2 if letter[0] == "T" else 1
        patch = _patch(sections[number : number + width])
        number += width
        additions, deletions = counts[path]
        found.append(
            FileChange(
                path=path,
                previous_path=_name(first) if second is not None else None,
                status=STATUSES[letter[0]],
                old_mode=old_mode,
                new_mode=new_mode,
                sha=old_sha if letter[0] == "D" else new_sha,
                additions=additions,
                deletions=deletions,
                patch=patch,
            )
        )
    return tuple(found)


def whole_diff(git: GitRepository, base: str, head: str) -> bytes:
    """The text of the diff media type."""
    return git.run("diff", "--no-color", "--no-ext-diff", "--find-renames", "-l3000", base, head)


def _name(field: bytes) -> str:
    return field.decode("utf-8", "surrogateescape")


def _counts(numstat: bytes) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    fields = iter(numstat.split(b"\0")[:-1])
    for field in fields:
        added, removed, path = field.split(b"\t", 2)
        if not path:
            next(fields)
            path = next(fields)
        found[_name(path)] = (0, 0) if added == b"-" else (int(added), int(removed))
    return found


def _patch(sections: list[bytes]) -> str | None:
    hunks: list[bytes] = []
    for section in sections:
        start = section.find(b"\n@@ ")
        if start >= 0:
            hunks.append(section[start + 1 :].removesuffix(b"\n"))
    text = b"\n".join(hunks)
    if not text or len(text) > LARGEST_PATCH_BYTES:
        return None
    return text.decode("utf-8", "replace")
