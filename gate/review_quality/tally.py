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
    """One person. `pairs` are the decided pairs in order: when (seconds), pushed back or not, stratum; the rest is k of n.

    `early` counts the pairs of the weeks from which the drift alarms take their baseline.
    """

    login: str
    pairs: list[tuple[float, bool, str]] = field(default_factory=list)
    requested_changes: int = 0
    early: Counts = (0, 0)
    fast: Counts = (0, 0)
    silent: Counts = (0, 0)
    drill_hits: Counts = (0, 0)

    @property
    def pushback(self) -> Counts:
        """Pairs with pushback of decided pairs."""
        return sum(pushed_back for _, pushed_back, _ in self.pairs), len(self.pairs)

    @property
    def strata(self) -> dict[str, Counts]:
        """Pushback by stratum."""
        counts: dict[str, Counts] = {}
        for _, pushed_back, stratum in self.pairs:
            counts[stratum] = add(counts.get(stratum, (0, 0)), (int(pushed_back), 1))
        return counts

    @property
    def span_days(self) -> float:
        """From the first decided pair to the last."""
        return (self.pairs[-1][0] - self.pairs[0][0]) / 86_400.0 if self.pairs else 0.0


def tally_people(snapshot: Snapshot) -> dict[str, Tally]:
    """By login: everybody on the roster or with a decided pair."""
    decided = snapshot.decided
    logins = sorted({*snapshot.people.roster, *(pair.reviewer for pair in decided)})
    tallies = {login: Tally(login) for login in logins}
    until = baseline_end(snapshot)
    for pair in decided:
        tally = tallies[pair.reviewer]
        tally.pairs.append((pair.at, pair.is_pushback, pair.stratum))
        tally.requested_changes += pair.requested_changes
        if pair.at < until:
            tally.early = add(tally.early, (int(pair.is_pushback), 1))
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


def baseline_end(snapshot: Snapshot) -> float:
    """The end of the weeks from which the drift alarms take their baseline (seconds)."""
    configuration = snapshot.configuration
    start = configuration.window_start
    return 0.0 if start is None else (start + timedelta(weeks=configuration.baseline_weeks)).timestamp()


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
