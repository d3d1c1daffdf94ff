"""TOML with line numbers: the standard reader gives the values, a scan of the lines gives their places."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from rules.errors import FormatError
from rules.formats.node import Entry, Node

_HEADER = re.compile(r"\s*(\[\[?)([^\]\n]*)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(
    r"""\s*((?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*'))*)\s*="""
)
_SEGMENT = re.compile(r"""[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*'""")
_MAX_CHARACTERS = 20_000_000
_MAX_DEPTH = 60

Path = tuple[str | int, ...]


def read_toml(text: str) -> Node:
    """The document of a TOML text. A value whose own line cannot be told carries its table's line. Raises `FormatError`."""
    if len(text) > _MAX_CHARACTERS:
        raise FormatError(0, f"longer than {_MAX_CHARACTERS} characters")
    try:
        data = tomllib.loads(text.replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:
        found = re.search(r"at line (\d+)", str(error))
        raise FormatError(int(found.group(1)) if found else 0, "is not valid TOML") from error
    lines = text.split("\n")
    return _node(data, (), 1, _lines_of_keys(lines), lines)


def _segments(text: str) -> tuple[str, ...]:
    return tuple(segment.strip("\"'") for segment in _SEGMENT.findall(text))


def _lines_of_keys(lines: list[str]) -> dict[Path, int]:
    """Paths of keys (array tables carry their index) to the line where each is written."""
    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    closing = ""
    for number, line in enumerate(lines, 1):
        if closing:
            if closing in line:
                closing = ""
            continue
        header = _HEADER.match(line)
        if header:
            table = ()
            for segment in _segments(header.group(2)):
                table = (*table, segment)
                if table in counts and table != _segments(header.group(2)):
                    table = (*table, counts[table] - 1)
            if header.group(1) == "[[":
                counts[table] = counts.get(table, 0) + 1
                table = (*table, counts[table] - 1)
            found.setdefault(table, number)
            continue
        key = _KEY.match(line)
        if key:
            path: Path = table
            for segment in _segments(key.group(1)):
                path = (*path, segment)
                found.setdefault(path, number)
            rest = line[key.end() :]
            for quotes in ('"""', "'''"):
                if rest.count(quotes) % 2:
                    closing = quotes
    return found


def _node(value: Any, path: Path, line: int, places: dict[Path, int], lines: list[str]) -> Node:
    if len(path) > _MAX_DEPTH:
        raise FormatError(line, f"is nested deeper than {_MAX_DEPTH} levels")
    line = places.get(path, line)
    if isinstance(value, dict):
        entries = {}
        last = line
        for key, inner in value.items():
            node = _node(inner, (*path, key), line, places, lines)
            entries[key] = Entry(line=places.get((*path, key), node.line), value=node)
            last = max(last, node.end_line)
        return Node(line=line, end_line=last, entries=entries)
    if isinstance(value, list):
        items = []
        at = line
        for index, inner in enumerate(value):
            if isinstance(inner, str):
                at = _line_with(inner, at, lines)
            items.append(_node(inner, (*path, index), at, places, lines))
        return Node(line=line, end_line=max((item.end_line for item in items), default=line), items=tuple(items))
    text = value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
    scalar = value if isinstance(value, str | int | float | bool) else text
    return Node(line=line, end_line=line, scalar=scalar, raw=text, is_quoted=isinstance(value, str))


def _line_with(text: str, start: int, lines: list[str]) -> int:
    """The first line from `start` on that holds the text, looking at most 2,000 lines ahead."""
    for number in range(start, min(start + 2000, len(lines) + 1)):
        if text in lines[number - 1]:
            return number
    return start
