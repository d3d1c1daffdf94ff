"""Cuts a git-format diff into file sections: names, status, modes, counts and the bytes of the hunks.

Works on bytes and on a stream: at most one section is held at a time, and of a very long one only its header and its counts.
A section that cannot be trusted comes out with a `fault` and does not touch its neighbours. What must come out right is
described in git's documentation ("Generating patch text with -p"); what git itself would never write is a fault, not a guess.

Read only the plain output of `git diff` or GitHub's diff media type: mail (`.patch`) and log output carry free text in which
anything can stand, and are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.change import ChangeStatus
from rules.errors import DiffError
from rules.hunk_count import HunkCount, count_hunks
from rules.section_cut import HEADER_BYTES, SUBMODULE_LOG, Overflow, Piece, pieces
from rules.section_header import (
    STRAY,
    Blobs,
    Header,
    blobs,
    guessed_name,
    is_absent,
    is_empty,
    mode,
    names,
    read_header,
)

KEPT_BYTES = 8 * 1024 * 1024  # of one section; a longer text change is not shown
_NAME_SHOWN = 1024  # bytes of a name that cannot be trusted

CUT = "the diff is cut in it"
TOO_LONG = "its change is too long to be read"


@dataclass(frozen=True, slots=True)
class Section:
    """One file of a diff, before its lines are parsed (`rules.hunks.changed_file` does that).

    Names are decoded with surrogateescape. `hunks` are the bytes from the first `@@` on, empty when there are none. Where a
    file's type changed they take the old file away, and `creating_hunks` make the new one. `fault` is empty, or says why nobody
    may trust this section; its names are then the best that could be read.
    """

    path: str
    status: ChangeStatus
    previous_path: str | None = None
    old_mode: str | None = None
    new_mode: str | None = None
    is_binary: bool = False
    added_count: int = 0
    removed_count: int = 0
    hunks: bytes = b""
    creating_hunks: bytes = b""
    fault: str = ""


def scan(diff: bytes | Iterable[bytes], *, kept_bytes: int = KEPT_BYTES) -> Iterator[Section]:
    """Read the file sections of a diff, given whole or in pieces of any size.

    A file whose type changed (file, symbolic link, submodule) is two sections in the diff and one here. A name that comes twice
    otherwise is a fault. `kept_bytes` bounds the memory for one section. Raises DiffError when the input does not begin with a
    section of a diff or holds none at all (an error page, mail, nothing).

    A cut exactly between two sections or two hunks leaves no trace, nor does one behind the mode lines of a section: where the
    number of files and the totals of lines are known, compare them.
    """
    held: Section | None = None
    seen: set[str] = set()
    for piece in pieces(diff, kept_bytes):
        for section in _sections(piece):
            if held is not None and _is_type_change(held, section):
                held = _type_change(held, section)
                continue
            if held is not None:
                yield held
            held = section
            if section.path in seen:
                held = replace(section, fault=section.fault or "the diff names it more than once")
            seen.add(section.path)
    if held is None:
        raise DiffError("it holds no file section of a git diff")
    yield held


def _sections(piece: Piece) -> Iterator[Section]:
    """The section in a piece, and one for every line of submodule log text behind or instead of it."""
    if piece.data.startswith(SUBMODULE_LOG):
        yield from _submodule_logs(piece.data)
        return
    hunks_at = piece.data.find(b"\n@@ ") + 1
    head = piece.data[: hunks_at or HEADER_BYTES]
    if not head.startswith(b"diff --git "):
        yield _combined(head)
        return
    if len(head) > HEADER_BYTES:
        yield _unreadable(head, "its header is too long to be read")
        return
    hunks = piece.data[hunks_at:] if hunks_at else b""
    title = head.partition(b"\n")[0]
    is_crlf = title.endswith(b"\r")
    try:
        header = read_header(head.replace(b"\r\n", b"\n") if is_crlf else head)
        section, stray = _section(header, hunks, piece)
    except DiffError as error:
        section, stray = _unreadable(head, str(error)), b""
    if is_crlf:
        section = replace(section, fault="the line ends of the diff were changed on the way (CRLF)")
    elif not section.fault and not piece.is_whole:
        section = replace(section, fault=CUT)
    logs = list(_submodule_logs(stray)) if stray.startswith(SUBMODULE_LOG) else []
    if stray and not logs and not section.fault:
        section = replace(section, fault=STRAY)
    yield section
    yield from logs


def _section(header: Header, hunks: bytes, piece: Piece) -> tuple[Section, bytes]:
    """Build a section and give the text behind it that is no diff. Raises DiffError when not even its names can be trusted."""
    old_name, new_name = names(header)
    count = count_hunks(hunks) if piece.overflow is None else _overflow_count(piece.overflow)
    status, old_mode, new_mode, fault = _kind(header, has_hunks=bool(hunks))
    section = Section(
        path=_text(new_name),
        status=status,
        previous_path=_text(old_name) if status in (ChangeStatus.RENAMED, ChangeStatus.COPIED) else None,
        old_mode=old_mode,
        new_mode=new_mode,
        is_binary=header.is_binary,
        added_count=count.added,
        removed_count=count.removed,
        hunks=hunks[: count.end] if piece.overflow is None else b"",
        fault=fault or count.fault,
    )
    if _contradicts(section):
        section = replace(section, fault="its hunks contradict its header")
    return section, header.stray or hunks[count.end :].lstrip(b"\n")  # git log puts a blank line behind a file


def _overflow_count(overflow: Overflow) -> HunkCount:
    return HunkCount(overflow.added, overflow.removed, HEADER_BYTES, TOO_LONG if overflow.has_hunks else "")


def _contradicts(section: Section) -> bool:
    return not section.fault and bool(
        (section.status is ChangeStatus.ADDED and section.removed_count)
        or (section.status is ChangeStatus.REMOVED and section.added_count)
        or (section.is_binary and section.hunks)
    )


def _kind(header: Header, *, has_hunks: bool) -> tuple[ChangeStatus, str | None, str | None, str]:
    """Status, old mode, new mode and fault. Raises DiffError for modes that cannot be read."""
    blob = blobs(header)
    shared = blob.mode if blob else None
    old_mode, new_mode = mode(header, b"old mode") or shared, mode(header, b"new mode") or shared
    has_content = has_hunks or header.is_binary
    fault = ""
    if b"new file mode" in header.fields:
        status, old_mode, new_mode = ChangeStatus.ADDED, None, mode(header, b"new file mode")
    elif b"deleted file mode" in header.fields:
        status, old_mode, new_mode = ChangeStatus.REMOVED, mode(header, b"deleted file mode"), None
    elif b"rename to" in header.fields:
        status = ChangeStatus.RENAMED
    elif b"copy to" in header.fields:
        status = ChangeStatus.COPIED
    elif old_mode != new_mode and not has_content:
        status = ChangeStatus.MODE_CHANGED
    else:
        status = ChangeStatus.MODIFIED
    if old_mode and new_mode and file_type(old_mode) != file_type(new_mode):
        fault = "its type changes within one section, which git never writes"
    elif (b"old mode" in header.fields) != (b"new mode" in header.fields):
        fault = CUT
    elif not _sides_fit(header, status, has_hunks=has_hunks):
        fault = "its header is cut or contradicts itself"
    elif not has_content and not _explains_itself(header, status, blob):
        fault = CUT
    return status, old_mode, new_mode, fault


def _sides_fit(header: Header, status: ChangeStatus, *, has_hunks: bool) -> bool:
    """Whether `---` and `+++` stand exactly where hunks follow, and name no file exactly where there is none."""
    old, new = header.fields.get(b"---"), header.fields.get(b"+++")
    if not has_hunks:
        return old is None and new is None
    return (
        old is not None
        and new is not None
        and (old == b"/dev/null") == (status is ChangeStatus.ADDED)
        and (new == b"/dev/null") == (status is ChangeStatus.REMOVED)
    )


def _explains_itself(header: Header, status: ChangeStatus, blob: Blobs | None) -> bool:
    """Whether a section without content is one that needs none: an empty file, a new name, a new mode."""
    if status is ChangeStatus.ADDED:
        return blob is not None and is_absent(blob.old) and is_empty(blob.new)
    if status is ChangeStatus.REMOVED:
        return blob is not None and is_empty(blob.old) and is_absent(blob.new)
    if status in (ChangeStatus.RENAMED, ChangeStatus.COPIED):
        return blob is None and header.fields.get(b"similarity index") == b"100%"
    return blob is None and status is ChangeStatus.MODE_CHANGED


def file_type(file_mode: str) -> str:
    """What kind of thing a mode names: the leading digits of file, symbolic link or submodule."""
    return file_mode[:3]


def _is_type_change(first: Section, second: Section) -> bool:
    return (
        first.path == second.path
        and first.status is ChangeStatus.REMOVED
        and second.status is ChangeStatus.ADDED
        and first.old_mode is not None
        and second.new_mode is not None
        and file_type(first.old_mode) != file_type(second.new_mode)
    )


def _type_change(removed: Section, added: Section) -> Section:
    return Section(
        path=added.path,
        status=ChangeStatus.TYPE_CHANGED,
        old_mode=removed.old_mode,
        new_mode=added.new_mode,
        is_binary=removed.is_binary or added.is_binary,
        added_count=added.added_count,
        removed_count=removed.removed_count,
        hunks=removed.hunks,
        creating_hunks=added.hunks,
        fault=removed.fault or added.fault,
    )


def _unreadable(head: bytes, fault: str) -> Section:
    title = head.partition(b"\n")[0].removeprefix(b"diff --git ").removesuffix(b"\r")
    return Section(_text(guessed_name(title)[:_NAME_SHOWN]) or "?", ChangeStatus.MODIFIED, fault=fault)


def _combined(head: bytes) -> Section:
    """A merge shown against all its parents (`diff --cc`): it shows only a part of what changed."""
    name = head.partition(b"\n")[0].split(b" ", 2)[-1]
    return Section(_text(name[:_NAME_SHOWN]), ChangeStatus.MODIFIED, fault="it is a combined diff of a merge")


def _submodule_logs(text: bytes) -> Iterator[Section]:
    """`Submodule PATH 1234567..89abcde:` stands where git was told to list a submodule's commits."""
    for line in text.split(b"\n"):
        if line.startswith(SUBMODULE_LOG):
            name = line.removeprefix(SUBMODULE_LOG)
            name, separator, _ = name.partition(b"..")
            name = name.rpartition(b" ")[0] if separator else name
            yield Section(
                _text(name[:_NAME_SHOWN]) or "?",
                ChangeStatus.MODIFIED,
                fault="it is a submodule shown as a list of commits, not as a diff",
            )


def _text(name: bytes) -> str:
    return name.decode(errors="surrogateescape")
