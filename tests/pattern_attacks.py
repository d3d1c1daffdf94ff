"""Lines made to be slow for a regular expression, out of its own parts: what leads to a repetition, then the repetition many times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

opcode, parser = import_module("re._constants"), import_module("re._parser")  # not public, and without types

Item = tuple[Any, Any]
_REPEATS = (opcode.MAX_REPEAT, opcode.MIN_REPEAT, opcode.POSSESSIVE_REPEAT)
_OF_CATEGORY = {
    opcode.CATEGORY_DIGIT: "0",
    opcode.CATEGORY_SPACE: " ",
    opcode.CATEGORY_WORD: "a",
    opcode.CATEGORY_NOT_DIGIT: "a",
    opcode.CATEGORY_NOT_SPACE: "a",
    opcode.CATEGORY_NOT_WORD: "-",
}
_USUAL = "a 0-./\\\"'=:<{[(#\n\t"


def attacks(pattern: re.Pattern[str] | re.Pattern[bytes]) -> Iterator[tuple[str, str]]:
    """A beginning and a piece to put behind it many times; each pair once."""
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    tree = parser.parse(text, pattern.flags & ~re.UNICODE & ~re.DEBUG)
    found = dict.fromkeys(_of_sequence(list(tree), ""))
    found.update(dict.fromkeys((lead, piece + lead) for lead, piece in list(found) if lead))
    found.update(dict.fromkeys(("", lead + piece) for lead, piece in list(found)))
    found.update(dict.fromkeys(("", character) for character in _USUAL[:9]))
    yield from (pair for pair in found if pair[1])


def _of_sequence(items: list[Item], lead: str) -> Iterator[tuple[str, str]]:
    for item in items:
        yield from _of_item(item, lead)
        lead += _example([item])


def _of_item(item: Item, lead: str) -> Iterator[tuple[str, str]]:
    operation, value = item
    if operation in _REPEATS:
        _, most, body = value
        yield from _of_sequence(list(body), lead)
        if most > 8:
            for example in _examples(list(body)):
                yield lead, example
    else:
        for body in _bodies(item):
            yield from _of_sequence(body, lead)


def _bodies(item: Item) -> list[list[Item]]:
    """The sequences inside of a group, an assertion or a choice."""
    operation, value = item
    if operation is opcode.SUBPATTERN:
        return [list(value[3])]
    if operation is opcode.BRANCH:
        return [list(body) for body in value[1]]
    if operation in (opcode.ASSERT, opcode.ASSERT_NOT):
        return [list(value[1])]
    if operation is opcode.ATOMIC_GROUP:
        return [list(value)]
    return []


def _examples(body: list[Item]) -> set[str]:
    """Some texts for the body of a repetition: of a class several of its characters, of a choice each branch."""
    if len(body) == 1:
        operation, value = body[0]
        if operation is opcode.IN:
            return set(_members(value))
        if operation in (opcode.ANY, opcode.NOT_LITERAL):
            return {character for character in _USUAL[:4] if operation is opcode.ANY or ord(character) != value}
        if operation in (opcode.BRANCH, opcode.SUBPATTERN):
            return {example for inner in _bodies(body[0]) for example in _examples(inner)}
    return {_example(body)}


def _members(value: Any) -> list[str]:
    """Up to four characters that a class holds."""
    items = list(value)
    if items and items[0][0] is opcode.NEGATE:
        outside = {character for item in items[1:] for character in _members([item])}
        return [character for character in _USUAL if character not in outside][:3] or ["~"]
    members = []
    for operation, one in items:
        if operation is opcode.LITERAL:
            members.append(chr(one))
        elif operation is opcode.RANGE:
            members.append(chr(one[0]))
        elif operation is opcode.CATEGORY:
            members.append(_OF_CATEGORY.get(one, "a"))
    return members[:4]


def _example(items: list[Item]) -> str:
    """A short text that fits, or nearly: assertions are passed over, and what may be left out stands once."""
    text = ""
    for operation, value in items:
        if operation is opcode.LITERAL:
            text += chr(value)
        elif operation in (opcode.ANY, opcode.NOT_LITERAL):
            text += "a" if value != ord("a") else "b"
        elif operation is opcode.IN:
            text += (_members(value) or ["a"])[0]
        elif operation in _REPEATS:
            least, most, body = value
            text += _example(list(body)) * min(max(least, 1), most, 40)
        elif operation in (opcode.SUBPATTERN, opcode.BRANCH, opcode.ATOMIC_GROUP):
            text += _example(_bodies((operation, value))[0])
    return text
