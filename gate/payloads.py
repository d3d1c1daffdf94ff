"""What Gate reads of GitHub's deliveries: a typed selection of each event's fields, and `read`, which makes it from the body.

A delivery says where to look again; facts are read from GitHub afterwards. So only addresses and what GitHub cannot tell later
are selected. Unknown events, actions, fields and values are no fault: GitHub adds them at any time.
Source: GitHub docs, "Webhook events and payloads" and "Best practices for using webhooks".
"""

from __future__ import annotations

import msgspec

from gate.errors import PayloadError
from gate.payload_nouns import (
    Account,
    AccountInBrief,
    CheckRunReading,
    CheckSuiteReading,
    CommitAuthor,
    CommitReading,
    InstallationReading,
    Label,
    MergeGroupReading,
    PullRequestReading,
    Reading,
    RepositoryChanges,
    RepositoryReading,
    RequestedAction,
    ReviewCommentReading,
    ReviewReading,
    ThreadReading,
    WorkflowRunReading,
)


class Payload(Reading, frozen=True, kw_only=True):
    """What every delivery may carry. `action` is the event's sub-kind, "" for an event without one."""

    action: str = ""
    sender: Account | None = None


class RepositoryPayload(Payload, frozen=True, kw_only=True):
    """A delivery about one repository. GitHub names the installation whenever an App's own webhook sends."""

    repository: RepositoryReading
    installation: InstallationReading | None = None


class PullRequestPayload(RepositoryPayload, frozen=True, kw_only=True):
    """`pull_request`; `before` and `after` come with the action synchronize."""

    number: int
    pull_request: PullRequestReading
    before: str | None = None
    after: str | None = None
    label: Label | None = None
    requested_reviewer: Account | None = None


class PullRequestReviewPayload(RepositoryPayload, frozen=True, kw_only=True):
    """`pull_request_review`."""

    pull_request: PullRequestReading
    review: ReviewReading


class PullRequestReviewCommentPayload(RepositoryPayload, frozen=True, kw_only=True):
    """`pull_request_review_comment`."""

    pull_request: PullRequestReading
    comment: ReviewCommentReading


class PullRequestReviewThreadPayload(RepositoryPayload, frozen=True, kw_only=True):
    """`pull_request_review_thread`."""

    pull_request: PullRequestReading
    thread: ThreadReading


class WorkflowRunPayload(RepositoryPayload, frozen=True, kw_only=True):
    """`workflow_run`."""

    workflow_run: WorkflowRunReading


class CheckRunPayload(RepositoryPayload, frozen=True, kw_only=True):
    """`check_run`; `requested_action` comes with the action of that name."""

    check_run: CheckRunReading
    requested_action: RequestedAction | None = None


class CheckSuitePayload(RepositoryPayload, frozen=True, kw_only=True):
    """`check_suite`."""

    check_suite: CheckSuiteReading


class MergeGroupPayload(Payload, frozen=True, kw_only=True):
    """`merge_group`; `reason` comes with the action destroyed. The schema does not promise the repository."""

    merge_group: MergeGroupReading
    reason: str | None = None
    repository: RepositoryReading | None = None
    installation: InstallationReading | None = None


class PushPayload(RepositoryPayload, frozen=True, kw_only=True):
    """`push`; it has no action. `after` is all zeros when the branch was deleted."""

    ref: str
    before: str
    after: str
    created: bool = False
    deleted: bool = False
    forced: bool = False
    pusher: CommitAuthor | None = None
    head_commit: CommitReading | None = None
    commits: tuple[CommitReading, ...] = ()


class RepositoryEventPayload(RepositoryPayload, frozen=True, kw_only=True):
    """`repository`: renamed, transferred, made public, deleted ..."""

    changes: RepositoryChanges | None = None


class InstallationPayload(Payload, frozen=True, kw_only=True):
    """`installation`; the repositories are listed when it is created or deleted."""

    installation: InstallationReading
    repositories: tuple[RepositoryReading, ...] | None = None


class InstallationRepositoriesPayload(Payload, frozen=True, kw_only=True):
    """`installation_repositories`: which repositories joined and left."""

    installation: InstallationReading
    repository_selection: str = ""
    repositories_added: tuple[RepositoryReading, ...] = ()
    repositories_removed: tuple[RepositoryReading, ...] = ()


class InstallationTargetPayload(Payload, frozen=True, kw_only=True):
    """`installation_target`: the account was renamed."""

    account: AccountInBrief
    target_type: str = ""


class AuthorizationPayload(Payload, frozen=True, kw_only=True):
    """`github_app_authorization`: the sender withdrew their authorization."""


class PingPayload(Payload, frozen=True, kw_only=True):
    """`ping`: GitHub tries the address."""

    zen: str = ""
    hook_id: int | None = None


_DECODERS: dict[str, msgspec.json.Decoder[Payload]] = {
    event: msgspec.json.Decoder(kind)
    for event, kind in {
        "pull_request": PullRequestPayload,
        "pull_request_review": PullRequestReviewPayload,
        "pull_request_review_comment": PullRequestReviewCommentPayload,
        "pull_request_review_thread": PullRequestReviewThreadPayload,
        "workflow_run": WorkflowRunPayload,
        "check_run": CheckRunPayload,
        "check_suite": CheckSuitePayload,
        "merge_group": MergeGroupPayload,
        "push": PushPayload,
        "repository": RepositoryEventPayload,
        "installation": InstallationPayload,
        "installation_repositories": InstallationRepositoriesPayload,
        "installation_target": InstallationTargetPayload,
        "github_app_authorization": AuthorizationPayload,
        "ping": PingPayload,
    }.items()
}
EVENTS = frozenset(_DECODERS)


def read(event: str, body: bytes) -> Payload | None:
    """The selection of one delivery's fields; None for an event that Gate does not know.

    `event` is the header `X-GitHub-Event`, `body` the raw JSON. Raises `PayloadError`, whose text names the place and never quotes the
    body, when what the event must carry is missing or of another type.
    """
    decoder = _DECODERS.get(event)
    if decoder is None:
        return None
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise PayloadError(f"a {event} delivery cannot be read: {error}") from error
    except RecursionError as error:
        raise PayloadError(f"a {event} delivery cannot be read: it is nested too deeply") from error
