"""The nouns inside GitHub's deliveries, each a small selection of its fields.

Unknown fields and values pass; what GitHub's schema calls nullable may be null or absent. Times are GitHub's text, as it came.
Source of names and nullability: GitHub docs, "Webhook events and payloads", and the published webhook schema.
"""

from __future__ import annotations

from msgspec import Struct, field


class Reading(Struct, frozen=True, kw_only=True, gc=False):
    """The base of all selections: read only, unknown fields dropped."""


class Account(Reading, frozen=True, kw_only=True):
    """A user, bot or organization. A deleted account comes as null, not as this."""

    login: str
    id: int
    type: str = ""


class AccountInBrief(Reading, frozen=True, kw_only=True):
    """An account where the schema promises nothing about it (a repository's owner in a push, a renamed account)."""

    login: str = ""
    id: int = 0


class RepositoryReading(Reading, frozen=True, kw_only=True):
    """A repository; `full_name` is "owner/name"."""

    id: int
    name: str
    full_name: str
    private: bool = False
    fork: bool = False
    default_branch: str | None = None
    owner: AccountInBrief | None = None


class InstallationReading(Reading, frozen=True, kw_only=True):
    """The App on one account. Most deliveries carry the id alone; the account is null where GitHub's schema says so."""

    id: int
    account: Account | None = None
    app_id: int | None = None
    repository_selection: str = ""
    suspended_at: str | None = None


class RepositoryId(Reading, frozen=True, kw_only=True):
    """A repository where a payload shows it in brief."""

    id: int


class Side(Reading, frozen=True, kw_only=True):
    """Head or base of a pull request. The repository is null when a fork was deleted."""

    ref: str
    sha: str
    repo: RepositoryId | None = None


class Label(Reading, frozen=True, kw_only=True):
    """A label's name."""

    name: str


class PullRequestReading(Reading, frozen=True, kw_only=True):
    """A pull request; `merged` is absent in the events about reviews."""

    id: int
    number: int
    state: str
    title: str
    head: Side
    base: Side
    user: Account | None = None
    body: str | None = None
    draft: bool | None = None
    merged: bool | None = None
    merged_by: Account | None = None
    merge_commit_sha: str | None = None
    labels: tuple[Label, ...] = ()
    created_at: str | None = None
    merged_at: str | None = None
    closed_at: str | None = None


class PullRequestInBrief(Reading, frozen=True, kw_only=True):
    """A pull request as runs and checks name it: an open one with that head, not surely the cause."""

    id: int
    number: int
    head: Side
    base: Side


class ReviewReading(Reading, frozen=True, kw_only=True):
    """A review with the state it had when it was sent."""

    id: int
    state: str
    user: Account | None = None
    body: str | None = None
    commit_id: str | None = None
    submitted_at: str | None = None
    author_association: str = ""


class ReviewCommentReading(Reading, frozen=True, kw_only=True):
    """A comment on a line of a pull request."""

    id: int
    user: Account | None = None
    body: str = ""
    path: str = ""
    commit_id: str | None = None
    original_commit_id: str | None = None
    pull_request_review_id: int | None = None
    in_reply_to_id: int | None = None
    created_at: str | None = None


class ThreadReading(Reading, frozen=True, kw_only=True):
    """A review thread and its comments."""

    node_id: str
    comments: tuple[ReviewCommentReading, ...] = ()


class WorkflowRunReading(Reading, frozen=True, kw_only=True):
    """One attempt of a workflow run. `pull_requests` is empty for forks."""

    id: int
    head_sha: str
    event: str
    status: str
    workflow_id: int
    run_attempt: int = 1
    conclusion: str | None = None
    name: str | None = None
    path: str = ""
    head_branch: str | None = None
    head_repository: RepositoryId | None = None
    actor: Account | None = None
    triggering_actor: Account | None = None
    check_suite_id: int | None = None
    pull_requests: tuple[PullRequestInBrief | None, ...] = ()
    html_url: str = ""
    created_at: str | None = None
    run_started_at: str | None = None


class AppReading(Reading, frozen=True, kw_only=True):
    """The App that owns a check."""

    id: int | None = None
    slug: str | None = None


class CheckSuiteReading(Reading, frozen=True, kw_only=True):
    """A check suite; `head_sha` is what it belongs to."""

    id: int | None = None
    head_sha: str = ""
    head_branch: str | None = None
    status: str | None = None
    conclusion: str | None = None
    app: AppReading | None = None
    pull_requests: tuple[PullRequestInBrief | None, ...] = ()


class CheckRunReading(Reading, frozen=True, kw_only=True):
    """A check run on one head SHA."""

    id: int
    name: str
    head_sha: str
    status: str | None = None
    conclusion: str | None = None
    external_id: str | None = None
    app: AppReading | None = None
    check_suite: CheckSuiteReading | None = None
    pull_requests: tuple[PullRequestInBrief | None, ...] = ()


class RequestedAction(Reading, frozen=True, kw_only=True):
    """The button that was pressed. GitHub's identifiers hold at most 20 characters."""

    identifier: str = ""


class MergeGroupReading(Reading, frozen=True, kw_only=True):
    """What a merge queue asks about."""

    head_sha: str
    head_ref: str
    base_sha: str
    base_ref: str


class CommitAuthor(Reading, frozen=True, kw_only=True):
    """Author or committer as git knows them: claimed, not proved."""

    name: str = ""
    email: str | None = None
    username: str | None = None


class CommitReading(Reading, frozen=True, kw_only=True):
    """A pushed commit; GitHub lists at most 2,048 of a push."""

    id: str
    message: str = ""
    timestamp: str | None = None
    distinct: bool = True
    author: CommitAuthor | None = None
    committer: CommitAuthor | None = None
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    modified: tuple[str, ...] = ()


class NameBefore(Reading, frozen=True, kw_only=True):
    """A former value."""

    before: str | None = field(name="from", default=None)


class RenamedRepository(Reading, frozen=True, kw_only=True):
    """The former name of a renamed repository."""

    name: NameBefore | None = None


class RepositoryChanges(Reading, frozen=True, kw_only=True):
    """What changed of a repository; only the name and the default branch matter here."""

    repository: RenamedRepository | None = None
    default_branch: NameBefore | None = None
