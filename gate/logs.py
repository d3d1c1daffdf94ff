"""The log: one line for each thing that happened, JSON for machines or columns on a terminal.

An event's name is constant and in the past tense ("delivery_stored"); everything that varies is a field. Payloads, patches,
tokens, headers and e-mail addresses are never logged. What other libraries log goes through the same rooms.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import structlog
from structlog.types import EventDict, Processor

from gate.redaction import Redactor

# Libraries that write a line for each request: their lines would drown ours, or quote addresses with a query.
_QUIET = ("httpx", "httpcore", "githubkit", "hishel", "urllib3", "uvicorn.access", "alembic")


def get_logger(name: str) -> structlog.stdlib.BoundLogger:
    """A logger for a module; `name` is its `__name__`. Can be called before `configure`."""
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(name)
    return logger


def configure(
    log_format: str | None = None,
    *,
    secret_values: tuple[str, ...] = (),
    stream: TextIO | None = None,
    level: int = logging.INFO,
) -> None:
    """Sets up logging for this process.

    `log_format` is "console", "json" or None (console when `stream` is a terminal); `secret_values` are struck out wherever they
    turn up; `stream` is standard error by default, since standard output belongs to what a command was asked for.
    """
    out = sys.stderr if stream is None else stream
    is_console = log_format == "console" or (log_format is None and out.isatty())
    first: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    redactor = Redactor(secret_values)
    last: list[Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        _redacted(redactor),
        _columns(out.isatty()) if is_console else structlog.processors.JSONRenderer(ensure_ascii=False),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *first,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=first, processors=last))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error"):
        # uvicorn brings handlers of its own, which would write every line a second time and unredacted.
        logging.getLogger(name).handlers[:] = []
        logging.getLogger(name).propagate = True


@contextmanager
def bound(**fields: Any) -> Iterator[None]:
    """Adds fields to every line that is logged inside the block, in this thread or task, and takes them away after."""
    with structlog.contextvars.bound_contextvars(**fields):
        yield


def clear() -> None:
    """Forgets all bound fields: at the beginning of a unit of work in a thread that is used again."""
    structlog.contextvars.clear_contextvars()


def _redacted(redactor: Redactor) -> Processor:
    def process(_logger: Any, _method: str, event: EventDict) -> EventDict:
        return redactor.fields(event)

    return process


def _columns(colors: bool) -> Processor:
    # Each line of a traceback is marked as one: a hostile text in an exception cannot forge a line of the log.
    renderer = structlog.dev.ConsoleRenderer(colors=colors, pad_event_to=28)

    def render(logger: Any, method: str, event: EventDict) -> str:
        exception = event.pop("exception", None)
        line = str(renderer(logger, method, event))
        if exception is None:
            return line
        return line + "".join(f"\n    | {part}" for part in str(exception).split("\n"))

    return render
