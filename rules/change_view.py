"""A change as rules see it: each file with its class, both texts, parsed once; how CI reaches it; the hosts in use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from rules.change import Absent, Change, ChangedFile, ChangeStatus, Line
from rules.comment_lines import only_comments_differ
from rules.content_check import categories_of_text, needs_content
from rules.errors import FormatError
from rules.finding import Category
from rules.hosts import KnownHosts, hosts_in
from rules.paths import PathClass, classify, classify_change, with_categories
from rules.policy import DEFAULT_POLICY, Policy
from rules.reach import Reach, find_reach
from rules.reached import Reached

Parsed = TypeVar("Parsed")
QUIET_TAGS = frozenset({"fixture", "example", "docs", "vendored"})
_CODE = re.compile(
    r"\.(?:py|pyi|js|jsx|ts|tsx|mjs|cjs|mts|cts|sh|bash|zsh|fish|ps1|psm1|bat|cmd|rb|rake|php|pl|pm|go|rs"
    r"|java|kt|kts|scala|groovy|"
    r"gradle|c|h|cc|cpp|hpp|cs|fs|swift|m|lua|r|jl|ex|exs|erl|hs|clj|dart|vue|svelte|sql|nix|tf|vim|el)\Z",
    re.IGNORECASE,
)
_TEST = re.compile(
    r"(?:^|/)(?:tests?|spec|specs|__tests__|testdata|e2e)/|(?:^|/)test_[^/]*\Z|(?:_test|\.test|\.spec"
    r"|_spec|Test|Tests)\.[a-z]+\Z"
)
_MARKED_BY_LINES = re.compile(r"\.(?:go|py|ts|js|mts|sh|txt)\Z", re.IGNORECASE)
_PROSE = re.compile(r"\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|html?|tex)\Z", re.IGNORECASE)


def _is_more_than_a_program(file: ChangedFile) -> bool:
    """False for a plain program file: an executable bit alone makes a file sensitive only where CI runs it, which reach tells."""
    special = {"120000", "160000"}.intersection((file.old_mode, file.new_mode))
    return bool(special) or any(classify(name).categories for name in file.names)


@dataclass(frozen=True, slots=True)
class Fault:
    """A file that a reader refused: where and why."""

    path: str
    line: int | None
    reason: str


class FileView:
    """One changed file. Lines are of the new side unless said otherwise."""

    def __init__(self, file: ChangedFile, view: ChangeView) -> None:
        self.file = file
        self.view = view
        self.path = file.path
        self._remembered: dict[Callable[[FileView], object], object] = {}
        self._parsed: dict[tuple[Callable[[str], object], bool], object] = {}

    @cached_property
    def _judged(self) -> PathClass:
        """What the file is by its names and modes; for a name that says nothing, by what it holds."""
        judged = classify_change(self.file)
        if not _is_more_than_a_program(self.file):
            judged = replace(judged, categories=())
        if not judged.categories and any(map(needs_content, self.file.names)):
            earned = {
                one for name in self.file.names for text in self._telling() for one in categories_of_text(name, text)
            }
            return with_categories(self.file, judged, tuple(earned)) if earned else judged
        return judged

    def _telling(self) -> Iterator[str]:
        """The texts that say what a file is: both sides; of programs and notes the changed lines alone.

        A program is none of its marks: one `go:generate` line makes not every edit of the rest sensitive.
        """
        if _MARKED_BY_LINES.search(self.path):
            yield "\n".join(line.text for line in self.file.added)
            yield "\n".join(line.text for line in self.file.removed)
        else:
            yield self.after_text
            yield self.before_text

    @property
    def categories(self) -> tuple[Category, ...]:
        """Why the file is sensitive, the naming category first; none for an ordinary file."""
        return self._judged.categories

    @property
    def tags(self) -> tuple[str, ...]:
        """What its place and its change say beside that."""
        return self._judged.tags

    @property
    def name(self) -> str:
        """The last segment of the path."""
        return self.path.rpartition("/")[2]

    @property
    def category(self) -> Category:
        """The first category; `ci-reachable` or `content` for a file without one."""
        if self.categories:
            return self.categories[0]
        return Category.CI_REACHABLE if self.reached else Category.CONTENT

    @cached_property
    def reached(self) -> Reached | None:
        """How a workflow comes to run or load this file; None when it does not."""
        ways = self.view.reach.ways
        return ways.get(self.path) or ways.get(self.file.previous_path or self.path)

    @property
    def is_reached_by_privileged(self) -> bool:
        """A job with secrets, write rights, an environment or a self-hosted runner runs or installs it, or stands in it."""
        return not self.view.reach.privileged.isdisjoint(self.file.names)

    @property
    def is_quiet(self) -> bool:
        """A fixture, example, page or vendored file that no workflow reaches."""
        return bool(QUIET_TAGS.intersection(self.tags)) and self.reached is None

    @property
    def is_live(self) -> bool:
        """It runs or steers something by itself: it has a category or CI reaches it, and it is not quiet."""
        return (bool(self.categories) or self.reached is not None) and not self.is_quiet

    @property
    def is_code(self) -> bool:
        """Program source, by its name or its first line."""
        return bool(_CODE.search(self.path)) or self.after_text.startswith("#!")

    @property
    def is_test(self) -> bool:
        """A test, or data of one, by its name."""
        return bool(_TEST.search(self.path)) or "fixture" in self.tags

    @property
    def is_prose(self) -> bool:
        """Text for people to read, by its name."""
        return bool(_PROSE.search(self.path)) or "docs" in self.tags

    @property
    def is_removed(self) -> bool:
        """The file is gone on the new side."""
        return self.file.status is ChangeStatus.REMOVED

    @cached_property
    def before(self) -> str | Absent:
        """The old text, read under the old name."""
        if self.file.status is ChangeStatus.ADDED:
            return Absent.MISSING
        return self.view.change.base.read(self.file.previous_path or self.path)

    @cached_property
    def after(self) -> str | Absent:
        """The new text."""
        return Absent.MISSING if self.is_removed else self.view.change.head.read(self.path)

    @property
    def before_text(self) -> str:
        """The old text, empty where there is none."""
        return self.before if not isinstance(self.before, Absent) else ""

    @property
    def after_text(self) -> str:
        """The new text, empty where there is none."""
        return self.after if not isinstance(self.after, Absent) else ""

    @cached_property
    def is_new_here(self) -> bool:
        """The path is new: added, copied, or moved in from a name that was less sensitive."""
        if self.file.status in (ChangeStatus.ADDED, ChangeStatus.COPIED):
            return True
        if self.file.status is not ChangeStatus.RENAMED or self.file.previous_path is None:
            return False
        old = classify(self.file.previous_path)
        return not set(self.categories) <= set(old.categories) or bool(QUIET_TAGS.intersection(old.tags))

    @cached_property
    def new_lines(self) -> tuple[Line, ...]:
        """The added lines; every line where the path is new or the file became executable."""
        became_executable = self.file.new_mode == "100755" and self.file.old_mode == "100644"
        if (self.is_new_here or became_executable) and self.after_text:
            return tuple(Line(number, text) for number, text in enumerate(self.after_text.split("\n"), 1))
        return self.file.added

    @cached_property
    def new_numbers(self) -> frozenset[int]:
        """Line numbers of `new_lines`."""
        return frozenset(line.number for line in self.new_lines)

    def line_text(self, number: int) -> str:
        """The text of a line of the new side; empty when unknown."""
        return self._line_texts.get(number, "")

    @cached_property
    def _line_texts(self) -> dict[int, str]:
        texts = {line.number: line.text for line in self.file.added}
        if self.after_text:
            texts.update(enumerate(self.after_text.split("\n"), 1))
        return texts

    def blocks(self) -> Iterator[tuple[Line, ...]]:
        """The new lines in runs of neighbours."""
        run: list[Line] = []
        for line in self.new_lines:
            if run and line.number != run[-1].number + 1:
                yield tuple(run)
                run = []
            run.append(line)
        if run:
            yield tuple(run)

    @cached_property
    def only_comments_changed(self) -> bool:
        """Nothing but comment or blank lines differs, and the file does not have a new name or mode."""
        if self.file.status is not ChangeStatus.MODIFIED or not self.before_text:
            return False
        return only_comments_differ(self.path, self.before_text, self.after_text)

    def remembered(self, make: Callable[[FileView], Parsed]) -> Parsed:
        """What a function makes of this file, made once: rules share what is dear to compute."""
        if make not in self._remembered:
            self._remembered[make] = make(self)
        return self._remembered[make]  # type: ignore[return-value]  # the key is the function, so the type is the function's

    def parsed(self, reader: Callable[[str], Parsed], *, after: bool = True) -> Parsed | None:
        """One side read with a format's reader, once; None when absent or refused (the new side's refusal is recorded)."""
        key = (reader, after)
        if key not in self._parsed:
            text = self.after if after else self.before
            result: object = None
            if not isinstance(text, Absent):
                try:
                    result = reader(text)
                except FormatError as error:
                    if after and not self.is_quiet:
                        self.view.faults.append(Fault(self.path, error.line or None, error.reason))
            self._parsed[key] = result
        return self._parsed[key]  # type: ignore[return-value]  # the key holds the reader, so the type is the reader's


class ChangeView:
    """The whole change, prepared for rules. `found` and `found_places` are filled by the engine between stages."""

    def __init__(self, change: Change, policy: Policy = DEFAULT_POLICY) -> None:
        self.change = change
        self.policy = policy
        self.faults: list[Fault] = []
        self.notes: list[str] = []
        self.found: set[str] = set()
        self.files = tuple(FileView(file, self) for file in change.files)

    @cached_property
    def reach(self) -> Reach:
        """Which files the workflows of either side run or load."""
        reach = find_reach(self.change)
        if not reach.is_whole:
            self.notes.append(
                "The workflows run more files than are followed: what they reach beyond these is not known."
            )
        return reach

    @cached_property
    def known_hosts(self) -> KnownHosts:
        """The hosts that the base tree names."""
        return KnownHosts(self.change)

    @property
    def live(self) -> Iterator[FileView]:
        """Files that run or steer something."""
        return (file for file in self.files if file.is_live)

    def of(self, *categories: Category) -> Iterator[FileView]:
        """Live files of any of these categories."""
        return (file for file in self.live if set(categories).intersection(file.categories))

    def new_hosts(self, text: str) -> tuple[str, ...]:
        """The hosts in a text that the base tree does not name."""
        return tuple(host for host in hosts_in(text) if host not in self.known_hosts)

    def file_at(self, path: str) -> FileView | None:
        """The changed file of this (new) path."""
        return self._by_path.get(path)

    @cached_property
    def _by_path(self) -> dict[str, FileView]:
        return {file.path: file for file in self.files}
