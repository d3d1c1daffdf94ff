"""Waiting that has not ended yet is not missing: Kaplan-Meier and piecewise rates with censoring."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class KaplanMeier:
    """The survival curve of durations of which some are censored. Of a tie, the event comes before the censoring.

    S(t) = Π(1 - d/r) over event times <= t. Interval: complementary log-log with Greenwood's variance,
    S^exp(±z·sqrt(Σ d/(r(r-d))) / ln S) (Kalbfleisch & Prentice 1980).
    """

    def __init__(self, durations: Floats, happened: Bools) -> None:
        self.n = len(durations)
        self.events = int(happened.sum())
        self._times, deaths = np.unique(durations[happened], return_counts=True)
        at_risk = self.n - np.searchsorted(np.sort(durations), self._times, side="left")
        with np.errstate(divide="ignore"):
            self._curve = np.cumprod(1 - deaths / at_risk)
            self._greenwood = np.cumsum(deaths / (at_risk * (at_risk - deaths).astype(float)))

    @property
    def median(self) -> float | None:
        """The smallest event time at which at most half are still waiting; None when more are."""
        reached = np.flatnonzero(self._curve <= 0.5 + 1e-12)
        return float(self._times[reached[0]]) if len(reached) else None

    def at(self, time: float, confidence: float) -> tuple[float, tuple[float, float] | None]:
        """The share that is still waiting after `time`, and its interval (None where the curve is 1 or 0)."""
        place = int(np.searchsorted(self._times, time, side="right")) - 1
        share = float(self._curve[place]) if place >= 0 else 1.0
        if not 0.0 < share < 1.0:
            return share, None
        z = float(special.ndtri((1 + confidence) / 2))
        reach = z * sqrt(float(self._greenwood[place])) / abs(log(share))
        return share, (share ** exp(reach), share ** exp(-reach))


def hazard(durations: Floats, happened: Bools, edges: Sequence[int], confidence: float) -> list[dict[str, Any]]:
    """Events per hour of waiting in the bins [edge, next edge), the last one open; durations and edges in minutes.

    Interval: Garwood's exact one of a Poisson count, chi-squared quantiles over the waiting time.
    """
    rows: list[dict[str, Any]] = []
    for low, high in zip(edges, [*edges[1:], None], strict=True):
        top = float("inf") if high is None else float(high)
        waited = float(np.clip(durations - low, 0.0, top - low).sum())
        count = int((happened & (durations >= low) & (durations < top)).sum())
        hours = waited / 60.0
        rows.append(
            {
                "events": count,
                "from_min": low,
                "per_hour": count / hours if hours else None,
                "per_hour_ci": [bound / hours for bound in garwood(count, confidence)] if hours else None,
                "to_min": high,
                "waiting_min": waited,
            }
        )
    return rows


def garwood(count: int, confidence: float) -> tuple[float, float]:
    """The exact interval of a Poisson mean after `count` events (Garwood 1936): gamma quantiles with shapes k and k + 1."""
    tail = (1 - confidence) / 2
    low = float(special.gammaincinv(count, tail)) if count else 0.0
    return low, float(special.gammaincinv(count + 1, 1 - tail))
