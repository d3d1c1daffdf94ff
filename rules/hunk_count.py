"""Counts the lines of hunks in bytes, and proves that the hunks hold what their headers promise.

A hunk's header (`@@ -12,3 +12,4 @@`) says how many lines of each side follow; a line belongs to a hunk by that count alone, so
content that looks like a header is content. Everything here is linear and works on whole ranges of bytes, because a diff may
have a hundred megabytes of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain, zip_longest
from operator import itemgetter
from typing import NamedTuple

# Nine digits are more lines than any file that git can show as text.
_HEADER = rb"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(?=[ \r\n])"
_HUNK_HEADER = re.compile(_HEADER)
_NEXT_HUNK_HEADER = re.compile(rb"\n" + _HEADER)
_WINDOW = 256 * 1024  # bytes that are cut into lines at a time: a line costs fifty bytes more while it is one

CUT = "a hunk ends before it holds the lines that its header promises"
SHIFTED = "the line numbers of its hunks contradict each other"


@dataclass(frozen=True, slots=True)
class HunkCount:
    """What a run of hunks holds.

    `added` and `removed` are numbers of lines. `end` is the offset of the first byte that belongs to no hunk (the length of the
    data when nothing follows). `fault` is empty, or says in plain words why the hunks cannot be trusted.
    """

    added: int
    removed: int
    end: int
    fault: str = ""


class HunkHeader(NamedTuple):
    """One `@@` line: first line and number of lines of each side, and the offset of the line's own end."""

    old_start: int
    old_lines: int
    new_start: int
    new_lines: int
    newline: int

    @property
    def old_first(self) -> int:
        """The old line that the hunk begins at. For a side without lines git names the line before."""
        return self.old_start + (self.old_lines == 0)

    @property
    def new_first(self) -> int:
        """The new line that the hunk begins at."""
        return self.new_start + (self.new_lines == 0)


def hunk_header(data: bytes, offset: int) -> HunkHeader | None:
    """Read the `@@` line at `offset`; None when there is none. `data` ends with a line feed."""
    match = _HUNK_HEADER.match(data, offset)
    if match is None:
        return None
    old_start, old_lines, new_start, new_lines = match.groups()
    return HunkHeader(
        int(old_start),
        1 if old_lines is None else int(old_lines),
        int(new_start),
        1 if new_lines is None else int(new_lines),
        data.find(b"\n", match.end()),
    )


def count_hunks(data: bytes) -> HunkCount:
    """Count the hunks that `data` begins with and that follow each other. `data` must end with a line feed. Never raises."""
    even = _count_even(data)
    if even is not None:
        return even
    added = removed = offset = 0
    old_next = 1
    while offset < len(data):
        header = hunk_header(data, offset)
        if header is None:
            break
        if header.old_first < old_next or header.new_first - header.old_first != added - removed:
            return HunkCount(added, removed, offset, SHIFTED)
        more = _count_lines(data, header)
        added += more.added
        removed += more.removed
        offset = more.end
        if more.fault:
            return HunkCount(added, removed, offset, more.fault)
        old_next = header.old_first + header.old_lines
    return HunkCount(added, removed, offset)


def _count_even(data: bytes) -> HunkCount | None:
    """The count where the data is nothing but hunks that hold what they promise, as nearly always; None where anything is odd.

    Looks at the first byte of each line alone: none inside a hunk is `@`.
    """
    before, *bodies = _first_bytes(data).split(b"@")
    headers = chain((_HUNK_HEADER.match(data),), _NEXT_HUNK_HEADER.finditer(data))
    added = removed = 0
    old_next = 1
    for body, header in zip_longest(bodies, headers):
        if body is None or header is None:
            return None
        old_start, old_text, new_start, new_text = header.groups()
        old_lines = 1 if old_text is None else int(old_text)
        new_lines = 1 if new_text is None else int(new_text)
        old_first = int(old_start) + (not old_lines)
        if old_first < old_next or int(new_start) + (not new_lines) - old_first != added - removed:
            return None
        old_next = old_first + old_lines
        more_added, more_removed = body.count(b"+"), body.count(b"-")
        context = old_lines - more_removed
        if more_added + context != new_lines or context != body.count(b" "):
            return None
        if more_added + more_removed + context != len(body) - body.count(b"\\"):
            return None
        added += more_added
        removed += more_removed
    return None if before else HunkCount(added, removed, len(data))


def _first_bytes(data: bytes) -> bytes:
    """The first byte of each line; a space for an empty one, since diff.suppressBlankEmpty leaves that of empty context out."""
    found: list[bytes] = []
    start = 0
    while start < len(data):
        end = data.find(b"\n", min(start + _WINDOW, len(data) - 1))
        lines = data[start:end].split(b"\n")
        try:
            found.append(bytes(map(itemgetter(0), lines)))
        except IndexError:
            found.append(b"".join([line[:1] or b" " for line in lines]))
        start = end + 1
    return b"".join(found)


def _count_lines(data: bytes, header: HunkHeader) -> HunkCount:
    """Walk a hunk line by line until both of its counts are used up."""
    old, new = header.old_lines, header.new_lines
    added = removed = 0
    offset = header.newline + 1
    while old or new or data.startswith(b"\\", offset):
        first = data[offset : offset + 1]
        if first == b"+":
            new -= 1
            added += 1
        elif first == b"-":
            old -= 1
            removed += 1
        elif first in (b" ", b"\n"):  # diff.suppressBlankEmpty leaves the space of an empty context line out
            old -= 1
            new -= 1
        elif first != b"\\":
            return HunkCount(added, removed, offset, CUT)
        if old < 0 or new < 0:
            return HunkCount(added, removed, offset, CUT)
        offset = data.find(b"\n", offset) + 1
    return HunkCount(added, removed, offset)
