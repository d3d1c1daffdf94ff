"""A bare git repository driven by the `git` program: real commits, trees, merges and patches."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, TypeVar

Known = TypeVar("Known")

EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file as it is committed: its bytes, and git's mode. For a submodule (`160000`) the bytes are the commit's SHA."""

    data: bytes
    mode: str = "100644"


Content = str | bytes | FileEntry | None
"""What a commit puts at a path: text, bytes, an entry with a mode, or None to remove the path."""


def executable(text: str) -> FileEntry:
    """A file that may be run (`100755`)."""
    return FileEntry(text.encode(), "100755")


def symlink(target: str) -> FileEntry:
    """A symbolic link (`120000`)."""
    return FileEntry(target.encode(), "120000")


def submodule(sha: str) -> FileEntry:
    """A submodule (`160000`) at a commit."""
    return FileEntry(sha.encode(), "160000")


@dataclass(frozen=True, slots=True)
class Person:
    """Author or committer of a commit, with an aware time."""

    name: str
    email: str
    at: datetime

    def line(self) -> str:
        """The person as git writes it into a commit."""
        return f"{self.name} <{self.email}> {int(self.at.timestamp())} {self.at.strftime('%z') or '+0000'}"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit object. `payload` is the object without its signature: what was signed."""

    sha: str
    tree: str
    parents: tuple[str, ...]
    author: Person
    committer: Person
    message: str
    signature: str | None
    payload: str


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One entry of a tree; `size` in bytes, None for trees and submodules."""

    mode: str
    type: str
    sha: str
    size: int | None
    path: str


class GitRepository:
    """One bare repository. Not thread-safe by itself: the world's lock is held around it."""

    def __init__(self, folder: Path, default_branch: str = "main") -> None:
        """Makes an empty bare repository in `folder`."""
        program = shutil.which("git")
        if program is None:
            raise FileNotFoundError("the program git is not installed")
        self._program = program
        self.folder = folder
        folder.mkdir(parents=True)
        self.run("init", "--quiet", "--bare", f"--initial-branch={default_branch}", str(folder))
        # Pull requests from forks bring single commits over.
        self.run("config", "uploadpack.allowAnySHA1InWant", "true")
        self._known: dict[tuple[object, ...], Any] = {}

    def run(
        self, *arguments: str, stdin: bytes = b"", index: Path | None = None, allowed: Sequence[int] = (0,)
    ) -> bytes:
        """Runs git and gives what it printed; raises `RuntimeError` with its words when it ends otherwise than allowed."""
        environment = {
            "GIT_DIR": str(self.folder),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "LC_ALL": "C",
        }
        if index is not None:
            environment["GIT_INDEX_FILE"] = str(index)
        done = subprocess.run(
            [self._program, *arguments], input=stdin, env=environment, cwd=self.folder, capture_output=True, check=False
        )
        if done.returncode not in allowed:
            raise RuntimeError(f"git {' '.join(arguments)}: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout

    def text(self, *arguments: str, stdin: bytes = b"", index: Path | None = None) -> str:
        """Runs git and gives what it printed, without the last line end."""
        return self.run(*arguments, stdin=stdin, index=index).decode("utf-8", "surrogateescape").rstrip("\n")

    # references

    def resolve(self, expression: str) -> str | None:
        """The SHA of a commit-ish, or None. Full names, branches, tags and SHAs are understood."""
        if not expression or expression.startswith("-"):
            return None
        found = self.run(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{expression}^{{commit}}", allowed=(0, 1, 128)
        )
        return found.decode().strip() or None

    def branch(self, name: str) -> str | None:
        """The head of a branch, or None."""
        return self.resolve(f"refs/heads/{name}")

    def branches(self) -> dict[str, str]:
        """Names of all branches with their heads."""
        lines = self.text("for-each-ref", "--format=%(objectname) %(refname:lstrip=2)", "refs/heads").splitlines()
        return {name: sha for sha, _, name in (line.partition(" ") for line in lines)}

    def set_reference(self, name: str, sha: str) -> None:
        """Lets a full reference name point at a commit."""
        self.run("update-ref", name, sha)

    def delete_reference(self, name: str) -> None:
        """Removes a reference."""
        self.run("update-ref", "-d", name)

    def fetch(self, other: GitRepository, sha: str) -> None:
        """Brings a commit of another repository here, under no name."""
        self.run("fetch", "--quiet", "--no-tags", str(other.folder), f"+{sha}:refs/fetched/{sha}")

    # writing

    def write_commit(
        self,
        *,
        parents: Sequence[str],
        files: Mapping[str, Content],
        author: Person,
        committer: Person,
        message: str,
        signature: str | None = None,
    ) -> str:
        """Writes a commit that changes `files` on top of its first parent; gives its SHA. No reference moves."""
        tree = self._write_tree(parents[0] if parents else None, files)
        return self.write_commit_of_tree(
            tree=tree, parents=parents, author=author, committer=committer, message=message, signature=signature
        )

    def write_commit_of_tree(
        self,
        *,
        tree: str,
        parents: Sequence[str],
        author: Person,
        committer: Person,
        message: str,
        signature: str | None = None,
    ) -> str:
        """Writes a commit of a known tree; gives its SHA."""
        lines = [f"tree {tree}", *(f"parent {parent}" for parent in parents)]
        lines += [f"author {author.line()}", f"committer {committer.line()}"]
        if signature:
            lines.append("gpgsig " + signature.strip().replace("\n", "\n "))
        body = "\n".join(lines) + "\n\n" + message
        return self.text("hash-object", "-t", "commit", "-w", "--stdin", stdin=body.encode("utf-8", "surrogateescape"))

    def _write_tree(self, parent: str | None, files: Mapping[str, Content]) -> str:
        stream = [b"commit refs/fast-import/tree\ncommitter nobody <nobody@example.com> 0 +0000\ndata 0\n"]
        if parent is not None:
            stream.append(f"from {parent}\n".encode())
        for path, content in files.items():
            name = _quoted(path)
            if content is None:
                stream.append(b"D " + name + b"\n")
                continue
            entry = (
                content
                if isinstance(content, FileEntry)
                else FileEntry(content.encode() if isinstance(content, str) else content)
            )
            if entry.mode == "160000":
                stream.append(b"M 160000 " + entry.data + b" " + name + b"\n")
                continue
            stream.append(
                f"M {entry.mode} inline ".encode() + name + f"\ndata {len(entry.data)}\n".encode() + entry.data + b"\n"
            )
        self.run("fast-import", "--quiet", "--force", stdin=b"".join(stream))
        tree = self.text("rev-parse", "refs/fast-import/tree^{tree}")
        self.delete_reference("refs/fast-import/tree")
        return tree

    def merge_trees(self, ours: str, theirs: str) -> str | None:
        """The tree of merging two commits, or None when they conflict.

        Three-way over an index and `git merge-file`, not `git merge-tree --write-tree`: older supported systems have a git without it.
        """
        base = self.merge_base(ours, theirs)
        if base == ours:
            return self.commit(theirs).tree
        with tempfile.TemporaryDirectory() as folder:
            index = Path(folder) / "index"
            self.run("read-tree", "-i", "-m", "--aggressive", base or EMPTY_TREE, ours, theirs, index=index)
            stages: dict[bytes, dict[str, tuple[str, str]]] = {}
            for row in self.run("ls-files", "-u", "-z", index=index).split(b"\0")[:-1]:
                head, _, path = row.partition(b"\t")
                mode, sha, stage = head.decode().split()
                stages.setdefault(path, {})[stage] = (mode, sha)
            for path, sides in stages.items():
                merged = self._merge_file(Path(folder), sides)
                if merged is None:
                    return None
                removed = b"0 " + b"0" * 40 + b"\t" + path + b"\0"
                self.run(
                    "update-index",
                    "-z",
                    "--index-info",
                    stdin=removed + merged.encode() + b"\t" + path + b"\0",
                    index=index,
                )
            return self.text("write-tree", index=index)

    def _merge_file(self, folder: Path, sides: dict[str, tuple[str, str]]) -> str | None:
        if set(sides) != {"1", "2", "3"} or any(not mode.startswith("100") for mode, _ in sides.values()):
            return None
        for stage, (_, sha) in sides.items():
            (folder / stage).write_bytes(self.blob(sha))
        # The exit status counts conflicts; 255 is "cannot merge" (binary).
        done = self.run("merge-file", "-p", *(str(folder / stage) for stage in "213"), allowed=range(256))
        if b"<<<<<<< " in done or not done:
            return None
        return f"{sides['2'][0]} {self.text('hash-object', '-w', '--stdin', stdin=done)}"

    # reading

    def remember(self, key: tuple[object, ...], read: Callable[[], Known]) -> Known:
        """What `read` gives, read once: facts about objects named by their SHA never change."""
        if key not in self._known:
            self._known[key] = read()
        found: Known = self._known[key]
        return found

    def commit(self, sha: str) -> Commit:
        """Reads a commit object."""
        return self.remember(
            ("commit", sha),
            lambda: _parse_commit(sha, self.run("cat-file", "commit", sha).decode("utf-8", "surrogateescape")),
        )

    def blob(self, sha: str) -> bytes:
        """Reads a blob."""
        return self.remember(("blob", sha), lambda: self.run("cat-file", "blob", sha))

    def kind(self, sha: str) -> str | None:
        """The type of an object ("commit", "tree", "blob", "tag"), or None when there is none."""
        return self.run("cat-file", "-t", sha, allowed=(0, 128)).decode().strip() or None

    def tree(self, sha: str, recursive: bool = False) -> tuple[TreeEntry, ...]:
        """The entries of a tree (or of a commit's tree); recursive ones include the subtrees themselves."""
        options = ["-r", "-t"] if recursive else []

        def read() -> tuple[TreeEntry, ...]:
            return tuple(_tree_entry(row) for row in self.run("ls-tree", "-l", "-z", *options, sha).split(b"\0")[:-1])

        return self.remember(("tree", sha, recursive), read)

    def entry(self, commit: str, path: str) -> TreeEntry | None:
        """The entry at a path of a commit's tree, or None. The empty path is the tree itself."""
        if any(part in ("", ".", "..") for part in path.split("/")) and path:
            return None
        if not path:
            return TreeEntry("040000", "tree", self.commit(commit).tree, None, "")
        rows = self.run("--literal-pathspecs", "ls-tree", "-l", "-z", commit, "--", path).split(b"\0")[:-1]
        return _tree_entry(rows[0]) if rows else None

    def merge_base(self, one: str, other: str) -> str | None:
        """The best common ancestor, or None for unrelated histories."""
        return self.remember(
            ("merge base", one, other),
            lambda: self.run("merge-base", one, other, allowed=(0, 1)).decode().strip() or None,
        )

    def commits_between(self, base: str | None, head: str) -> list[str]:
        """SHAs that `head` has and `base` has not, oldest first."""
        reach = head if base is None else f"{base}..{head}"
        found = self.remember(
            ("commits", reach), lambda: tuple(self.text("rev-list", "--reverse", "--topo-order", reach).split())
        )
        return list(found)


def _quoted(path: str) -> bytes:
    escaped = "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:03o}"
        for byte in path.encode("utf-8", "surrogateescape")
    )
    return f'"{escaped}"'.encode()


def _tree_entry(row: bytes) -> TreeEntry:
    head, _, path = row.partition(b"\t")
    mode, kind, sha, size = head.decode().split()
    return TreeEntry(mode, kind, sha, None if size == "-" else int(size), path.decode("utf-8", "surrogateescape"))


def _parse_commit(sha: str, text: str) -> Commit:
    head, _, message = text.partition("\n\n")
    headers: list[tuple[str, str]] = []
    for line in head.split("\n"):
        if line.startswith(" "):
            name, value = headers[-1]
            headers[-1] = (name, value + "\n" + line[1:])
        else:
            name, _, value = line.partition(" ")
            headers.append((name, value))
    found = dict(headers)
    kept = "\n".join(f"{name} {value}".replace("\n", "\n ") for name, value in headers if name != "gpgsig")
    return Commit(
        sha=sha,
        tree=found["tree"],
        parents=tuple(value for name, value in headers if name == "parent"),
        author=_parse_person(found["author"]),
        committer=_parse_person(found["committer"]),
        message=message,
        signature=found.get("gpgsig"),
        payload=f"{kept}\n\n{message}",
    )


def _parse_person(line: str) -> Person:
    who, seconds, zone = line.rsplit(" ", 2)
    name, _, email = who.rpartition(" <")
    offset = timedelta(hours=int(zone[:3]), minutes=int(zone[0] + zone[3:]))
    return Person(name, email.rstrip(">"), datetime.fromtimestamp(int(seconds), UTC).astimezone(timezone(offset)))
