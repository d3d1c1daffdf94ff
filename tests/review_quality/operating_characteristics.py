"""How often the verdict rule is wrong, and how soon it is right, by simulation. Run by hand:

python -m tests.review_quality.operating_characteristics [runs]

prints the tables of docs/review-quality.md. The weekly looks call the very rule that `gate metrics` uses.

Each organization has twelve reviewers with habits of their own: pushback from Beta(mean 25 %, M = 8), hasty share of the large
approvals from Beta(mean 4 %, M = 25), silent share from Beta(mean 35 %, M = 8), about 2.5 pairs a week, a 13-week window, one look
a week. Pushback rises with size and with sensitive files. One of the twelve may be a stamper, or a careful reviewer of good changes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gate.review_quality.configuration import Configuration
from gate.review_quality.tally import Tally, add
from gate.review_quality.verdict_rule import SUSPECTED, judge_people

PEOPLE = 12
WINDOW_WEEKS = 13
LOOKS = 36
WEEK = 7 * 86_400.0

# Stratum, its share of the pull requests, and how much likelier than average pushback is there.
STRATA = (
    ("S-", 0.40, 0.80),
    ("M-", 0.30, 1.10),
    ("L-", 0.10, 1.30),
    ("S+", 0.05, 0.90),
    ("M+", 0.10, 1.15),
    ("L+", 0.05, 1.35),
)


@dataclass(frozen=True)
class Habit:
    """A reviewer: pairs a week and three shares."""

    pairs_a_week: float
    pushback: float
    hasty: float
    silent: float


@dataclass(frozen=True)
class Pair:
    """One simulated pair; `hasty` is None for what cannot be timed, `silent` for what does not count."""

    at: float
    stratum: str
    pushed_back: bool
    hasty: bool | None
    silent: bool | None


@dataclass(frozen=True)
class Look:
    """One weekly run: who shows low pushback, who is suspected this week, who is told so (two weeks running)."""

    week: int
    low: frozenset[str]
    suspected: frozenset[str]
    told: frozenset[str]


def honest(chance: np.random.Generator) -> Habit:
    return Habit(2.5, chance.beta(2, 6), chance.beta(1, 24), chance.beta(2.8, 5.2))


def careful() -> Habit:
    """Somebody whose pull requests are very good, and who writes little."""
    return Habit(2.5, 0.03, 0.04, 0.9)


def stamper(pairs_a_week: float, hasty: float) -> Habit:
    return Habit(pairs_a_week, 0.01, hasty, 0.9)


def week_of_pairs(chance: np.random.Generator, habit: Habit, week: int) -> list[Pair]:
    pairs: list[Pair] = []
    for at in sorted(chance.uniform(week * WEEK, (week + 1) * WEEK, chance.poisson(habit.pairs_a_week))):
        stratum, _, factor = STRATA[chance.choice(len(STRATA), p=[share for _, share, _ in STRATA])]
        pushed_back = bool(chance.random() < min(0.97, habit.pushback * factor))
        is_large = not stratum.startswith("S")
        hasty = bool(chance.random() < habit.hasty) if is_large and not pushed_back else None
        silent = not pushed_back and bool(chance.random() < habit.silent) if is_large or stratum == "S+" else None
        pairs.append(Pair(float(at), stratum, pushed_back, hasty, silent))
    return pairs


def tally(login: str, weeks: list[list[Pair]]) -> Tally:
    counted = Tally(login)
    for pairs in weeks:
        for pair in pairs:
            counted.take(pair.at, pair.stratum, pushed_back=pair.pushed_back, is_early=False)
            if pair.hasty is not None:
                counted.fast = add(counted.fast, (int(pair.hasty), 1))
            if pair.silent is not None:
                counted.silent = add(counted.silent, (int(pair.silent), 1))
    return counted


def looks(chance: np.random.Generator, odd: Habit | None, count: int = LOOKS) -> Iterator[Look]:
    """The weekly runs over one organization; the odd one, if any, is called "odd"."""
    habits = {f"honest-{number}": honest(chance) for number in range(PEOPLE - (odd is not None))}
    if odd is not None:
        habits["odd"] = odd
    history: dict[str, list[list[Pair]]] = {login: [] for login in habits}
    configuration = Configuration()
    before: frozenset[str] = frozenset()
    for week in range(1, count + 1):
        for login, habit in habits.items():
            history[login].append(week_of_pairs(chance, habit, week))
        tallies = {login: tally(login, weeks[-WINDOW_WEEKS:]) for login, weeks in history.items()}
        judgements = judge_people(tallies, configuration)
        low = frozenset(login for login, judgement in judgements.items() if judgement.outcome)
        suspected = frozenset(login for login, judgement in judgements.items() if judgement.verdict == SUSPECTED)
        yield Look(week, low, suspected, suspected & before)
        before = suspected


def found_in_week(chance: np.random.Generator, odd: Habit, until: int) -> int | None:
    """The first week in which the odd one is told to be suspected."""
    return next((look.week for look in looks(chance, odd, until) if "odd" in look.told), None)


@dataclass(frozen=True)
class HonestResult:
    """Shares of honest people, and of organizations, over all runs."""

    low_at_one_look: float
    low_ever: float
    suspected_at_one_look: float
    told_ever: float
    any_told_ever: float


def simulate_honest(runs: int, seed: int = 1) -> HonestResult:
    chance = np.random.default_rng(seed)
    low_looks = low_ever = suspected_looks = told_ever = organizations = 0
    for _ in range(runs):
        low: set[str] = set()
        told: set[str] = set()
        for look in looks(chance, None):
            low_looks += len(look.low) if look.week >= WINDOW_WEEKS else 0
            suspected_looks += len(look.suspected) if look.week >= WINDOW_WEEKS else 0
            low |= look.low
            told |= look.told
        low_ever += len(low)
        told_ever += len(told)
        organizations += bool(told)
    people, full = runs * PEOPLE, runs * PEOPLE * (LOOKS - WINDOW_WEEKS + 1)
    return HonestResult(
        low_looks / full, low_ever / people, suspected_looks / full, told_ever / people, organizations / runs
    )


def simulate_odd(runs: int, odd: Habit, until: int, seed: int = 2) -> list[int | None]:
    """For each run the week in which the odd one was told to be suspected, None for never."""
    chance = np.random.default_rng(seed)
    return [found_in_week(chance, odd, until) for _ in range(runs)]


def share_by(weeks: list[int | None], week: int) -> float:
    return sum(found is not None and found <= week for found in weeks) / len(weeks)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    result = simulate_honest(runs)
    good = simulate_odd(runs, careful(), LOOKS)
    print(f"{runs} runs\n\n| honest reviewers | A alone | suspected by the rule |\n| --- | --- | --- |")
    print(f"| one look at a full window | {result.low_at_one_look:.1%} | {result.suspected_at_one_look:.2%} |")
    print(f"| a person within 36 looks | {result.low_ever:.0%} | {result.told_ever:.2%} |")
    print(f"| any of 12 within 36 looks | - | {result.any_told_ever:.1%} |")
    print(f"| careful reviewer of very good changes, 36 looks | - | {share_by(good, LOOKS):.1%} |", flush=True)
    print("\n| real stamper (1 % pushback) | by week 13 | by week 26 |\n| --- | --- | --- |")
    for hasty in (0.5, 0.35, 0.2):
        weeks = [simulate_odd(runs, stamper(pairs, hasty), 26) for pairs in (1, 2, 3)]
        cells = [" / ".join(f"{share_by(found, week):.0%}" for found in weeks) for week in (13, 26)]
        print(f"| {hasty:.0%} of large approvals hasty, 1 / 2 / 3 pairs a week | {cells[0]} | {cells[1]} |", flush=True)


if __name__ == "__main__":
    main()
