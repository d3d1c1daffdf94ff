"""What the pages show, as plain frozen values that `gate.store.pages` fills from the tables. Texts are hostile until a template escapes them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gate.run_state import RunState
from gate.store.verdict_body import VerdictBody
from rules.finding import Inspection


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is: a pull request of a repository, or (number 0) one commit of it."""

    owner: str
    name: str
    number: int
    head_sha: str

    @property
    def words(self) -> str:
        """What GitHub's people call it: "acme/shop#7", or "acme/shop@1a2b3c4"."""
        return f"{self.owner}/{self.name}" + (f"#{self.number}" if self.number else f"@{self.head_sha[:7]}")

    @property
    def page(self) -> str:
        """The path of its page."""
        if self.number:
            return f"/pulls/{self.owner}/{self.name}/{self.number}"
        return f"/commits/{self.owner}/{self.name}/{self.head_sha}"

    @property
    def github(self) -> str:
        """The path of its page on GitHub, below the web address."""
        if self.number:
            return f"/{self.owner}/{self.name}/pull/{self.number}"
        return f"/{self.owner}/{self.name}/commit/{self.head_sha}"


@dataclass(frozen=True, slots=True)
class RunLine:
    """One workflow run at its newest attempt; `steps` are those that had begun before a stop took effect, in any attempt."""

    workflow: str
    event: str
    state: RunState
    steps: tuple[str, ...]
    attempt: int
    actor: str
    url: str
    note: str
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """Something that waits for a person. `body` is None when what was stored about it cannot be read."""

    place: Place
    title: str
    state: str
    severity: str
    agent: str
    kind: str
    since: datetime
    holds_runs: bool
    holds_merge: bool
    would_hold: bool
    runs: tuple[RunLine, ...]
    body: VerdictBody | None


@dataclass(frozen=True, slots=True)
class SettledLine:
    """Something that a person let go or refused: `act` is the ledger's word."""

    place: Place
    title: str
    act: str
    by: str
    way: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Health:
    """Whether deliveries come and are dealt with. Times are None when there is none of the kind."""

    last_delivery_at: datetime | None
    unfinished: int
    oldest_unfinished_at: datetime | None
    failed: int
    pending: int


@dataclass(frozen=True, slots=True)
class Overview:
    """The first page: what waits (oldest first; `more` were left off), what was settled lately, and how Gate is doing."""

    waiting: tuple[WaitingLine, ...]
    more: int
    settled: tuple[SettledLine, ...]
    health: Health
    repositories: int


@dataclass(frozen=True, slots=True)
class VerdictView:
    """One verdict with all that it stands on. `body` and `inspection` are None when absent; `fault` says why where that is wrong."""

    state: str
    severity: str
    head_sha: str
    base_ref: str
    merge_base: str
    holds_runs: bool
    holds_merge: bool
    would_hold: bool
    made_at: datetime
    changed_at: datetime
    body: VerdictBody | None
    inspection: Inspection | None
    fault: str


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One line of the story: what happened (a word of the ledger, or of a voice), who did it, which way, why."""

    at: datetime
    act: str
    by: str
    way: str
    reason: str
    head_sha: str


@dataclass(frozen=True, slots=True)
class PullText:
    """A pull request's own words, as last read."""

    title: str
    author: str
    state: str
    head_ref: str
    base_ref: str
    opened_at: datetime | None


@dataclass(frozen=True, slots=True)
class OtherVerdict:
    """A verdict that the page only names."""

    place: Place
    state: str
    severity: str
    base_ref: str
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class Evidence:
    """The page of one pull request, or of one commit (`pull` None). `verdict` is None while nothing was judged yet.

    `others` are verdicts of earlier commits, bases, or (for a commit) of pull requests with this head.
    """

    place: Place
    pull: PullText | None
    verdict: VerdictView | None
    runs: tuple[RunLine, ...]
    timeline: tuple[TimelineEntry, ...]
    others: tuple[OtherVerdict, ...]
