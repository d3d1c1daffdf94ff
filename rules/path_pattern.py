"""The pattern dialect of the path catalogue.

A pattern without a slash names a base name at any depth. With a slash it matches at any depth, from the border of a folder
on; a leading `/` ties it to the root of the repository. `*` stands for any text within one segment, `?` alone for a segment of one
character, `**` for any number of folders (as the last segment: for everything below), `{a,b}` for either. Case is ignored.

Marks, in front of the pattern: `=` case counts; `%` prose, pictures and ignore files do not count; `^` like `%`, and neither do
plain text, pages, backups, nor a source-code suffix on a lower-case name (`dockerfile.rs` is source code, `Dockerfile.go` is not).

There is no regular expression in here: a segment is a row of literals between stars, found from left to right. The work for a path
is at most its length times the number of candidate patterns, whatever the path looks like. `rules.path_index` finds the candidates.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

_PROSE_SUFFIXES = (
    *(".md", ".mdown", ".markdown", ".rst", ".adoc", ".asciidoc", ".gitkeep", ".keep"),
    *(".png", ".svg", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".bmp"),
)
# The whole name, or all of it before a hyphen (`LICENSE-MIT`) or a text suffix: a script called readme-sync.sh is a script.
_PROSE_STEMS = frozenset({"readme", "license", "licence", "licenses", "copying", "notice"})
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
    if base.endswith(_PROSE_SUFFIXES) or (base.startswith(".") and base.endswith("ignore")):
        return True
    stem = base.removesuffix(".txt")
    return "." not in stem and stem.partition("-")[0] in _PROSE_STEMS


@lru_cache(maxsize=4096)
def is_left(leaves: Leave, base: str) -> bool:
    """Whether a mark leaves a base name alone, given in its own case."""
    lower = base.lower()
    if leaves == Leave.NOTHING or is_prose(lower):
        return leaves != Leave.NOTHING
    is_loose = lower.endswith(_LOOSE_SUFFIXES) or (base == lower and base.endswith(_CODE_SUFFIXES))
    return leaves == Leave.LOOSE and is_loose


class Glob:
    """One segment of a pattern: literals between stars."""

    __slots__ = ("_inner", "_least", "literal", "parts", "prefix", "single", "suffix")

    def __init__(self, text: str) -> None:
        self.single = text == "?"
        self.parts = () if self.single else tuple(text.split("*"))
        self.literal = text if len(self.parts) == 1 else None
        self.prefix = self.parts[0] if self.parts else ""
        self.suffix = self.parts[-1] if self.parts else ""
        self._inner = tuple(part for part in self.parts[1:-1] if part)
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
        folders = [name for name, before in zip(folders, ["", *folders], strict=False) if not name == before == "**"]
        if folders[:1] == ["**"]:
            folders, anchored = folders[1:], False
        name = None if base in ("*", "**") else base.replace("**", "*")
        patterns.append(PathPattern(expanded, tuple(folders), name, anchored, case_counts, leaves))
    return tuple(patterns)
