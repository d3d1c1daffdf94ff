"""Personal rows: for that person, and for an operator who has to answer for the rule. Never ranked, never one score."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np

from gate.review_quality.approvals import Approval
from gate.review_quality.drift import cusum
from gate.review_quality.latency import size_against_time
from gate.review_quality.proportion import proportion
from gate.review_quality.quantiles import quantile
from gate.review_quality.regret import PersonalRegret
from gate.review_quality.shrinkage import Prior, shrunk
from gate.review_quality.snapshot import Snapshot
from gate.review_quality.tail_tests import binomial_lower, e_value, fisher_lower
from gate.review_quality.tally import Tally, rate
from gate.review_quality.verdict_rule import Judgement


def reviewer_rows(
    snapshot: Snapshot, judgements: Mapping[str, Judgement], regrets: Mapping[str, PersonalRegret], prior: Prior | None
) -> dict[str, dict[str, Any]]:
    """By login: counts with intervals, the comparison with others, what was seen and what follows."""
    approvals: dict[str, list[Approval]] = defaultdict(list)
    for approval in snapshot.approvals:
        approvals[approval.reviewer].append(approval)
    words: dict[str, list[int]] = defaultdict(list)
    for pair in snapshot.decided:
        words[pair.reviewer].append(pair.substantive)
    confidence = snapshot.configuration.conf
    rows: dict[str, dict[str, Any]] = {}
    for login, judgement in judgements.items():
        timed = [row.speed for row in approvals[login] if row.is_timed and row.speed is not None]
        regret = regrets.get(login, PersonalRegret(0, 0, 0, 0))
        rows[login] = {
            **_compared(judgement, snapshot),
            "mean_substantive": float(np.mean(words[login])) if words[login] else None,
            "median_speed": quantile(timed, 0.5),
            "p_regret": regret.p_value,
            "regret": proportion(regret.k, regret.n, confidence),
            "shrunk": None if prior is None else shrunk(*judgement.tally.pushback, prior),
            "size_vs_exposure": size_against_time(approvals[login], confidence),
            "team": snapshot.people.team(login),
        }
    return rows


def _compared(judgement: Judgement, snapshot: Snapshot) -> dict[str, Any]:
    configuration = snapshot.configuration
    tally, others, baseline = judgement.tally, judgement.others, judgement.baseline
    k, n = tally.pushback
    confidence = configuration.conf
    return {
        "baseline_others": baseline,
        "change_point": judgement.change_point,
        "changes_requested": proportion(tally.requested_changes, n, confidence),
        "cusum": _own_cusum(tally, rate(others.early), snapshot),
        "drill_hits": proportion(*tally.drill_hits, confidence),
        "e_value": None if baseline is None else e_value(k, n, baseline, configuration.e_ratio),
        "evidence": judgement.evidence(),
        "expected_case_mix": judgement.expected,
        "fast": proportion(*tally.fast, confidence),
        "fast_baseline_others": rate(others.fast),
        "n_needed": judgement.pairs_needed,
        "observed_over_expected": judgement.observed_over_expected,
        "p_binomial": None if baseline is None else binomial_lower(k, n, baseline),
        "p_case_mix": judgement.p_case_mix,
        "p_fast": judgement.p_fast,
        "p_fisher": None if baseline is None else fisher_lower(k, n, *others.pushback),
        "p_silent": judgement.p_silent,
        "pairs": n,
        "pushback": proportion(k, n, confidence),
        "reason": None if judgement.cleared else judgement.reason,
        "silent": proportion(*tally.silent, confidence),
        "silent_baseline_others": rate(others.silent),
        "span_days": tally.span_days,
        "verdict": judgement.verdict,
    }


def _own_cusum(tally: Tally, p0: float | None, snapshot: Snapshot) -> dict[str, Any] | None:
    """Against what everybody else did in the first weeks."""
    if p0 is None:
        return None
    configuration = snapshot.configuration
    events = [pushed_back for _, pushed_back in tally.pairs]
    return cusum(events, p0, configuration.cusum_ratio, configuration.cusum_h)
