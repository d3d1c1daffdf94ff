"""The door itself: one object with every question and every act, which the worker holds."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar

from gate.github_api import advisories, app, changes, checks, people, pulls, runs
from gate.github_api.client import GitHubClient
from gate.github_api.nouns import Account, Address, CheckRead, FailedDelivery, PullRead, RunRead, StepRead
from gate.github_api.trees import CommitTree

Key = TypeVar("Key")
Found = TypeVar("Found")
_KEPT = 64
_ASKED_AGAIN_AFTER = timedelta(days=1)


class GitHubDoor:
    """Everything that Gate asks of GitHub or tells it. Safe to share between threads.

    Every method may raise the errors of `gate.errors` that stand under RetryableError, GitHubRefusedError and InstallationGoneError.
    """

    def __init__(self, client: GitHubClient) -> None:
        self._client = client
        self._identity: tuple[int, str] | None = None
        self._trees: OrderedDict[tuple[int, str], CommitTree] = OrderedDict()
        self._comparisons: OrderedDict[tuple[int, str, str], changes.Comparison] = OrderedDict()
        self._lock = threading.Lock()
        self._unreviewed: dict[int, datetime] = {}
        self._locks = [threading.Lock() for _ in range(64)]

    def close(self) -> None:
        """Closes all connections."""
        self._client.close()

    def identity(self) -> tuple[int, str]:
        """The App's id and slug, asked once."""
        if self._identity is None:
            self._identity = app.read_app(self._client)
        return self._identity

    def read_pull(self, address: Address, number: int) -> PullRead:
        """A pull request as it is now."""
        return pulls.read_pull(self._client, address, number)

    def list_open_pulls(self, address: Address) -> list[tuple[int, str, str]]:
        """All open pull requests as (number, head SHA, base branch)."""
        return pulls.list_open_pulls(self._client, address)

    def read_default_branch(self, address: Address) -> str:
        """The name of the default branch; an unchanged answer costs no rate limit."""
        return pulls.read_default_branch(self._client, address)

    def read_branch_head(self, address: Address, branch: str) -> str:
        """The commit that a branch points at."""
        return pulls.read_branch_head(self._client, address, branch)

    def read_policy_text(self, address: Address) -> str | None:
        """The policy file of the default branch."""
        return pulls.read_policy_text(self._client, address)

    def compare(self, address: Address, base: str, head_sha: str) -> changes.Comparison:
        """The way from one commit to another, by their SHAs. Read once: it never changes, and two looks at a head share it."""
        key = (address.repository_id, base, head_sha)
        with self._locks[hash((address.repository_id, head_sha)) % len(self._locks)]:
            known = self._comparisons.get(key)
            return known or self._keep(self._comparisons, key, changes.compare(self._client, address, base, head_sha))

    def read_change(self, address: Address, base: str, head_sha: str, *, number: int = 0) -> changes.ReadableChange:
        """What a head changed since it left a base, both given by their SHAs.

        Trees never change, so those read before are used again; two looks at one head wait for each other and share them.
        """
        comparison = self.compare(address, base, head_sha)
        with self._locks[hash((address.repository_id, head_sha)) % len(self._locks)]:
            known = {
                sha: tree
                for sha in (comparison.merge_base, head_sha)
                if (tree := self._trees.get((address.repository_id, sha))) is not None
            }
            readable = changes.read_change(self._client, address, comparison, number=number, trees=known)
            for sha, tree in ((comparison.merge_base, readable.base), (head_sha, readable.head)):
                self._keep(self._trees, (address.repository_id, sha), tree)
        return readable

    def review_dependencies(
        self, address: Address, base: str, head_sha: str, now: datetime
    ) -> advisories.DependencyReview:
        """Known holes of what a change brings in; where the repository has no such review, it is asked again a day later."""
        asked = self._unreviewed.get(address.repository_id)
        if asked is not None and now - asked < _ASKED_AGAIN_AFTER:
            return advisories.NOT_AVAILABLE
        review = advisories.review_dependencies(self._client, address, base, head_sha)
        if not review.is_available:
            self._unreviewed[address.repository_id] = now
        return review

    def read_permission(self, address: Address, login: str) -> tuple[str, Account]:
        """What an account may do in a repository, and the account."""
        return people.read_permission(self._client, address, login)

    def list_runs(self, address: Address, head_sha: str) -> list[RunRead]:
        """The newest attempt of every run of a commit."""
        return runs.list_runs(self._client, address, head_sha)

    def read_run(self, address: Address, run_id: int) -> RunRead:
        """One run at its newest attempt."""
        return runs.read_run(self._client, address, run_id)

    def begun_steps(self, address: Address, run_id: int, attempt: int) -> list[StepRead]:
        """The steps of an attempt that had begun."""
        return runs.begun_steps(self._client, address, run_id, attempt)

    def cancel_run(self, address: Address, run_id: int) -> None:
        """Asks for the end of a run."""
        runs.cancel_run(self._client, address, run_id)

    def force_cancel_run(self, address: Address, run_id: int) -> None:
        """Ends a run that a plain cancel does not end."""
        runs.force_cancel_run(self._client, address, run_id)

    def rerun(self, address: Address, run_id: int) -> None:
        """Runs all jobs of a run again."""
        runs.rerun(self._client, address, run_id)

    def approve_run(self, address: Address, run_id: int) -> None:
        """Approves a run that GitHub keeps."""
        runs.approve_run(self._client, address, run_id)

    def create_check(self, address: Address, head_sha: str, body: Mapping[str, Any]) -> int:
        """Creates our check run; its id."""
        return checks.create_check(self._client, address, head_sha, body)

    def update_check(self, address: Address, check_run_id: int, body: Mapping[str, Any]) -> None:
        """Changes our check run."""
        checks.update_check(self._client, address, check_run_id, body)

    def find_check(self, address: Address, head_sha: str) -> CheckRead | None:
        """Our newest check run on a commit."""
        return checks.find_check(self._client, address, head_sha, self.identity()[0])

    def is_installed(self, installation_id: int) -> bool:
        """Whether the App is still installed there, and not suspended."""
        return app.is_installed(self._client, installation_id)

    def list_installations(self) -> list[tuple[int, str, bool]]:
        """Every installation as (id, account login, whether it is suspended)."""
        return app.list_installations(self._client)

    def list_repositories(self, installation_id: int) -> list[dict[str, Any]]:
        """The repositories of an installation."""
        return app.list_repositories(self._client, installation_id)

    def failed_deliveries(self, since: datetime) -> list[FailedDelivery]:
        """The deliveries since then that GitHub could not hand over."""
        return app.failed_deliveries(self._client, since)

    def redeliver(self, delivery_id: int) -> None:
        """Asks GitHub to hand a delivery over again."""
        app.redeliver(self._client, delivery_id)

    def _keep(self, kept: OrderedDict[Key, Found], key: Key, found: Found) -> Found:
        with self._lock:
            kept[key] = found
            kept.move_to_end(key)
            while len(kept) > _KEPT:
                kept.popitem(last=False)
        return found
