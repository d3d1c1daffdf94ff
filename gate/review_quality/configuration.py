"""The constants of the metrics: one struct, every default in one place, read from JSON with bounds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Annotated, Any

import msgspec

from gate.review_quality.errors import ConfigurationError

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Probability = Annotated[float, msgspec.Meta(gt=0, lt=1)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Positive = Annotated[float, msgspec.Meta(gt=0, le=1e9)]
Aware = Annotated[datetime, msgspec.Meta(tz=True)]
MinuteOfDay = Annotated[int, msgspec.Meta(ge=0, le=1440)]
Edges = Annotated[
    tuple[Annotated[int, msgspec.Meta(ge=0, le=10_000_000)], ...], msgspec.Meta(min_length=1, max_length=50)
]

WEEK = timedelta(days=7)


class Configuration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every constant. Lines are reviewable lines (added + deleted, not generated); `_min` at the end of a name is minutes
    for times and a minimum for counts and shares.

    `as_of` is the report time: events at or after it are ignored. `window_start` is the Monday at which the weekly rows
    and the baseline of the drift alarms begin. Both are found from the log when absent (`placed`).
    """

    as_of: Aware | None = None
    window_start: Aware | None = None

    conf: Probability = 0.95  # of every two-sided interval and one-sided bound
    alpha: Probability = 0.05  # of the power gate
    bh_q: Probability = 0.05  # false discovery rate over the people who pass the gate
    k_min: Count = 5  # a team with fewer active reviewers is not shown

    min_lines: Count = 50  # an approval of fewer lines is never timed
    size_edges: Annotated[tuple[int, int], msgspec.Meta(description="S < first <= M < second <= L")] = (50, 250)
    substantive_len: Count = 20  # characters that make a comment a word about the change

    fast_lines_per_min: Positive = 25.0
    session_lines_per_min: Positive = 60.0
    session_gap_max_min: Positive = 10.0
    exposure_floor_min: Positive = 1 / 60  # the clock's own grain
    attention_min_minutes: Positive = 1.0
    work_start_min: MinuteOfDay = 540
    work_end_min: MinuteOfDay = 1020
    hazard_edges_min: Edges = (0, 5, 15, 60, 240, 1440)
    km_checkpoints_min: Edges = (5, 15, 60, 240, 1440, 2880)
    regret_days: Positive = 14.0

    n_floor: Count = 12  # decided pairs before anything is said about a person
    span_days: Annotated[float, msgspec.Meta(ge=0, le=10_000)] = 21.0
    oe_max: Share = 0.5
    strata_pseudo: Positive = 5.0
    e_ratio: Probability = 0.25
    fast_min_n: Count = 5
    fast_lower_bound: Share = 0.15
    fast_peer_alpha: Probability = 0.01
    fast_peer_floor: Probability = 0.02
    silent_min_n: Count = 5
    silent_share_min: Share = 0.8
    drill_hit_upper: Share = 0.5
    team_floor: Probability = 0.05
    shrink_m_bounds: tuple[Positive, Positive] = (2.0, 200.0)

    baseline_weeks: Annotated[int, msgspec.Meta(ge=1, le=520)] = 5
    cusum_h: Positive = 5.0
    cusum_ratio: Probability = 1 / 3
    cp_prior: Probability = 0.1
    cp_drop_min: Share = 0.5

    def __post_init__(self) -> None:
        """Refuses what the bounds of one field cannot see."""
        if self.work_start_min >= self.work_end_min:
            raise ValueError("work_start_min must be before work_end_min")
        for name in ("hazard_edges_min", "km_checkpoints_min", "size_edges"):
            edges = getattr(self, name)
            if any(low >= high for low, high in pairwise(edges)):
                raise ValueError(f"{name} must ascend")
        if self.shrink_m_bounds[0] > self.shrink_m_bounds[1]:
            raise ValueError("shrink_m_bounds must ascend")

    def placed(self, first: datetime, last: datetime) -> Configuration:
        """The same with both times filled in, from the log's first and last event where they are absent: `as_of` is the last
        event's time rounded up to Monday 00:00 UTC, `window_start` the Monday on or before the first event. Raises
        ConfigurationError when a given `window_start` is not before it.
        """
        floor = _monday(last)
        as_of = self.as_of or (floor if floor == last else floor + WEEK)
        window_start = self.window_start or min(_monday(first), as_of - WEEK)
        if window_start >= as_of:
            raise ConfigurationError("window_start must be before the report time")
        return msgspec.structs.replace(self, as_of=as_of, window_start=window_start)

    def document(self) -> dict[str, Any]:
        """As printed; times in UTC."""
        fields: dict[str, Any] = msgspec.structs.asdict(self)
        for name in ("as_of", "window_start"):
            if fields[name] is not None:
                fields[name] = fields[name].astimezone(UTC).isoformat().replace("+00:00", "Z")
        return fields


def read_configuration(text: bytes) -> Configuration:
    """A JSON object with any of the fields. Raises ConfigurationError with one line that names the field and the fault."""
    try:
        return msgspec.json.decode(text, type=Configuration)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigurationError(one_line(str(error))) from error


def one_line(text: str) -> str:
    """Text of unknown origin as one printable line of at most 300 characters."""
    return "".join(character if character.isprintable() else "?" for character in text)[:300]


def _monday(moment: datetime) -> datetime:
    moment = moment.astimezone(UTC)
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return day - timedelta(days=day.weekday())
