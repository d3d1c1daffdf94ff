"""Makes the changed lines of one file out of its hunks.

unidiff reads the hunks of a single section under a header made here, so that no text from the change ever reaches its header
patterns: names come from `rules.scanner`, and the hunks were counted before. What it reads must agree with that count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unidiff.errors import UnidiffParseError
from unidiff.patch import PatchSet

from rules.change import ChangedFile, ChangeStatus, Line
from rules.errors import DiffError
from rules.hunk_count import count_hunks
from rules.scanner import Section, file_type, scan

# Lines of hunks, context and headers included, since each costs about 250 bytes and 3 microseconds while it is parsed.
MAX_LINES = 200_000  # of one file
MAX_TOTAL_LINES = 1_000_000  # of one diff

TOO_MANY = "it has more changed lines than are read"

_LISTED_STATUS = {
    "added": ChangeStatus.ADDED,
    "removed": ChangeStatus.REMOVED,
    "modified": ChangeStatus.MODIFIED,
    "renamed": ChangeStatus.RENAMED,
    "copied": ChangeStatus.COPIED,
    "changed": ChangeStatus.TYPE_CHANGED,
    "unchanged": ChangeStatus.MODE_CHANGED,
}
_EMPTY_BLOBS = (
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
)


def changed_lines(hunks: bytes) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The added and the removed lines of one file's hunks, in the order of the diff.

    Text is decoded with surrogateescape; the line feed and a carriage return before it are taken off. Raises DiffError when the
    hunks do not hold what they promise.
    """
    if not hunks:
        return (), ()
    count = count_hunks(hunks)
    if count.fault or count.end != len(hunks):
        raise DiffError(count.fault or "text that belongs to no diff stands in it")
    lines = ["--- a/file\n", "+++ b/file\n", *_decoded_lines(hunks)]
    try:
        patch = PatchSet(lines)
    except UnidiffParseError as error:
        raise DiffError("its hunks cannot be parsed") from error
    added: list[Line] = []
    removed: list[Line] = []
    for hunk in patch[0]:
        for line in hunk:
            if line.is_added and line.target_line_no is not None:
                added.append(Line(line.target_line_no, _without_end(line.value)))
            elif line.is_removed and line.source_line_no is not None:
                removed.append(Line(line.source_line_no, _without_end(line.value)))
    if len(patch) != 1 or (len(added), len(removed)) != (count.added, count.removed):
        raise DiffError("its hunks were parsed to other counts than they hold")
    return tuple(added), tuple(removed)


def hunk_lines(section: Section) -> int:
    """How many lines a section's hunks have, context and headers included."""
    return section.hunks.count(b"\n") + section.creating_hunks.count(b"\n")


def changed_file(section: Section, *, max_lines: int = MAX_LINES) -> ChangedFile:
    """Parse a section's hunks. A fault, or hunks of more than `max_lines` lines, gives a file that is not shown. Never raises."""
    not_shown = section.fault
    added: tuple[Line, ...] = ()
    removed: tuple[Line, ...] = ()
    if not not_shown and hunk_lines(section) > max_lines:
        not_shown = TOO_MANY
    if not not_shown:
        try:
            added, removed = changed_lines(section.hunks)
            if section.creating_hunks:
                added, _ = changed_lines(section.creating_hunks)
        except DiffError as error:
            not_shown = str(error)
    return ChangedFile(
        path=section.path,
        status=section.status,
        previous_path=section.previous_path,
        old_mode=section.old_mode,
        new_mode=section.new_mode,
        is_binary=section.is_binary,
        shown=not not_shown,
        not_shown=not_shown,
        added=added,
        removed=removed,
    )


def changed_files(diff: bytes | Iterable[bytes], *, max_total_lines: int = MAX_TOTAL_LINES) -> tuple[ChangedFile, ...]:
    """All files of a diff with their lines; those after the first `max_total_lines` lines of hunks are not shown.

    Raises DiffError when the input holds no file section (see `rules.scanner.scan`).
    """
    return tuple(file for _, file in sections_with_files(scan(diff), max_total_lines=max_total_lines))


def sections_with_files(
    sections: Iterable[Section], *, max_total_lines: int = MAX_TOTAL_LINES
) -> Iterator[tuple[Section, ChangedFile]]:
    """Each section with the file made of it, within one bound for the lines of all."""
    room = max_total_lines
    for section in sections:
        file = changed_file(section, max_lines=min(room, MAX_LINES))
        room -= hunk_lines(section) if file.shown else 0
        yield section, file


def from_listing(
    filename: str,
    status: str,
    previous_filename: str | None,
    patch: str | None,
    additions: int,
    deletions: int,
    changes: int,
    *,
    old_blob: str = "",
    new_blob: str = "",
    old_mode: str | None = None,
    new_mode: str | None = None,
    is_binary: bool = False,
    max_lines: int = MAX_LINES,
) -> ChangedFile:
    """Make a changed file of one entry of GitHub's "List pull requests files".

    GitHub leaves `patch` out for binary files and for text that is too long, and gives no modes. So a patch must hold exactly
    the counts of its entry, and no patch means not shown, also with zero changes (an edited binary file looks the same), unless
    the blobs prove that there is no text to show: `old_blob` and `new_blob` are the object names of both sides, from the two
    trees ("" where unknown or where that side does not exist), and are equal, or the only side is the empty file. Modes are from
    the two trees as well. `is_binary` is for a caller who looked at the content itself; that GitHub shows no text proves nothing,
    since a `-diff` attribute hides it too. Never raises.
    Source: https://docs.github.com/en/rest/pulls/pulls#list-pull-requests-files
    """
    known_status = _LISTED_STATUS.get(status)
    not_shown = "" if known_status else "GitHub lists it with a status that is not known here"
    added: tuple[Line, ...] = ()
    removed: tuple[Line, ...] = ()
    if not_shown:
        pass
    elif changes != additions + deletions:
        not_shown = "GitHub's counts of its changed lines contradict each other"
    elif changes > max_lines or (patch or "").count("\n") > max_lines:
        not_shown = TOO_MANY
    elif patch:
        try:
            added, removed = changed_lines(_encoded(patch))
        except DiffError as error:
            not_shown = str(error)
        if not not_shown and (len(added), len(removed)) != (additions, deletions):
            added, removed, not_shown = (), (), "GitHub shows only a part of its change"
    elif changes or not (is_binary or _has_no_text(known_status, old_blob, new_blob)):
        not_shown = "GitHub does not show its change (too long, or binary)"
    return ChangedFile(
        path=filename,
        status=_status_with_modes(
            known_status or ChangeStatus.MODIFIED, old_mode, new_mode, is_same=_is_same(old_blob, new_blob)
        ),
        previous_path=previous_filename,
        old_mode=old_mode,
        new_mode=new_mode,
        is_binary=is_binary and not patch,
        shown=not not_shown,
        not_shown=not_shown,
        added=added,
        removed=removed,
    )


def _has_no_text(status: ChangeStatus | None, old_blob: str, new_blob: str) -> bool:
    if status is ChangeStatus.ADDED:
        return new_blob in _EMPTY_BLOBS
    if status is ChangeStatus.REMOVED:
        return old_blob in _EMPTY_BLOBS
    return _is_same(old_blob, new_blob)


def _is_same(old_blob: str, new_blob: str) -> bool:
    return bool(new_blob) and old_blob == new_blob


def _status_with_modes(
    status: ChangeStatus, old_mode: str | None, new_mode: str | None, *, is_same: bool
) -> ChangeStatus:
    """Tell an edit, a new mode and a new type apart where the modes are known; GitHub's words do not."""
    if not old_mode or not new_mode or status in (ChangeStatus.RENAMED, ChangeStatus.COPIED):
        return status
    if file_type(old_mode) != file_type(new_mode):
        return ChangeStatus.TYPE_CHANGED
    return ChangeStatus.MODE_CHANGED if is_same and old_mode != new_mode else ChangeStatus.MODIFIED


def _encoded(patch: str) -> bytes:
    """The patch as bytes again; GitHub leaves the last line feed out. Lone surrogates cannot come out of valid JSON text."""
    return patch.encode(errors="replace") + (b"" if patch.endswith("\n") else b"\n")


def _decoded_lines(hunks: bytes) -> list[str]:
    """The lines with their ends, split at line feeds alone."""
    return [line + "\n" for line in hunks.decode(errors="surrogateescape").split("\n")[:-1]]


def _without_end(text: str) -> str:
    return text.removesuffix("\n").removesuffix("\r")
