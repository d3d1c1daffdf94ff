"""The kinds of value that a policy file holds. Each reads its part of the parsed text, and describes itself as JSON Schema.

`rules.policy_keys` builds the one description of a policy from these; the reader, the published schema and the page about the
policy are all made from it.
"""

from __future__ import annotations

import datetime
import difflib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.errors import PolicyError
from rules.formats.node import Node, Plain

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?\Z")
_SHOWN_CHARACTERS = 40
_NAMED_KEYS = 6

# One line that people can read: no control, no invisible and no direction-changing characters. Valid in Python and ECMAScript.
READABLE = (
    r"^[^\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]+$"
)


def shown(text: str) -> str:
    """A word of the file as it may stand in a message: one short line of plain characters, in quotes."""
    safe = "".join(c if c.isascii() and c.isprintable() else "?" for c in text[:_SHOWN_CHARACTERS])
    return f'"{safe}{"..." if len(text) > _SHOWN_CHARACTERS else ""}"'


def found(node: Node) -> str:
    """What stands there, in the words of a message."""
    if node.entries is not None:
        return "a group of keys"
    if node.items is not None:
        return "a list"
    if node.is_quoted or isinstance(node.scalar, str):
        return f"the text {shown(node.raw)}"
    if node.scalar is None:
        return "nothing"
    return node.raw[:_SHOWN_CHARACTERS]


def nearest(word: str, words: list[str]) -> str:
    """The known word that was probably meant; empty when none is near."""
    return next(iter(difflib.get_close_matches(word[:_SHOWN_CHARACTERS], words, n=1)), "")


class Shape(ABC):
    """One kind of value. `expects` is how a message and the page name it."""

    @property
    @abstractmethod
    def expects(self) -> str:
        """What must stand there, as the end of the sentence "expected ..."."""

    @abstractmethod
    def read(self, node: Node, key: str, line: int) -> Plain:
        """The plain value. Raises `PolicyError` with the line; `line` is the key's, for a value that is absent."""

    @abstractmethod
    def schema(self) -> dict[str, object]:
        """The same as JSON Schema, draft 2020-12."""

    def refusal(self, node: Node, key: str, line: int) -> PolicyError:
        """The fault of a value that is not of this shape."""
        at = line if node.scalar is None and node.items is None and node.entries is None else node.line
        return PolicyError(at, f"{key}: found {found(node)}, expected {self.expects}")


@dataclass(frozen=True, slots=True)
class Switch(Shape):
    """`true` or `false`, and no other spelling: readers of YAML disagree about yes, on and True."""

    @property
    def expects(self) -> str:
        """Both words."""
        return "true or false"

    def read(self, node: Node, key: str, line: int) -> Plain:
        """The boolean."""
        if node.is_quoted or node.raw not in ("true", "false"):
            raise self.refusal(node, key, line)
        return node.raw == "true"

    def schema(self) -> dict[str, object]:
        """A boolean."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Choice(Shape):
    """One of a few words; `what` names them where they are many."""

    words: tuple[str, ...]
    what: str = ""

    @property
    def expects(self) -> str:
        """The words, or what they are."""
        if self.what:
            return self.what
        return self.words[0] if len(self.words) == 1 else f"{', '.join(self.words[:-1])} or {self.words[-1]}"

    def read(self, node: Node, key: str, line: int) -> Plain:
        """The word."""
        if not isinstance(node.scalar, str):
            raise self.refusal(node, key, line)
        if node.scalar not in self.words:
            near = nearest(node.scalar.lower(), list(self.words))
            fault = self.refusal(node, key, line)
            raise PolicyError(fault.line, f"{fault.reason}; did you mean {near}?") if near else fault
        return node.scalar

    def schema(self) -> dict[str, object]:
        """An enumeration of texts."""
        return {"type": "string", "enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Number(Shape):
    """A number between two bounds, both included; `whole` ones have no fraction. Only plain decimal notation is read."""

    least: float
    most: float
    whole: bool = True

    @property
    def expects(self) -> str:
        """The bounds."""
        if self.least == self.most:
            return f"{self.most:g}"
        return f"a {'whole ' if self.whole else ''}number from {self.least:g} to {self.most:.16g}"

    def read(self, node: Node, key: str, line: int) -> Plain:
        """The number. Leading zeros, exponents and the like are refused: old readers take 010 for eight."""
        if node.is_quoted or node.items is not None or node.entries is not None or not _NUMBER.match(node.raw):
            raise self.refusal(node, key, line)
        if self.whole and "." in node.raw:
            raise self.refusal(node, key, line)
        value = int(node.raw) if self.whole else float(node.raw)
        if not self.least <= value <= self.most:
            raise self.refusal(node, key, line)
        return value

    def schema(self) -> dict[str, object]:
        """An integer or number with bounds."""
        return {"type": "integer" if self.whole else "number", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Text(Shape):
    """One readable line. `what` names it; `pattern` is valid in Python and ECMAScript and must fit the whole text."""

    what: str
    pattern: str = READABLE
    longest: int = 200

    @property
    def expects(self) -> str:
        """What it names."""
        return self.what

    def read(self, node: Node, key: str, line: int) -> Plain:
        """The text; a plain word that YAML takes for a number or a boolean has to be put in quotes."""
        if node.items is not None or node.entries is not None or node.scalar is None:
            raise self.refusal(node, key, line)
        if not isinstance(node.scalar, str):
            raise PolicyError(node.line, f"{key}: found {found(node)}, expected {self.what}: put it in quotes")
        fits = len(node.scalar) <= self.longest and re.fullmatch(self.pattern, node.scalar)
        if not fits:
            raise self.refusal(node, key, line)
        return node.scalar

    def schema(self) -> dict[str, object]:
        """A text with a pattern."""
        return {"type": "string", "maxLength": self.longest, "pattern": self.pattern}


@dataclass(frozen=True, slots=True)
class Day(Shape):
    """A day of the calendar, written like 2027-01-31."""

    @property
    def expects(self) -> str:
        """How a day is written."""
        return "a day such as 2027-01-31"

    def read(self, node: Node, key: str, line: int) -> Plain:
        """The day as it was written."""
        text = node.scalar
        try:
            if not isinstance(text, str) or datetime.date.fromisoformat(text).isoformat() != text:
                raise self.refusal(node, key, line)
        except ValueError as error:
            raise self.refusal(node, key, line) from error
        return text

    def schema(self) -> dict[str, object]:
        """A text with the format of a date."""
        return {"type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}


@dataclass(frozen=True, slots=True)
class ListOf(Shape):
    """A list. `least` is 1 where an empty one would read as "nobody" and mean "anybody"."""

    item: Shape
    least: int = 0

    @property
    def expects(self) -> str:
        """What its elements are."""
        return f"a list, each of it {self.item.expects}"

    def read(self, node: Node, key: str, line: int) -> Plain:
        """The values in their order."""
        if node.items is None:
            raise self.refusal(node, key, line)
        if len(node.items) < self.least:
            raise PolicyError(node.line, f"{key}: found an empty list, expected at least one, or no such key")
        return [self.item.read(item, f"{key}[{number}]", item.line) for number, item in enumerate(node.items)]

    def schema(self) -> dict[str, object]:
        """An array."""
        bounds: dict[str, object] = {"minItems": self.least} if self.least else {}
        return {"type": "array", "items": self.item.schema(), **bounds}


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a group. `about` is a sentence for editors and the page.

    `in_force` is false where this version reads and checks the key and does not act on it yet.
    """

    name: str
    shape: Shape
    about: str
    required: bool = False
    in_force: bool = True


@dataclass(frozen=True, slots=True)
class Group(Shape):
    """A mapping of known keys; any other key is refused."""

    keys: tuple[Key, ...]

    @property
    def expects(self) -> str:
        """The names of its keys, of many keys the first."""
        names = [key.name for key in self.keys]
        return f"a group of keys ({', '.join(names[:_NAMED_KEYS])}{', ...' if len(names) > _NAMED_KEYS else ''})"

    def read(self, node: Node, key: str, line: int) -> dict[str, Plain]:
        """The values by name, only those that are written."""
        if node.entries is None:
            raise self.refusal(node, key or "the file", line)
        known = {one.name: one for one in self.keys}
        values: dict[str, Plain] = {}
        for name, at, value in node.pairs():
            path = f"{key}.{name}" if key else name
            if name not in known:
                raise PolicyError(at, self._unknown(name, key))
            values[name] = known[name].shape.read(value, path, at)
        for one in self.keys:
            if one.required and one.name not in values:
                path = f"{key}.{one.name}" if key else one.name
                raise PolicyError(node.line, f"{path}: found nothing, expected {one.shape.expects}")
        return values

    def schema(self) -> dict[str, object]:
        """An object without further properties."""
        properties = {
            one.name: {"title": one.name, "description": one.about, **one.shape.schema()} for one in self.keys
        }
        required = [one.name for one in self.keys if one.required]
        written: dict[str, object] = {"type": "object", "additionalProperties": False, "properties": properties}
        return {**written, "required": required} if required else written

    def paths(self, above: str = "", *, through_lists: bool = True) -> Iterator[tuple[str, Key]]:
        """Every key below, with its path; below a key that is not in force none is. Elements of lists are not numbered."""
        for one in self.keys:
            path = f"{above}.{one.name}" if above else one.name
            yield path, one
            inner = one.shape.item if isinstance(one.shape, ListOf) and through_lists else one.shape
            if isinstance(inner, Group):
                for below, key in inner.paths(path, through_lists=through_lists):
                    yield below, key if one.in_force else replace(key, in_force=False)

    def _unknown(self, name: str, key: str) -> str:
        near = nearest(name, [one.name for one in self.keys])
        where = f"a key of {key}" if key else "a key of the policy"
        hint = f"; did you mean {near}?" if near else f"; known are {', '.join(one.name for one in self.keys)}"
        return f"{shown(name)} is not {where}{hint}"
