"""Every rule is shown changes that it must find, at the right place, and changes that it must leave alone."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import rules.catalog
from rules.change import Change
from rules.change_view import ChangeView
from rules.engine import load_rules
from rules.finding import Finding
from rules.rule import Rule, Stage
from tests.rules.kit import Bad

RULES = {rule.id: rule for rule in load_rules()}


def examples_of(rule: Rule) -> ModuleType:
    """The module of examples that bears the rule's name."""
    return import_module(f"tests.rules.catalog.{rule.id.replace('-', '_')}")


def found_by(rule: Rule, change: Change) -> list[Finding]:
    """What this rule finds, run in its stage after the rules of the stages before it."""
    view = ChangeView(change)
    for stage in Stage:
        found = [
            finding
            for other in RULES.values()
            if other.stage is stage and stage < rule.stage
            for finding in other(view)
        ]
        view.found.update(finding.path for finding in found if finding.path is not None)
    return list(rule(view))


BAD = [(name, sentence) for name, rule in RULES.items() for sentence in examples_of(rule).BAD]
GOOD = [(name, sentence) for name, rule in RULES.items() for sentence in examples_of(rule).GOOD]


@pytest.mark.parametrize("name", RULES)
def test_every_rule_has_bad_and_good_examples(name: str) -> None:
    examples = examples_of(RULES[name])

    assert examples.BAD
    assert examples.GOOD


@pytest.mark.parametrize("name", RULES)
def test_every_rule_says_what_why_and_what_to_do_instead(name: str) -> None:
    module = import_module(f"rules.catalog.{name.replace('-', '_')}")

    assert all(f"\n{word}: " in (module.__doc__ or "") for word in ("What", "Why", "Instead"))
    assert RULES[name].instead.endswith(".")


def test_the_folder_is_the_registry() -> None:
    folder = Path(rules.catalog.__path__[0])

    assert {path.stem.replace("_", "-") for path in folder.glob("*.py") if path.stem != "__init__"} == set(RULES)


@pytest.mark.parametrize(("name", "sentence"), BAD)
def test_a_bad_change_is_found_where_it_is(name: str, sentence: str) -> None:
    bad: Bad = examples_of(RULES[name]).BAD[sentence]

    assert (bad.path, bad.line) in {(finding.path, finding.line) for finding in found_by(RULES[name], bad.change)}


@pytest.mark.parametrize(("name", "sentence"), GOOD)
def test_a_good_change_is_left_alone(name: str, sentence: str) -> None:
    assert found_by(RULES[name], examples_of(RULES[name]).GOOD[sentence]) == []
