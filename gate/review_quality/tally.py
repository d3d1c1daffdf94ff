"""What is counted per person before anything is judged, and the sums over everybody else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from gate.review_quality.snapshot import Snapshot

Counts = tuple[int, int]  # k of n


@dataclass(slots=True)
class Tally:
    """One person. `pairs` are the decided pairs in order: when (seconds), pushed back or not; the rest is k of n, `pushback`
    and `strata` over the same pairs. `early` counts the pairs of the weeks from which the drift alarms take their baseline.
    """

    login: str
    pairs: list[tuple[float, bool]] = field(default_factory=list)
    pushback: Counts = (0, 0)
    strata: dict[str, Counts] = field(default_factory=dict)
    requested_changes: int = 0
    early: Counts = (0, 0)
    fast: Counts = (0, 0)
    silent: Counts = (0, 0)
    drill_hits: Counts = (0, 0)

    def take(self, at: float, stratum: str, *, pushed_back: bool, is_early: bool) -> None:
        """Counts one decided pair; they come in order."""
        one = (int(pushed_back), 1)
        self.pairs.append((at, pushed_back))
        self.pushback = add(self.pushback, one)
        self.strata[stratum] = add(self.strata.get(stratum, (0, 0)), one)
        if is_early:
            self.early = add(self.early, one)

    @property
    def span_days(self) -> float:
        """From the first decided pair to the last."""
        return (self.pairs[-1][0] - self.pairs[0][0]) / 86_400.0 if self.pairs else 0.0


def tally_people(snapshot: Snapshot) -> dict[str, Tally]:
    """By login: everybody on the roster or with a decided pair."""
    decided = snapshot.decided
    logins = sorted({*snapshot.people.roster, *(pair.reviewer for pair in decided)})
    tallies = {login: Tally(login) for login in logins}
    start, until = baseline_weeks(snapshot)
    for pair in decided:
        tally = tallies[pair.reviewer]
        tally.take(pair.at, pair.stratum, pushed_back=pair.is_pushback, is_early=start <= pair.at < until)
        tally.requested_changes += pair.requested_changes
        if pair.silence_counts:
            tally.silent = add(tally.silent, (int(pair.is_silent), 1))
    for approval in snapshot.approvals:
        if approval.is_timed:
            tally = tallies[approval.reviewer]
            tally.fast = add(tally.fast, (int(approval.is_fast), 1))
    for answer in snapshot.answers:
        if answer.is_answered_signal and answer.assigned in tallies:
            tally = tallies[answer.assigned]
            tally.drill_hits = add(tally.drill_hits, (int(answer.flagged), 1))
    return tallies


def baseline_weeks(snapshot: Snapshot) -> tuple[float, float]:
    """Begin and end of the weeks from which the drift alarms take their baseline (seconds)."""
    configuration = snapshot.configuration
    start = configuration.window_start
    if start is None:
        return 0.0, 0.0
    return start.timestamp(), (start + timedelta(weeks=configuration.baseline_weeks)).timestamp()


@dataclass(frozen=True, slots=True)
class Sums:
    """The same counts over several people."""

    pushback: Counts
    early: Counts
    fast: Counts
    silent: Counts
    drill_hits: Counts
    strata: dict[str, Counts]

    def without(self, tally: Tally) -> Sums:
        """Everybody else, so that nobody is part of the baseline that he is compared with."""
        own = sum_tallies([tally])
        return Sums(
            less(self.pushback, own.pushback),
            less(self.early, own.early),
            less(self.fast, own.fast),
            less(self.silent, own.silent),
            less(self.drill_hits, own.drill_hits),
            {name: less(counts, own.strata.get(name, (0, 0))) for name, counts in self.strata.items()},
        )


def sum_tallies(tallies: Iterable[Tally]) -> Sums:
    """The counts over these people."""
    tallies = list(tallies)
    strata: dict[str, Counts] = defaultdict(lambda: (0, 0))
    for tally in tallies:
        for name, counts in tally.strata.items():
            strata[name] = add(strata[name], counts)
    return Sums(
        _total([tally.pushback for tally in tallies]),
        _total([tally.early for tally in tallies]),
        _total([tally.fast for tally in tallies]),
        _total([tally.silent for tally in tallies]),
        _total([tally.drill_hits for tally in tallies]),
        dict(strata),
    )


def add(one: Counts, other: Counts) -> Counts:
    """The sum of two counts."""
    return one[0] + other[0], one[1] + other[1]


def less(one: Counts, other: Counts) -> Counts:
    """What is left of the first without the second."""
    return one[0] - other[0], one[1] - other[1]


def rate(counts: Counts) -> float | None:
    """The share k / n, None of nothing."""
    return counts[0] / counts[1] if counts[1] else None


def _total(rows: Sequence[Counts]) -> Counts:
    return sum(k for k, _ in rows), sum(n for _, n in rows)
