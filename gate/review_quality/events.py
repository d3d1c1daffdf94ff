"""The events of the log: one struct per `type`, decoded and checked in one step. They hold no cycles, so that the collector
need not walk them (`gc=False`).

Times are aware instants. Logins, paths and ids are text of unknown origin and are never interpreted. `pr` is the pull
request's number, unique within one log. Fields that are not listed are ignored; a type that is not listed is refused,
since a log that was misread in silence would give wrong numbers about people.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec

Instant = Annotated[datetime, msgspec.Meta(tz=True)]
Length = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class FileChange(msgspec.Struct, frozen=True, gc=False):
    """One file of a diff: lines added and deleted, its class, and whether it is generated (sensitive all the same)."""

    path: str = msgspec.field(name="p")
    additions: Length = msgspec.field(name="a")
    deletions: Length = msgspec.field(name="d")
    category: Literal["workflow", "build", "dependency", "other"] = msgspec.field(name="c")
    generated: bool = msgspec.field(name="g")


class InlineComment(msgspec.Struct, frozen=True, gc=False):
    """A comment on a line of a file; its length in characters."""

    path: str = msgspec.field(name="p")
    length: Length = msgspec.field(name="len")


class Event(msgspec.Struct, frozen=True, tag_field="type", kw_only=True, gc=False):
    """What every event carries: the delivery's id and its time."""

    id: str
    at: Instant = msgspec.field(name="ts")


class User(Event, frozen=True, kw_only=True, gc=False, tag="user"):
    """An account as known from this moment on. `reviewer` puts a person on the roster."""

    login: str
    kind: Literal["human", "agent", "bot"]
    team: str | None = None
    zone: str = msgspec.field(name="tz")
    reviewer: bool = False


class PullRequestEvent(Event, frozen=True, kw_only=True, gc=False):
    """An event of one pull request."""

    pull_request: int = msgspec.field(name="pr")


class Opened(PullRequestEvent, frozen=True, kw_only=True, gc=False, tag="opened"):
    """A pull request was opened; `files` is its whole patch."""

    repository: str = msgspec.field(name="repo")
    author: str
    requester: str | None = None
    draft: bool
    sha: str
    files: tuple[FileChange, ...]


class ReadyForReview(PullRequestEvent, frozen=True, kw_only=True, gc=False, tag="ready_for_review"):
    """A draft was marked ready."""

    actor: str


class ConvertedToDraft(PullRequestEvent, frozen=True, kw_only=True, gc=False, tag="converted_to_draft"):
    """A pull request became a draft again."""

    actor: str


class Reopened(PullRequestEvent, frozen=True, kw_only=True, gc=False, tag="reopened"):
    """A closed pull request was opened again."""

    actor: str


class Synchronize(PullRequestEvent, frozen=True, kw_only=True, gc=False, tag="synchronize"):
    """A new head: the whole patch now, and what differs from the patch before."""

    actor: str
    sha: str
    files: tuple[FileChange, ...]
    delta: tuple[FileChange, ...]


class Review(PullRequestEvent, frozen=True, kw_only=True, gc=False, tag="review"):
    """A review at the moment it was submitted. DISMISSED stands for one whose first state is lost: no decision."""

    actor: str
    review: str
    state: Literal["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED"]
    sha: str
    body_length: Length = msgspec.field(name="body_len")
    comments: tuple[InlineComment, ...]


class ReviewDismissed(PullRequestEvent, frozen=True, kw_only=True, gc=False, tag="review_dismissed"):
    """A review was dismissed by `actor`."""

    actor: str
    review: str


class Comment(PullRequestEvent, frozen=True, kw_only=True, gc=False, tag="comment"):
    """A comment in the conversation; its length in characters."""

    actor: str
    length: Length = msgspec.field(name="len")


class Acknowledged(PullRequestEvent, frozen=True, kw_only=True, gc=False, tag="ack"):
    """Somebody said of this head that the flagged files were read."""

    actor: str
    sha: str


class Closed(PullRequestEvent, frozen=True, kw_only=True, gc=False, tag="closed"):
    """A pull request was merged or closed."""

    actor: str
    merged: bool


class Regret(PullRequestEvent, frozen=True, kw_only=True, gc=False, tag="regret"):
    """A merged pull request was reverted, or mended by a later one."""

    kind: Literal["revert", "followup_fix"]


class Drill(PullRequestEvent, frozen=True, kw_only=True, gc=False, tag="drill"):
    """This pull request is a drill: it carries a planted problem (signal) or none (control)."""

    kind: Literal["signal", "control"]
    assigned: str
    difficulty: str
    path: str | None = None


class DrillRevealed(PullRequestEvent, frozen=True, kw_only=True, gc=False, tag="drill_revealed"):
    """The drill was explained to everybody; what follows is no answer to it."""


class LayerDrill(Event, frozen=True, kw_only=True, gc=False, tag="layer_drill"):
    """What one layer did with a hostile instruction."""

    drill: str
    layer: Literal["sandbox", "gate", "review", "logs"]
    outcome: Literal["caught", "missed", "not_reached"]


class Session(Event, frozen=True, kw_only=True, gc=False, tag="session"):
    """An agent's session with telemetry: requests that its sandbox blocked and allowed."""

    session: str
    agent: str
    blocked: Length
    allowed: Length


class CredentialSuspected(Event, frozen=True, kw_only=True, gc=False, tag="cred_suspected"):
    """A credential may be known to others."""

    credential: str = msgspec.field(name="cred")


class CredentialRevoked(Event, frozen=True, kw_only=True, gc=False, tag="cred_revoked"):
    """The provider confirmed that a credential is dead."""

    credential: str = msgspec.field(name="cred")


class EnvironmentCreated(Event, frozen=True, kw_only=True, gc=False, tag="env_created"):
    """A cached environment was built, or rebuilt."""

    environment: str = msgspec.field(name="env")


class EnvironmentEvicted(Event, frozen=True, kw_only=True, gc=False, tag="env_evicted"):
    """A cached environment is gone."""

    environment: str = msgspec.field(name="env")


class Tools(Event, frozen=True, kw_only=True, gc=False, tag="tools"):
    """How many tools an agent was granted."""

    agent: str
    count: Length = msgspec.field(name="n")


AnyEvent = (
    User
    | Opened
    | ReadyForReview
    | ConvertedToDraft
    | Reopened
    | Synchronize
    | Review
    | ReviewDismissed
    | Comment
    | Acknowledged
    | Closed
    | Regret
    | Drill
    | DrillRevealed
    | LayerDrill
    | Session
    | CredentialSuspected
    | CredentialRevoked
    | EnvironmentCreated
    | EnvironmentEvicted
    | Tools
)

# What comes first within one second of GitHub's clock: a push before a review, which is then of the older head.
_ORDER: tuple[type[Event], ...] = (
    Opened,
    Reopened,
    ReadyForReview,
    ConvertedToDraft,
    Synchronize,
    Review,
    ReviewDismissed,
    Comment,
    Acknowledged,
    Closed,
)
RANK: dict[type[Event], int] = {kind: rank for rank, kind in enumerate(_ORDER)}
