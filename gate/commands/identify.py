"""`gate identify`: who made a pull request, JSON lines in, JSON lines out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from gate.errors import InputError
from rules.dossier import Dossier
from rules.identity import identify
from rules.identity.json_traits import TraitsError, read_traits

# A pull request has at most 250 commits in GitHub's answers; with long texts that is a few megabytes.
_LONGEST_LINE = 16 * 1024 * 1024


def command(
    file: Annotated[str, typer.Argument(help="A file of JSON lines; - or nothing reads standard input.")] = "-",
) -> None:
    """Say who made each pull request: one JSON object a line in, one a line out. A bad line is answered and ends in status 2."""
    bad = 0
    total = 0
    for line in _lines(file):
        total += 1
        answer, is_good = answer_line(line)
        bad += not is_good
        typer.echo(json.dumps(answer, ensure_ascii=True))
    if bad:
        raise InputError(f"{_name(file)}: {bad} of {total} lines could not be read")


def answer_line(line: bytes) -> tuple[dict[str, Any], bool]:
    """The answer to one line of input, and whether the line was good."""
    identifier: object = None
    try:
        document = _parse(line)
        identifier = document.get("id")
        return {"id": identifier, **describe(identify(read_traits(document)))}, True
    except TraitsError as error:
        return {"id": identifier, "error": str(error)}, False


def describe(dossier: Dossier) -> dict[str, Any]:
    """A dossier in the words of the output."""
    return {
        "kind": dossier.kind.value,
        "agent": dossier.agent,
        "confidence": dossier.confidence,
        "evidence_class": dossier.evidence_class.word,
        "requester": dossier.requester,
        "involvement": dossier.involvement.value,
        "evidence": [
            {"signal": piece.signal, "value": piece.value, "class": piece.evidence_class.word}
            for piece in dossier.evidence
        ],
    }


def _parse(line: bytes) -> dict[str, Any]:
    if len(line) > _LONGEST_LINE:
        raise TraitsError(f"longer than {_LONGEST_LINE} bytes")
    try:
        document = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise TraitsError("not UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise TraitsError("not JSON") from error
    if not isinstance(document, dict):
        raise TraitsError("not a JSON object")
    return document


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def _lines(file: str) -> Iterator[bytes]:
    if file == "-":
        yield from _read(sys.stdin.buffer)
        return
    try:
        with Path(file).open("rb") as stream:
            yield from _read(stream)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or 'cannot be read'}") from error


def _read(stream: BinaryIO) -> Iterator[bytes]:
    """The lines that are not blank; of one that is too long, only so much that it is seen to be."""
    while line := stream.readline(_LONGEST_LINE + 1):
        too_long = len(line) > _LONGEST_LINE
        while too_long and not line.endswith(b"\n") and (rest := stream.readline(_LONGEST_LINE)):
            if rest.endswith(b"\n"):
                break
        if line.strip():
            yield line
