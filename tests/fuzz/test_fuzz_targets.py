"""Each parser of hostile input under some broken input at every test run; `make fuzz` goes on for longer."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules.formats
from tests.fuzz.mutation import edited
from tests.fuzz.targets import TARGETS, Target

FEW = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
NUMBER = st.integers(0, 1_000_000)

each_target = pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))


@each_target
def test_a_sample_is_read_as_it_is(target: Target) -> None:
    for sample in target.samples:
        target.run(sample)


@each_target
def test_broken_samples_raise_nothing_but_the_parsers_own_error(target: Target) -> None:
    @FEW
    @given(st.sampled_from(target.samples), st.lists(st.tuples(NUMBER, NUMBER, NUMBER, NUMBER), min_size=1, max_size=4))
    def check(sample: bytes, edits: list[tuple[int, int, int, int]]) -> None:
        for edit in edits:
            sample = edited(sample, *edit)
        target.run(sample)

    check()


@each_target
def test_any_bytes_raise_nothing_but_the_parsers_own_error(target: Target) -> None:
    @FEW
    @given(st.binary(max_size=200))
    def check(data: bytes) -> None:
        target.run(data)

    check()


def test_every_module_of_formats_has_a_target() -> None:
    without = set()
    for found in pkgutil.iter_modules(rules.formats.__path__):
        module = import_module(f"rules.formats.{found.name}")
        reads = any(
            name.startswith(("read_", "commands_of")) for name, _ in inspect.getmembers(module, inspect.isfunction)
        )
        if reads and not any(name.startswith(f"{found.name}.") for name in TARGETS):
            without.add(found.name)
    assert without <= {"dependency_files", "dependency", "node"}
