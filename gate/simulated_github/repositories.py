"""Repositories: their settings, who may do what in them, and pushes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gate.simulated_github import payloads
from gate.simulated_github.accounts import Account
from gate.simulated_github.git_repository import Content, GitRepository, Person

if TYPE_CHECKING:
    from gate.simulated_github.world import World

NO_COMMIT = "0" * 40

LEVELS = ("none", "read", "write", "admin")
"""The answers of the collaborator-permission call, from least to most."""


@dataclass(eq=False, slots=True)
class Environment:
    """A deployment environment; `is_protected` lets jobs that name it wait for the App's answer."""

    id: int
    name: str
    is_protected: bool = True


@dataclass(eq=False, slots=True)
class Repository:
    """A repository and its settings.

    `fork_approval` is the policy on forks' workflow runs (`first_time_contributors_new_to_github`, `first_time_contributors`,
    `all_external_contributors`, or `none`); `copilot_needs_approval` the setting on runs of GitHub's own agents;
    `actions_bot_approvable` whether the approve call accepts runs that a workflow's token queued (reports differ);
    `holds_suspicious_runs` lets every run be held as potentially malicious; `shows_fork_pulls` whether the pull requests of a
    commit are told for forks (often they are not); `runs_workflows` is off in forks until somebody switches it on; `required_checks` names
    the App's check runs without which nothing merges into the default branch; `dependency_review` is what every comparison of
    dependencies answers, entry by entry as GitHub describes it, None where the plan has no such review.
    """

    id: int
    owner: Account
    name: str
    git: GitRepository
    created_at: datetime
    private: bool = False
    fork_of: Repository | None = None
    default_branch: str = "main"
    permissions: dict[str, str] = field(default_factory=dict)
    fork_approval: str = "first_time_contributors"
    copilot_needs_approval: bool = True
    actions_bot_approvable: bool = True
    holds_suspicious_runs: bool = False
    shows_fork_pulls: bool = False
    required_checks: list[str] = field(default_factory=list)
    environments: dict[str, Environment] = field(default_factory=dict)
    runs_workflows: bool = True
    tree_limit: int = 100_000
    dependency_review: list[dict[str, Any]] | None = None
    last_number: int = 0

    @property
    def full_name(self) -> str:
        """Owner and name."""
        return f"{self.owner.login}/{self.name}"

    def permission(self, account: Account) -> str:
        """What an account may do here: `admin`, `write`, `read` or `none`."""
        if account.id == self.owner.id:
            return "admin"
        return self.permissions.get(account.login.casefold(), "none" if self.private else "read")

    def may_write(self, account: Account) -> bool:
        """Whether an account has write access or more."""
        return self.permission(account) in ("write", "admin")


class Repositories:
    """All repositories and what people do to their branches. Every method holds the world's lock."""

    def __init__(self, world: World, folder: Path) -> None:
        """Keeps the bare repositories under `folder`."""
        self._world = world
        self._folder = folder
        self._all: list[Repository] = []

    def add(
        self,
        full_name: str,
        files: Mapping[str, Content] | None = None,
        *,
        private: bool = False,
        default_branch: str = "main",
        installed: bool = True,
        organization: bool = True,
    ) -> Repository:
        """Makes a repository with a first commit; `installed` puts it under the App's installation of its owner."""
        with self._world.lock:
            owner_login, _, name = full_name.partition("/")
            owner = self._world.accounts.find(owner_login) or self._world.accounts.add(
                owner_login, kind="Organization" if organization else "User"
            )
            repository = self._make(owner, name, default_branch)
            repository.private = private
            sha = self.commit(
                repository,
                None,
                files if files is not None else {"README.md": f"# {name}\n"},
                by=owner,
                message="First commit",
            )
            repository.git.set_reference(f"refs/heads/{default_branch}", sha)
            if installed:
                self._world.apps.install(repository)
            return repository

    def fork(self, repository: Repository | str, by: Account | str) -> Repository:
        """Forks a repository into an account, with all of its branches."""
        with self._world.lock:
            origin = self.get(repository)
            fork = self._make(self._world.accounts.get(by), origin.name, origin.default_branch)
            fork.fork_of = origin
            fork.runs_workflows = False
            for branch, sha in origin.git.branches().items():
                fork.git.fetch(origin.git, sha)
                fork.git.set_reference(f"refs/heads/{branch}", sha)
            return fork

    def _make(self, owner: Account, name: str, default_branch: str) -> Repository:
        if self.find(owner.login, name) is not None:
            raise ValueError(f"there is a repository {owner.login}/{name} already")
        number = self._world.next_id()
        git = GitRepository(self._folder / f"{number}.git", default_branch)
        repository = Repository(number, owner, name, git, self._world.now(), default_branch=default_branch)
        self._all.append(repository)
        return repository

    def find(self, owner: str, name: str) -> Repository | None:
        """The repository of a name, whatever its case, or None."""
        wanted = f"{owner}/{name}".casefold()
        return next((repository for repository in self._all if repository.full_name.casefold() == wanted), None)

    def get(self, repository: Repository | str) -> Repository:
        """The repository of a full name; raises `KeyError` when there is none."""
        if isinstance(repository, Repository):
            return repository
        found = self.find(*repository.split("/", 1))
        if found is None:
            raise KeyError(repository)
        return found

    def by_id(self, number: int) -> Repository | None:
        """The repository of an id, or None."""
        return next((repository for repository in self._all if repository.id == number), None)

    def set_permission(self, repository: Repository | str, account: Account | str, level: str) -> None:
        """Gives an account `admin`, `write`, `read` or `none`."""
        if level not in LEVELS:
            raise ValueError(f"{level} is not one of {', '.join(LEVELS)}")
        with self._world.lock:
            self.get(repository).permissions[self._world.accounts.get(account).login.casefold()] = level

    def add_environment(self, repository: Repository | str, name: str, *, is_protected: bool = True) -> Environment:
        """Makes a deployment environment; a protected one waits for the App."""
        with self._world.lock:
            environment = Environment(self._world.next_id(), name, is_protected)
            self.get(repository).environments[name] = environment
            return environment

    def commit(
        self,
        repository: Repository | str,
        parent: str | None,
        files: Mapping[str, Content],
        *,
        by: Account | str,
        message: str,
        author: Person | None = None,
        committer: Person | None = None,
        signature: str | None = None,
        is_verified: bool = False,
    ) -> str:
        """Writes a commit without moving a branch and gives its SHA.

        `parent` is a commit-ish or None. Author and committer default to the account; `signature` is the text of the signature
        (PGP or SSH armor) and `is_verified` what GitHub says of it.
        """
        with self._world.lock:
            here = self.get(repository)
            account = self._world.accounts.get(by)
            person = Person(account.name, account.email or account.noreply_email, self._world.now())
            start = None if parent is None else here.git.resolve(parent)
            if parent is not None and start is None:
                raise KeyError(f"no commit {parent} in {here.full_name}")
            sha = here.git.write_commit(
                parents=[start] if start else [],
                files=files,
                author=author or person,
                committer=committer or person,
                message=message,
                signature=signature,
            )
            if is_verified:
                self._world.verified.add(sha)
            return sha

    def push(
        self,
        repository: Repository | str,
        branch: str,
        files: Mapping[str, Content] | None = None,
        *,
        by: Account | str,
        message: str = "Change files",
        sha: str | None = None,
        start: str | None = None,
        author: Person | None = None,
        committer: Person | None = None,
        signature: str | None = None,
        is_verified: bool = False,
    ) -> str:
        """Pushes to a branch as an account; gives the new head.

        Either `files` become one new commit on top of the branch (or of `start`, else the default branch, for a new one), or the
        branch is moved to `sha` (a forced push where that is no descendant).
        """
        with self._world.lock:
            here = self.get(repository)
            account = self._world.accounts.get(by)
            before = here.git.branch(branch)
            if sha is None:
                sha = self.commit(
                    here,
                    start or before or here.default_branch,
                    files or {},
                    by=account,
                    message=message,
                    author=author,
                    committer=committer,
                    signature=signature,
                    is_verified=is_verified,
                )
            here.git.set_reference(f"refs/heads/{branch}", sha)
            self._pushed(here, f"refs/heads/{branch}", before or NO_COMMIT, sha, account)
            return sha

    def delete_branch(self, repository: Repository | str, branch: str, *, by: Account | str) -> None:
        """Deletes a branch, as a push of nothing."""
        with self._world.lock:
            here = self.get(repository)
            before = here.git.branch(branch)
            if before is None:
                raise KeyError(branch)
            here.git.delete_reference(f"refs/heads/{branch}")
            self._pushed(here, f"refs/heads/{branch}", before, NO_COMMIT, self._world.accounts.get(by))

    def tag(self, repository: Repository | str, name: str, commit: str, *, by: Account | str) -> str:
        """Pushes a tag; gives the tagged SHA."""
        with self._world.lock:
            here = self.get(repository)
            sha = here.git.resolve(commit)
            if sha is None:
                raise KeyError(commit)
            here.git.set_reference(f"refs/tags/{name}", sha)
            self._pushed(here, f"refs/tags/{name}", NO_COMMIT, sha, self._world.accounts.get(by))
            return sha

    def _pushed(self, repository: Repository, reference: str, before: str, after: str, by: Account) -> None:
        """What follows a push, in GitHub's order: push, pull requests, check suite, runs."""
        world = self._world
        world.hooks.send(repository, "push", None, payloads.push(world, repository, reference, before, after, by))
        if reference.startswith("refs/heads/") and after != NO_COMMIT:
            branch = reference.removeprefix("refs/heads/")
            world.checks.request_suite(repository, after, branch, before, by)
            world.actions.pushed(repository, reference, before, after, by)
            world.pulls.branch_moved(repository, branch, before, after, by)
        elif after != NO_COMMIT:
            world.actions.pushed(repository, reference, before, after, by)
