"""Names that read like another one: letters swapped, lost, doubled or replaced, other scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.path_names import fold

_SEPARATORS = re.compile(r"[-_.]+")
_SHORTEST = 4


def imitated(name: str, known: Iterable[str]) -> str:
    """The known name that a name imitates, or empty. A name that is itself known imitates nothing.

    One edit (swap of neighbours, one letter more, less or other) counts from five letters on; a fold of look-alike
    letters, separators or scripts counts at any length.
    """
    names = set(known)
    if not name or name in names:
        return ""
    lowered = name.lower()
    shape = _shape(lowered)
    for other in sorted(names):
        if other.lower() == lowered:
            continue
        if shape == _shape(other.lower()) and (
            not lowered.isascii() or _SEPARATORS.sub("", lowered) != _SEPARATORS.sub("", other.lower())
        ):
            return other
        if (
            len(other) > _SHORTEST
            and len(name) > _SHORTEST
            and abs(len(name) - len(other)) <= 1
            and _is_one_edit(lowered, other.lower())
            and not _only_digits_differ(lowered, other.lower())
        ):
            return other
    return ""


def _shape(name: str) -> str:
    """A name with what looks alike made equal."""
    plain = fold(name)
    for pair, letter in (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"), ("5", "s")):
        plain = plain.replace(pair, letter)
    return _SEPARATORS.sub("-", plain)


def _only_digits_differ(one: str, other: str) -> bool:
    return re.sub(r"\d", "", one) == re.sub(r"\d", "", other)


def _is_one_edit(one: str, other: str) -> bool:
    """At most one swap of neighbours, insertion, deletion or replacement apart (the optimal string alignment distance is 1)."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    left, right = one[start:], other[start:]
    if len(left) == len(right):
        swapped = len(left) > 1 and left[:2] == right[1::-1] and left[2:] == right[2:]
        return swapped or left[1:] == right[1:]
    return left[1:] == right if len(left) > len(right) else left == right[1:]
