"""What happened to one pull request: its events, replayed in order, become heads, reviews, decisions and an outcome.

A reviewer is *independent* when it is a person who is not the author, not the requester, and has pushed nothing to this
pull request up to that moment. An approval is *current* when the reviewed patch is the final patch: a rebase that changes
nothing keeps it, any other push, lock files included, makes it stale.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from gate.review_quality import events
from gate.review_quality.event_log import Entry
from gate.review_quality.people import People

Coverage = Literal[
    "approved_current", "approved_stale", "reviewed_not_approved", "nonindependent_only", "bot_only", "none"
]
Outcome = Literal["open", "merged", "rejected", "withdrawn", "housekeeping"]


@dataclass(slots=True)
class Head:
    """One head: when it was pushed (seconds), its reviewable lines, the classes and paths that are flagged in it.

    `patch` numbers the distinct patches: two heads with the same number show a reviewer the same change. `push` numbers the
    pushes; the opening is 0.
    """

    sha: str
    at: float
    push: int
    patch: int
    lines: int
    flagged: dict[str, str]  # path to class


@dataclass(slots=True)
class ReviewAct:
    """One independent review before the merge. `ready` is when the pull request had become ready, None in a draft. `lines`
    are what there was to read: the whole patch, or for a re-review the pushes since the last reviewed head.
    """

    review: str
    reviewer: str
    state: str
    at: float
    head: Head
    ready: float | None
    lines: int
    is_re_review: bool
    body_length: int
    comments: tuple[events.InlineComment, ...]
    dismissed_by: str | None = None

    @property
    def clock(self) -> float | None:
        """When reading could begin at the earliest (seconds); no clock runs in a draft."""
        return None if self.ready is None else max(self.head.at, self.ready)

    @property
    def is_decision(self) -> bool:
        """Whether the reviewer approved or requested changes, dismissed later or not."""
        return self.state in ("APPROVED", "CHANGES_REQUESTED")


@dataclass(slots=True)
class Words:
    """A conversation comment by an independent person: who, when (seconds), how long (characters)."""

    author: str
    at: float
    length: int


@dataclass(slots=True)
class History:
    """One pull request after the replay. Times are seconds since the epoch.

    The last four fields are concluded at the end: how it ended, how a merged one was covered by review, when an independent
    person first approved, requested changes or closed it unmerged, and whether one requested changes, dismissed or not.
    """

    number: int
    author: str
    requester: str | None
    opened_at: float
    ready_at: float | None = None
    heads: list[Head] = field(default_factory=list)
    push_deltas: list[tuple[events.FileChange, ...]] = field(default_factory=list)
    push_times: list[float] = field(default_factory=list)
    reviews: list[ReviewAct] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)
    acknowledgements: list[tuple[str, Head]] = field(default_factory=list)
    closed_at: float | None = None
    closed_by: str | None = None
    closer_is_independent: bool = False
    merged: bool = False
    has_bot_review: bool = False
    has_dependent_review: bool = False
    reviews_after_merge: int = 0
    unknown_heads: int = 0
    unknown_reviewers: set[str] = field(default_factory=set)
    regrets: list[tuple[float, str]] = field(default_factory=list)
    outcome: Outcome = "open"
    coverage: Coverage | None = None
    first_decision_at: float | None = None
    has_change_request: bool = False

    @property
    def head(self) -> Head:
        """The final head."""
        return self.heads[-1]

    @property
    def is_sensitive(self) -> bool:
        """Whether the final diff touches a flagged class."""
        return bool(self.head.flagged)

    @property
    def rejecter(self) -> str | None:
        """The independent person who closed it unmerged, if that is how it ended."""
        return self.closed_by if self.closed_at is not None and not self.merged and self.closer_is_independent else None

    def standing(self) -> list[ReviewAct]:
        """The last decision of each independent reviewer, unless it was dismissed: dismissal brings back no earlier one."""
        last = {act.reviewer: act for act in self.reviews if act.is_decision}
        return [act for act in last.values() if act.dismissed_by is None]

    @property
    def has_friction(self) -> bool:
        """Whether changes were requested, or it was rejected."""
        return self.has_change_request or self.outcome == "rejected"


def replay(entries: Iterable[Entry], people: People) -> History | None:
    """The history of one pull request from its events in order; None when its opening is not among them."""
    entries = list(entries)
    opening = next((entry for entry in entries if isinstance(entry.event, events.Opened)), None)
    if opening is None or not isinstance(opening.event, events.Opened):
        return None
    replaying = _Replay(opening.at, opening.event, people)
    for entry in entries:
        if entry is not opening:
            replaying.take(entry.at, entry.event)
    return replaying.finish()


class _Replay:
    """The state between two events of one pull request."""

    def __init__(self, at: float, opened: events.Opened, people: People) -> None:
        self._people = people
        self._pushers: set[str] = set()
        self._patches: dict[str, int] = {opened.sha: 0}
        self._last_reviewed: dict[str, Head] = {}
        self._acts: dict[str, ReviewAct] = {}
        self._history = History(
            number=opened.pull_request,
            author=opened.author,
            requester=opened.requester,
            opened_at=at,
            ready_at=None if opened.draft else at,
            heads=[_head(opened.sha, at, 0, 0, opened.files)],
            push_deltas=[()],
            push_times=[at],
        )

    def take(self, at: float, event: events.AnyEvent) -> None:
        history = self._history
        match event:
            case events.Review():
                self._review(at, event)
            case events.Regret():
                history.regrets.append((at, event.kind))
            case _ if history.merged:
                pass  # a merge is final; words and pushes after it change nothing
            case events.Synchronize():
                self._push(at, event)
            case events.Closed():
                history.closed_at, history.closed_by, history.merged = at, event.actor, event.merged
                history.closer_is_independent = self._is_independent(event.actor)
            case events.Reopened():
                history.closed_at = history.closed_by = None
                history.closer_is_independent = False
            case events.ReadyForReview():
                history.ready_at = at
            case events.ConvertedToDraft():
                history.ready_at = None
            case events.ReviewDismissed():
                if act := self._acts.get(event.review):
                    act.dismissed_by = event.actor
            case events.Comment() | events.Acknowledged():
                self._word(at, event)
            case _:
                pass  # drills are read elsewhere

    def _word(self, at: float, event: events.Comment | events.Acknowledged) -> None:
        if not self._is_independent(event.actor):
            return
        if isinstance(event, events.Comment):
            self._history.words.append(Words(event.actor, at, event.length))
        elif head := self._find(event.sha):
            self._history.acknowledgements.append((event.actor, head))

    def finish(self) -> History:
        history = self._history
        history.outcome = self._outcome()
        history.coverage = self._coverage() if history.merged else None
        history.has_change_request = any(act.state == "CHANGES_REQUESTED" for act in history.reviews)
        decisions = [act.at for act in history.reviews if act.is_decision]
        if history.rejecter is not None and history.closed_at is not None:
            decisions.append(history.closed_at)
        history.first_decision_at = min(decisions, default=None)
        return history

    def _coverage(self) -> Coverage:
        history = self._history
        approvals = [act for act in history.standing() if act.state == "APPROVED"]
        if any(act.head.patch == history.head.patch for act in approvals):
            return "approved_current"
        if approvals:
            return "approved_stale"
        if history.reviews:
            return "reviewed_not_approved"
        if history.has_dependent_review:
            return "nonindependent_only"
        return "bot_only" if history.has_bot_review else "none"

    def _is_independent(self, login: str) -> bool:
        history = self._history
        return (
            self._people.is_human(login)
            and login not in (history.author, history.requester)
            and login not in self._pushers
        )

    def _find(self, sha: str) -> Head | None:
        return next((head for head in reversed(self._history.heads) if head.sha == sha), None)

    def _push(self, at: float, event: events.Synchronize) -> None:
        history = self._history
        self._pushers.add(event.actor)
        patch = history.head.patch
        if event.sha in self._patches:  # forced back to a head that was there before
            patch = self._patches[event.sha]
        elif event.delta:
            patch = max(self._patches.values()) + 1
        self._patches[event.sha] = patch
        history.heads.append(_head(event.sha, at, len(history.heads), patch, event.files))
        history.push_deltas.append(event.delta)
        history.push_times.append(at)

    def _review(self, at: float, event: events.Review) -> None:
        history = self._history
        if not self._is_independent(event.actor):
            if not history.merged:
                self._dependent_review(event.actor)
            return
        if history.merged:
            history.reviews_after_merge += 1
            return
        head = self._find(event.sha)
        if head is None:  # forced away before its push was delivered
            history.unknown_heads += 1
            head = history.head
        last = self._last_reviewed.get(event.actor)
        act = ReviewAct(
            review=event.review,
            reviewer=event.actor,
            state=event.state,
            at=at,
            head=head,
            ready=history.ready_at,
            lines=head.lines if last is None else self._lines_between(last, head),
            is_re_review=last is not None,
            body_length=event.body_length,
            comments=event.comments,
        )
        self._last_reviewed[event.actor] = head
        self._acts[event.review] = act
        history.reviews.append(act)

    def _dependent_review(self, login: str) -> None:
        """A review that covers nothing: by a bot, by the requester or a pusher, or by somebody nobody knows."""
        history = self._history
        kind = self._people.kind(login)
        if kind is None:
            history.unknown_reviewers.add(login)
        elif kind == "human":
            history.has_dependent_review = True
        elif login != history.author:
            history.has_bot_review = True

    def _lines_between(self, last: Head, head: Head) -> int:
        deltas = self._history.push_deltas[last.push + 1 : head.push + 1]
        return sum(_reviewable(delta) for delta in deltas)

    def _outcome(self) -> Outcome:
        history = self._history
        if history.closed_at is None or history.closed_by is None:
            return "open"
        if history.merged:
            return "merged"
        if history.closer_is_independent or any(act.state == "CHANGES_REQUESTED" for act in history.standing()):
            return "rejected"
        if self._people.kind(history.closed_by) == "bot" and history.closed_by not in (
            history.author,
            history.requester,
        ):
            return "housekeeping"
        return "withdrawn"


def _reviewable(files: Iterable[events.FileChange]) -> int:
    return sum(file.additions + file.deletions for file in files if not file.generated)


def _head(sha: str, at: float, push: int, patch: int, files: tuple[events.FileChange, ...]) -> Head:
    flagged: dict[str, str] = {file.path: file.category for file in files if file.category != "other"}
    return Head(sha, at, push, patch, _reviewable(files), flagged)
