"""One-sided tests of a count against a baseline, the size they need, and what repeating them costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, exp, log, log1p

import numpy as np
from numpy.typing import NDArray
from scipy import special

Floats = NDArray[np.float64]

# Terms of a probability mass below this cannot change a tail that anybody prints.
_NEGLIGIBLE = 1e-80


def binomial_lower(k: int, n: int, p0: float) -> float:
    """P(K <= k) for K ~ Binomial(n, p0)."""
    return 1.0 if k >= n else float(special.betainc(n - k, k + 1, 1 - p0))


def binomial_upper(k: int, n: int, p0: float) -> float:
    """P(K >= k) for K ~ Binomial(n, p0)."""
    return 1.0 if k <= 0 else float(special.betainc(k, n - k + 1, p0))


def fisher_lower(k: int, n: int, other_k: int, other_n: int) -> float:
    """Fisher's exact test that k of n is lower than `other_k` of `other_n`: P(K <= k) for K hypergeometric."""
    return _hypergeometric(np.arange(max(0, k + other_k - other_n), k + 1), n, other_n, k + other_k)


def fisher_upper(k: int, n: int, other_k: int, other_n: int) -> float:
    """Fisher's exact test that k of n is higher than `other_k` of `other_n`: P(K >= k) for K hypergeometric."""
    return _hypergeometric(np.arange(k, min(n, k + other_k) + 1), n, other_n, k + other_k)


def _hypergeometric(values: NDArray[np.int64], n: int, other_n: int, total: int) -> float:
    """The probability that `total` events fall so that one of `values` are among n, the rest among `other_n`."""
    logs = _log_choose(n, values) + _log_choose(other_n, total - values) - _log_choose(n + other_n, np.asarray(total))
    return min(1.0, float(np.exp(logs).sum()))


def _log_choose(n: int, k: NDArray[np.int64]) -> Floats:
    chosen: Floats = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    return chosen


def poisson_binomial_lower(k: int, chances: Mapping[float, int] | Sequence[float]) -> float:
    """P(K <= k) for the sum K of independent trials with different chances; a mapping says how many trials have each.

    The mass of each group of equal chances is binomial; the groups are convolved. Every term is positive, so a tail keeps its
    relative accuracy.
    """
    groups = chances if isinstance(chances, Mapping) else {chance: list(chances).count(chance) for chance in chances}
    mass, offset = np.ones(1), 0
    for chance, count in groups.items():
        part, first = _binomial_mass(count, chance)
        mass = np.convolve(mass, part)
        offset += first
    return min(1.0, float(mass[: max(0, k - offset + 1)].sum()))


def _binomial_mass(n: int, chance: float) -> tuple[Floats, int]:
    """The binomial mass where it is not negligible, and the value at which that begins."""
    if chance <= 0.0 or chance >= 1.0:
        return np.ones(1), 0 if chance <= 0.0 else n
    values = np.arange(n + 1)
    mass = np.exp(_log_choose(n, values) + values * log(chance) + (n - values) * log1p(-chance))
    kept = np.flatnonzero(mass > _NEGLIGIBLE)
    return mass[kept[0] : kept[-1] + 1], int(kept[0])


def pairs_needed(p0: float, alpha: float) -> int | None:
    """How many pairs zero events must hold before they mean anything against baseline p0: ceil(ln alpha / ln(1 - p0)).

    None when the baseline is 0, against which no number of pairs does; 1 when it is 1.
    """
    if p0 <= 0.0:
        return None
    return 1 if p0 >= 1.0 else ceil(log(alpha) / log1p(-p0) - 1e-12)


def e_value(k: int, n: int, p0: float, ratio: float) -> float | None:
    """(p1/p0)^k · ((1-p1)/(1-p0))^(n-k) with p1 = ratio·p0. At or above 20 it is valid at any stopping time for a known p0
    (Ville's inequality). None for a baseline of 0 or 1.
    """
    if not 0.0 < p0 < 1.0:
        return None
    exponent = k * log(ratio) + (n - k) * (log1p(-ratio * p0) - log1p(-p0))
    return exp(min(exponent, 700.0))


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the given order: the running minimum from the largest of p·m/rank (Benjamini & Hochberg 1995)."""
    if not p_values:
        return []
    values = np.asarray(p_values, dtype=float)
    order = np.argsort(values, kind="stable")
    scaled = values[order] * len(values) / np.arange(1, len(values) + 1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return [float(value) for value in adjusted]
