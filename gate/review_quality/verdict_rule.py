"""The verdict about a pattern of reviews. Low pushback alone convicts nobody, and silence never does.

gate       at least `n_floor` decided pairs, enough of them that zero would mean something, over at least `span_days`
A outcome  adjusted case-mix p <= 5 % and observed / expected <= 0.5
B haste    enough timed approvals, Wilson lower bound of the hasty share > 15 %, p <= 1 % against max(2 %, others)
C silence  adjusted p <= 5 % against others and share >= 80 %
D drills   one-sided 95 % upper bound of the hit rate < 50 %

suspected          gate and A and (B or D), this week and the week before
watch              gate and (A, or B and C, or own drift), or suspected for the first week
insufficient data  gate not passed and not cleared
ok                 else; cleared is whose lower bound lies above half of the baseline, without waiting for the gate

What this catches and misses is simulated: docs/review-quality.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gate.review_quality.configuration import Configuration
from gate.review_quality.drift import change_point
from gate.review_quality.proportion import upper_bound, wilson
from gate.review_quality.tail_tests import (
    benjamini_hochberg,
    binomial_upper,
    pairs_needed,
    poisson_binomial_lower,
)
from gate.review_quality.tally import Counts, Sums, Tally, rate, sum_tallies

SUSPECTED, WATCH, INSUFFICIENT, OK = "suspected", "watch", "insufficient_data", "ok"


@dataclass(slots=True)
class Judgement:
    """What was seen of one person, and what follows from it this week. Probabilities are None where nothing can be compared."""

    tally: Tally
    others: Sums
    baseline: float | None
    pairs_needed: int | None
    expected: float | None
    p_case_mix: float | None
    p_fast: float | None
    p_silent: float | None
    change_point: dict[str, Any] | None
    reason: str | None
    cleared: bool
    haste: bool
    missed_drills: bool
    drift: bool
    q_case_mix: float | None = None
    q_silent: float | None = None
    outcome: bool = False
    silence: bool = False
    verdict: str = INSUFFICIENT

    @property
    def passes_gate(self) -> bool:
        """Whether there is enough to say anything."""
        return self.reason is None

    @property
    def observed_over_expected(self) -> float | None:
        """Pushback over what others would have given on the same mix."""
        return self.tally.pushback[0] / self.expected if self.expected else None

    def evidence(self) -> dict[str, Any]:
        """What was seen, as printed."""
        return {
            "A_outcome": self.outcome,
            "B_haste": self.haste,
            "C_silence": self.silence,
            "D_drills": self.missed_drills,
            "cleared": self.cleared,
            "drift": self.drift,
            "gate": self.passes_gate,
            "q_case_mix": self.q_case_mix,
            "q_silent": self.q_silent,
        }


def judge_people(tallies: Mapping[str, Tally], configuration: Configuration) -> dict[str, Judgement]:
    """This week's judgement of everybody, by login. Only those who pass the gate are corrected for multiple testing, so that
    people who could not reach significance dilute nothing.
    """
    total = sum_tallies(tallies.values())
    judgements = {login: _look(tally, total.without(tally), configuration) for login, tally in tallies.items()}
    judged = [judgement for judgement in judgements.values() if judgement.passes_gate]
    mixed = [judgement for judgement in judged if judgement.p_case_mix is not None]
    for judgement, q in zip(mixed, benjamini_hochberg([j.p_case_mix or 0.0 for j in mixed]), strict=True):
        judgement.q_case_mix = q
        ratio = judgement.observed_over_expected
        judgement.outcome = q <= configuration.bh_q and ratio is not None and ratio <= configuration.oe_max
    quiet = [judgement for judgement in judged if judgement.p_silent is not None]
    for judgement, q in zip(quiet, benjamini_hochberg([j.p_silent or 0.0 for j in quiet]), strict=True):
        judgement.q_silent = q
        k, n = judgement.tally.silent
        is_quiet = n >= configuration.silent_min_n and k >= configuration.silent_share_min * n
        judgement.silence = q <= configuration.bh_q and is_quiet
    for judgement in judgements.values():
        judgement.verdict = _verdict(judgement)
    return judgements


def published(this_week: str, week_before: str | None) -> str:
    """The verdict that is told: suspected only when two weekly runs agree on it, watch in the first."""
    return WATCH if this_week == SUSPECTED and week_before != SUSPECTED else this_week


def group_verdict(pushback: Counts, fast: Counts, drill_hits: Counts, configuration: Configuration) -> str:
    """The verdict about a team or the organization, judged absolutely, since those who stamp together have no honest peers.

    An upper bound of pushback below `team_floor`: suspected with haste or missed drills of the group, else watch. A rate below
    it with a bound above: insufficient data.
    """
    share = rate(pushback)
    if share is None:
        return INSUFFICIENT
    if upper_bound(*pushback, configuration.conf) < configuration.team_floor:
        seen = _is_hasty(fast, None, configuration) or _misses_drills(drill_hits, configuration)
        return SUSPECTED if seen else WATCH
    return INSUFFICIENT if share < configuration.team_floor else OK


def _look(tally: Tally, others: Sums, configuration: Configuration) -> Judgement:
    """Everything that can be said of one person without the correction for the number of people."""
    baseline = rate(others.pushback)
    needed = None if baseline is None else pairs_needed(baseline, configuration.alpha)
    lower = wilson(*tally.pushback, configuration.conf)[0] if tally.pushback[1] else 0.0
    change = change_point([pushed_back for _, pushed_back in tally.pairs], configuration.cp_prior)
    expected, p_case_mix = _case_mix(tally, others, baseline, configuration)
    quiet_rate = rate(others.silent)
    return Judgement(
        tally=tally,
        others=others,
        baseline=baseline,
        pairs_needed=needed,
        expected=expected,
        p_case_mix=p_case_mix,
        p_fast=_p_fast(tally.fast, rate(others.fast), configuration),
        p_silent=None if quiet_rate is None or not tally.silent[1] else binomial_upper(*tally.silent, quiet_rate),
        change_point=change,
        reason=_reason(tally, needed, configuration),
        cleared=bool(baseline) and lower > (baseline or 0.0) / 2,
        haste=_is_hasty(tally.fast, rate(others.fast), configuration),
        missed_drills=_misses_drills(tally.drill_hits, configuration),
        drift=change is not None and change["p_drop"] >= configuration.cp_drop_min,
    )


def _reason(tally: Tally, needed: int | None, configuration: Configuration) -> str | None:
    """Why the gate is not passed; None when it is."""
    n = tally.pushback[1]
    if n < configuration.n_floor:
        return "few_pairs"
    if needed is None:
        return "no_baseline"
    if n < needed:
        return "low_power"
    return "short_span" if tally.span_days < configuration.span_days else None


def _case_mix(
    tally: Tally, others: Sums, baseline: float | None, configuration: Configuration
) -> tuple[float | None, float | None]:
    """Expected pushback on this person's mix, and P(K <= k) under the Poisson-binomial.

    The chance in a stratum is others' rate there, pulled to their pooled rate by `strata_pseudo` pairs.
    """
    if baseline is None:
        return None, None
    expected = 0.0
    chances: dict[float, int] = {}
    for name, (_, count) in sorted(tally.strata.items()):
        k, n = others.strata.get(name, (0, 0))
        chance = (k + configuration.strata_pseudo * baseline) / (n + configuration.strata_pseudo)
        expected += count * chance
        chances[chance] = chances.get(chance, 0) + count
    return expected, poisson_binomial_lower(tally.pushback[0], chances)


def _p_fast(fast: Counts, others_share: float | None, configuration: Configuration) -> float | None:
    """P(K >= k) against the larger of the floor and others' hasty share."""
    if not fast[1]:
        return None
    return binomial_upper(*fast, max(configuration.fast_peer_floor, others_share or 0.0))


def _is_hasty(fast: Counts, others_share: float | None, configuration: Configuration) -> bool:
    p_value = _p_fast(fast, others_share, configuration)
    return (
        fast[1] >= configuration.fast_min_n
        and wilson(*fast, configuration.conf)[0] > configuration.fast_lower_bound
        and p_value is not None
        and p_value <= configuration.fast_peer_alpha
    )


def _misses_drills(drill_hits: Counts, configuration: Configuration) -> bool:
    return bool(drill_hits[1]) and upper_bound(*drill_hits, configuration.conf) < configuration.drill_hit_upper


def _verdict(judgement: Judgement) -> str:
    if not judgement.passes_gate:
        return OK if judgement.cleared else INSUFFICIENT
    if judgement.outcome and (judgement.haste or judgement.missed_drills):
        return SUSPECTED
    if judgement.outcome or (judgement.haste and judgement.silence) or judgement.drift:
        return WATCH
    return OK
