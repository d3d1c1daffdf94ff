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
    segments behind it: where the key is not found, nothing need be tried. Without a literal, `needle` is text that must occur.
    """

    __slots__ = ("_anchored", "_case_counts", "_earlier", "_last", "after", "below", "key", "literals", "needle")

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
        self.needle = max((part for glob in last for part in glob.parts), key=len, default="").lower()
        self.after, self.key = found[0] if found else (0, "")

    def earliest(self, segments: list[str], lower: list[str]) -> int | None:
        """The position where the last run may begin at the earliest, or None if the runs before it do not fit anywhere."""
        names = segments if self._case_counts else lower
        position = 0
        for index, run in enumerate(self._earlier):
            last_start = 0 if index == 0 and self._anchored else len(names) - len(run)
            found = _find(run, names, position, last_start)
            if found is None:
                return None
            position = found
        return position

    def ends_at(self, end: int, earliest: int, segments: list[str], lower: list[str]) -> bool:
        """Whether the first `end` folders of a path fit, given in their own case and in lower case."""
        start = end - len(self._last)
        if start < earliest or (start > 0 and self._anchored and not self._earlier):
            return False
        return _fits(self._last, segments if self._case_counts else lower, start)


def _fits(run: tuple[Glob, ...], names: list[str], start: int) -> bool:
    return all(glob.matches(names[start + offset]) for offset, glob in enumerate(run))


def _find(run: tuple[Glob, ...], names: list[str], start: int, last_start: int) -> int | None:
    """The position after the first place from `start` to `last_start` where the run fits."""
    for position in range(start, min(last_start, len(names) - len(run)) + 1):
        if _fits(run, names, position):
            return position + len(run)
    return None


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
        self._keyless_tests: list[int] = []
        self._folder_names: set[str] = set()
        self._exact: dict[str, list[_Candidate[Value]]] = {}
        self._wild: dict[str, list[_Candidate[Value]]] = {}
        self._ends: dict[str, tuple[str, ...]] = {}
        self._below: dict[int, list[_Candidate[Value]]] = {}
        # Hostile paths are long: the caches hold few enough of them, and a tree is read folder by folder anyway.
        self._folder_facts = lru_cache(maxsize=4096)(self._read_folder)
        self._base_facts = lru_cache(maxsize=16384)(self._read_base)

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
                key = _wild_key(candidate.glob)
                self._wild.setdefault(key, []).append(candidate)
                self._ends[key] = (*self._ends.get(key, ()), candidate.glob.suffix.lower())

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
            if not pattern.folders:
                self._root_tests.append(len(self._tests))
            elif test.key:
                self._tests_by_key.setdefault(test.key, []).append(len(self._tests))
            else:
                self._keyless_tests.append(len(self._tests))
            self._tests.append(test)
            self._folder_names |= test.literals
        return self._test_ids[identity]

    def _read_folder(self, folder: str) -> tuple[frozenset[int], tuple[_Candidate[Value], ...]]:
        if not folder:
            return self._facts_of(set(self._root_tests))
        segments = folder.split("/")
        lower = [segment.lower() for segment in segments]
        keyless = [number for number in self._keyless_tests if self._tests[number].needle in folder.lower()]
        fitting: set[int] = set()
        earliest: dict[int, int | None] = {}
        for position, segment in enumerate(lower):
            for number in (*self._tests_by_key.get(segment, ()), *keyless):
                test = self._tests[number]
                end = position + 1 + test.after
                if end > len(lower) or (end < len(lower) and not test.below):
                    continue
                if number not in earliest:
                    earliest[number] = test.earliest(segments, lower)
                start = earliest[number]
                if start is not None and test.ends_at(end, start, segments, lower):
                    fitting.add(number)
        return self._facts_of(fitting)

    def _facts_of(self, fitting: set[int]) -> tuple[frozenset[int], tuple[_Candidate[Value], ...]]:
        return frozenset(fitting), tuple(c for number in (-1, *sorted(fitting)) for c in self._below.get(number, ()))

    def _read_base(self, base: str) -> tuple[_Candidate[Value], ...]:
        lower = base.lower()
        found = [c for c in self._exact.get(lower, ()) if not c.case_counts or c.glob.literal == base]
        _, dot, extension = lower.rpartition(".")
        end, start = lower[-3:], lower[:3]
        wild = self._wild
        for key in (end + start, "^" + start, "*" + dot + extension, end, "*"):
            if key in wild and lower.endswith(self._ends[key]):
                found += [c for c in wild[key] if c.glob.matches(base if c.case_counts else lower)]
        return tuple(c for c in found if c.leaves == Leave.NOTHING or not is_left(c.leaves, base)) if found else ()


def _wild_key(glob: Glob) -> str:
    """Under which key a wild base name is filed: a whole suffix, three characters of its end, of its start, of both, or nothing."""
    if len(glob.parts) == 2 and not glob.prefix and glob.suffix.rfind(".") == 0:
        return "*" + glob.suffix.lower()
    end = glob.suffix[-3:].lower() if len(glob.suffix) >= 3 else ""
    start = glob.prefix[:3].lower() if len(glob.prefix) >= 3 else ""
    return end + start if end else "^" + start if start else "*"
