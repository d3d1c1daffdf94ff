"""The pattern dialect of the path catalogue, and an index that finds all patterns a path matches.

A pattern without a slash names a base name at any depth. With a slash it matches at any depth, from the border of a folder
on; a leading `/` ties it to the root of the repository. `*` stands for any text within one segment, `?` alone for a segment of one
character, `**` for any number of folders (as the last segment: for everything below), `{a,b}` for either. Case is ignored.

Marks, in front of the pattern: `=` case counts; `%` prose, pictures and ignore files do not count; `^` like `%`, and neither do
plain text, pages, backups, nor a source-code suffix on a lower-case name (`dockerfile.rs` is source code, `Dockerfile.go` is not).

There is no regular expression in here: a segment is a row of literals between stars, found from left to right. The work for a path
is at most its length times the number of candidate patterns, whatever the path looks like.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Generic, TypeVar

Value = TypeVar("Value")

_PROSE_SUFFIXES = (
    *(".md", ".mdown", ".markdown", ".rst", ".adoc", ".asciidoc", ".gitkeep", ".keep"),
    *(".png", ".svg", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".bmp"),
)
_PROSE_STEMS = ("readme", "license", "licence", "copying", "notice")
_LOOSE_SUFFIXES = (".txt", ".html", ".htm", ".bak", ".backup", ".orig", ".old", ".save", ".swp", ".tmp", "~")
_CODE_SUFFIXES = (
    *(".c", ".cc", ".cpp", ".cs", ".css", ".cxx", ".d", ".dart", ".erl", ".ex", ".exs", ".go", ".groovy", ".h", ".hpp"),
    *(".hs", ".java", ".js", ".json", ".jsx", ".kt", ".kts", ".lua", ".m", ".mjs", ".ml", ".php", ".pl", ".pm", ".py"),
    *(".pyi", ".r", ".rb", ".rs", ".scala", ".scm", ".scss", ".snap", ".sql", ".swift", ".toml", ".ts", ".tsx"),
    *(".vim", ".vue", ".xml", ".yaml", ".yml", ".zig"),
)


class Leave(IntEnum):
    """Which base names a pattern leaves alone."""

    NOTHING = 0
    PROSE = 1
    LOOSE = 2


def is_prose(base: str) -> bool:
    """Whether a lower-case base name is prose, a picture, a licence, or an ignore or keep-this-folder file."""
    return (
        base.endswith(_PROSE_SUFFIXES)
        or base.partition(".")[0].startswith(_PROSE_STEMS)
        or (base.startswith(".") and base.endswith("ignore"))
    )


@lru_cache(maxsize=16384)
def _is_left(leaves: Leave, base: str) -> bool:
    """Whether a mark leaves a base name alone, given in its own case."""
    lower = base.lower()
    if leaves == Leave.NOTHING or is_prose(lower):
        return leaves != Leave.NOTHING
    is_loose = lower.endswith(_LOOSE_SUFFIXES) or (base == lower and base.endswith(_CODE_SUFFIXES))
    return leaves == Leave.LOOSE and is_loose


class Glob:
    """One segment of a pattern: literals between stars."""

    __slots__ = ("_inner", "_least", "literal", "prefix", "single", "suffix")

    def __init__(self, text: str) -> None:
        parts = text.split("*")
        self.single = text == "?"
        self.literal = text if len(parts) == 1 and not self.single else None
        self.prefix = parts[0]
        self.suffix = parts[-1]
        self._inner = tuple(part for part in parts[1:-1] if part)
        self._least = len(self.prefix) + len(self.suffix)

    def matches(self, segment: str) -> bool:
        """Whether the whole segment fits."""
        if self.literal is not None:
            return segment == self.literal
        if self.single:
            return len(segment) == 1
        if len(segment) < self._least or not segment.startswith(self.prefix) or not segment.endswith(self.suffix):
            return False
        position, end = len(self.prefix), len(segment) - len(self.suffix)
        for part in self._inner:
            position = segment.find(part, position, end)
            if position < 0:
                return False
            position += len(part)
        return True


@dataclass(frozen=True, slots=True)
class PathPattern:
    """One pattern after its braces are written out. `folders` are its segments but the last; `base` is the last, None for any name."""

    text: str
    folders: tuple[str, ...]
    base: str | None
    anchored: bool
    case_counts: bool
    leaves: Leave


def expand_braces(text: str) -> tuple[str, ...]:
    """All texts that `{a,b}` alternatives stand for, in order; alternatives do not nest."""
    head, brace, rest = text.partition("{")
    if not brace:
        return (text,)
    inside, _, tail = rest.partition("}")
    tails = expand_braces(tail)
    return tuple(head + choice + end for choice in inside.split(",") for end in tails)


def read_patterns(text: str) -> tuple[PathPattern, ...]:
    """The patterns that one written pattern stands for."""
    leaves, case_counts = Leave.NOTHING, False
    body = text
    while body[:1] in ("=", "%", "^"):
        if body[0] == "=":
            case_counts = True
        else:
            leaves = Leave.PROSE if body[0] == "%" else Leave.LOOSE
        body = body[1:]
    patterns = []
    for expanded in expand_braces(body):
        anchored = expanded.startswith("/")
        segments = expanded.strip("/").split("/")
        if not case_counts:
            segments = [segment.lower() for segment in segments]
        *folders, base = segments
        if base == "**":
            folders.append(base)
        name = None if base in ("*", "**") else base.replace("**", "*")
        patterns.append(PathPattern(expanded, tuple(folders), name, anchored, case_counts, leaves))
    return tuple(patterns)


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


class _Bucket(Generic[Value]):
    """Wild base names with the same end; two tuple look-ups rule most names out before any glob is tried."""

    __slots__ = ("candidates", "prefixes", "suffixes")

    def __init__(self) -> None:
        self.candidates: list[_Candidate[Value]] = []
        self.prefixes: tuple[str, ...] = ()
        self.suffixes: tuple[str, ...] = ()

    def add(self, candidate: _Candidate[Value]) -> None:
        """Put one more pattern in."""
        self.candidates.append(candidate)
        if candidate.glob.prefix:
            self.prefixes = (*self.prefixes, candidate.glob.prefix.lower())
        else:
            self.suffixes = (*self.suffixes, candidate.glob.suffix.lower())

    def may_match(self, lower: str) -> bool:
        """False only if no pattern of the bucket fits the lower-case base name."""
        return lower.startswith(self.prefixes) or lower.endswith(self.suffixes)


class PatternIndex(Generic[Value]):
    """Patterns with a value each. `find` gives the values of all patterns that a path matches, each at most once per pattern."""

    def __init__(self) -> None:
        self._tests: list[_FolderTest] = []
        self._test_ids: dict[tuple[tuple[str, ...], bool, bool], int] = {}
        self._tests_by_key: dict[str, list[int]] = {}
        self._root_tests: list[int] = []
        self._folder_names: set[str] = set()
        self._exact: dict[str, list[_Candidate[Value]]] = {}
        self._wild: dict[str, _Bucket[Value]] = {}
        self._below: dict[int, list[_Candidate[Value]]] = {}
        self._folder_facts = lru_cache(maxsize=16384)(self._read_folder)
        self._base_facts = lru_cache(maxsize=65536)(self._read_base)

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
                self._wild.setdefault(_bucket_key(candidate.glob), _Bucket()).add(candidate)

    def find(self, folder: str, base: str) -> list[Value]:
        """The values of all patterns that `folder/base` matches; `folder` is empty at the root."""
        fitting, below = self._folder_facts(folder)
        found = [c.value for c in self._base_facts(base) if c.folder == -1 or c.folder in fitting]
        if below:
            found += [c.value for c in below if c.leaves == Leave.NOTHING or not _is_left(c.leaves, base)]
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
        for key in (lower[-3:], "^" + lower[:3], ""):
            bucket = self._wild.get(key)
            if bucket is not None and bucket.may_match(lower):
                found += [c for c in bucket.candidates if c.glob.matches(base if c.case_counts else lower)]
        return tuple(c for c in found if c.leaves == Leave.NOTHING or not _is_left(c.leaves, base))


def _bucket_key(glob: Glob) -> str:
    """Wild names are filed by the last three characters of their end, else by the first three of their start, else under nothing."""
    if len(glob.suffix) >= 3:
        return glob.suffix[-3:].lower()
    if len(glob.prefix) >= 3:
        return "^" + glob.prefix[:3].lower()
    return ""
