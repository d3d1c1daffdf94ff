"""Spearman's rank correlation with an interval."""

from __future__ import annotations

from math import atanh, sqrt, tanh
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

Floats = NDArray[np.float64]


def spearman(x: Floats, y: Floats, confidence: float) -> dict[str, Any] | None:
    """Spearman's rho of average ranks, two-sided p from Student's t with n - 2 degrees, and the interval of Bonett & Wright 2000:
    tanh(atanh rho ± z·sqrt((1 + rho²/2) / (n - 3))).

    None for fewer than four points or when one of the two does not vary; at |rho| = 1 there is no interval.
    """
    n = len(x)
    if n < 4:
        return None
    rank_x, rank_y = _ranks(x), _ranks(y)
    if np.ptp(rank_x) == 0 or np.ptp(rank_y) == 0:
        return None
    rho = float(np.corrcoef(rank_x, rank_y)[0, 1])
    if abs(rho) >= 1 - 1e-12:
        return {"ci": None, "n": n, "p": 0.0, "rho": float(np.sign(rho))}
    z = float(special.ndtri((1 + confidence) / 2))
    reach = z * sqrt((1 + rho * rho / 2) / (n - 3))
    statistic = rho * sqrt((n - 2) / (1 - rho * rho))
    return {
        "ci": [tanh(atanh(rho) - reach), tanh(atanh(rho) + reach)],
        "n": n,
        "p": 2 * float(special.stdtr(n - 2, -abs(statistic))),
        "rho": rho,
    }


def _ranks(values: Floats) -> Floats:
    """Ranks from 1, ties sharing their average."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: Floats = (last - (counts - 1) / 2)[places]
    return ranks
