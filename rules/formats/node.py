"""A parsed document in which every part knows its line: what the readers of YAML, JSON and TOML give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Scalar = str | int | float | bool | None
Plain = Scalar | list["Plain"] | dict[str, "Plain"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a mapping: the line of the key and the value."""

    line: int
    value: Node


@dataclass(frozen=True, slots=True)
class Node:
    """A scalar, a sequence (`items`) or a mapping (`entries`); lines count from 1 and both ends are included.

    `raw` is a scalar as it was written, without quotes; `is_quoted` tells `"true"` from `true`.
    """

    line: int
    end_line: int
    scalar: Scalar = None
    raw: str = ""
    is_quoted: bool = False
    items: tuple[Node, ...] | None = None
    entries: Mapping[str, Entry] | None = None

    @property
    def text(self) -> str:
        """The scalar as it was written; empty for a sequence or mapping."""
        return self.raw

    def child(self, *keys: str) -> Node | None:
        """The value below a path of mapping keys, or None where the path ends early."""
        node: Node | None = self
        for key in keys:
            if node is None or node.entries is None or key not in node.entries:
                return None
            node = node.entries[key].value
        return node

    def text_at(self, *keys: str) -> str:
        """The scalar text below a path of keys; empty when there is none."""
        node = self.child(*keys)
        return node.raw if node is not None else ""

    def line_of(self, key: str) -> int:
        """The line of a key of this mapping, or the line of the mapping itself when the key is absent."""
        if self.entries is None or key not in self.entries:
            return self.line
        return self.entries[key].line

    def pairs(self) -> Iterator[tuple[str, int, Node]]:
        """(key, line of the key, value) of a mapping; nothing for other kinds."""
        for key, entry in (self.entries or {}).items():
            yield key, entry.line, entry.value

    def elements(self) -> tuple[Node, ...]:
        """The elements of a sequence; a lone scalar counts as a sequence of one, an empty one as none."""
        if self.items is not None:
            return self.items
        return (self,) if self.entries is None and self.raw else ()

    def scalars(self) -> Iterator[Node]:
        """Every scalar at or below this node, in the order of the text."""
        if self.items is not None:
            for item in self.items:
                yield from item.scalars()
        elif self.entries is not None:
            for entry in self.entries.values():
                yield from entry.value.scalars()
        else:
            yield self

    def plain(self) -> Plain:
        """The bare value without lines, for comparing two sides."""
        if self.items is not None:
            return [item.plain() for item in self.items]
        if self.entries is not None:
            return {key: entry.value.plain() for key, entry in self.entries.items()}
        return self.scalar
