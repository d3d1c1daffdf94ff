"""Working minutes between two instants: Monday to Friday, in a person's own time zone, across changes of the clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import numpy as np
from numpy.typing import NDArray

from gate.review_quality.configuration import Configuration
from gate.review_quality.event_log import zone

Floats = NDArray[np.float64]

_DAY = 86_400.0


class BusinessCalendar:
    """The working spans of one time zone between two instants (seconds since the epoch)."""

    def __init__(self, zone_name: str, first: float, last: float, configuration: Configuration) -> None:
        place = zone(zone_name)
        day = datetime.fromtimestamp(first - _DAY, UTC).astimezone(place).date()
        end = datetime.fromtimestamp(last + _DAY, UTC).astimezone(place).date()
        starts: list[float] = []
        stops: list[float] = []
        while day <= end:
            if day.weekday() < 5:
                starts.append(_instant(day, configuration.work_start_min, zone_name))
                stops.append(_instant(day, configuration.work_end_min, zone_name))
            day += timedelta(days=1)
        self._starts = np.asarray(starts)
        self._spans = np.maximum(np.asarray(stops) - self._starts, 0.0)
        self._before = np.concatenate(([0.0], np.cumsum(self._spans)))

    def minutes(self, begin: Floats, end: Floats) -> Floats:
        """Working minutes from each `begin` to its `end` (seconds since the epoch, within the calendar), never negative."""
        return np.maximum(self._worked(end) - self._worked(begin), 0.0) / 60.0

    def _worked(self, at: Floats) -> Floats:
        """Working seconds of the calendar up to each instant."""
        day = np.searchsorted(self._starts, at, side="right") - 1
        known = np.maximum(day, 0)
        within = np.clip(at - self._starts[known], 0.0, self._spans[known])
        return np.where(day < 0, 0.0, self._before[known] + within)


def business_minutes(begin: Floats, end: Floats, zone_names: list[str], configuration: Configuration) -> Floats:
    """Working minutes from `begin[i]` to `end[i]` (seconds since the epoch) in the time zone `zone_names[i]`."""
    minutes = np.zeros(len(begin))
    if len(begin) == 0:
        return minutes
    first, last = float(np.min(begin)), float(np.max(end))
    names = np.asarray(zone_names)
    for name in sorted(set(zone_names)):
        chosen = names == name
        calendar = BusinessCalendar(name, first, last, configuration)
        minutes[chosen] = calendar.minutes(begin[chosen], end[chosen])
    return minutes


def _instant(day: date, minute: int, zone_name: str) -> float:
    """The instant of a wall-clock minute of a local day; 1440 is the midnight that ends it."""
    if minute == 1440:
        day, minute = day + timedelta(days=1), 0
    return datetime.combine(day, time(minute // 60, minute % 60), zone(zone_name)).timestamp()
