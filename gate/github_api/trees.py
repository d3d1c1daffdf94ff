"""One commit's tree as rules read it: paths and modes from one call, texts in batches, the rest on demand and bounded."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gate.errors import GitHubRefusedError, RetryableError
from gate.github_api.client import READ, GitHubClient
from gate.github_api.nouns import Address
from rules.change import Absent, Tree

LARGEST_TEXT = 4 * 1024 * 1024
"""Bytes of one file that are read; larger ones are `TOO_LARGE`, which rules answer with a finding."""

MOST_READS = 60
"""Files of one tree that are fetched one by one, beyond those fetched in batches."""

_BATCH = 80
_TEXT_MODES = ("100644", "100755")


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of a tree: git's mode, the object's id, its size in bytes (0 where GitHub does not say)."""

    mode: str
    oid: str
    size: int


class CommitTree:
    """The tree of one commit. Reads at most once what it is asked; never follows links."""

    def __init__(self, client: GitHubClient, address: Address, sha: str) -> None:
        self._client, self._address, self._sha = client, address, sha
        self._entries: dict[str, Entry] | None = None
        self._is_whole = True
        self._texts: dict[str, str | Absent] = {}
        self._reads = 0

    @property
    def tree(self) -> Tree:
        """This tree as the rules' noun."""
        return Tree(read=self.read, paths=self.paths)

    def entries(self) -> dict[str, Entry]:
        """All files by path. GitHub cuts a listing at 100,000 entries or 7 MB (docs: "Get a tree")."""
        if self._entries is None:
            answer = self._client.as_installation(
                self._address,
                READ,
                f"the tree of {self._sha[:7]}",
                lambda github: github.rest.git.get_tree(
                    self._address.owner, self._address.name, self._sha, recursive="1"
                ),
            )
            self._is_whole = not answer.get("truncated")
            self._entries = {
                entry["path"]: Entry(entry["mode"], entry.get("sha") or "", int(entry.get("size") or 0))
                for entry in answer["tree"]
                if entry.get("type") != "tree"
            }
        return self._entries

    def paths(self) -> Iterable[str] | None:
        """Every path, or None where GitHub shows only a part of them."""
        entries = self.entries()
        return entries.keys() if self._is_whole else None

    def find(self, path: str) -> Entry | None:
        """A path's entry. None where there is none; in a cut listing nobody can tell."""
        return self.entries().get(path)

    @property
    def is_whole(self) -> bool:
        """Whether the listing is complete."""
        self.entries()
        return self._is_whole

    def prefetch(self, paths: Iterable[str]) -> None:
        """Fetches texts in batches by GraphQL; what does not come that way is read on demand."""
        wanted = [path for path in dict.fromkeys(paths) if path not in self._texts and self._refusal(path) is None]
        for start in range(0, len(wanted), _BATCH):
            batch = wanted[start : start + _BATCH]
            answer = self._client.graphql(self._address, f"texts of {self._sha[:7]}", *self._query(batch))
            if answer is None or answer.get("repository") is None:
                return
            for number, path in enumerate(batch):
                blob = answer["repository"].get(f"f{number}")
                if blob and blob.get("isBinary"):
                    self._texts[path] = Absent.BINARY
                elif blob and blob.get("text") is not None and not blob.get("isTruncated"):
                    self._texts[path] = blob["text"]

    def read(self, path: str) -> str | Absent:
        """A file's text, or why there is none."""
        if path not in self._texts:
            refusal = self._refusal(path)
            self._texts[path] = refusal if refusal is not None else self._read_blob(path)
        return self._texts[path]

    def _refusal(self, path: str) -> Absent | None:
        entry = self.find(path)
        if entry is None:
            return Absent.MISSING if self._is_whole else Absent.UNREADABLE
        if entry.mode not in _TEXT_MODES:
            return Absent.LINK
        return Absent.TOO_LARGE if entry.size > LARGEST_TEXT else None

    def _query(self, paths: Sequence[str]) -> tuple[str, dict[str, Any]]:
        objects = {f"o{number}": self.entries()[path].oid for number, path in enumerate(paths)}
        variables = "".join(f", ${name}: GitObjectID!" for name in objects)
        fields = "\n".join(
            f"f{number}: object(oid: $o{number}) {{ ... on Blob {{ text isTruncated isBinary }} }}"
            for number in range(len(paths))
        )
        query = f"query GateTexts($owner: String!, $name: String!{variables}) {{ repository(owner: $owner, name: $name) {{ {fields} }} }}"
        return query, {"owner": self._address.owner, "name": self._address.name, **objects}

    def _read_blob(self, path: str) -> str | Absent:
        self._reads += 1
        if self._reads > MOST_READS:
            return Absent.UNREADABLE
        oid = self.entries()[path].oid
        try:
            answer = self._client.as_installation(
                self._address,
                READ,
                f"a file of {self._sha[:7]}",
                lambda github: github.rest.git.get_blob(self._address.owner, self._address.name, oid),
            )
        except RetryableError:
            raise
        except GitHubRefusedError:
            return Absent.UNREADABLE
        content = base64.b64decode(answer["content"])
        if b"\0" in content[:8000]:  # as git itself tells binary files
            return Absent.BINARY
        return content.decode("utf-8", "surrogateescape")


def likely_reads(paths: Iterable[str]) -> Iterator[str]:
    """Paths of a tree that rules read to see what workflows run: the workflows, local actions, task files at the root."""
    root = {
        "makefile",
        "gnumakefile",
        "package.json",
        "pyproject.toml",
        "tox.ini",
        "noxfile.py",
        "justfile",
        "taskfile.yml",
        "setup.cfg",
    }
    for path in paths:
        lowered = path.lower()
        if lowered in root or (lowered.startswith(".github/") and lowered.endswith((".yml", ".yaml"))):
            yield path
