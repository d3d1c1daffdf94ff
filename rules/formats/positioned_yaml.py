"""A bounded YAML reader that keeps line numbers. Nothing is constructed: events become nodes, and limits hold meanwhile.

Plain scalars follow the YAML 1.2 core schema, as GitHub's own reader does: only `true` and `false` are booleans, `on` and
`yes` stay text, `1:30` stays text. Tags are refused, since they ask a reader to build objects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from rules.errors import FormatError
from rules.formats.node import Entry, Node, Scalar

_INTEGER = re.compile(r"[-+]?[0-9]{1,18}\Z")
_FLOAT = re.compile(r"[-+]?(?:[0-9]{1,18}\.[0-9]{0,18}|\.[0-9]{1,18})(?:[eE][-+]?[0-9]{1,3})?\Z")
_WORDS: dict[str, Scalar] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
# Readers disagree whether these end a line, so a comment for one is a key for another.
_DISPUTED_BREAKS = re.compile("[\x85\u2028\u2029]|\r(?!\n)")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class YamlLimits:
    """How much a document may be: characters, nesting, nodes after aliases are followed, and how many aliases (0: none)."""

    characters: int = 2_000_000
    depth: int = 60
    nodes: int = 400_000
    aliases: int = 200
    documents: int = 1
    merge_keys: bool = False


DEFAULT_LIMITS = YamlLimits()


def read_yaml(text: str, limits: YamlLimits = DEFAULT_LIMITS) -> Node:
    """The one document of a YAML text; an empty text gives an empty mapping. Raises `FormatError`."""
    documents = read_yaml_documents(text, limits)
    return documents[0] if documents else Node(line=1, end_line=1, entries={})


def read_yaml_documents(text: str, limits: YamlLimits = DEFAULT_LIMITS) -> tuple[Node, ...]:
    """All documents of a YAML text, at most `limits.documents` of them. Raises `FormatError` with the line."""
    if len(text) > limits.characters:
        raise FormatError(0, f"longer than {limits.characters} characters")
    disputed = _DISPUTED_BREAKS.search(text)
    if disputed:
        raise FormatError(
            text.count("\n", 0, disputed.start()) + 1, "holds a line break that readers do not agree about"
        )
    try:
        return tuple(_Builder(yaml.parse(text, Loader=_LOADER), limits).documents())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise FormatError(mark.line + 1 if mark else 0, "is not valid YAML") from error
    except (yaml.YAMLError, UnicodeError) as error:
        raise FormatError(0, "holds characters that YAML does not allow") from error


def resolve(text: str) -> Scalar:
    """A plain scalar's value by the YAML 1.2 core schema (without hexadecimal, octal, infinity)."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.match(text):
        return int(text)
    if _FLOAT.match(text):
        return float(text)
    return text


def _line(event: yaml.Event) -> int:
    """The line where an event begins, from 1; the parser always says it."""
    return event.start_mark.line + 1 if event.start_mark is not None else 0


class _Builder:
    """Turns parser events into nodes while it counts."""

    def __init__(self, events: Iterator[yaml.Event], limits: YamlLimits) -> None:
        self._events = events
        self._limits = limits
        self._anchors: dict[str, tuple[Node, int]] = {}
        self._nodes = 0
        self._aliases = 0

    def documents(self) -> Iterator[Node]:
        count = 0
        for event in self._events:
            if not isinstance(event, yaml.DocumentStartEvent):
                continue
            count += 1
            line = _line(event)
            if count > self._limits.documents:
                raise FormatError(line, f"holds more than {self._limits.documents} documents")
            self._anchors.clear()
            yield self._node(next(self._events), 1)

    def _count(self, amount: int, line: int) -> None:
        self._nodes += amount
        if self._nodes > self._limits.nodes:
            raise FormatError(line, f"holds more than {self._limits.nodes} values")

    def _node(self, event: yaml.Event, depth: int) -> Node:
        line = _line(event)
        if depth > self._limits.depth:
            raise FormatError(line, f"is nested deeper than {self._limits.depth} levels")
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event.anchor or "", line)
        before = self._nodes
        self._count(1, line)
        if isinstance(event, yaml.ScalarEvent):
            node = self._scalar(event, line)
        elif isinstance(event, yaml.SequenceStartEvent):
            self._refuse_tag(event.tag, line)
            node = self._sequence(line, depth)
        else:
            self._refuse_tag(getattr(event, "tag", None), line)
            node = self._mapping(line, depth)
        anchor = getattr(event, "anchor", None)
        if anchor is not None:
            if not self._limits.aliases:
                raise FormatError(line, "uses an anchor")
            self._anchors[anchor] = (node, self._nodes - before)
        return node

    def _alias(self, anchor: str, line: int) -> Node:
        self._aliases += 1
        if self._aliases > self._limits.aliases:
            raise FormatError(line, "uses more aliases than allowed" if self._limits.aliases else "uses an alias")
        if anchor not in self._anchors:
            raise FormatError(line, "refers to an anchor that is not there")
        node, size = self._anchors[anchor]
        self._count(size, line)
        return node

    def _refuse_tag(self, tag: str | None, line: int) -> None:
        if tag is not None and tag != "!":
            raise FormatError(line, "uses a tag")

    def _scalar(self, event: yaml.ScalarEvent, line: int) -> Node:
        self._refuse_tag(event.tag, line)
        end = event.end_mark
        last = line if end is None else end.line + 1 if end.column or end.line + 1 == line else end.line
        quoted = bool(event.style)
        value = event.value if quoted else resolve(event.value)
        return Node(line=line, end_line=max(line, last), scalar=value, raw=event.value, is_quoted=quoted)

    def _sequence(self, line: int, depth: int) -> Node:
        items: list[Node] = []
        last = line
        for event in self._events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self._node(event, depth + 1))
            last = max(last, items[-1].end_line)
        return Node(line=line, end_line=last, items=tuple(items))

    def _mapping(self, line: int, depth: int) -> Node:
        entries: dict[str, Entry] = {}
        last = line
        for event in self._events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key_line = _line(event)
            key = self._node(event, depth + 1)
            if key.items is not None or key.entries is not None:
                raise FormatError(key_line, "uses a key that is not a plain word")
            value = self._node(next(self._events), depth + 1)
            last = max(last, value.end_line)
            if key.raw == "<<" and not key.is_quoted:
                if not self._limits.merge_keys:
                    raise FormatError(key_line, "uses a merge key")
                for name, entry in self._merged(value, key_line):
                    entries.setdefault(name, entry)
                continue
            if key.raw in entries and entries[key.raw].line >= line:
                raise FormatError(key_line, "has the same key twice")
            entries[key.raw] = Entry(line=key_line, value=value)
        return Node(line=line, end_line=last, entries=entries)

    def _merged(self, value: Node, line: int) -> Iterator[tuple[str, Entry]]:
        for source in value.items or (value,):
            if source.entries is None:
                raise FormatError(line, "merges something that is not a mapping")
            self._count(len(source.entries), line)
            yield from source.entries.items()
