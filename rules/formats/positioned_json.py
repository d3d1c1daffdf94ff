"""A bounded JSON reader that keeps line numbers; with `comments`, also the JSON with comments of editors and agents."""

from __future__ import annotations

import json
import re
from bisect import bisect_right

from rules.errors import FormatError
from rules.formats.node import Entry, Node, Scalar

_SPACE = re.compile(r"[ \t\r\n]*")
_SPACE_AND_COMMENTS = re.compile(r"(?:[ \t\r\n]|//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)*")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL = re.compile(r"-?[0-9][0-9.eE+-]{0,60}|true|false|null")
# The commonest member, taken in one step: a key and a text without escapes.
_PLAIN_MEMBER = re.compile(r'[ \t\r\n]*"([^"\\\n]*)"[ \t\r\n]*:[ \t\r\n]*"([^"\\\n]*)"[ \t\r\n]*([,}])')
_MAX_DEPTH = 100
_MAX_CHARACTERS = 40_000_000


def read_json(text: str, *, comments: bool = False) -> Node:
    """The document of a JSON text (surrogateescape text is fine in strings). Raises `FormatError` with the line.

    Keys that are there twice are refused: readers differ in which one counts. With `comments`, comments and trailing
    commas are passed over.
    """
    if len(text) > _MAX_CHARACTERS:
        raise FormatError(0, f"longer than {_MAX_CHARACTERS} characters")
    reader = _Reader(text.removeprefix("\ufeff"), comments)
    node = reader.value(0)
    reader.skip()
    if reader.position != len(reader.text):
        raise FormatError(reader.line(), "has text after its end")
    return node


class _Reader:
    def __init__(self, text: str, comments: bool) -> None:
        self.text = text
        self.position = 0
        self._comments = comments
        self._space = _SPACE_AND_COMMENTS if comments else _SPACE
        self._breaks = [match.start() for match in re.finditer("\n", text)]

    def line(self, position: int | None = None) -> int:
        return bisect_right(self._breaks, (self.position if position is None else position) - 1) + 1

    def skip(self) -> None:
        match = self._space.match(self.text, self.position)
        self.position = match.end() if match else self.position

    def _peek(self) -> str:
        self.skip()
        return self.text[self.position : self.position + 1]

    def value(self, depth: int) -> Node:
        if depth > _MAX_DEPTH:
            raise FormatError(self.line(), f"is nested deeper than {_MAX_DEPTH} levels")
        first = self._peek()
        if first == "{":
            return self._object(depth)
        if first == "[":
            return self._array(depth)
        line = self.line()
        if first == '"':
            text = self._string()
            return Node(line=line, end_line=line, scalar=text, raw=text, is_quoted=True)
        match = _LITERAL.match(self.text, self.position)
        if match is None:
            raise FormatError(line, "is not valid JSON")
        self.position = match.end()
        scalar: Scalar
        try:
            scalar = json.loads(match.group())
        except ValueError as error:
            raise FormatError(line, "is not valid JSON") from error
        return Node(line=line, end_line=line, scalar=scalar, raw=match.group())

    def _string(self) -> str:
        match = _STRING.match(self.text, self.position)
        if match is None:
            raise FormatError(self.line(), "is not valid JSON")
        self.position = match.end()
        body = match.group()
        if "\\" not in body:
            return body[1:-1]
        try:
            return str(json.loads(body, strict=False))
        except ValueError as error:
            raise FormatError(self.line(match.start()), "is not valid JSON") from error

    def _next(self, closing: str) -> bool:
        """After an element: True when another one follows; the closing sign is taken."""
        sign = self._peek()
        if sign == ",":
            self.position += 1
            if self._peek() != closing:
                return True
            if not self._comments:
                raise FormatError(self.line(), "is not valid JSON")
        elif sign != closing:
            raise FormatError(self.line(), "is not valid JSON")
        self.position += 1
        return False

    def _object(self, depth: int) -> Node:
        line = self.line()
        self.position += 1
        entries: dict[str, Entry] = {}
        more = self._peek() != "}"
        if not more:
            self.position += 1
        while more:
            plain = _PLAIN_MEMBER.match(self.text, self.position)
            if plain is not None:
                more = self._plain_member(plain, entries)
                continue
            if self._peek() != '"':
                raise FormatError(self.line(), "is not valid JSON")
            key_line = self.line()
            key = self._string()
            if self._peek() != ":":
                raise FormatError(self.line(), "is not valid JSON")
            self.position += 1
            if key in entries:
                raise FormatError(key_line, "has the same key twice")
            entries[key] = Entry(line=key_line, value=self.value(depth + 1))
            more = self._next("}")
        return Node(line=line, end_line=self.line(), entries=entries)

    def _plain_member(self, match: re.Match[str], entries: dict[str, Entry]) -> bool:
        """Takes a key with a plain text; True when another member follows."""
        key, text, sign = match.groups()
        line = self.line(match.start(1))
        if key in entries:
            raise FormatError(line, "has the same key twice")
        at = line if match.end(1) + 3 >= match.start(2) else self.line(match.start(2))
        entries[key] = Entry(line=line, value=Node(line=at, end_line=at, scalar=text, raw=text, is_quoted=True))
        self.position = match.end()
        if sign == "}":
            return False
        if self._peek() != "}":
            return True
        if not self._comments:
            raise FormatError(self.line(), "is not valid JSON")
        self.position += 1
        return False

    def _array(self, depth: int) -> Node:
        line = self.line()
        self.position += 1
        items: list[Node] = []
        more = self._peek() != "]"
        if not more:
            self.position += 1
        while more:
            items.append(self.value(depth + 1))
            more = self._next("]")
        return Node(line=line, end_line=self.line(), items=tuple(items))
