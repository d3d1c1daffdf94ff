"""Reads objects out of a git repository without reading its configuration.

A `.git` folder can make git run programs: external diff and text conversion, a file system monitor, a pager, signature
programs, helpers that fetch missing objects. So git runs here on an empty repository of our own that only borrows the objects
of the other one (GIT_OBJECT_DIRECTORY): the other's config, hooks, attributes and index are never looked at. Its attributes
matter too: `-diff` in a `.gitattributes` would show a text as binary.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from io import BufferedReader, FileIO
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, cast

from gate.errors import InputError
from rules.change import Absent, Tree

MAX_FILE_BYTES = 8 * 1024 * 1024
MAX_PATHS = 500_000
_CHUNK = 1024 * 1024
_BINARY_PROBE = 8000  # git looks for a NUL in as many bytes
_DIFF = (
    "diff",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-relative",
    "--full-index",
    "--find-renames",
    "--submodule=short",
    "--src-prefix=a/",
    "--dst-prefix=b/",
)


def quiet_environment(home: Path) -> dict[str, str]:
    """What a git process gets to see. Nothing is inherited: variables like GIT_DIR or GIT_EXTERNAL_DIFF steer git."""
    return {
        "PATH": os.defpath,
        "HOME": str(home),
        "LC_ALL": "C",
        "GIT_ALLOW_PROTOCOL": "",  # a partial clone fetches missing objects, over whatever its config says
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_PAGER": "cat",
        "GIT_ATTR_NOSYSTEM": "1",
    }


def git_program() -> str:
    """Where git is. Raises InputError when there is none."""
    program = shutil.which("git")
    if program is None:
        raise InputError("git: not found; install it to inspect a local repository")
    return program


@contextmanager
def borrowed_objects(objects: Path, object_format: str, shallow: Path | None) -> Iterator[GitObjects]:
    """Open the objects folder of a repository for reading; everything is closed and removed at the end.

    `object_format` is "sha1" or "sha256". `shallow` is the repository's list of commits whose parents were not fetched.
    """
    with TemporaryDirectory(prefix="gate-git-") as name, ExitStack() as stack:
        folder = Path(name)
        (folder / "objects").mkdir()
        (folder / "refs").mkdir()
        (folder / "HEAD").write_text("ref: refs/heads/none\n")
        extension = f"[extensions]\nobjectFormat = {object_format}\n" if object_format != "sha1" else ""
        version = 1 if extension else 0
        (folder / "config").write_text(f"[core]\nrepositoryformatversion = {version}\nbare = true\n{extension}")
        if shallow is not None:
            shutil.copyfile(shallow, folder / "shallow")
        yield GitObjects(folder, objects, stack)


class GitObjects:
    """The objects of a repository: diffs, trees, histories, contents."""

    def __init__(self, folder: Path, objects: Path, stack: ExitStack) -> None:
        self._environment = quiet_environment(folder) | {
            "GIT_DIR": str(folder),
            "GIT_OBJECT_DIRECTORY": str(objects),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
        }
        self._folder = folder
        self._program = git_program()
        self._stack = stack

    def diff(self, base: str, head: str) -> Iterator[bytes]:
        """The diff of two commits, in pieces. Raises InputError when git cannot make it."""
        return self._output(*_DIFF, base, head)

    def merge_bases(self, one: str, other: str) -> tuple[str, ...]:
        """The best common ancestors of two commits; none when their histories do not meet."""
        return tuple(self._lines("merge-base", "--all", one, other, allowed=(0, 1)))

    def history(self, base: str, head: str, limit: int) -> tuple[str, ...]:
        """The commits that are in `head` and not in `base`, oldest first; `limit` bounds how many of the newest."""
        return tuple(self._lines("rev-list", "--reverse", f"--max-count={limit}", head, f"^{base}"))

    def commit(self, identifier: str) -> bytes:
        """The content of a commit object. Raises InputError when it is missing or larger than any file that is read."""
        content = self._read(identifier, "commit")
        if isinstance(content, Absent):
            raise InputError(f"commit {identifier}: {content.value}")
        return content

    def tree(self, commit: str) -> Tree:
        """The tree of a commit. Nothing is read before it is asked for."""
        return CommitTree(self, commit).as_tree()

    def entries(self, commit: str) -> dict[str, tuple[str, str]] | None:
        """Mode and object name of every path of a commit's tree; None when there are more than are read."""
        entries: dict[str, tuple[str, str]] = {}
        for record in _records(self._output("ls-tree", "-r", "-z", "--full-tree", commit)):
            description, _, path = record.partition(b"\t")
            file_mode, _, identifier = description.decode().split(" ")
            entries[path.decode(errors="surrogateescape")] = (file_mode, identifier)
            if len(entries) > MAX_PATHS:
                return None
        return entries

    def blob(self, identifier: str) -> bytes | Absent:
        """The content of a file by its object name."""
        return self._read(identifier, "blob")

    def _read(self, identifier: str, kind: str) -> bytes | Absent:
        found_kind, size = self._checks.describe(identifier)
        if found_kind != kind:
            return Absent.UNREADABLE
        if size > MAX_FILE_BYTES:
            return Absent.TOO_LARGE
        content = self._contents.content(identifier, size)
        if self._contents.is_lost:
            self._contents.answers.close()
            del self._contents  # the next question gets a new one
        return Absent.UNREADABLE if content is None else content

    @cached_property
    def _checks(self) -> _ObjectReader:
        return self._reader("--batch-check")

    @cached_property
    def _contents(self) -> _ObjectReader:
        return self._reader("--batch")

    def _reader(self, option: str) -> _ObjectReader:
        child = subprocess.Popen(
            [self._program, "cat-file", option],
            env=self._environment,
            cwd=self._folder,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._stack.enter_context(child)
        self._stack.callback(child.kill)
        return _ObjectReader(cast("FileIO", child.stdin), BufferedReader(cast("FileIO", child.stdout)))

    def _lines(self, *arguments: str, allowed: tuple[int, ...] = (0,)) -> list[str]:
        return b"".join(self._output(*arguments, allowed=allowed)).decode().split()

    def _output(self, *arguments: str, allowed: tuple[int, ...] = (0,)) -> Iterator[bytes]:
        with (
            TemporaryFile() as faults,
            subprocess.Popen(
                [self._program, *arguments],
                env=self._environment,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=faults,
            ) as child,
        ):
            output = cast("IO[bytes]", child.stdout)
            try:
                while piece := output.read(_CHUNK):
                    yield piece
            except GeneratorExit:
                child.kill()
                raise
            if child.wait() not in allowed:
                faults.seek(0)
                raise InputError(f"git {arguments[0]}: {fault_line(faults.read(_CHUNK))}")


@dataclass
class _ObjectReader:
    """A `git cat-file` that answers one question after the other, until it `is_lost`: dead, or in the middle of an answer."""

    questions: FileIO
    answers: BufferedReader
    is_lost: bool = False

    def describe(self, identifier: str) -> tuple[str, int]:
        """The kind and the size in bytes of an object; ("", 0) when it is missing or git has given up."""
        self._ask(identifier)
        words = self.answers.readline().split()
        return (words[1].decode(), int(words[2])) if len(words) == 3 else ("", 0)

    def content(self, identifier: str, size: int) -> bytes | None:
        """The content of an object of known size; None when git gives another amount of bytes.

        Of a damaged object git announces one size and sends another. So a second question follows at once, for a name that
        nobody can guess: its answer ends the content, and nothing waits for bytes that never come.
        """
        mark = token_hex(20)
        self._ask(f"{identifier}\n{mark}")
        end = b"\n%b missing\n" % mark.encode()
        self.answers.readline()
        content = bytearray()
        while not content.endswith(end) and (piece := self.answers.read1(size + len(end) - len(content))):
            content += piece
        self.is_lost = not content.endswith(end)
        return bytes(content[:size]) if len(content) == size + len(end) and not self.is_lost else None

    def _ask(self, question: str) -> None:
        with suppress(BrokenPipeError):
            self.questions.write(question.encode() + b"\n")


class CommitTree:
    """One commit's tree, listed once, at the first question."""

    def __init__(self, objects: GitObjects, commit: str) -> None:
        self._objects = objects
        self._commit = commit

    def as_tree(self) -> Tree:
        """The tree in the rules' own form."""
        return Tree(read=self._read, paths=self._paths)

    @cached_property
    def _entries(self) -> dict[str, tuple[str, str]] | None:
        return self._objects.entries(self._commit)

    def _paths(self) -> tuple[str, ...] | None:
        return None if self._entries is None else tuple(self._entries)

    def _read(self, path: str) -> str | Absent:
        if self._entries is None:
            return Absent.UNREADABLE
        if path not in self._entries:
            return Absent.MISSING
        file_mode, identifier = self._entries[path]
        if not file_mode.startswith("100"):
            return Absent.LINK
        return text_or_absent(self._objects.blob(identifier))


def text_or_absent(content: bytes | Absent) -> str | Absent:
    """Text of a file's bytes (surrogateescape), unless git would call them binary."""
    if isinstance(content, Absent):
        return content
    if b"\0" in content[:_BINARY_PROBE]:
        return Absent.BINARY
    return content.decode(errors="surrogateescape")


def fault_line(faults: bytes) -> str:
    """The first line that git wrote about a fault, in one printable line."""
    first = faults.decode(errors="replace").strip().partition("\n")[0]
    line = "".join(character if character.isprintable() else "?" for character in first)
    return line.removeprefix("fatal: ").removeprefix("error: ") or "failed"


def _records(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Records that end with NUL, out of pieces of any size."""
    rest = b""
    for chunk in chunks:
        *records, rest = (rest + chunk).split(b"\0")
        yield from records
