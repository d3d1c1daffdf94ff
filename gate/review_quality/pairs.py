"""The unit for people: one row per (reviewer, pull request), since several reviews of one change are not independent.

A pair is *decided* when the person approved, requested changes, or closed the pull request unmerged. *Pushback* is a change
request (dismissed later or not), closing it unmerged, or an actionable comment: an inline comment with substance on a path
that a later push changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gate.review_quality.configuration import Configuration
from gate.review_quality.history import History, ReviewAct


@dataclass(slots=True)
class Pair:
    """One (reviewer, pull request). `at` is the first decision (seconds), `lines` the whole patch then; `approved_lines` is the
    whole patch at the first approval, None without one; `substantive` counts that person's words of substance.
    """

    pull_request: int
    reviewer: str
    is_decided: bool
    at: float
    lines: int
    stratum: str
    requested_changes: bool
    closed: bool
    actionable: bool
    approved_lines: int | None
    substantive: int
    silence_counts: bool
    is_silent: bool

    @property
    def is_pushback(self) -> bool:
        """Whether the person pushed back in any of the three ways."""
        return self.requested_changes or self.closed or self.actionable

    def document(self) -> dict[str, Any]:
        """As printed; of an undecided pair no more than that it is one."""
        row: dict[str, Any] = {"decided": self.is_decided, "pr": self.pull_request, "reviewer": self.reviewer}
        if not self.is_decided:
            return row
        row |= {
            "actionable": self.actionable,
            "approved": self.approved_lines is not None,
            "closed": self.closed,
            "cr": self.requested_changes,
            "lines": self.lines,
            "pushback": self.is_pushback,
            "stratum": self.stratum,
            "substantive": self.substantive,
        }
        if self.approved_lines is not None:
            row |= {
                "approve_lines_total": self.approved_lines,
                "silence_eligible": self.silence_counts,
                "silent": self.is_silent,
            }
        return row


def list_pairs(history: History, configuration: Configuration) -> list[Pair]:
    """The pairs of one pull request, by reviewer."""
    reviewers = {act.reviewer for act in history.reviews}
    if history.rejecter is not None:
        reviewers.add(history.rejecter)
    return [_pair(history, reviewer, configuration) for reviewer in sorted(reviewers)]


def stratum(lines: int, *, sensitive: bool, configuration: Configuration) -> str:
    """The stratum of the case mix: S < 50 <= M < 250 <= L reviewable lines, then + for sensitive or -."""
    medium, large = configuration.size_edges
    size = "S" if lines < medium else "M" if lines < large else "L"
    return size + ("+" if sensitive else "-")


def _pair(history: History, reviewer: str, configuration: Configuration) -> Pair:
    acts = [act for act in history.reviews if act.reviewer == reviewer]
    decisions = [(act.at, act.head.lines) for act in acts if act.is_decision]
    closed = history.rejecter == reviewer
    if closed and history.closed_at is not None:
        decisions.append((history.closed_at, history.head.lines))
    at, lines = min(decisions, default=(0.0, 0))
    approval = next((act for act in acts if act.state == "APPROVED"), None)
    silence_counts = is_silent = False
    if approval is not None:
        silence_counts = approval.head.lines >= configuration.min_lines or history.is_sensitive
        is_silent = silence_counts and _substance(history, reviewer, acts, approval.at, configuration) == 0
    return Pair(
        pull_request=history.number,
        reviewer=reviewer,
        is_decided=bool(decisions),
        at=at,
        lines=lines,
        stratum=stratum(lines, sensitive=history.is_sensitive, configuration=configuration),
        requested_changes=any(act.state == "CHANGES_REQUESTED" for act in acts),
        closed=closed,
        actionable=any(_is_actionable(history, act, configuration) for act in acts),
        approved_lines=None if approval is None else approval.head.lines,
        substantive=_substance(history, reviewer, acts, float("inf"), configuration),
        silence_counts=silence_counts,
        is_silent=is_silent,
    )


def _substance(
    history: History, reviewer: str, acts: list[ReviewAct], until: float, configuration: Configuration
) -> int:
    """How many words of substance (a review's text, inline and conversation comments) this person wrote up to a moment."""
    lengths = [length for act in acts if act.at <= until for length in _lengths(act)]
    lengths += [words.length for words in history.words if words.author == reviewer and words.at < until]
    return sum(length >= configuration.substantive_len for length in lengths)


def _lengths(act: ReviewAct) -> list[int]:
    return [act.body_length, *(comment.length for comment in act.comments)]


def _is_actionable(history: History, act: ReviewAct, configuration: Configuration) -> bool:
    """Whether a push after this review changed a path that it commented on with substance."""
    paths = {comment.path for comment in act.comments if comment.length >= configuration.substantive_len}
    if not paths:
        return False
    return any(
        file.path in paths
        for at, delta in zip(history.push_times, history.push_deltas, strict=True)
        if at > act.at
        for file in delta
    )
