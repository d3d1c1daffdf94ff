"""Few pairs pull a personal rate towards everybody's: a beta-binomial with an estimated prior."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import special


@dataclass(frozen=True, slots=True)
class Prior:
    """Beta(alpha, beta) with alpha + beta = m; `rho` is the intra-class correlation it comes from."""

    alpha: float
    beta: float
    m: float
    mean: float
    rho: float

    def document(self) -> dict[str, float]:
        """As printed."""
        return {"alpha": self.alpha, "beta": self.beta, "m": self.m, "mean": self.mean, "rho": self.rho}


def estimate_prior(counts: Sequence[tuple[int, int]], bounds: tuple[float, float]) -> Prior | None:
    """The prior of personal rates from (k, n) per person, n > 0.

    ANOVA estimator of the intra-class correlation: rho = (MSB - MSW) / (MSB + (n0 - 1)·MSW) with
    n0 = (N - Σn²/N) / (g - 1); m = 1/rho - 1, clamped to `bounds` (the upper bound when rho <= 0). None when there are fewer
    than two people, no person has two pairs, or nobody or everybody always pushes back.
    """
    k = np.asarray([count[0] for count in counts], dtype=float)
    n = np.asarray([count[1] for count in counts], dtype=float)
    total, groups = float(n.sum()), len(n)
    if groups < 2 or total <= groups:
        return None
    mean = float(k.sum()) / total
    if not 0.0 < mean < 1.0:
        return None
    rates = k / n
    between = float((n * (rates - mean) ** 2).sum()) / (groups - 1)
    within = float((n * rates * (1 - rates)).sum()) / (total - groups)
    typical = (total - float((n * n).sum()) / total) / (groups - 1)
    spread = between + (typical - 1) * within
    rho = (between - within) / spread if spread > 0 else 0.0
    low, high = bounds
    m = high if rho <= 0 else min(max(1 / rho - 1, low), high)
    return Prior(mean * m, (1 - mean) * m, m, mean, rho)


def shrunk(k: int, n: int, prior: Prior) -> dict[str, Any]:
    """Posterior Beta(alpha + k, beta + n - k): mean, central 90 % interval, chance of lying below half the overall mean."""
    alpha, beta = prior.alpha + k, prior.beta + n - k
    return {
        "interval90": [float(special.betaincinv(alpha, beta, tail)) for tail in (0.05, 0.95)],
        "mean": alpha / (alpha + beta),
        "p_below_half_org": float(special.betainc(alpha, beta, prior.mean / 2)),
    }
