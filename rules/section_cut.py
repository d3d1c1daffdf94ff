"""Cuts the bytes of a diff into the pieces that are one section each, and holds one of them at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rules.errors import DiffError

HEADER_BYTES = 64 * 1024
SUBMODULE_LOG = b"Submodule "
_SLICE = 1024 * 1024
_BOUNDARY = b"\ndiff --"


@dataclass(slots=True)
class Piece:
    """The bytes of one section. `overflow` counts what was not kept; `is_whole` is False when the last line has no end."""

    data: bytes
    overflow: Overflow | None = None
    is_whole: bool = True


@dataclass(slots=True)
class Overflow:
    """Counts the lines of a section that is too long to be kept."""

    head: bytes = b""
    has_hunks: bool = False
    added: int = 0
    removed: int = 0
    _last: bytes = field(default=b"")

    def take(self, data: bytes) -> None:
        """Count the lines that begin in `data`, the next bytes of the section."""
        if not self.head:
            self.head = data[:HEADER_BYTES]
            hunk = data.find(b"\n@@ ")
            self.has_hunks = hunk >= 0
            data = data[hunk:]
        if self.has_hunks:
            joined = self._last + data
            self.added += joined.count(b"\n+")
            self.removed += joined.count(b"\n-")
            self._last = data[-1:]


def _slices(diff: bytes | Iterable[bytes]) -> Iterator[bytes]:
    if isinstance(diff, bytes):
        for start in range(0, len(diff), _SLICE):
            yield diff[start : start + _SLICE]
    else:
        yield from diff


def pieces(diff: bytes | Iterable[bytes], kept_bytes: int) -> Iterator[Piece]:
    """Cut before every line that begins with `diff --`: no line of a hunk can begin so.

    Raises DiffError when the input begins with something else.
    """
    buffer = bytearray()
    overflow: Overflow | None = None
    is_begun = False
    searched = 0
    for chunk in _slices(diff):
        buffer += chunk
        if not is_begun:
            del buffer[: len(buffer) - len(buffer.lstrip(b"\n"))]
            if len(buffer) < len(SUBMODULE_LOG):
                continue
            _check_begin(bytes(buffer[: len(SUBMODULE_LOG)]))
            is_begun = True
        start = 0
        while (boundary := buffer.find(_BOUNDARY, searched)) >= 0:
            with memoryview(buffer) as view:
                data = bytes(view[start : boundary + 1])
            yield _piece(data, overflow)
            overflow = None
            start = searched = boundary + 1
        del buffer[:start]
        searched = max(0, len(buffer) - len(_BOUNDARY))
        if len(buffer) > max(kept_bytes, HEADER_BYTES):
            overflow = overflow or Overflow()
            overflow.take(bytes(buffer[:searched]))
            del buffer[:searched]
            searched = 0
    if buffer:
        if not is_begun:
            _check_begin(bytes(buffer[: len(SUBMODULE_LOG)]))
        yield _piece(bytes(buffer), overflow)


def _check_begin(begin: bytes) -> None:
    if not begin.startswith((_BOUNDARY[1:], SUBMODULE_LOG)):
        raise DiffError("it does not begin with a file section of a git diff")


def _piece(data: bytes, overflow: Overflow | None) -> Piece:
    is_whole = data.endswith(b"\n")
    if overflow is None:
        return Piece(data if is_whole else data + b"\n", None, is_whole)
    overflow.take(data)
    return Piece(overflow.head + b"\n", overflow, is_whole)
