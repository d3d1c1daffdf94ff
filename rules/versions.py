"""Which of two versions is older, and whether a version is inside a stated range; unknown forms are never judged."""

from __future__ import annotations

import re

_VERSION = re.compile(r"^[\^~=v\s]*(\d+(?:\.\d+){0,3})(?:[-+.]?([A-Za-z][\w.+-]*))?\s*$")
_COMMIT = re.compile(r"[0-9a-f]{7,64}")
_RANGE = re.compile(r"^(?:(\^|~|==|=|>=)\s*)?v?(\d+(?:\.\d+){0,3})$")


def numbers_of(version: str) -> tuple[int, ...] | None:
    """The numbers of a plain version, padded to four; None for ranges, names and commits."""
    match = _VERSION.match(version.strip())
    if match is None or _COMMIT.fullmatch(version.strip()):
        return None
    parts = [int(part[:9]) for part in match.group(1).split(".")]
    return tuple([*parts, 0, 0, 0, 0][:4])


def is_older(new: str, old: str) -> bool:
    """The first is a plain version below the second; False when either is not plain or the first says less (`1` after `1.4`)."""
    before, after = numbers_of(old), numbers_of(new)
    if before is None or after is None:
        return False
    stated = len(re.findall(r"\d+", new.partition("-")[0]))
    return after[:stated] < before[:stated]


def out_of_range(version: str, asked: str) -> bool:
    """A locked version lies outside a plain range (`1.2.3`, `^1.2`, `~1.2`, `==1.2`, `>=1.2`); False when the range is of another form."""
    locked, match = numbers_of(version), _RANGE.match(asked.strip()[:100])
    if locked is None or match is None:
        return False
    sign, text = match.groups()
    wanted = numbers_of(text)
    stated = text.count(".") + 1
    if wanted is None:
        return False
    if sign == ">=":
        return locked < wanted
    if sign == "^":
        lead = next((index for index, number in enumerate(wanted[:stated]) if number), stated - 1)
        return locked[: lead + 1] != wanted[: lead + 1] or locked < wanted
    if sign == "~":
        return locked[: min(2, stated)] != wanted[: min(2, stated)] or locked < wanted
    return locked[:stated] != wanted[:stated]
