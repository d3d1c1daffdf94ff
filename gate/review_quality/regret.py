"""What was undone: reverts and follow-up fixes of approved and merged pull requests (R17)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gate.review_quality.configuration import Configuration
from gate.review_quality.history import History
from gate.review_quality.proportion import proportion
from gate.review_quality.survival import KaplanMeier
from gate.review_quality.tail_tests import binomial_upper

_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class FollowUp:
    """One approved and merged pull request: days until it was undone (None: not yet), and whether it was watched in full."""

    pull_request: int
    approvers: frozenset[str]
    days_watched: float
    days_to_revert: float | None
    days_to_any: float | None


def list_follow_ups(histories: Iterable[History], as_of: float) -> list[FollowUp]:
    """Every merged pull request with a standing approval, current or stale."""
    rows: list[FollowUp] = []
    for history in histories:
        if history.closed_at is None or history.coverage not in ("approved_current", "approved_stale"):
            continue
        merged_at = history.closed_at
        regrets = [((at - merged_at) / _DAY, kind) for at, kind in history.regrets if at >= merged_at]
        rows.append(
            FollowUp(
                history.number,
                frozenset(act.reviewer for act in history.reviews if act.state == "APPROVED"),
                (as_of - merged_at) / _DAY,
                min((days for days, kind in regrets if kind == "revert"), default=None),
                min((days for days, _ in regrets), default=None),
            )
        )
    return rows


def regret_metrics(rows: Sequence[FollowUp], configuration: Configuration) -> dict[str, Any]:
    """How many of those with full follow-up that were undone within it, and the Kaplan-Meier share over all."""
    days, confidence = configuration.regret_days, configuration.conf
    watched = [row.days_watched for row in rows]
    return {
        "any": _undone([row.days_to_any for row in rows], watched, days, confidence),
        "revert": _undone([row.days_to_revert for row in rows], watched, days, confidence),
    }


def _undone(undone: list[float | None], watched: list[float], days: float, confidence: float) -> dict[str, Any]:
    mature = [at for at, seen in zip(undone, watched, strict=True) if seen >= days]
    happened = np.asarray([at is not None for at in undone], dtype=bool)
    durations = np.asarray([seen if at is None else at for at, seen in zip(undone, watched, strict=True)], dtype=float)
    share, interval = KaplanMeier(durations, happened).at(days, confidence)
    return {
        "km_ci": None if interval is None else [1 - interval[1], 1 - interval[0]],
        "km_cumulative": 1 - share if undone else None,
        "mature": proportion(sum(at is not None and at <= days for at in mature), len(mature), confidence),
        "n_all": len(undone),
    }


@dataclass(frozen=True, slots=True)
class PersonalRegret:
    """One approver's k of n with full follow-up, and that of the pull requests that anybody else approved."""

    k: int
    n: int
    other_k: int
    other_n: int

    @property
    def p_value(self) -> float | None:
        """P(K >= k) at the others' rate; None without own or others' follow-up."""
        if not self.n or not self.other_n:
            return None
        return binomial_upper(self.k, self.n, self.other_k / self.other_n)


def personal_regrets(rows: Iterable[FollowUp], configuration: Configuration) -> dict[str, PersonalRegret]:
    """By approver. A pull request with several approvers counts for each, and for the others of each."""
    days = configuration.regret_days
    own: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    alone: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    total = [0, 0]
    for row in rows:
        if row.days_watched < days:
            continue
        undone = int(row.days_to_any is not None and row.days_to_any <= days)
        counted = [total, *(own[login] for login in row.approvers)]
        if len(row.approvers) == 1:
            counted.append(alone[next(iter(row.approvers))])
        for counts in counted:
            counts[0] += undone
            counts[1] += 1
    return {
        login: PersonalRegret(k, n, total[0] - alone[login][0], total[1] - alone[login][1])
        for login, (k, n) in own.items()
    }
