"""Changes made by hand for the examples of rules: what was there, what is there now, and the lines between."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import NamedTuple

from rules.change import Absent, Change, ChangedFile, ChangeStatus, Line, PullRequestText, Tree
from rules.engine import inspect
from rules.finding import Severity

CI = """\
name: ci
on: [push, pull_request]
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@b4ffde65f46336ab88eb53be808477a3936bae11 # v4.1.1
      - run: make test
      - run: bash scripts/ci/setup.sh
"""
CI_PATH = ".github/workflows/ci.yml"


class Bad(NamedTuple):
    """A change that a rule must find, and where (`line` None: no line of the new side)."""

    change: Change
    path: str | None
    line: int | None


class Hostile(NamedTuple):
    """A change that must be found for one of these reasons (blanks between), and at least at this severity."""

    change: Change
    reasons: str
    severity: Severity


def judged(hostile: Hostile) -> Severity:
    """How severely a change is judged for the reasons that it was made for; `NONE` where they are not seen."""
    wanted = hostile.reasons.split()
    return max(
        (one.severity for one in inspect(hostile.change).findings if one.reason in wanted), default=Severity.NONE
    )


def tree_of(files: Mapping[str, str]) -> Tree:
    """A tree that holds these texts."""
    return Tree(read=lambda path: files.get(path, Absent.MISSING), paths=lambda: tuple(files))


def change(
    before: Mapping[str, str],
    after: Mapping[str, str | None],
    *,
    kept: Mapping[str, str] | None = None,
    renamed: Mapping[str, str] | None = None,
    modes: Mapping[str, tuple[str, str]] | None = None,
    title: str = "",
    body: str = "",
    head_ref: str = "",
    commit_messages: tuple[str, ...] = (),
) -> Change:
    """`before` becomes `after` (None: removed); `kept` is in both trees; `renamed` gives new names their old ones."""
    moved = renamed or {}
    base = {**(kept or {CI_PATH: CI}), **before}
    head = {**base, **{path: text for path, text in after.items() if text is not None}}
    for path, text in after.items():
        if text is None:
            head.pop(path, None)
    for old in moved.values():
        head.pop(old, None)
    files = tuple(_file(path, base, head, moved, (modes or {}).get(path)) for path in (*after, *(modes or {})))
    return Change(
        files=tuple(dict.fromkeys(files)),
        base=tree_of(base),
        head=tree_of(head),
        text=PullRequestText(title=title, body=body, head_ref=head_ref, commit_messages=commit_messages),
    )


def _file(
    path: str, base: Mapping[str, str], head: Mapping[str, str], moved: Mapping[str, str], modes: tuple[str, str] | None
) -> ChangedFile:
    previous = moved.get(path)
    old, new = base.get(previous or path), head.get(path)
    if previous is not None:
        status = ChangeStatus.RENAMED
    elif old is None:
        status = ChangeStatus.ADDED
    elif new is None:
        status = ChangeStatus.REMOVED
    else:
        status = ChangeStatus.MODIFIED
    added, removed = _lines((old or "").split("\n"), (new or "").split("\n"))
    old_mode, new_mode = modes or (None if old is None else "100644", None if new is None else "100644")
    return ChangedFile(
        path=path,
        status=ChangeStatus.MODE_CHANGED if modes and old == new else status,
        previous_path=previous,
        old_mode=old_mode or None,
        new_mode=new_mode or None,
        added=added,
        removed=removed,
    )


def _lines(old: list[str], new: list[str]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    added: list[Line] = []
    removed: list[Line] = []
    for kind, left, left_end, right, right_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            removed.extend(Line(number + 1, old[number]) for number in range(left, left_end))
            added.extend(Line(number + 1, new[number]) for number in range(right, right_end))
    return tuple(added), tuple(removed)


def edit(path: str, before: str, after: str, **more: object) -> Change:
    """One file changes."""
    return change({path: before}, {path: after}, **more)  # type: ignore[arg-type]  # handed on as they are


def new_file(path: str, text: str, **more: object) -> Change:
    """One file appears."""
    return change({}, {path: text}, **more)  # type: ignore[arg-type]  # handed on as they are


def ci(before: str, after: str, path: str = CI_PATH, **more: object) -> Change:
    """A workflow changes, the rest of the tree is empty."""
    return change({path: before}, {path: after}, kept={}, **more)  # type: ignore[arg-type]  # handed on as they are
