"""`gate inspect`: a range of a local repository, or a diff against a folder. Exit status 0 clear, 1 held, 2 unreadable."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from gate.base_folder import read_change
from gate.clock import now
from gate.errors import InputError
from gate.inspection_output import InspectionFormat, render
from gate.judge import inspect_change
from gate.local_git import open_range
from rules.change import Change, PullRequestText
from rules.errors import PolicyError
from rules.policy import DEFAULT_POLICY, Policy
from rules.policy_reader import read_policy

_LONGEST_BODY = 1024 * 1024


class AuthorType(StrEnum):
    """GitHub's word for the kind of account."""

    USER = "User"
    BOT = "Bot"


def command(
    revisions: Annotated[
        str | None, typer.Argument(metavar="[BASE...HEAD]", help="The range; without it the default branch ... HEAD.")
    ] = None,
    repo: Annotated[Path, typer.Option("--repo", help="The local repository.")] = Path(),
    diff: Annotated[str | None, typer.Option("--diff", help="A git-format diff; - reads standard input.")] = None,
    base: Annotated[str | None, typer.Option("--base", help="The folder that holds the tree before the diff.")] = None,
    author: Annotated[str, typer.Option("--author", help="Login of the pull request's author.")] = "",
    author_type: Annotated[AuthorType | None, typer.Option("--author-type", help="Kind of that account.")] = None,
    head_ref: Annotated[str, typer.Option("--head-ref", help="Name of the branch.")] = "",
    title: Annotated[str, typer.Option("--title", help="Title of the pull request.")] = "",
    body_file: Annotated[Path | None, typer.Option("--body-file", help="File with the pull request's body.")] = None,
    policy: Annotated[
        Path | None, typer.Option("--policy", help="Policy file: waivers, exceptions, mcp, agents.")
    ] = None,
    form: Annotated[InspectionFormat, typer.Option("--format", help="How to print.")] = InspectionFormat.TEXT,
) -> None:
    """Say what in a change can run or steer something, and why a person should look.

    The verdict is about the change, whoever made it: any finding gives `held` and exit status 1.
    """
    rules_of_the_house = _policy(policy)
    text = PullRequestText(title, _body(body_file), head_ref, author, author_type.value if author_type else "")
    with _opened(revisions, repo, diff, base) as change:
        told = replace(text, commit_messages=change.text.commit_messages)
        inspection = inspect_change(replace(change, text=told), rules_of_the_house, now().date().isoformat())
    sys.stdout.write(render(inspection, form))
    if inspection.findings:
        raise typer.Exit(1)


@contextmanager
def _opened(revisions: str | None, repo: Path, diff: str | None, base: str | None) -> Iterator[Change]:
    if diff is None and base is None:
        with open_range(repo, revisions) as opened:
            yield opened.change
        return
    if diff is None or base is None:
        raise InputError("inspect: --diff and --base go together")
    if revisions is not None:
        raise InputError("inspect: give either BASE...HEAD or --diff, not both")
    yield read_change(diff, base)


def _body(file: Path | None) -> str:
    if file is None:
        return ""
    return _read(file, _LONGEST_BODY)


def _policy(file: Path | None) -> Policy:
    if file is None:
        return DEFAULT_POLICY
    try:
        return read_policy(_read(file, _LONGEST_BODY), source=str(file))
    except PolicyError as error:
        raise InputError(f"{file}: {error}") from error


def _read(file: Path, limit: int) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(limit + 1)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or 'cannot be read'}") from error
    if len(data) > limit:
        raise InputError(f"{file}: larger than {limit} bytes")
    return data.decode("utf-8", "surrogateescape")
