"""Counts the lines of hunks in bytes, and proves that the hunks hold what their headers promise.

A hunk's header (`@@ -12,3 +12,4 @@`) says how many lines of each side follow; a line belongs to a hunk by that count alone, so
content that looks like a header is content. Everything here is linear and works on whole ranges of bytes, because a diff may
have a hundred megabytes of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# Nine digits are more lines than any file that git can show as text.
_HUNK_HEADER = re.compile(rb"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(?=[ \r\n])")

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


@dataclass(frozen=True, slots=True)
class HunkHeader:
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
    """Count the hunks that begin at `offset`. `data` must end with a line feed. Never raises.

    Blank lines after the last hunk belong to it: `git log -p` puts one there.
    """
    added = removed = 0
    old_next = 1
    while offset < len(data):
        header = hunk_header(data, offset)
        if header is None:
            return HunkCount(added, removed, _after_blank_lines(data, offset))
        if header.old_first < old_next or header.new_first - header.old_first != added - removed:
            return HunkCount(added, removed, offset, SHIFTED)
        following = data.find(b"\n@@ ", header.newline)
        stop = following if following >= 0 else len(data) - 1
        more = _count_range(data, header, stop)
        if more is None:
            more = _count_lines(data, header)
            if more.fault:
                return HunkCount(added + more.added, removed + more.removed, more.end, more.fault)
        added += more.added
        removed += more.removed
        old_next = header.old_first + header.old_lines
        offset = more.end
    return HunkCount(added, removed, offset)


def _count_range(data: bytes, header: HunkHeader, stop: int) -> HunkCount | None:
    """Count a hunk by whole-range searches; None when it does not come out even and must be walked line by line."""
    newline = header.newline
    added = data.count(b"\n+", newline, stop)
    removed = data.count(b"\n-", newline, stop)
    context = data.count(b"\n ", newline, stop)
    if added + context != header.new_lines or removed + context != header.old_lines:
        return None
    marks = data.count(b"\n", newline, stop) - added - removed - context
    if marks and (marks > 2 or data.count(b"\n\\", newline, stop) != marks):
        return None
    return HunkCount(added, removed, stop + 1)


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
    return HunkCount(added, removed, _after_blank_lines(data, offset))


def _after_blank_lines(data: bytes, offset: int) -> int:
    while data.startswith(b"\n", offset):
        offset += 1
    return offset
