"""Quantiles of type 7 (linear between order statistics), the default of most statistics programs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def quantile(values: NDArray[np.float64] | Sequence[float], share: float) -> float | None:
    """The quantile at `share` in 0..1; None of nothing."""
    return float(np.quantile(np.asarray(values, dtype=float), share)) if len(values) else None
