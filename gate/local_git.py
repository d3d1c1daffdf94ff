"""A change given as a range of a local git repository: the diff from the merge base, both trees, the commits.

Only the names of the range are resolved in the repository itself; everything else is read by `gate.git_objects`, which never
looks at the repository's configuration.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from gate.errors import InputError
from gate.git_objects import GitObjects, borrowed_objects, fault_line, git_program, quiet_environment
from rules.change import Change, ChangedFile, PullRequestText
from rules.commit_object import commit_text
from rules.dossier import CommitText
from rules.errors import DiffError
from rules.hunks import changed_files

MAX_COMMITS = 10_000
_DEFAULT_BRANCHES = ("refs/remotes/origin/HEAD", "main", "master")
_SECONDS = 60  # resolving a name takes milliseconds; a repository with includes of endless files must not keep us


@dataclass(frozen=True, slots=True)
class LocalRange:
    """A range that was read: the object names of its ends, the change between them, and its commits, oldest first."""

    base: str
    head: str
    change: Change
    commits: tuple[CommitText, ...]


@contextmanager
def open_range(repository: Path, revisions: str | None) -> Iterator[LocalRange]:
    """Read `BASE...HEAD` of a repository: what HEAD changed since it left BASE. The trees can be read until the end.

    `revisions` None means the default branch (`origin/HEAD`, else `main`, else `master`) ... `HEAD`. An empty range is a change
    without files. Raises InputError, in one line: no repository, no such revision, no merge base, damaged objects.
    """
    if not repository.is_dir():
        raise InputError(f"{repository}: not a folder")
    base_name, head_name = _names(repository, revisions)
    base_tip, head = _commit(repository, base_name), _commit(repository, head_name)
    objects_folder, object_format, shallow = _places(repository)
    with borrowed_objects(objects_folder, object_format, shallow) as objects:
        base = _merge_base(objects, (base_name, base_tip), (head_name, head), is_shallow=shallow is not None)
        commits = _commits(objects, base_tip, head, f"{base_name}...{head_name}")
        change = Change(
            files=_files(objects, base, head),
            base=objects.tree(base),
            head=objects.tree(head),
            text=PullRequestText(commit_messages=tuple(commit.message for commit in commits)),
        )
        yield LocalRange(base, head, change, commits)


def _names(repository: Path, revisions: str | None) -> tuple[str, str]:
    if revisions is None:
        for branch in _DEFAULT_BRANCHES:
            if _revision(repository, branch) is not None:
                return branch, "HEAD"
        raise InputError(
            f"{repository}: no default branch (origin/HEAD, main or master); give the range as BASE...HEAD"
        )
    base, separator, head = revisions.partition("...")
    if not separator or not base or not head:
        raise InputError(f"{_shown(revisions)}: not a range; write BASE...HEAD")
    return base, head


def _commit(repository: Path, name: str) -> str:
    identifier = _revision(repository, name)
    if identifier is None:
        raise InputError(f"{_shown(name)}: no such commit in {repository}")
    return identifier


def _revision(repository: Path, name: str) -> str | None:
    """The object name of the commit that a name stands for; None when there is no such commit."""
    if name.startswith("-") or "\0" in name:
        return None
    answer = _git(repository, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    return answer.stdout.decode().strip() if answer.returncode == 0 else None


def _places(repository: Path) -> tuple[Path, str, Path | None]:
    """The folder of the objects, their format, and the list of cut-off commits of a shallow clone."""
    objects, shallow, object_format = (
        _answer(repository, "rev-parse", *question)
        for question in (("--git-path", "objects"), ("--git-path", "shallow"), ("--show-object-format",))
    )
    shallow_file = repository / shallow
    return (repository / objects).resolve(), object_format, shallow_file if shallow_file.is_file() else None


def _answer(repository: Path, *arguments: str) -> str:
    answer = _git(repository, *arguments)
    if answer.returncode:
        raise InputError(f"{repository}: {fault_line(answer.stderr)}")
    return answer.stdout.decode(errors="surrogateescape").removesuffix("\n")


def _git(repository: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run git in the repository, for questions that run no program of its configuration and touch no index."""
    try:
        answer = subprocess.run(
            [git_program(), "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager", *arguments],
            env=quiet_environment(_home()),
            cwd=repository,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise InputError(f"{repository}: git did not answer within {_SECONDS} seconds") from error
    except OSError as error:
        raise InputError(f"{repository}: {error.strerror or 'cannot be read'}") from error
    if b"dubious ownership" in answer.stderr:
        raise InputError(
            f"{repository}: belongs to another user, so git refuses it; "
            "trust it with: git config --global --add safe.directory DIR"
        )
    if b"not a git repository" in answer.stderr:
        raise InputError(f"{repository}: not a git repository")
    return answer


def _home() -> Path:
    """Where the user's own git configuration is: it may call a repository of another user safe."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.devnull)


def _merge_base(objects: GitObjects, base: tuple[str, str], head: tuple[str, str], *, is_shallow: bool) -> str:
    """Where two histories parted; of several such places the one that git names first, as `git diff A...B` does."""
    found = objects.merge_bases(base[1], head[1])
    if found:
        return found[0]
    names = f"{_shown(base[0])}...{_shown(head[0])}"
    if is_shallow:
        raise InputError(f"{names}: no merge base in this shallow clone; fetch the history (git fetch --unshallow)")
    raise InputError(f"{names}: the two have no common history")


def _commits(objects: GitObjects, base: str, head: str, names: str) -> tuple[CommitText, ...]:
    identifiers = objects.history(base, head, MAX_COMMITS + 1)
    if len(identifiers) > MAX_COMMITS:
        raise InputError(f"{_shown(names)}: more than {MAX_COMMITS} commits")
    return tuple(commit_text(identifier, objects.commit(identifier)) for identifier in identifiers)


def _files(objects: GitObjects, base: str, head: str) -> tuple[ChangedFile, ...]:
    diff = objects.diff(base, head)
    first = next(diff, b"")
    if not first:
        return ()
    try:
        return changed_files(chain((first,), diff))
    except DiffError as error:
        raise InputError(f"git diff {base} {head}: {error}") from error


def _shown(name: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in name[:200])
