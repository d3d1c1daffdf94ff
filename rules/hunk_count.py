"""Counts the lines of hunks in bytes, and proves that the hunks hold what their headers promise.

A hunk's header (`@@ -12,3 +12,4 @@`) says how many lines of each side follow; a line belongs to a hunk by that count alone, so
content that looks like a header is content. Everything here is linear and works on whole ranges of bytes, because a diff may
have a hundred megabytes of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

# Nine digits are more lines than any file that git can show as text.
_HUNK_HEADER = re.compile(rb"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(?=[ \r\n])")

_OTHER_LINE = re.compile(rb"\n[^-+ ]")

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


def count_hunks(data: bytes, offset: int = 0) -> HunkCount:
    """Count the hunks that begin at `offset` and follow each other. `data` must end with a line feed. Never raises."""
    added = removed = 0
    old_next = 1
    while offset < len(data):
        header = hunk_header(data, offset)
        if header is None:
            break
        old_lines, new_lines, newline = header.old_lines, header.new_lines, header.newline
        old_first = header.old_first
        if old_first < old_next or header.new_first - old_first != added - removed:
            return HunkCount(added, removed, offset, SHIFTED)
        # Whole-range searches first: they are exact whenever the hunk comes out even.
        other = _OTHER_LINE.search(data, newline)
        stop = other.start() if other else len(data) - 1
        more_added = data.count(b"\n+", newline, stop)
        more_removed = data.count(b"\n-", newline, stop)
        context = data.count(b"\n", newline, stop) - more_added - more_removed
        if more_added + context == new_lines and more_removed + context == old_lines:
            added += more_added
            removed += more_removed
            offset = _after_mark(data, stop + 1)
        else:
            more = _count_lines(data, header)
            added += more.added
            removed += more.removed
            offset = more.end
            if more.fault:
                return HunkCount(added, removed, offset, more.fault)
        old_next = old_first + old_lines
    return HunkCount(added, removed, offset)


def _after_mark(data: bytes, offset: int) -> int:
    """Step over the line that says that the line before it has no line feed."""
    return data.find(b"\n", offset) + 1 if data.startswith(b"\\", offset) else offset


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
