"""Applies the hunks of one file to its old bytes, strictly: every line where the hunk says, every context line equal."""

from __future__ import annotations

from rules.errors import DiffError
from rules.hunk_count import HunkHeader, hunk_header

MISFIT = "its hunks do not fit the file in the base"


def apply_hunks(old: bytes, hunks: bytes) -> bytes:
    """The new bytes of a file. `hunks` are those of `rules.scanner.Section`, which were counted already.

    Nothing is searched for or shifted: a hunk that does not fit exactly raises DiffError.
    """
    new = bytearray()
    position, line, offset = 0, 1, 0
    while (header := hunk_header(hunks, offset)) is not None:
        start = position
        position = _forward(old, position, header.old_first - line)
        old_side, new_side, offset = _sides(hunks, header)
        if not old.startswith(old_side, position):
            raise DiffError(MISFIT)
        new += old[start:position]
        new += new_side
        position += len(old_side)
        line = header.old_first + header.old_lines
        has_open_end = old_side[-1:] not in (b"", b"\n") or new_side[-1:] not in (b"", b"\n")
        if has_open_end and position != len(old):
            raise DiffError(MISFIT)
    return bytes(new) + old[position:]


def _forward(old: bytes, position: int, lines: int) -> int:
    """The offset `lines` lines further on. Raises DiffError when the file has not as many."""
    for _ in range(lines):
        position = old.find(b"\n", position) + 1
        if not position:
            raise DiffError(MISFIT)
    if lines < 0:
        raise DiffError(MISFIT)
    return position


def _sides(hunks: bytes, header: HunkHeader) -> tuple[bytes, bytes, int]:
    """The bytes of both sides of one hunk and the offset of what follows it."""
    sides = (bytearray(), bytearray())
    touched: tuple[bytearray, ...] = ()
    offset = header.newline + 1
    while offset < len(hunks) and not hunks.startswith(b"@@ ", offset):
        end = hunks.find(b"\n", offset) + 1
        first = hunks[offset : offset + 1]
        if first == b"\\":  # the line before has no line feed
            for side in touched:
                side[-1:] = b""
        else:
            touched = sides[1:] if first == b"+" else sides[:1] if first == b"-" else sides
            for side in touched:
                side += hunks[offset if first == b"\n" else offset + 1 : end]
        offset = end
    return bytes(sides[0]), bytes(sides[1]), offset
