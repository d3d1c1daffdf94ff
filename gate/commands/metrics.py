"""`gate metrics`: the review-quality metrics of an event log as one JSON document. An operator's command."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec
import typer

from gate.errors import InputError
from gate.review_quality.configuration import Configuration, read_configuration
from gate.review_quality.errors import ConfigurationError, EventLogError
from gate.review_quality.event_log import LONGEST_LINE, EventLog, read_event_log
from gate.review_quality.measure import measure

# Thirty constants fit many times over.
_LARGEST_CONFIGURATION = 1024 * 1024


def command(
    events: Annotated[str, typer.Option("--events", help="The event log, JSON lines; - reads standard input.")],
    config: Annotated[Path | None, typer.Option("--config", help="A JSON object with any of the constants.")] = None,
    no_people: Annotated[bool, typer.Option("--no-people", help="Leave out every row about a person.")] = False,
) -> None:
    """Measure how agents' pull requests were reviewed: rates with intervals, waiting, drills, and who may need a question.

    Personal rows are for that person and for the operator who answers for the rule; --no-people leaves them out.
    """
    configuration = _configuration(config)
    name = "standard input" if events == "-" else events
    gc.disable()  # one batch of values without cycles: the collector would walk millions of them and find nothing
    try:
        document = measure(_log(events, name), configuration, people=not no_people)
    except EventLogError as error:
        raise InputError(f"{name}: {error}") from error
    except ConfigurationError as error:
        raise InputError(f"{config}: {error}") from error
    finally:
        gc.enable()
    sys.stdout.write(msgspec.json.encode(document).decode() + "\n")


def _log(events: str, name: str) -> EventLog:
    if events == "-":
        return read_event_log(_lines(sys.stdin.buffer))
    try:
        with Path(events).open("rb") as stream:
            return read_event_log(_lines(stream))
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or 'cannot be read'}") from error


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines, each read no further than is needed to see that it is too long."""
    while line := stream.readline(LONGEST_LINE + 1):
        yield line


def _configuration(path: Path | None) -> Configuration:
    if path is None:
        return Configuration()
    try:
        with path.open("rb") as stream:
            text = stream.read(_LARGEST_CONFIGURATION + 1)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or 'cannot be read'}") from error
    if len(text) > _LARGEST_CONFIGURATION:
        raise InputError(f"{path}: longer than {_LARGEST_CONFIGURATION} bytes")
    try:
        return read_configuration(text)
    except ConfigurationError as error:
        raise InputError(f"{path}: {error}") from error
