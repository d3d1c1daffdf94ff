"""No regular expression that may meet hostile text explodes: cubic and exponential ones are found, quadratic ones are not."""

from __future__ import annotations

import importlib
import pkgutil
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

import gate
import rules
from tests.pattern_attacks import attacks

TOP = Path(__file__).parents[1]
LENGTH = 4_000  # characters: a quadratic expression takes a tenth of a second for them, a cubic one minutes
CPU_SECONDS = 2.0


def patterns() -> dict[str, re.Pattern]:
    """Every expression that a module of Gate holds, alone or in a table, by its place."""
    found: dict[re.Pattern, str] = {}
    for package in (rules, gate):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.startswith(("gate.migrations", "gate.simulated_github", "gate.__main__")):
                continue
            for name, value in vars(importlib.import_module(module.name)).items():
                for pattern in _inside(value):
                    found.setdefault(pattern, f"{module.name}.{name}")
    return {f"{place}-{number}": pattern for number, (pattern, place) in enumerate(found.items())}


def _inside(value: object, depth: int = 2) -> Iterator[re.Pattern]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, dict):
        for one in (*value.keys(), *value.values()):
            yield from _inside(one, depth - 1)
    elif depth and isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from _inside(one, depth - 1)


SOURCES = "\n".join(file.read_text() for package in ("gate", "rules") for file in (TOP / package).rglob("*.py"))
PATTERNS = patterns()


def asked_how(name: str) -> str:
    """How the sources use an expression of this name: from the start only, or anywhere in the text."""
    short = name.rpartition("-")[0].rpartition(".")[2]
    methods = set(re.findall(rf"\b{short}\.(\w+)\(", SOURCES))
    return "match" if methods and methods <= {"match", "fullmatch"} else "search"


def line_for(pattern: re.Pattern, lead: str, piece: str) -> str | bytes:
    line = lead + piece * (LENGTH // len(piece)) + "\0 \0"
    return line.encode("utf-8", "replace") if isinstance(pattern.pattern, bytes) else line


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError


@contextmanager
def bounded() -> Iterator[None]:
    """Stops what takes too much CPU time; the load of the machine does not count."""
    before = signal.signal(signal.SIGVTALRM, _give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize("name", PATTERNS)
def test_an_expression_does_not_explode_on_a_long_line_made_of_its_own_parts(name: str) -> None:
    pattern, how = PATTERNS[name], asked_how(name)
    for lead, piece in attacks(pattern):
        line = line_for(pattern, lead, piece)
        try:
            with bounded():
                getattr(pattern, how)(line)
        except TimeoutError:
            pytest.fail(f"{how} of {piece!r} behind {lead!r} does not end in {CPU_SECONDS} s")


@pytest.mark.parametrize("explosive", [r"(a+)+$", r"x\s*-?\s*-?\s*y", r"(?:a|aa)+$"])
def test_an_explosive_expression_would_be_found(explosive: str) -> None:
    with pytest.raises(TimeoutError):
        search_all(re.compile(explosive))


def search_all(pattern: re.Pattern) -> None:
    with bounded():
        for lead, piece in attacks(pattern):
            pattern.search(line_for(pattern, lead, piece))
