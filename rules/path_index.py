"""An index of path patterns: the values of all patterns that a path matches, without trying most of them.

Base names are found by dictionary: exact ones by the name, wild ones by a few characters of their ends. Folders are walked once, and a
pattern is tried only where its last literal folder is met. What was found for a folder or a base name is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Generic, TypeVar

from rules.path_pattern import Glob, Leave, PathPattern, is_left, read_patterns

Value = TypeVar("Value")


class _FolderTest:
    """The folder part of a pattern: runs of segments with any number of folders between them; the last run ends the folder.

    `below` is set when the folders below a fitting one fit as well. `key` is the last literal of the last run and `after` the number of
    segments behind it: where the key is not found, nothing need be tried.
    """

    __slots__ = ("_anchored", "_case_counts", "_earlier", "_last", "after", "below", "key", "literals")

    def __init__(self, pattern: PathPattern) -> None:
        runs: list[list[Glob]] = [[]]
        for segment in pattern.folders:
            if segment == "**":
                runs.append([])
            else:
                runs[-1].append(Glob(segment))
        self.below = len(runs) > 1 and not runs[-1]
        if self.below:
            runs.pop()
        *earlier, last = (tuple(run) for run in runs)
        self._earlier, self._last = tuple(earlier), last
        self._anchored = pattern.anchored
        self._case_counts = pattern.case_counts
        self.literals = frozenset(glob.literal.lower() for run in runs for glob in run if glob.literal)
        found = [(offset, glob.literal.lower()) for offset, glob in enumerate(reversed(last)) if glob.literal]
        self.after, self.key = found[0] if found else (0, "")

    def ends_at(self, end: int, segments: list[str], lower: list[str]) -> bool:
        """Whether the first `end` folders of a path fit, given in their own case and in lower case."""
        names = segments if self._case_counts else lower
        start = end - len(self._last)
        if start < 0 or not _fits(self._last, names, start):
            return False
        position = 0
        for index, run in enumerate(self._earlier):
            last_start = 0 if index == 0 and self._anchored else start - len(run)
            position = _find(run, names, position, last_start)
            if position < 0:
                return False
        return start == 0 if self._anchored and not self._earlier else position <= start


def _fits(run: tuple[Glob, ...], names: list[str], start: int) -> bool:
    return all(glob.matches(names[start + offset]) for offset, glob in enumerate(run))


def _find(run: tuple[Glob, ...], names: list[str], start: int, last_start: int) -> int:
    """The position after the first place from `start` to `last_start` where the run fits, or -1."""
    for position in range(start, min(last_start, len(names) - len(run)) + 1):
        if _fits(run, names, position):
            return position + len(run)
    return -1


class _Candidate(Generic[Value]):
    """A pattern's value with what is left to ask once its base name fits. `folder` is -1 when any folder will do."""

    __slots__ = ("case_counts", "folder", "glob", "leaves", "value")

    def __init__(self, pattern: PathPattern, folder: int, value: Value) -> None:
        self.glob = Glob(pattern.base) if pattern.base is not None else Glob("*")
        self.folder = folder
        self.case_counts = pattern.case_counts
        self.leaves = pattern.leaves
        self.value = value


class PatternIndex(Generic[Value]):
    """Patterns with a value each. `find` gives the values of all patterns that a path matches, each at most once per pattern."""

    def __init__(self) -> None:
        self._tests: list[_FolderTest] = []
        self._test_ids: dict[tuple[tuple[str, ...], bool, bool], int] = {}
        self._tests_by_key: dict[str, list[int]] = {}
        self._root_tests: list[int] = []
        self._folder_names: set[str] = set()
        self._exact: dict[str, list[_Candidate[Value]]] = {}
        self._wild: dict[str, list[_Candidate[Value]]] = {}
        self._below: dict[int, list[_Candidate[Value]]] = {}
        self._folder_facts = lru_cache(maxsize=16384)(self._read_folder)
        self._base_facts = lru_cache(maxsize=65536)(self._read_base)

    @classmethod
    def of(cls, patterns: Iterable[str]) -> PatternIndex[bool]:
        """An index that only tells whether any of the patterns matches."""
        index: PatternIndex[bool] = PatternIndex()
        for pattern in patterns:
            index.add(pattern, True)
        return index

    def add(self, text: str, value: Value) -> None:
        """Put one written pattern in."""
        for pattern in read_patterns(text):
            folder = self._test_id(pattern) if pattern.folders or pattern.anchored else -1
            candidate = _Candidate(pattern, folder, value)
            if pattern.base is None:
                self._below.setdefault(folder, []).append(candidate)
            elif candidate.glob.literal is not None:
                self._exact.setdefault(candidate.glob.literal.lower(), []).append(candidate)
            else:
                self._wild.setdefault(_wild_key(candidate.glob), []).append(candidate)

    def find(self, folder: str, base: str) -> list[Value]:
        """The values of all patterns that `folder/base` matches; `folder` is empty at the root."""
        fitting, below = self._folder_facts(folder)
        found = [c.value for c in self._base_facts(base) if c.folder == -1 or c.folder in fitting]
        if below:
            found += [c.value for c in below if c.leaves == Leave.NOTHING or not is_left(c.leaves, base)]
        return found

    def knows(self, segment: str) -> bool:
        """Whether a pattern names this segment, given in lower case, in full: as a folder or as a base name."""
        return segment in self._exact or segment in self._folder_names

    def _test_id(self, pattern: PathPattern) -> int:
        identity = (pattern.folders, pattern.anchored, pattern.case_counts)
        if identity not in self._test_ids:
            test = _FolderTest(pattern)
            self._test_ids[identity] = len(self._tests)
            if pattern.folders:
                self._tests_by_key.setdefault(test.key, []).append(len(self._tests))
            else:
                self._root_tests.append(len(self._tests))
            self._tests.append(test)
            self._folder_names |= test.literals
        return self._test_ids[identity]

    def _read_folder(self, folder: str) -> tuple[frozenset[int], tuple[_Candidate[Value], ...]]:
        segments = folder.split("/") if folder else []
        lower = [segment.lower() for segment in segments]
        fitting = set(self._root_tests) if not segments else set()
        for position, segment in enumerate(lower):
            for number in (*self._tests_by_key.get(segment, ()), *self._tests_by_key.get("", ())):
                test = self._tests[number]
                end = position + 1 + test.after
                if (end == len(lower) or (test.below and end < len(lower))) and test.ends_at(end, segments, lower):
                    fitting.add(number)
        return frozenset(fitting), tuple(c for number in sorted(fitting) for c in self._below.get(number, ()))

    def _read_base(self, base: str) -> tuple[_Candidate[Value], ...]:
        lower = base.lower()
        found = [c for c in self._exact.get(lower, ()) if not c.case_counts or c.glob.literal == base]
        end = lower[-3:]
        for key in (end + lower[:1], end, "^" + lower[:3], ""):
            for candidate in self._wild.get(key, ()):
                if candidate.glob.matches(base if candidate.case_counts else lower):
                    found.append(candidate)
        return tuple(c for c in found if c.leaves == Leave.NOTHING or not is_left(c.leaves, base)) if found else ()


def _wild_key(glob: Glob) -> str:
    """Under which key a wild base name is filed: three characters of its end with the first of its start, or what there is of these."""
    if len(glob.suffix) >= 3:
        return glob.suffix[-3:].lower() + glob.prefix[:1].lower()
    return "^" + glob.prefix[:3].lower() if len(glob.prefix) >= 3 else ""
