"""What GitHub tells, in our nouns. All text in them was written by somebody else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rules.change import ChangedFile
from rules.dossier import CommitText


@dataclass(frozen=True, slots=True)
class Address:
    """Where a repository is: installation, stable id, and present name."""

    installation_id: int
    repository_id: int
    owner: str
    name: str

    @property
    def full_name(self) -> str:
        """OWNER/NAME."""
        return f"{self.owner}/{self.name}"


@dataclass(frozen=True, slots=True)
class Account:
    """An account; `type` is User, Bot, Organization or Mannequin. A deleted account is the login "ghost"."""

    login: str
    id: int | None
    type: str


GHOST = Account("ghost", None, "User")


@dataclass(frozen=True, slots=True)
class ReviewRead:
    """A submitted review; `state` in lower case (approved, changes_requested, commented, dismissed)."""

    id: int
    author: Account
    state: str
    commit_sha: str
    submitted_at: datetime
    body: str


@dataclass(frozen=True, slots=True)
class PullRead:
    """A pull request as it is now, with the policy text of the default branch (None: no such file)."""

    number: int
    title: str
    body: str
    state: str  # open, closed, merged
    author: Account
    head_sha: str
    head_ref: str
    head_repository_id: int | None
    base_ref: str
    base_sha: str
    changed_files: int
    labels: tuple[str, ...]
    assignees: tuple[str, ...]
    opened_at: datetime
    commits: tuple[CommitText, ...]
    commits_total: int
    reviews: tuple[ReviewRead, ...]
    default_branch: str
    default_sha: str  # empty where nobody told
    policy_text: str | None


@dataclass(frozen=True, slots=True)
class ChangeRead:
    """The change from the merge base to a head. `incomplete` says what GitHub did not show."""

    merge_base: str
    head_sha: str
    ahead_by: int
    files: tuple[ChangedFile, ...]
    commits: tuple[CommitText, ...]
    incomplete: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunRead:
    """One attempt of a workflow run."""

    id: int
    attempt: int
    head_sha: str
    head_branch: str
    head_repository_id: int | None
    event: str
    workflow: str  # path of the workflow file
    name: str
    actor: Account
    triggering_actor: Account
    status: str
    conclusion: str
    html_url: str

    @property
    def is_over(self) -> bool:
        """Whether nothing of this attempt can run any more, unless somebody lets it."""
        return self.status == "completed"

    @property
    def is_held_by_github(self) -> bool:
        """Whether GitHub itself waits for somebody (docs: "Approving workflow runs from forks")."""
        return "action_required" in (self.status, self.conclusion)


@dataclass(frozen=True, slots=True)
class StepRead:
    """A step of a job that had begun."""

    job: str
    name: str
    status: str
    conclusion: str


@dataclass(frozen=True, slots=True)
class CheckRead:
    """A check run of ours that GitHub shows."""

    id: int
    status: str
    conclusion: str
    external_id: str


@dataclass(frozen=True, slots=True)
class FailedDelivery:
    """A delivery that GitHub could not hand over; `id` is the one to ask again with."""

    id: int
    guid: str
    delivered_at: datetime
