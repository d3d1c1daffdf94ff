"""Metrics whose unit is the pull request: coverage by review, pushback, outcome, and their weeks (R1 to R6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from gate.review_quality.history import Coverage, History, Outcome
from gate.review_quality.proportion import proportion, upper_bound, wilson
from gate.review_quality.snapshot import Snapshot

COVERAGES: tuple[Coverage, ...] = (
    "approved_current",
    "approved_stale",
    "bot_only",
    "none",
    "nonindependent_only",
    "reviewed_not_approved",
)
OUTCOMES: tuple[Outcome, ...] = ("housekeeping", "merged", "open", "rejected", "withdrawn")
UNREVIEWED: tuple[Coverage, ...] = ("none", "bot_only", "nonindependent_only")

_WEEK = 7 * 86_400.0


def pull_request_metrics(snapshot: Snapshot) -> dict[str, Any]:
    """R1 coverage, R2 merged without independent review, R3 stale approvals, R4 friction, R5 its two parts, R6 overrides.

    Friction is (change request or rejected) / (at least one independent decision); withdrawn and housekeeping closings are
    outside the rejection rate, and bots' reviews outside everything.
    """
    confidence = snapshot.configuration.conf
    histories = snapshot.histories
    merged = [history for history in histories if history.merged]
    coverage = Counter(history.coverage for history in merged)
    outcomes = Counter(history.outcome for history in histories)
    unreviewed = sum(coverage[kind] for kind in UNREVIEWED)
    decided = _by_first_decision(histories)
    actionable = {pair.pull_request for pair in snapshot.pairs if pair.actionable}
    friction = [history.has_friction for history in decided]
    broad = sum(history.has_friction or history.number in actionable for history in decided)
    requests = [act for history in histories for act in history.reviews if act.state == "CHANGES_REQUESTED"]
    overridden = sum(act.dismissed_by is not None and act.dismissed_by != act.reviewer for act in requests)
    longest, current = _zero_runs(friction)
    return {
        "change_request_override": proportion(overridden, len(requests), confidence),
        "change_requests_total": len(requests),
        "changes_requested_rate": proportion(
            sum(history.has_change_request for history in decided), len(decided), confidence
        ),
        "comment_only_pairs": sum(not pair.is_decided for pair in snapshot.pairs),
        "coverage_at_final_revision": proportion(coverage["approved_current"], len(merged), confidence),
        "friction_rate": proportion(sum(friction), len(decided), confidence),
        "friction_rate_broad": proportion(broad, len(decided), confidence),
        "merged_coverage": {kind: coverage[kind] for kind in COVERAGES},
        "merged_without_human_review": proportion(unreviewed, len(merged), confidence),
        "outcomes": {outcome: outcomes[outcome] for outcome in OUTCOMES},
        "participation": proportion(len(merged) - unreviewed, len(merged), confidence),
        "post_merge_reviews": sum(history.reviews_after_merge for history in histories),
        "rejection_rate": proportion(outcomes["rejected"], outcomes["merged"] + outcomes["rejected"], confidence),
        "weekly": _weekly(snapshot, decided),
        "zero_run_current": current,
        "zero_run_current_upper": upper_bound(0, current, confidence) if current else None,
        "zero_run_longest": longest,
    }


def friction_rate(histories: Iterable[History]) -> tuple[int, int]:
    """R4 as (k, n)."""
    decided = [history for history in histories if history.first_decision_at is not None]
    return sum(history.has_friction for history in decided), len(decided)


def describe_pull_request(history: History) -> dict[str, Any]:
    """The row of one pull request as printed."""
    return {
        "changes_requested": history.has_change_request,
        "coverage": history.coverage,
        "lines": history.head.lines,
        "outcome": history.outcome,
        "pr": history.number,
        "sensitive": history.is_sensitive,
    }


def _by_first_decision(histories: Iterable[History]) -> list[History]:
    timed = [(at, history.number, history) for history in histories if (at := history.first_decision_at) is not None]
    return [history for _, _, history in sorted(timed, key=lambda row: row[:2])]


def _zero_runs(friction: Iterable[bool]) -> tuple[int, int]:
    """The longest and the last run of decisions without pushback."""
    longest = current = 0
    for pushed_back in friction:
        current = 0 if pushed_back else current + 1
        longest = max(longest, current)
    return longest, current


def _weekly(snapshot: Snapshot, decided: Sequence[History]) -> list[dict[str, Any]]:
    """One row per week from `window_start`; a pull request counts in the week of the event that the column names."""
    configuration = snapshot.configuration
    if configuration.window_start is None:
        return []
    start = configuration.window_start.timestamp()
    weeks = max(0, -int(-(snapshot.as_of - start) // _WEEK))
    columns = {
        name: [0] * weeks
        for name in ("decided", "friction", "merged", "merged_unreviewed", "opened", "sensitive_opened")
    }

    def count(column: str, at: float | None, *, when: bool = True) -> None:
        if when and at is not None and 0 <= (week := int((at - start) // _WEEK)) < weeks:
            columns[column][week] += 1

    for history in snapshot.histories:
        count("opened", history.opened_at)
        count("sensitive_opened", history.opened_at, when=history.is_sensitive)
        count("merged", history.closed_at, when=history.merged)
        count("merged_unreviewed", history.closed_at, when=history.coverage in UNREVIEWED)
    for history in decided:
        count("decided", history.first_decision_at)
        count("friction", history.first_decision_at, when=history.has_friction)
    rows: list[dict[str, Any]] = []
    for week in range(weeks):
        row: dict[str, Any] = {name: values[week] for name, values in columns.items()}
        bars = wilson(row["friction"], row["decided"], configuration.conf) if row["decided"] else None
        monday = datetime.fromtimestamp(start + week * _WEEK, UTC).date().isoformat()
        rows.append({**row, "friction_wilson": bars, "week_start": monday})
    return rows
