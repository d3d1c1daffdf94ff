"""Git repositories made in memory of trees with any names, and what git itself says of the difference of two of them."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

Entry = tuple[str, bytes]  # mode, content (of a submodule: its commit)
GitTree = Mapping[bytes, Entry]


@dataclass(frozen=True)
class GitEntry:
    """One entry of `git diff --raw --numstat`; counts are None for a binary file."""

    status: str
    old_name: bytes
    new_name: bytes
    old_mode: str
    new_mode: str
    added: int | None
    removed: int | None


class ScratchRepository:
    """A bare repository; trees come in through `git fast-import`, so no name has to exist in a file system."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run(["git", "init", "--quiet", "--bare", str(folder)], check=True)

    def git(self, *arguments: str, stdin: bytes = b"") -> bytes:
        """What a git command prints."""
        return subprocess.run(
            ["git", "-C", str(self.folder), *arguments], input=stdin, capture_output=True, check=True
        ).stdout

    def commit(self, branch: str, tree: GitTree, *, parent: str = "", message: bytes = b"words\n") -> None:
        """Make a branch of one commit that holds a tree, after the commit that `parent` names."""
        stream = [b"reset refs/heads/%b\n" % branch.encode()]
        stream.append(b"commit refs/heads/%b\n" % branch.encode())
        stream.append(b"committer Ada Example <ada@example.com> 1700000000 +0000\n")
        stream.append(b"data %d\n%b\n" % (len(message), message))
        if parent:
            stream.append(b"from refs/heads/%b\n" % parent.encode())
        stream.append(b"deleteall\n")
        for name, (mode, content) in tree.items():
            quoted = b"".join(b"\\%03o" % byte for byte in name)
            if mode == "160000":
                stream.append(b'M 160000 %b "%b"\n' % (content, quoted))
            else:
                stream.append(b'M %b inline "%b"\ndata %d\n%b\n' % (mode.encode(), quoted, len(content), content))
        self.git("fast-import", "--quiet", "--force", stdin=b"".join(stream))

    def truth(self, base: str, head: str, *options: str) -> list[GitEntry]:
        """What git says of each file, from the two outputs that are made for programs."""
        raw = self.git("diff", "--raw", "-z", "--no-abbrev", *options, base, head).split(b"\0")[:-1]
        numbers = self.git("diff", "--numstat", "-z", *options, base, head).split(b"\0")[:-1]
        entries = []
        while raw:
            old_mode, new_mode, _, _, status = raw.pop(0).decode().lstrip(":").split(" ")
            added, removed, numbered_name = numbers.pop(0).split(b"\t", 2)
            if not numbered_name:
                del numbers[:2]
            names = [raw.pop(0), raw.pop(0)] if status[0] in "RC" else [raw.pop(0)]
            entries.append(
                GitEntry(
                    status[0],
                    names[0],
                    names[-1],
                    old_mode,
                    new_mode,
                    None if added == b"-" else int(added),
                    None if removed == b"-" else int(removed),
                )
            )
        return entries
