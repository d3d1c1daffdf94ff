"""The header of one file section: names, modes and what kind of change it is.

A name is taken from the place where git states it without doubt: the `rename` and `copy` lines, else the `---` and `+++` lines,
else the two equal halves of the `diff --git` line. What two places say must agree. Source: git's documentation of the
"Generating patch text with -p" format, and `quote.c` for the quoting of names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import DiffError

# Every line that git writes between `diff --git` and the first hunk, by how it begins.
_FIELDS = (
    b"index ",
    b"--- ",
    b"+++ ",
    b"new file mode ",
    b"deleted file mode ",
    b"old mode ",
    b"new mode ",
    b"similarity index ",
    b"dissimilarity index ",
    b"rename from ",
    b"rename to ",
    b"copy from ",
    b"copy to ",
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
    title, _, rest = text.partition(b"\n")
    title = title.removeprefix(b"diff --git ")
    fields: dict[bytes, bytes] = {}
    while rest:
        line, _, following = rest.partition(b"\n")
        prefix = next((prefix for prefix in _FIELDS if line.startswith(prefix)), None)
        if prefix is None:
            return _header_end(title, fields, line, rest, following)
        name = prefix[:-1]
        if name in fields:
            raise DiffError("a line of its header stands twice")
        fields[name] = line[len(prefix) :]
        rest = following
    return Header(title, fields, is_binary=False, stray=b"")


def _header_end(title: bytes, fields: Mapping[bytes, bytes], line: bytes, rest: bytes, following: bytes) -> Header:
    if line == b"GIT binary patch":
        return Header(title, fields, is_binary=True, stray=b"")
    if line.startswith(b"Binary files ") and line.endswith(b" differ"):
        return Header(title, fields, is_binary=True, stray=following.lstrip(b"\n"))
    return Header(title, fields, is_binary=False, stray=rest.lstrip(b"\n"))


def names(header: Header) -> tuple[bytes, bytes]:
    """The old and the new name in bytes, without prefixes and quotes. Raises DiffError when any two places disagree."""
    for verb in (b"rename", b"copy"):
        if verb + b" from" in header.fields or verb + b" to" in header.fields:
            if not (verb + b" from" in header.fields and verb + b" to" in header.fields):
                raise DiffError("its header is cut")
            old, new = _unquoted(header.fields[verb + b" from"]), _unquoted(header.fields[verb + b" to"])
            if not _sides_agree(header, old, new):
                raise DiffError("its header gives more than one name")
            _check_title(header.title, old, new)
            return old, new
    old_side, new_side = _side(header, b"---", b"a/"), _side(header, b"+++", b"b/")
    stated = new_side or old_side
    name = stated if stated is not None else _name_of_title(header.title)
    if not _sides_agree(header, name, name):
        raise DiffError("its header gives more than one name")
    _check_title(header.title, name, name)
    return name, name


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


@dataclass(frozen=True, slots=True)
class Blobs:
    """The `index` line: whether each side is no file at all or a file of no bytes, and the mode when both sides share it."""

    old_is_absent: bool
    old_is_empty: bool
    new_is_absent: bool
    new_is_empty: bool
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
    return Blobs(
        old_is_absent=not old.strip(b"0"),
        old_is_empty=_is_empty_blob(old),
        new_is_absent=not new.strip(b"0"),
        new_is_empty=_is_empty_blob(new),
        mode=None if shared_mode is None else shared_mode.decode(),
    )


def _is_empty_blob(identifier: bytes) -> bool:
    return any(blob.startswith(identifier) for blob in _EMPTY_BLOBS)


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


def _sides_agree(header: Header, old: bytes, new: bytes) -> bool:
    return _side(header, b"---", b"a/") in (None, old) and _side(header, b"+++", b"b/") in (None, new)


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
