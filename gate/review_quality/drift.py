"""Did pushback drop? A CUSUM for the organization and teams, a change point against a person's own past."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log1p
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

Floats = NDArray[np.float64]


def cusum(events: Sequence[bool], p0: float, ratio: float, threshold: float) -> dict[str, Any] | None:
    """Bernoulli CUSUM for a drop from p0 to p1 = ratio·p0 (Reynolds & Stoumbos 1999).

    S_i = max(0, S_{i-1} + w), w = ln(p1/p0) for an event and ln((1-p1)/(1-p0)) for none; it signals where S >= threshold.
    `first_signal_index` counts from 1. None without a baseline strictly between 0 and 1.
    """
    if not 0.0 < p0 < 1.0:
        return None
    p1 = p0 * ratio
    weight_event, weight_zero = log(ratio), log1p(-p1) - log1p(-p0)
    steps = np.where(np.asarray(events, dtype=bool), weight_event, weight_zero)
    walk = np.cumsum(steps)
    sums = walk - np.minimum(np.minimum.accumulate(walk), 0.0) if len(walk) else walk
    signals = np.flatnonzero(sums >= threshold)
    return {
        "final": float(sums[-1]) if len(sums) else 0.0,
        "first_signal_index": int(signals[0]) + 1 if len(signals) else None,
        "h": threshold,
        "max": float(sums.max()) if len(sums) else 0.0,
        "n": len(sums),
        "p0": p0,
        "p1": p1,
        "w_event": weight_event,
        "w_zero": weight_zero,
    }


def change_point(events: Sequence[bool], prior: float) -> dict[str, Any] | None:
    """Bayesian single change point in a sequence of 0 and 1: Beta(1, 1) for the rate on each side, a uniform place, and
    `prior` that there is a change at all.

    `p_change` is the posterior of a change, `p_drop` of a change to a lower rate, `map_after_n` the likeliest number of events
    before it, with the plain rates on both sides. None for fewer than two events.
    """
    values = np.asarray(events, dtype=float)
    n = len(values)
    if n < 2:
        return None
    before_n = np.arange(1.0, n)
    before_k = np.cumsum(values)[:-1]
    after_n, after_k = n - before_n, values.sum() - before_k
    logs = _evidence(before_k, before_n) + _evidence(after_k, after_n)
    none = float(_evidence(values.sum(keepdims=True), np.full(1, float(n)))[0])
    peak = max(float(logs.max()), none)
    weights = np.exp(logs - peak) * prior / (n - 1)
    total = float(weights.sum()) + (1 - prior) * float(np.exp(none - peak))
    drops = _chance_of_drop(values, before_k, before_n, after_k, after_n)
    place = int(np.argmax(logs))
    return {
        "map_after_n": place + 1,
        "n": n,
        "p_change": float(weights.sum()) / total,
        "p_drop": float((weights * drops).sum()) / total,
        "rate_after": float(after_k[place] / after_n[place]),
        "rate_before": float(before_k[place] / before_n[place]),
    }


def _evidence(k: Floats, n: Floats) -> Floats:
    """Log of the marginal likelihood of one order of k events in n under Beta(1, 1): ln B(k + 1, n - k + 1)."""
    logs: Floats = special.betaln(k + 1, n - k + 1)
    return logs


def _chance_of_drop(values: Floats, before_k: Floats, before_n: Floats, after_k: Floats, after_n: Floats) -> Floats:
    """For each place of a change, P(X > Y) with X ~ Beta(a, b) the rate before and Y ~ Beta(c, d) the rate after.

    Exact and linear in the number of events: moving the place by one event raises a and lowers c (or b and d), and
    P changes by h/a + h/c (or -h/b - h/d), h = B(a + c, b + d) / (B(a, b)·B(c, d)) (Cook, "Exact calculation of beta
    inequalities", 2005). At the first place P is a second moment of Y: 1 - E[Y²] after an event, E[(1 - Y)²] after none.
    """
    a, b = before_k + 1, before_n - before_k + 1
    c, d = after_k + 1, after_n - after_k + 1
    size = c[0] + d[0]
    first = 1 - c[0] * (c[0] + 1) / (size * (size + 1)) if values[0] else d[0] * (d[0] + 1) / (size * (size + 1))
    moved = values[1:-1] == 1
    # One of the two parameters of X before the step, and of Y after it.
    a0, b0, c1, d1 = a[:-1], b[:-1], c[1:], d[1:]
    grown = _overlap(a0, b0, np.where(moved, c1 + 1, c1), np.where(moved, d1, d1 + 1))
    shrunk = _overlap(a[1:], b[1:], c1, d1)
    steps = np.where(moved, grown / a0 + shrunk / c1, -grown / b0 - shrunk / d1)
    chances: Floats = np.clip(np.concatenate(([first], first + np.cumsum(steps))), 0.0, 1.0)
    return chances


def _overlap(a: Floats, b: Floats, c: Floats, d: Floats) -> Floats:
    overlap: Floats = np.exp(special.betaln(a + c, b + d) - special.betaln(a, b) - special.betaln(c, d))
    return overlap
