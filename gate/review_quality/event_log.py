"""Reading the event log: JSON lines in any order, duplicates possible, into events in order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from gate.review_quality.configuration import one_line
from gate.review_quality.errors import EventLogError
from gate.review_quality.events import RANK, AnyEvent, User

# A pull request shows at most 3,000 files in GitHub's answers; with long paths that is a few megabytes.
LONGEST_LINE = 16 * 1024 * 1024


class Entry(NamedTuple):
    """An event at its place: seconds since the epoch, then the rank within one second, then its id."""

    at: float
    rank: int
    id: str
    event: AnyEvent


@dataclass(frozen=True)
class EventLog:
    """A whole log in order, and what was met while reading. `out_of_order` counts the lines whose time lies before that of
    an earlier line; neither order nor duplicates change any metric.
    """

    entries: list[Entry]
    duplicates: int
    out_of_order: int

    @property
    def first(self) -> datetime:
        """The first event's time."""
        return self.entries[0].event.at

    @property
    def last(self) -> datetime:
        """The last event's time."""
        return self.entries[-1].event.at


def read_event_log(lines: Iterable[bytes]) -> EventLog:
    """The events of JSON lines; blank lines are skipped, an event whose id was seen is a duplicate and dropped.

    Raises EventLogError at the first line that is no event of a known type with all its fields, and for a log without
    any event.
    """
    decoder = msgspec.json.Decoder(AnyEvent)
    entries: list[Entry] = []
    seen: set[str] = set()
    duplicates = out_of_order = 0
    latest = float("-inf")
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise EventLogError(f"line {number}: longer than {LONGEST_LINE} bytes")
        if not line.strip():
            continue
        event = _decode(decoder, line, number)
        if event.id in seen:
            duplicates += 1
            continue
        seen.add(event.id)
        at = event.at.timestamp()
        if at < latest:
            out_of_order += 1
        latest = max(latest, at)
        entries.append(Entry(at, RANK.get(type(event), len(RANK)), event.id, event))
    if not entries:
        raise EventLogError("line 1: no event in the whole log")
    entries.sort()
    return EventLog(entries, duplicates, out_of_order)


def _decode(decoder: msgspec.json.Decoder[AnyEvent], line: bytes, number: int) -> AnyEvent:
    try:
        event = decoder.decode(line)
        if isinstance(event, User):
            zone(event.zone)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise EventLogError(f"line {number}: {one_line(str(error))}") from error
    return event


@lru_cache(maxsize=1024)
def zone(name: str) -> ZoneInfo:
    """A time zone by its IANA name. Raises ValueError for a name that is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError) as error:
        raise ValueError(f"unknown time zone {name[:60]!r}") from error
