"""Waiting, from ready for review (R10, R11), and size against time (R12). Medians and quantiles, never the mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gate.review_quality.approvals import Approval
from gate.review_quality.business_time import business_minutes
from gate.review_quality.history import History, ReviewAct
from gate.review_quality.quantiles import quantile
from gate.review_quality.rank_correlation import spearman
from gate.review_quality.snapshot import Snapshot
from gate.review_quality.survival import KaplanMeier, hazard


def latency_metrics(snapshot: Snapshot) -> dict[str, Any]:
    """First review and first approval after ready, in minutes; a review of a draft has no clock. Waiting that has not ended
    is censored at the close or the report time.
    """
    configuration = snapshot.configuration
    firsts = [act for history in snapshot.histories if (act := _first(history.reviews)) is not None]
    begin = np.asarray([act.ready for act in firsts], dtype=float)
    end = np.asarray([act.at for act in firsts], dtype=float)
    zones = [snapshot.people.zone(act.reviewer) for act in firsts]
    durations, happened, large = _waits(snapshot)
    curve = KaplanMeier(durations, happened)
    edges, confidence = configuration.hazard_edges_min, configuration.conf
    waiting = {str(point): curve.at(point, confidence) for point in configuration.km_checkpoints_min}
    return {
        "approve_hazard": {
            "all": hazard(durations, happened, edges, confidence),
            "large": hazard(durations[large], happened[large], edges, confidence),
        },
        "approve_km": {
            "events": curve.events,
            "median_min": curve.median,
            "n": curve.n,
            "still_waiting": {point: {"ci": interval, "s": share} for point, (share, interval) in waiting.items()},
        },
        "first_review_business_min": _summary(business_minutes(begin, end, zones, configuration)),
        "first_review_wall_min": _summary((end - begin) / 60.0),
        "size_vs_exposure": size_against_time(snapshot.approvals, confidence),
    }


def size_against_time(approvals: Sequence[Approval], confidence: float) -> dict[str, Any]:
    """R12: Spearman of lines and exposure over first looks that ended in approval. Context only: waiting swamps reading."""
    first_looks = [row for row in approvals if not row.is_re_review and row.exposure is not None]
    lines = np.asarray([row.lines for row in first_looks], dtype=float)
    wall = np.asarray([row.exposure for row in first_looks], dtype=float)
    business = np.asarray([row.business_exposure for row in first_looks], dtype=float)
    return {"business": spearman(lines, business, confidence), "wall": spearman(lines, wall, confidence)}


def _first(acts: Sequence[ReviewAct], *states: str) -> ReviewAct | None:
    """The first review outside a draft, of one of the states if any are given."""
    return next((act for act in acts if act.ready is not None and (not states or act.state in states)), None)


def _waits(snapshot: Snapshot) -> tuple[Any, Any, Any]:
    """Minutes from ready to the first approval or to censoring, whether it was approved, whether it is large."""
    durations: list[float] = []
    happened: list[bool] = []
    large: list[bool] = []
    for history in snapshot.histories:
        approval = _first(history.reviews, "APPROVED")
        if approval is not None and approval.ready is not None:
            begin, end = approval.ready, approval.at
        elif history.ready_at is not None:
            begin, end = history.ready_at, _ended(history, snapshot.as_of)
        else:
            continue  # a draft to the end: nobody was asked yet
        durations.append(max(end - begin, 0.0) / 60.0)
        happened.append(approval is not None)
        large.append(history.head.lines >= snapshot.configuration.min_lines)
    return np.asarray(durations, dtype=float), np.asarray(happened, dtype=bool), np.asarray(large, dtype=bool)


def _ended(history: History, as_of: float) -> float:
    return as_of if history.closed_at is None else history.closed_at


def _summary(minutes: Any) -> dict[str, Any]:
    return {"median": quantile(minutes, 0.5), "n": len(minutes), "p90": quantile(minutes, 0.9)}
