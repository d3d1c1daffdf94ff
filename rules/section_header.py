"""The header of one file section: names, modes and what kind of change it is.

A name is taken from the place where git states it without doubt: the `rename` and `copy` lines, else the `---` and `+++` lines,
else the two equal halves of the `diff --git` line. What two places say must agree. Source: git's documentation of the
"Generating patch text with -p" format, and `quote.c` for the quoting of names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.errors import DiffError

# Every line that git writes between `diff --git` and the first hunk.
_FIELD = re.compile(
    rb"(index|---|\+\+\+|new file mode|deleted file mode|old mode|new mode|similarity index|dissimilarity index"
    rb"|rename from|rename to|copy from|copy to) ([^\n]*)\n"
)
_QUOTED = re.compile(rb'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(rb"\\([0-3][0-7]{2}|.)")
_ESCAPES = {
    b"a": b"\a",
    b"b": b"\b",
    b"t": b"\t",
    b"n": b"\n",
    b"v": b"\v",
    b"f": b"\f",
    b"r": b"\r",
    b'"': b'"',
    b"\\": b"\\",
}
_MODE = re.compile(rb"[0-7]{6}")
_INDEX = re.compile(rb"([0-9a-f]{4,64})\.\.([0-9a-f]{4,64})(?: ([0-7]{6}))?")
_EMPTY_BLOBS = (
    b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    b"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
)

STRAY = "text that belongs to no diff stands in it"


@dataclass(frozen=True, slots=True)
class Header:
    """The lines of a header by how they begin (without the space at the end), what follows them, and how it ends.

    `is_binary`: the content is stated to be binary. `stray`: the rest, from the first line that git does not write there.
    """

    title: bytes
    fields: Mapping[bytes, bytes]
    is_binary: bool
    stray: bytes


def read_header(text: bytes) -> Header:
    """Split the text between `diff --git ` (included) and the first hunk. Raises DiffError for a line that stands twice."""
    offset = text.find(b"\n") + 1
    title = text[len(b"diff --git ") : offset - 1]
    fields: dict[bytes, bytes] = {}
    while match := _FIELD.match(text, offset):
        name, value = match.groups()
        if name in fields:
            raise DiffError("a line of its header stands twice")
        fields[name] = value
        offset = match.end()
    line, _, following = text[offset:].partition(b"\n")
    if line == b"GIT binary patch":
        return Header(title, fields, is_binary=True, stray=b"")
    if line.startswith(b"Binary files ") and line.endswith(b" differ"):
        return Header(title, fields, is_binary=True, stray=following.lstrip(b"\n"))
    return Header(title, fields, is_binary=False, stray=text[offset:].lstrip(b"\n"))


def names(header: Header) -> tuple[bytes, bytes]:
    """The old and the new name in bytes, without prefixes and quotes. Raises DiffError when any two places disagree."""
    old_side, new_side = _side(header, b"---", b"a/"), _side(header, b"+++", b"b/")
    old, new = _renamed(header) or _one_name(header, new_side or old_side)
    if old_side not in (None, old) or new_side not in (None, new):
        raise DiffError("its header gives more than one name")
    _check_title(header.title, old, new)
    if not _is_git_name(new) or (old != new and not _is_git_name(old)):
        raise DiffError("its name is one that git cannot hold")
    return old, new


def _renamed(header: Header) -> tuple[bytes, bytes] | None:
    """Both names of a rename or copy; None when it is neither."""
    for old, new in ((b"rename from", b"rename to"), (b"copy from", b"copy to")):
        if old in header.fields and new in header.fields:
            return _unquoted(header.fields[old]), _unquoted(header.fields[new])
        if old in header.fields or new in header.fields:
            raise DiffError("its header is cut")
    return None


def _one_name(header: Header, side: bytes | None) -> tuple[bytes, bytes]:
    name = _name_of_title(header.title) if side is None else side
    return name, name


def _is_git_name(name: bytes) -> bool:
    """Whether git could hold this path: no empty part, no `.` or `..`, no NUL. Others are made up, to point somewhere else."""
    return b"\0" not in name and not any(part in (b"", b".", b"..") for part in name.split(b"/"))


def guessed_name(title: bytes) -> bytes:
    """The best name for a section that cannot be trusted: something to show, never to decide by."""
    try:
        return _name_of_title(title)
    except DiffError:
        half = len(title) // 2
        return title[:half] if title[:half] == title[half + 1 :] and half else title


def mode(header: Header, field: bytes) -> str | None:
    """Six octal digits, or None when the header has no such line. Raises DiffError for anything else."""
    value = header.fields.get(field)
    if value is None:
        return None
    if _MODE.fullmatch(value) is None:
        raise DiffError("a file mode in its header cannot be read")
    return value.decode()


class Blobs(NamedTuple):
    """The `index` line: the object names of both sides, which may be shortened, and the mode when both sides share it."""

    old: bytes
    new: bytes
    mode: str | None


def blobs(header: Header) -> Blobs | None:
    """Read the `index` line; None when there is none. Raises DiffError when it cannot be read."""
    value = header.fields.get(b"index")
    if value is None:
        return None
    match = _INDEX.fullmatch(value)
    if match is None:
        raise DiffError("the index line of its header cannot be read")
    old, new, shared_mode = match.groups()
    return Blobs(old, new, None if shared_mode is None else shared_mode.decode())


def is_absent(blob: bytes) -> bool:
    """Whether the object name of an `index` line stands for no file at all."""
    return not blob.strip(b"0")


def is_empty(blob: bytes) -> bool:
    """Whether the object name of an `index` line, possibly shortened, is that of a file of no bytes (SHA-1 or SHA-256)."""
    return any(empty.startswith(blob) for empty in _EMPTY_BLOBS)


def _unquoted(text: bytes) -> bytes:
    """Take git's quotes off a name, if it has them. Raises DiffError for quoting that git does not write."""
    if not text.startswith(b'"'):
        return text
    match = _QUOTED.fullmatch(text)
    if match is None:
        raise DiffError("a quoted name in its header cannot be read")
    return _unescaped(match[1])


def _unescaped(text: bytes) -> bytes:
    def one(match: re.Match[bytes]) -> bytes:
        escape = match[1]
        if len(escape) == 3:
            return bytes((int(escape, 8),))
        if escape not in _ESCAPES:
            raise DiffError("a quoted name in its header cannot be read")
        return _ESCAPES[escape]

    return _ESCAPE.sub(one, text)


def _side(header: Header, field: bytes, prefix: bytes) -> bytes | None:
    """The name on a `---` or `+++` line; None for `/dev/null` and when the line is missing."""
    value = header.fields.get(field)
    if value is None:
        return None
    value = value.removesuffix(b"\t")  # git ends the line of a name with a space so; a tab of the name itself is quoted
    if value == b"/dev/null":
        return None
    return _without_prefix(_unquoted(value), prefix)


def _without_prefix(name: bytes, prefix: bytes) -> bytes:
    if not name.startswith(prefix) or len(name) == len(prefix):
        raise DiffError("its names do not begin with the prefixes a/ and b/")
    return name[len(prefix) :]


def _check_title(title: bytes, old: bytes, new: bytes) -> None:
    """Raise DiffError unless the `diff --git` line gives these two names."""
    sides = (b"a/" + old, b"b/" + new)
    quoted = _quoted_title(title)
    if quoted != sides if quoted is not None else title != b" ".join(sides):
        raise DiffError("its header gives more than one name, or names without the prefixes a/ and b/")


def _name_of_title(title: bytes) -> bytes:
    """The one name of a `diff --git` line whose sides are equal. Raises DiffError when they are not."""
    quoted = _quoted_title(title)
    if quoted is not None:
        old, new = quoted
    else:
        half = len(title) // 2
        if title[half : half + 1] != b" ":
            raise DiffError("its name cannot be told from its header")
        old, new = title[:half], title[half + 1 :]
    name = _without_prefix(old, b"a/")
    if name != _without_prefix(new, b"b/"):
        raise DiffError("its name cannot be told from its header")
    return name


def _quoted_title(title: bytes) -> tuple[bytes, bytes] | None:
    """Both names of a `diff --git` line of which at least one is quoted; None when none is.

    A name without quotes never holds a double quote, since git would have quoted it.
    """
    if title.startswith(b'"'):
        match = _QUOTED.match(title)
        if match is None or title[match.end() : match.end() + 1] != b" ":
            raise DiffError("a quoted name in its header cannot be read")
        return _unescaped(match[1]), _unquoted(title[match.end() + 1 :])
    first, separator, second = title.partition(b' "')
    if not separator:
        return None
    return first, _unquoted(b'"' + second)
