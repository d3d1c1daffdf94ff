"""`gate classify`: the categories of paths."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated, Any, BinaryIO

import typer

from gate.errors import InputError
from rules.paths import PathClass, classify

# Linux takes no longer path; a longer line is no list of paths.
_LONGEST_LINE = 64 * 1024


class OutputFormat(StrEnum):
    """`text`: a line per path, tab-separated. `json`: one object with a key per path."""

    TEXT = "text"
    JSON = "json"


def command(
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="[PATH ...]", help="Paths from the root of a tree.")
    ] = None,
    stdin: Annotated[bool, typer.Option("--stdin", help="Read one path a line; only the final LF is removed.")] = False,
    output_format: Annotated[OutputFormat, typer.Option("--format", help="How to print.")] = OutputFormat.TEXT,
    tags: Annotated[bool, typer.Option("--tags", help="Print the tags as well.")] = False,
) -> None:
    """Say what each path is: the categories of files that can run code, choose what runs, or decide who looks.

    Nothing is read from disk; the paths need not exist. Bytes that are no UTF-8 come out as they went in, in JSON as `\\udcXX`.
    """
    if not paths and not stdin:
        raise InputError("classify: no path given; name some, or pass --stdin")
    given = [os.fsencode(path).decode("utf-8", "surrogateescape") for path in paths or ()]
    answers = classified((*given, *read_paths(sys.stdin.buffer)) if stdin else given)
    if output_format is OutputFormat.JSON:
        typer.echo(as_json(answers, tags=tags))
    else:
        for line in as_text(answers, tags=tags):
            typer.echo(line)


def read_paths(stream: BinaryIO) -> Iterator[str]:
    """One path a line, decoded with surrogateescape; raises InputError at a line longer than any path is."""
    number = 0
    while line := stream.readline(_LONGEST_LINE):
        number += 1
        if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
            raise InputError(f"standard input: line {number} is longer than {_LONGEST_LINE} bytes")
        yield line.removesuffix(b"\n").decode("utf-8", "surrogateescape")


def classified(paths: Iterable[str]) -> dict[str, PathClass]:
    """What each path is, in the order given, each path once."""
    return {path: classify(path) for path in paths}


def as_json(answers: dict[str, PathClass], *, tags: bool) -> str:
    """One ASCII JSON object with a key per path: a list of categories, or an object of categories and tags."""
    document: dict[str, Any] = {path: [category.value for category in one.categories] for path, one in answers.items()}
    if tags:
        document = {path: {"categories": document[path], "tags": list(one.tags)} for path, one in answers.items()}
    return json.dumps(document, ensure_ascii=True)


def as_text(answers: dict[str, PathClass], *, tags: bool) -> Iterator[str]:
    """A line per path: path, categories with commas between or `-`, and tags likewise if asked for; tabs between."""
    for path, one in answers.items():
        fields = [_shown(path), ",".join(one.categories) or "-"]
        if tags:
            fields.append(",".join(one.tags) or "-")
        yield "\t".join(fields)


def _shown(path: str) -> str:
    """A path that cannot move the cursor or turn the text around: everything unprintable, and the backslash, as an escape."""
    if path.isprintable() and "\\" not in path:
        return path
    return "".join(c if c.isprintable() and c != "\\" else c.encode("unicode_escape").decode("ascii") for c in path)
