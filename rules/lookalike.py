"""Names that read like another one: letters swapped, lost, doubled or replaced, other scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rules.path_names import fold

_SEPARATORS = re.compile(r"[-_.]+")
_SHORTEST = 5
_LONGEST = 214  # npm's own bound; longer names are not compared


def imitated(name: str, known: frozenset[str]) -> str:
    """The known name that a name imitates, or empty. A name that is itself known imitates nothing.

    One edit (swap of neighbours, one letter more, less or other) counts from five letters on; a fold of look-alike
    letters or scripts counts at any length. The time does not grow with the number of known names.
    """
    if not name or name in known or len(name) > _LONGEST:
        return ""
    shapes, variants = _index(known)
    lowered = name.lower()
    same_shape = shapes.get(_shape(lowered), "")
    if same_shape and _plain(same_shape) != _plain(lowered):
        return same_shape
    if len(name) < _SHORTEST:
        return ""
    for variant in _variants(lowered):
        for other in variants.get(variant, ()):
            if _is_one_edit(lowered, other.lower()) and not _only_digits_differ(lowered, other.lower()):
                return other
    return ""


@lru_cache(maxsize=64)
def _index(known: frozenset[str]) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Known names by shape, and by each of their variants with one letter left out."""
    shapes: dict[str, str] = {}
    variants: dict[str, tuple[str, ...]] = {}
    for name in sorted(known):
        shapes.setdefault(_shape(name.lower()), name)
        if _SHORTEST <= len(name) <= _LONGEST:
            for variant in _variants(name.lower()):
                variants[variant] = (*variants.get(variant, ()), name)
    return shapes, variants


def _variants(name: str) -> Iterator[str]:
    """The name and everything that is left when one letter goes: two names one edit apart share one of these."""
    yield name
    yield from {name[:place] + name[place + 1 :] for place in range(len(name))}


def _plain(name: str) -> str:
    return _SEPARATORS.sub("", name.lower())


def _shape(name: str) -> str:
    """A name with what looks alike made equal."""
    plain = fold(name) if not name.isascii() else name
    for pair, letter in (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"), ("5", "s")):
        plain = plain.replace(pair, letter)
    return _SEPARATORS.sub("-", plain)


def _only_digits_differ(one: str, other: str) -> bool:
    return re.sub(r"\d", "", one) == re.sub(r"\d", "", other)


def _is_one_edit(one: str, other: str) -> bool:
    """At most one swap of neighbours, insertion, deletion or replacement apart (optimal string alignment distance 1)."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    left, right = one[start:], other[start:]
    if len(left) == len(right):
        swapped = len(left) > 1 and left[:2] == right[1::-1] and left[2:] == right[2:]
        return swapped or left[1:] == right[1:]
    return left[1:] == right if len(left) > len(right) else left == right[1:]
