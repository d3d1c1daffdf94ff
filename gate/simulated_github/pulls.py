"""Pull requests and their reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from gate.simulated_github import payloads
from gate.simulated_github.accounts import Account
from gate.simulated_github.git_diff import FileChange, changes
from gate.simulated_github.git_repository import Person
from gate.simulated_github.refusals import Refusal
from gate.simulated_github.repositories import Repository

if TYPE_CHECKING:
    from gate.simulated_github.world import World

PULL_REQUEST_ACTIONS = ("opened", "synchronize", "reopened")
"""What starts `pull_request` workflows unless they name other types."""

REVIEW_STATES = ("APPROVED", "CHANGES_REQUESTED", "COMMENTED")


@dataclass(eq=False, slots=True)
class Review:
    """A submitted review; `state` in REST's upper case."""

    id: int
    account: Account
    state: str
    body: str
    commit_id: str
    submitted_at: datetime


@dataclass(eq=False, slots=True)
class PullRequest:
    """A pull request. `merge_sha` is the test merge, or the merge itself once merged; None while head and base conflict."""

    id: int
    number: int
    repository: Repository
    head_repository: Repository
    head_branch: str
    head_sha: str
    base_branch: str
    base_sha: str
    author: Account
    title: str
    body: str | None
    created_at: datetime
    updated_at: datetime
    is_draft: bool = False
    merge_sha: str | None = None
    closed_at: datetime | None = None
    merged_at: datetime | None = None
    merged_by: Account | None = None
    labels: list[str] = field(default_factory=list)
    assignees: list[Account] = field(default_factory=list)
    requested_reviewers: list[Account] = field(default_factory=list)
    reviews: list[Review] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Whether it is neither closed nor merged."""
        return self.closed_at is None

    @property
    def is_from_fork(self) -> bool:
        """Whether its head lies in another repository."""
        return self.head_repository is not self.repository

    @property
    def merge_base(self) -> str | None:
        """Where head and base parted."""
        return self.repository.git.merge_base(self.base_sha, self.head_sha)

    def commits(self) -> list[str]:
        """SHAs of its commits, oldest first."""
        return self.repository.git.commits_between(self.base_sha, self.head_sha)

    def files(self) -> tuple[FileChange, ...]:
        """What it changes, from the merge base on."""
        return changes(self.repository.git, self.merge_base, self.head_sha)


class Pulls:
    """All pull requests and what people do with them. Every method holds the world's lock."""

    def __init__(self, world: World) -> None:
        """Starts without any."""
        self._world = world
        self._all: list[PullRequest] = []

    def open(
        self,
        repository: Repository | str,
        head: str,
        *,
        by: Account | str,
        title: str = "A change",
        body: str | None = None,
        base: str | None = None,
        head_repository: Repository | str | None = None,
        is_draft: bool = False,
        labels: Sequence[str] = (),
        assignees: Sequence[Account | str] = (),
    ) -> PullRequest:
        """Opens a pull request from branch `head` (of `head_repository`, where that is a fork)."""
        world = self._world
        with world.lock:
            here = world.repositories.get(repository)
            there = world.repositories.get(head_repository) if head_repository is not None else here
            head_sha = there.git.branch(head)
            base_branch = base or here.default_branch
            base_sha = here.git.branch(base_branch)
            if head_sha is None or base_sha is None:
                raise KeyError(f"no branch {head} or {base_branch}")
            here.last_number += 1
            now = world.now()
            pull = PullRequest(
                id=world.next_id(),
                number=here.last_number,
                repository=here,
                head_repository=there,
                head_branch=head,
                head_sha=head_sha,
                base_branch=base_branch,
                base_sha=base_sha,
                author=world.accounts.get(by),
                title=title,
                body=body,
                created_at=now,
                updated_at=now,
                is_draft=is_draft,
                labels=list(labels),
                assignees=[world.accounts.get(account) for account in assignees],
            )
            self._bring_over(pull)
            self._all.append(pull)
            self._tell(pull, "opened", pull.author)
            world.actions.pull_changed(pull, "opened", pull.author)
            return pull

    def get(self, repository: Repository | str, number: int) -> PullRequest:
        """The pull request of a number; raises `KeyError`."""
        found = self.find(self._world.repositories.get(repository), number)
        if found is None:
            raise KeyError(number)
        return found

    def find(self, repository: Repository, number: int) -> PullRequest | None:
        """The pull request of a number, or None."""
        return next((pull for pull in self._all if pull.repository is repository and pull.number == number), None)

    def of_repository(self, repository: Repository) -> list[PullRequest]:
        """All pull requests into a repository, oldest first."""
        return [pull for pull in self._all if pull.repository is repository]

    def with_head(self, repository: Repository, sha: str) -> list[PullRequest]:
        """Open pull requests of this repository whose head is a commit."""
        return [pull for pull in self.of_repository(repository) if pull.is_open and pull.head_sha == sha]

    def edit(
        self,
        pull: PullRequest,
        *,
        by: Account | str,
        title: str | None = None,
        body: str | None = None,
        base: str | None = None,
    ) -> None:
        """Changes title, body or base branch."""
        with self._world.lock:
            told: dict[str, Any] = {}
            if title is not None:
                told["title"] = {"from": pull.title}
                pull.title = title
            if body is not None:
                told["body"] = {"from": pull.body or ""}
                pull.body = body
            if base is not None:
                sha = pull.repository.git.branch(base)
                if sha is None:
                    raise KeyError(base)
                told["base"] = {"ref": {"from": pull.base_branch}, "sha": {"from": pull.base_sha}}
                pull.base_branch, pull.base_sha = base, sha
                self._bring_over(pull)
            self._tell(pull, "edited", by, changes=told)
            self._world.actions.pull_changed(pull, "edited", self._world.accounts.get(by))

    def close(self, pull: PullRequest, *, by: Account | str) -> None:
        """Closes it unmerged."""
        with self._world.lock:
            pull.closed_at = self._world.now()
            self._tell(pull, "closed", by)
            self._world.actions.pull_changed(pull, "closed", self._world.accounts.get(by))

    def reopen(self, pull: PullRequest, *, by: Account | str) -> None:
        """Opens it again, at the branch's present head."""
        with self._world.lock:
            pull.closed_at = None
            pull.head_sha = pull.head_repository.git.branch(pull.head_branch) or pull.head_sha
            self._bring_over(pull)
            self._tell(pull, "reopened", by)
            self._world.actions.pull_changed(pull, "reopened", self._world.accounts.get(by))

    def set_draft(self, pull: PullRequest, is_draft: bool, *, by: Account | str) -> None:
        """Turns it into a draft, or marks it ready for review."""
        with self._world.lock:
            pull.is_draft = is_draft
            action = "converted_to_draft" if is_draft else "ready_for_review"
            self._tell(pull, action, by)
            self._world.actions.pull_changed(pull, action, self._world.accounts.get(by))

    def label(self, pull: PullRequest, name: str, *, by: Account | str) -> None:
        """Puts a label on it."""
        with self._world.lock:
            pull.labels.append(name)
            self._tell(pull, "labeled", by, label=payloads.label(name))
            self._world.actions.pull_changed(pull, "labeled", self._world.accounts.get(by))

    def unlabel(self, pull: PullRequest, name: str, *, by: Account | str) -> None:
        """Takes a label off."""
        with self._world.lock:
            pull.labels.remove(name)
            self._tell(pull, "unlabeled", by, label=payloads.label(name))
            self._world.actions.pull_changed(pull, "unlabeled", self._world.accounts.get(by))

    def assign(self, pull: PullRequest, account: Account | str, *, by: Account | str) -> None:
        """Assigns it to an account."""
        with self._world.lock:
            person = self._world.accounts.get(account)
            pull.assignees.append(person)
            self._tell(pull, "assigned", by, assignee=payloads.user(self._world, person))

    def request_review(self, pull: PullRequest, reviewer: Account | str, *, by: Account | str) -> None:
        """Asks an account for a review."""
        with self._world.lock:
            person = self._world.accounts.get(reviewer)
            pull.requested_reviewers.append(person)
            self._tell(pull, "review_requested", by, requested_reviewer=payloads.user(self._world, person))

    def merge(self, pull: PullRequest, *, by: Account | str, bypasses_rules: bool = False) -> str:
        """Merges it with a merge commit; gives the new head of the base branch.

        Raises `Refusal` 405 where it conflicts, or lacks a required check and the rules are not bypassed.
        """
        world = self._world
        with world.lock:
            self._bring_over(pull)
            if pull.merge_sha is None:
                raise Refusal(405, "Pull Request is not mergeable")
            if not bypasses_rules:
                self._refuse_unchecked(pull)
            account = world.accounts.get(by)
            pull.closed_at = pull.merged_at = world.now()
            pull.merged_by = account
            pull.repository.git.delete_reference(f"refs/pull/{pull.number}/merge")
            self._tell(pull, "closed", account)
            world.actions.pull_changed(pull, "closed", account)
            world.repositories.push(pull.repository, pull.base_branch, by=account, sha=pull.merge_sha)
            return pull.merge_sha

    def review(
        self, pull: PullRequest, state: str, *, by: Account | str, body: str = "", commit_id: str | None = None
    ) -> Review:
        """Submits a review (`APPROVED`, `CHANGES_REQUESTED`, `COMMENTED`); an author cannot approve."""
        if state not in REVIEW_STATES:
            raise ValueError(f"{state} is not one of {', '.join(REVIEW_STATES)}")
        world = self._world
        with world.lock:
            account = world.accounts.get(by)
            if account is pull.author and state != "COMMENTED":
                raise Refusal(422, "Review Can not approve your own pull request")
            review = Review(world.next_id(), account, state, body, commit_id or pull.head_sha, world.now())
            pull.reviews.append(review)
            if account in pull.requested_reviewers:
                pull.requested_reviewers.remove(account)
            self._tell_review(pull, review, "submitted", account)
            return review

    def dismiss(self, pull: PullRequest, review: Review, *, by: Account | str) -> None:
        """Dismisses a review."""
        with self._world.lock:
            review.state = "DISMISSED"
            self._tell_review(pull, review, "dismissed", self._world.accounts.get(by))

    def _refuse_unchecked(self, pull: PullRequest) -> None:
        """A required check passes with `success`, `skipped` or `neutral` on the head (docs: troubleshooting required checks)."""
        here = pull.repository
        if pull.base_branch != here.default_branch:
            return
        for name in here.required_checks:
            runs = self._world.checks.of_commit(here, pull.head_sha, name)
            conclusion = next((run.conclusion for run in runs if run.suite.app is self._world.apps.app), None)
            if conclusion not in ("success", "skipped", "neutral"):
                raise Refusal(
                    405, f'Required status check "{name}" is {"expected" if conclusion is None else "failing"}.'
                )

    def branch_moved(self, repository: Repository, branch: str, before: str, after: str, by: Account) -> None:
        """Follows a push: heads move (and are told), test merges are made anew where a base moved (and nobody is told)."""
        for pull in self._all:
            if not pull.is_open:
                continue
            if pull.head_repository is repository and pull.head_branch == branch and pull.head_sha != after:
                pull.head_sha = after
                self._bring_over(pull)
                self._tell(pull, "synchronize", by, before=before, after=after)
                self._world.actions.pull_changed(pull, "synchronize", by)
            elif pull.repository is repository and pull.base_branch == branch:
                pull.base_sha = after
                self._bring_over(pull)

    def _bring_over(self, pull: PullRequest) -> None:
        """Makes head and test merge known in the base repository, as `refs/pull/N/head` and `/merge`."""
        git = pull.repository.git
        if pull.is_from_fork:
            git.fetch(pull.head_repository.git, pull.head_sha)
        git.set_reference(f"refs/pull/{pull.number}/head", pull.head_sha)
        tree = git.merge_trees(pull.base_sha, pull.head_sha)
        if tree is None:
            pull.merge_sha = None
            git.delete_reference(f"refs/pull/{pull.number}/merge")
            return
        person = Person("GitHub", "noreply@github.com", self._world.now())
        pull.merge_sha = git.write_commit_of_tree(
            tree=tree,
            parents=[pull.base_sha, pull.head_sha],
            author=person,
            committer=person,
            message=f"Merge {pull.head_sha} into {pull.base_sha}",
        )
        git.set_reference(f"refs/pull/{pull.number}/merge", pull.merge_sha)

    def _tell(self, pull: PullRequest, action: str, by: Account | str, **more: Any) -> None:
        pull.updated_at = self._world.now()
        body = payloads.pull_request(self._world, pull, self._world.accounts.get(by))
        self._world.hooks.send(pull.repository, "pull_request", action, body | more)

    def _tell_review(self, pull: PullRequest, review: Review, action: str, by: Account) -> None:
        pull.updated_at = self._world.now()
        self._world.hooks.send(
            pull.repository, "pull_request_review", action, payloads.review(self._world, pull, review, by)
        )
        self._world.actions.reviewed(pull, action, by)
