"""k of n, always with its uncertainty."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from scipy import special


@dataclass(frozen=True, slots=True)
class Proportion:
    """k of n; every value None when n is 0.

    `wilson` and `jeffreys` are two-sided intervals, `upper_one_sided` the exact one-sided upper bound, which is what
    statements about zero stand on.
    """

    k: int
    n: int
    rate: float | None
    wilson: tuple[float, float] | None
    jeffreys: tuple[float, float] | None
    upper_one_sided: float | None

    def document(self) -> dict[str, Any]:
        """As printed; with the rule of three (Hanley & Lippman-Hand 1983) where nothing was seen in n."""
        row: dict[str, Any] = {
            "jeffreys": self.jeffreys,
            "k": self.k,
            "n": self.n,
            "rate": self.rate,
            "upper_one_sided": self.upper_one_sided,
            "wilson": self.wilson,
        }
        if self.k == 0 and self.n:
            row["rule_of_three"] = min(1.0, 3 / self.n)
        return row


def proportion(k: int, n: int, confidence: float) -> Proportion:
    """The share k of n with its intervals.

    Wilson: (p + z²/2n ± z·sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n). Jeffreys: quantiles of Beta(k + ½, n - k + ½), its lower end
    0 at k = 0 and its upper end 1 at k = n. Both are recommended for small n by Brown, Cai & DasGupta, Stat. Sci. 16(2), 2001.
    One-sided upper bound: the `confidence` quantile of Beta(k + 1, n - k), 1 at k = n (Clopper-Pearson).
    """
    if n == 0:
        return Proportion(0, 0, None, None, None, None)
    return Proportion(k, n, k / n, wilson(k, n, confidence), _jeffreys(k, n, confidence), upper_bound(k, n, confidence))


def wilson(k: int, n: int, confidence: float) -> tuple[float, float]:
    """The Wilson score interval of k of n, n > 0."""
    z = float(special.ndtri((1 + confidence) / 2))
    rate = k / n
    middle = rate + z * z / (2 * n)
    reach = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return (0.0 if k == 0 else (middle - reach) / scale, 1.0 if k == n else (middle + reach) / scale)


def upper_bound(k: int, n: int, confidence: float) -> float:
    """The exact one-sided upper bound of k of n, n > 0. At k = 0 it is 1 - (1 - confidence)^(1/n)."""
    return 1.0 if k >= n else float(special.betaincinv(k + 1, n - k, confidence))


def _jeffreys(k: int, n: int, confidence: float) -> tuple[float, float]:
    tail = (1 - confidence) / 2
    low = 0.0 if k == 0 else float(special.betaincinv(k + 0.5, n - k + 0.5, tail))
    high = 1.0 if k == n else float(special.betaincinv(k + 0.5, n - k + 0.5, 1 - tail))
    return (low, high)
