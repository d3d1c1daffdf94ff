"""One row per approval by an independent person before the merge: how long reading could have taken, and how much there was.

GitHub does not show reading time. What it shows, from the head's push (or ready for review, the later) to the review, is an
upper bound of it; lines over that time is a lower bound of speed. So "too fast" is a safe claim and "slow enough" none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gate.review_quality.business_time import business_minutes
from gate.review_quality.configuration import Configuration
from gate.review_quality.event_log import Entry
from gate.review_quality.events import Review
from gate.review_quality.history import History
from gate.review_quality.people import People


@dataclass(slots=True)
class Approval:
    """One approval. Minutes, lines, lines a minute; None where there is no clock, or no previous review close by."""

    pull_request: int
    review: str
    reviewer: str
    at: float
    lines: int
    is_re_review: bool
    exposure: float | None = None
    business_exposure: float | None = None
    speed: float | None = None
    session_gap: float | None = None
    session_speed: float | None = None
    is_timed: bool = False
    is_fast_strict: bool = False
    is_fast_session: bool = False

    @property
    def is_fast(self) -> bool:
        """Whether a timed approval is over one of the two bars."""
        return self.is_fast_strict or self.is_fast_session

    def document(self) -> dict[str, Any]:
        """As printed."""
        row: dict[str, Any] = {
            "exposure_business_min": self.business_exposure,
            "exposure_min": self.exposure,
            "fast": self.is_fast if self.is_timed else None,
            "lines": self.lines,
            "pr": self.pull_request,
            "re_review": self.is_re_review,
            "review": self.review,
            "reviewer": self.reviewer,
            "session_gap_min": self.session_gap,
            "session_speed": self.session_speed,
            "speed": self.speed,
            "speed_eligible": self.is_timed,
        }
        if self.is_timed:
            row |= {"fast_session": self.is_fast_session, "fast_strict": self.is_fast_strict}
        return row


def list_approvals(
    histories: Iterable[History], reviews: Iterable[Entry], people: People, configuration: Configuration
) -> list[Approval]:
    """Every approval, by pull request and time. `reviews` are all reviews of the log, on whichever pull request: a session
    is a matter of the person, so drills and people's pull requests count in it.

    Strict: lines / max(submitted - max(head pushed, ready), floor) over the bar (25 lines a minute is three times the limit
    of Cohen 2006). Session: that person's previous review at most ten minutes ago and lines / gap over a second bar. Only
    approvals of `min_lines` or more with a clock are timed.
    """
    previous = _previous_reviews(reviews)
    rows: list[Approval] = []
    clocks: list[float] = []
    for history in histories:
        for act in history.reviews:
            if act.state == "APPROVED":
                row = Approval(history.number, act.review, act.reviewer, act.at, act.lines, act.is_re_review)
                before = previous.get(act.review)
                if before is not None and (gap := (act.at - before) / 60.0) <= configuration.session_gap_max_min:
                    row.session_gap = gap
                    row.session_speed = act.lines / max(gap, configuration.exposure_floor_min)
                rows.append(row)
                clocks.append(act.at if act.clock is None else act.clock)
                if act.clock is not None:
                    row.exposure = max((act.at - act.clock) / 60.0, configuration.exposure_floor_min)
                    row.speed = act.lines / row.exposure
                    row.is_timed = act.lines >= configuration.min_lines
                if row.is_timed and row.speed is not None:
                    row.is_fast_strict = row.speed > configuration.fast_lines_per_min
                    row.is_fast_session = (row.session_speed or 0.0) > configuration.session_lines_per_min
    _fill_business(rows, clocks, people, configuration)
    return rows


def _fill_business(rows: Sequence[Approval], clocks: list[float], people: People, configuration: Configuration) -> None:
    zones = [people.zone(row.reviewer) for row in rows]
    ends = np.asarray([row.at for row in rows], dtype=float)
    minutes = business_minutes(np.asarray(clocks, dtype=float), ends, zones, configuration)
    for row, value in zip(rows, minutes.tolist(), strict=True):
        if row.exposure is not None:
            row.business_exposure = value


def _previous_reviews(reviews: Iterable[Entry]) -> dict[str, float]:
    """For each review, when the same person submitted the one before. Seconds."""
    last: dict[str, float] = {}
    previous: dict[str, float] = {}
    for entry in reviews:
        if isinstance(entry.event, Review):
            if entry.event.actor in last:
                previous[entry.event.review] = last[entry.event.actor]
            last[entry.event.actor] = entry.at
    return previous
