"""How review work is spread over people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gate.review_quality.proportion import proportion


def concentration(pairs: Sequence[int], confidence: float) -> dict[str, Any]:
    """R13 over decided pairs per person of the roster, people without any included.

    HHI = Σ share²; effective reviewers = 1/HHI; Gini G = 2·Σ i·x_i / (g·Σ x) - (g + 1)/g with x ascending, for small samples
    times g/(g - 1); `cover_50` and `cover_80` are the fewest people who hold that share of the pairs.
    """
    counts = np.sort(np.asarray(pairs, dtype=float))
    people, total = len(counts), float(counts.sum())
    descending = np.cumsum(counts[::-1])
    hhi = float(((counts / total) ** 2).sum()) if total else None
    index = gini(pairs)
    return {
        "cover_50": int(np.searchsorted(descending, 0.5 * total - 1e-9)) + 1 if total else None,
        "cover_80": int(np.searchsorted(descending, 0.8 * total - 1e-9)) + 1 if total else None,
        "effective_reviewers": 1 / hhi if hhi else None,
        "gini": index,
        "gini_small_sample": index * people / (people - 1) if index is not None and people > 1 else None,
        "hhi": hhi,
        "pairs": int(total),
        "reviewers": people,
        "top1": proportion(int(counts[-1]) if people else 0, int(total), confidence),
    }


def gini(values: Sequence[int]) -> float | None:
    """The Gini coefficient; None when there is nothing to share."""
    counts = np.sort(np.asarray(values, dtype=float))
    people, total = len(counts), float(counts.sum())
    if not total:
        return None
    return float(2 * (np.arange(1, people + 1) * counts).sum() / (people * total) - (people + 1) / people)
