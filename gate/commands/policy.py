"""`gate policy check`: whether a policy file can be used, and what of it is in force. Exit status 0, or 2 with the line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from gate.errors import InputError
from rules.errors import PolicyError
from rules.policy import Policy
from rules.policy_document import keys_in_force
from rules.policy_reader import LARGEST_POLICY, read_policy

command = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode=None)


class PolicyFormat(StrEnum):
    """`text`: lines for a person. `json`: one object."""

    TEXT = "text"
    JSON = "json"


@command.callback()
def policy() -> None:
    """The policy file: who is gated, what is held, who may release."""


@command.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A policy file, such as .github/gate.yml.")],
    form: Annotated[PolicyFormat, typer.Option("--format", help="How to print.")] = PolicyFormat.TEXT,
) -> None:
    """Say whether a policy can be used, what it puts in force, and which of its keys this version does not act on yet."""
    found = _read(file)
    if form is PolicyFormat.JSON:
        typer.echo(json.dumps(as_document(found), ensure_ascii=True))
    else:
        for line in as_text(found):
            typer.echo(line)


def as_document(policy: Policy) -> dict[str, Any]:
    """What a policy does: digest, every key in force with its value, and the keys that are not."""
    return {
        "source": policy.source,
        "digest": policy.digest,
        "in_force": keys_in_force(policy),
        "not_in_force": list(policy.not_in_force),
    }


def as_text(policy: Policy) -> Iterator[str]:
    """The same as lines; values in JSON, so that nothing of them moves the cursor."""
    yield f"The policy can be used. Digest {policy.digest}."
    yield "In force, defaults included:"
    for key, value in keys_in_force(policy).items():
        yield f"  {key}: {json.dumps(value, ensure_ascii=True)}"
    if policy.not_in_force:
        yield f"Read, but this version does not act on it yet: {', '.join(policy.not_in_force)}."


def _read(file: Path) -> Policy:
    try:
        with file.open("rb") as opened:
            data = opened.read(4 * LARGEST_POLICY + 1)  # UTF-8 takes four bytes at most
        return read_policy(data.decode("utf-8", "surrogateescape"), source=str(file))
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or 'cannot be read'}") from error
    except PolicyError as error:
        raise InputError(f"{file}: {error}") from error
