"""What was changed: files with their names, modes and lines, and the two trees behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class ChangeStatus(StrEnum):
    """What happened to a file, in the words of the output."""

    ADDED = "added"
    MODIFIED = "modified"
    REMOVED = "removed"
    RENAMED = "renamed"
    COPIED = "copied"
    TYPE_CHANGED = "type_changed"
    MODE_CHANGED = "mode_changed"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text without its line end; `number` counts from 1 on its own side."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """One entry of a change.

    Modes are git's six octal digits ("100644", "100755", "120000" symlink, "160000" submodule) or None where that side does
    not exist or nobody told. `shown` is False when the text of the change was withheld (too large, cut, unreadable):
    not seen is not empty, and `not_shown` says why in plain words. `added` and `removed` hold the changed lines of the new and
    the old side. Text is decoded with surrogateescape and is hostile.
    """

    path: str
    status: ChangeStatus
    previous_path: str | None = None
    old_mode: str | None = None
    new_mode: str | None = None
    is_binary: bool = False
    shown: bool = True
    not_shown: str = ""
    added: tuple[Line, ...] = ()
    removed: tuple[Line, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The new name, and the old one where it differs: a rule looks at both."""
        if self.previous_path is None or self.previous_path == self.path:
            return (self.path,)
        return (self.path, self.previous_path)


class Absent(StrEnum):
    """Why a tree gives no text for a path. Only `MISSING` means that there is no such file."""

    MISSING = "missing"
    TOO_LARGE = "too large"
    BINARY = "binary"
    LINK = "symbolic link or submodule"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Tree:
    """One side of a change, read on demand.

    `read(path)` gives the text (decoded with surrogateescape) or why there is none; symbolic links are never followed.
    `paths()` gives all file paths of the tree, or None when they are not known. Both are given by the caller and may be slow.
    """

    read: Callable[[str], str | Absent]
    paths: Callable[[], Iterable[str] | None]


def _missing(_path: str) -> Absent:
    return Absent.MISSING


EMPTY_TREE = Tree(read=_missing, paths=lambda: ())


@dataclass(frozen=True, slots=True)
class PullRequestText:
    """What a pull request says about itself; all of it hostile, any of it unknown (empty)."""

    title: str = ""
    body: str = ""
    head_ref: str = ""
    author_login: str = ""
    author_type: str = ""
    commit_messages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Advisory:
    """A known hole of a package version that a change brings in: the manifest or lockfile, the package, how bad, its id, its words.

    `severity` is GitHub's word: low, moderate, high or critical. The words are an advisory author's, so foreign text.
    """

    path: str
    package: str
    version: str
    severity: str
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class Change:
    """A change to inspect: its files, the trees before and after, what it says of itself.

    `incomplete` names what nobody could show (more files than were listed, say): each entry becomes a finding. `advisories` are
    those that somebody looked up for it; none without a network.
    """

    files: tuple[ChangedFile, ...]
    base: Tree = EMPTY_TREE
    head: Tree = EMPTY_TREE
    text: PullRequestText = field(default_factory=PullRequestText)
    incomplete: tuple[str, ...] = ()
    advisories: tuple[Advisory, ...] = ()
