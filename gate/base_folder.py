"""A change given as a diff and a plain folder that holds the tree before it.

The folder is hostile, as a checkout of somebody else's repository is: no symbolic link in it is ever followed, and sizes are
bounded. The tree after the change is the folder with the diff applied in memory; a file that the diff does not fit is kept in
the change as not shown.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import BinaryIO

from gate.errors import InputError
from gate.git_objects import MAX_FILE_BYTES, text_or_absent
from rules.change import Absent, Change, ChangedFile, ChangeStatus, Tree
from rules.errors import DiffError
from rules.hunk_apply import apply_hunks
from rules.hunks import sections_with_files
from rules.scanner import Section, scan

MAX_HEAD_BYTES = 64 * 1024 * 1024  # of all changed files together
MAX_PATHS = 500_000
CHUNK = 1024 * 1024
_LINK_TYPES = ("120", "160")


def read_change(diff_name: str, folder_name: str) -> Change:
    """Read the change that a diff file (`-`: standard input) makes to the tree in a folder.

    Raises InputError when either cannot be read or the input holds no file section of a diff.
    """
    folder = Path(folder_name)
    if not folder.is_dir():
        raise InputError(f"{folder_name}: not a folder")
    try:
        if diff_name == "-":
            return change_in_folder(chunks(sys.stdin.buffer), folder)
        with Path(diff_name).open("rb") as file:
            return change_in_folder(chunks(file), folder)
    except OSError as error:
        raise InputError(f"{diff_name}: {error.strerror or 'cannot be read'}") from error
    except DiffError as error:
        raise InputError(f"{diff_name}: {error}") from error


def chunks(file: BinaryIO) -> Iterator[bytes]:
    """The bytes of an open file in pieces of bounded size."""
    return iter(lambda: file.read(CHUNK), b"")


def change_in_folder(diff: Iterable[bytes], folder: Path) -> Change:
    """The change that a diff makes to the tree in a folder. Raises DiffError when the input is no diff."""
    base = folder_tree(folder)
    heads: dict[str, str | Absent] = {}
    files: list[ChangedFile] = []
    gone: set[str] = set()
    room = MAX_HEAD_BYTES
    for section, changed in sections_with_files(scan(diff)):
        file = changed
        head, fault = _head(section, folder)
        if fault and file.shown:
            file = replace(file, shown=False, not_shown=fault)
        room -= len(head) if isinstance(head, bytes) else 0
        heads[section.path] = Absent.TOO_LARGE if room < 0 else text_or_absent(head)
        if section.status is ChangeStatus.RENAMED and section.previous_path is not None:
            gone.add(section.previous_path)
        files.append(file)
    gone -= heads.keys()

    def read(path: str) -> str | Absent:
        if path in heads:
            return heads[path]
        return Absent.MISSING if path in gone else base.read(path)

    def paths() -> Iterable[str] | None:
        known = base.paths()
        if known is None:
            return None
        here = {path for path, head in heads.items() if head is not Absent.MISSING}
        return sorted((set(known) - gone - heads.keys()) | here)

    return Change(files=tuple(files), base=base, head=Tree(read=read, paths=paths))


def folder_tree(folder: Path) -> Tree:
    """The tree in a folder. Symbolic links are entries and never followed; `.git` is not part of it."""

    def read(path: str) -> str | Absent:
        return text_or_absent(_read_bytes(folder, path))

    @cache
    def paths() -> tuple[str, ...] | None:
        found: list[str] = []
        for place, folders, names in os.walk(folder):
            links = [name for name in folders if Path(place, name).is_symlink()]
            folders[:] = sorted(name for name in folders if name != ".git" and name not in links)
            inside = os.path.relpath(place, folder)
            found += (name if inside == "." else f"{inside}/{name}" for name in (*names, *links) if name != ".git")
            if len(found) > MAX_PATHS:
                return None
        return tuple(sorted(found))

    return Tree(read=read, paths=paths)


def _head(section: Section, folder: Path) -> tuple[bytes | Absent, str]:
    """The bytes after the change, or why there are none; and, when the diff does not fit the folder, how."""
    if section.fault:
        return Absent.UNREADABLE, section.fault
    if section.status is ChangeStatus.REMOVED:
        old = _read_bytes(folder, section.path)
        return Absent.MISSING, "the base folder lacks it" if old is Absent.MISSING else ""
    if section.new_mode is not None and section.new_mode[:3] in _LINK_TYPES:
        return Absent.LINK, ""
    old_path = section.previous_path or section.path
    old = _read_bytes(folder, old_path)
    if section.status is ChangeStatus.ADDED:
        if old is not Absent.MISSING:
            return Absent.UNREADABLE, "the diff adds it and the base folder already holds it"
        old = b""
    elif old is Absent.MISSING:
        return Absent.UNREADABLE, "the base folder lacks it"
    if section.is_binary:
        return Absent.BINARY, ""
    if section.status is ChangeStatus.TYPE_CHANGED:
        return _applied(b"", section.creating_hunks)
    if isinstance(old, Absent):
        return (old, f"the file in the base folder is {old.value}") if section.hunks else (old, "")
    return _applied(old, section.hunks)


def _applied(old: bytes, hunks: bytes) -> tuple[bytes | Absent, str]:
    try:
        new = apply_hunks(old, hunks)
    except DiffError as error:
        return Absent.UNREADABLE, str(error)
    return (new, "") if len(new) <= MAX_FILE_BYTES else (Absent.TOO_LARGE, "")


def _read_bytes(folder: Path, path: str) -> bytes | Absent:
    """Read a file below the folder, following no link on the way. What is no plain file there is not a file of the tree."""
    parts = path.split("/")
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        return Absent.MISSING
    try:
        with os.fdopen(_open_below(folder, parts), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                return Absent.UNREADABLE
            if status.st_size > MAX_FILE_BYTES:
                return Absent.TOO_LARGE
            return file.read(MAX_FILE_BYTES)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError, UnicodeEncodeError):
        return Absent.MISSING
    except OSError as error:
        return Absent.LINK if error.errno == errno.ELOOP else Absent.UNREADABLE


def _open_below(folder: Path, parts: list[str]) -> int:
    """Open part by part, so that no part can be a link to somewhere else. The caller closes what it gets."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    for index, part in enumerate(parts, 1):
        kind = os.O_DIRECTORY if index < len(parts) else os.O_NONBLOCK  # a named pipe must not keep us waiting
        try:
            below = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | kind, dir_fd=handle)
        finally:
            os.close(handle)
        handle = below
    return handle
