"""Who owns a path, by GitHub's CODEOWNERS rules. The last line that matches decides; one without owners means nobody.

Source: GitHub docs, "About code owners" (syntax, exceptions, size, order of places). Patterns are those of gitignore, save that
`!`, `[ ]` and `\\#` do not work (such a line is skipped, as any invalid one) and that a last segment `*` stands for the
children of a folder alone, not for what lies below them. Case counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")
"""Where GitHub looks, in this order; the first file found is the one."""

LARGEST_CODEOWNERS = 3 * 1024 * 1024
"""Bytes from which on GitHub does not load the file: then nobody owns anything."""

_OWNER = re.compile(r"@[A-Za-z0-9_-]{1,100}(?:/[A-Za-z0-9_.-]{1,100})?|[^@\s]{1,200}@[A-Za-z0-9.-]{1,200}")
_SPACE = " \t"

# A segment of a pattern is a row of characters in which these two stand for the wildcards; neither occurs in a path.
_STAR, _ANY_ONE = "\0*", "\0?"
Segment = tuple[str, ...]
_ANY_SEGMENT: Segment = (_STAR,)
_ANY_FOLDERS: Segment = ()  # any number of whole segments, also none
_NO_SEGMENT: Segment = ("",)  # matches nothing, since no segment of a path is empty


@dataclass(frozen=True, slots=True)
class OwnerRule:
    """One line: the segments of its pattern, and the owners as they are written (`@login`, `@organization/team`, an address)."""

    line: int
    segments: tuple[Segment, ...]
    owners: tuple[str, ...]

    def matches(self, path: str) -> bool:
        """Whether the pattern covers a path from the root of the tree."""
        return _row_matches(self.segments, path.split("/"))


@dataclass(frozen=True, slots=True)
class Codeowners:
    """A CODEOWNERS file: its rules in order, the numbers of the lines that GitHub skips, and whether it is too large to count."""

    rules: tuple[OwnerRule, ...] = ()
    skipped: tuple[int, ...] = ()
    is_too_large: bool = False

    def owners_of(self, path: str) -> tuple[str, ...]:
        """The owners of a path; none where no line matches and where the last one that does names nobody."""
        return next((rule.owners for rule in reversed(self.rules) if rule.matches(path)), ())


def owners_of(text: str, path: str) -> tuple[str, ...]:
    """The owners, as they are written, of a path from the root of the tree, by the text of a CODEOWNERS file."""
    return read_codeowners(text).owners_of(path)


@lru_cache(maxsize=4)
def read_codeowners(text: str) -> Codeowners:
    """The rules of a file. Never raises: a line that is no rule is skipped, and named in `skipped`."""
    if len(text) >= LARGEST_CODEOWNERS or len(text.encode("utf-8", "surrogatepass")) >= LARGEST_CODEOWNERS:
        return Codeowners(is_too_large=True)
    rules: list[OwnerRule] = []
    skipped: list[int] = []
    for number, line in enumerate(text.split("\n"), start=1):
        line = line.strip(" \t\r")
        if not line or line.startswith("#"):
            continue
        rule = _rule(number, line)
        if rule is None:
            skipped.append(number)
        else:
            rules.append(rule)
    return Codeowners(tuple(rules), tuple(skipped))


def _rule(number: int, line: str) -> OwnerRule | None:
    pattern, rest = _split(line)
    segments = _segments(pattern)
    if segments is None:
        return None
    owners: list[str] = []
    for word in rest.split():
        if word.startswith("#"):
            break
        if not _OWNER.fullmatch(word):
            return None
        owners.append(word)
    return OwnerRule(number, segments, tuple(owners))


def _split(line: str) -> tuple[str, str]:
    """The pattern and the rest of a line; white space after a backslash belongs to the pattern."""
    place = 0
    while place < len(line) and line[place] not in _SPACE:
        place += 2 if line[place] == "\\" else 1
    return line[:place], line[place:]


def _segments(pattern: str) -> tuple[Segment, ...] | None:
    """The segments that a pattern asks for, in the order of the path; None for a pattern that does not work."""
    if pattern.startswith(("!", "\\#")) or "***" in pattern:
        return None
    rows = _rows(pattern)
    if rows is None:
        return None
    # A slash anywhere but at the end ties a pattern to the root.
    is_anchored = len(rows) > 2 or (len(rows) == 2 and bool(rows[1]))
    if not rows[0] and len(rows) > 1:
        rows, is_anchored = rows[1:], True
    row = [_segment(one) for one in rows]
    last = row.pop()
    if last == _NO_SEGMENT and not row:
        return (_NO_SEGMENT,)  # the pattern is one slash
    if last == _NO_SEGMENT and row[-1] == _ANY_FOLDERS:
        row += [_ANY_SEGMENT]  # the slash asks for a folder, whichever
    if last in (_NO_SEGMENT, _ANY_FOLDERS):
        row += [_ANY_SEGMENT, _ANY_FOLDERS]  # all that lies below, and not the place itself
    elif last == _ANY_SEGMENT:
        row += [_ANY_SEGMENT]
    else:
        row += [last, _ANY_FOLDERS]  # the place itself, and all that lies below
    return tuple(row) if is_anchored else (_ANY_FOLDERS, *row)


def _rows(pattern: str) -> list[list[str]] | None:
    """The characters of a pattern by segment, wildcards marked and backslashes taken away; None where it cannot work."""
    rows: list[list[str]] = [[]]
    characters = iter(pattern)
    for character in characters:
        if character == "\\":
            escaped = next(characters, None)
            if escaped is None:
                return None
            rows[-1].append(escaped)
        elif character == "/":
            rows.append([])
        elif character in "[]":
            return None
        else:
            rows[-1].append({"*": _STAR, "?": _ANY_ONE}.get(character, character))
    return rows


def _segment(row: list[str]) -> Segment:
    if row == [_STAR, _STAR]:
        return _ANY_FOLDERS
    return tuple(row) or _NO_SEGMENT


def _row_matches(pattern: Sequence[Segment], path: Sequence[str]) -> bool:
    """Whether a row of segments fits a whole path. Only the last `**` is ever tried again, so that the work is bounded."""
    at = place = 0
    retry: tuple[int, int] | None = None
    while place < len(path):
        if at < len(pattern) and pattern[at] == _ANY_FOLDERS:
            at += 1
            retry = (at, place)
        elif at < len(pattern) and _segment_matches(pattern[at], path[place]):
            at, place = at + 1, place + 1
        elif retry is not None:
            at, place = retry[0], retry[1] + 1
            retry = (at, place)
        else:
            return False
    return all(segment == _ANY_FOLDERS for segment in pattern[at:])


def _segment_matches(pattern: Segment, text: str) -> bool:
    """Whether a segment fits a whole name; as above, for `*` and characters."""
    if pattern == _ANY_SEGMENT:
        return bool(text)
    at = place = 0
    retry: tuple[int, int] | None = None
    while place < len(text):
        if at < len(pattern) and pattern[at] == _STAR:
            at += 1
            retry = (at, place)
        elif at < len(pattern) and pattern[at] in (_ANY_ONE, text[place]):
            at, place = at + 1, place + 1
        elif retry is not None:
            at, place = retry[0], retry[1] + 1
            retry = (at, place)
        else:
            return False
    return all(character == _STAR for character in pattern[at:])
