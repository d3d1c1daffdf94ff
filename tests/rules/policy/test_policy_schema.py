"""The published schema says what the reader does, and the published files are the present ones."""

from __future__ import annotations

import copy
import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.policy_pages import policy_page
from rules.errors import PolicyError
from rules.policy import DEFAULT_POLICY
from rules.policy_document import document_of
from rules.policy_keys import POLICY
from rules.policy_reader import read_policy
from rules.policy_schema import policy_schema, schema_text
from tests.rules.policy.policy_texts import documents, text_of

SCHEMA = policy_schema()
_NOTES = {"$schema", "title", "description", "default"}
_TYPES: dict[str, tuple[type, ...]] = {
    "boolean": (bool,), "integer": (int,), "number": (int, float), "string": (str,), "array": (list,), "object": (dict,),
}  # fmt: skip


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value satisfies a schema; knows the words that ours uses and no others."""
    return all(_holds(word, expected, value, schema) for word, expected in schema.items() if word not in _NOTES)


def _holds(word: str, expected: Any, value: Any, schema: dict[str, Any]) -> bool:
    match word:
        case "type":
            is_stray_boolean = isinstance(value, bool) and expected != "boolean"
            return isinstance(value, _TYPES[expected]) and not is_stray_boolean
        case "properties":
            inner = value.items() if isinstance(value, dict) else ()
            return all(fits(one, expected[name]) for name, one in inner if name in expected)
        case "additionalProperties":
            return not isinstance(value, dict) or value.keys() <= schema["properties"].keys()
        case "required":
            return not isinstance(value, dict) or set(expected) <= value.keys()
        case "items":
            return not isinstance(value, list) or all(fits(one, expected) for one in value)
        case "minItems":
            return not isinstance(value, list) or len(value) >= expected
        case "minimum":
            return not isinstance(value, int | float) or value >= expected
        case "maximum":
            return not isinstance(value, int | float) or value <= expected
        case "enum":
            return value in expected
        case "maxLength":
            return not isinstance(value, str) or len(value) <= expected
        case "pattern":
            return not isinstance(value, str) or re.search(expected, value) is not None
        case "format":
            return expected == "date"  # the pattern beside it says nearly as much
        case _:
            raise AssertionError(f"a word that this validator does not know: {word}")


def is_read(document: Any) -> bool:
    try:
        read_policy(json.dumps(document), source="a test")
    except PolicyError:
        return False
    return True


@given(documents())
def test_what_the_reader_accepts_the_schema_accepts(document: dict[str, Any]) -> None:
    assert is_read(document)
    assert fits(document, SCHEMA)


_ANY = st.sampled_from(
    [None, True, 0, -1, 1, 11, 0.5, 2.5, "", "x", "off", "@x", "a\nb", "ab", [], ["x"], [1], {}, {"x": 1}]
)


@given(st.data(), documents())
def test_a_value_changed_anywhere_divides_neither(data: st.DataObject, document: dict[str, Any]) -> None:
    changed = copy.deepcopy(document)
    place: Any = changed
    while True:
        name = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if place[name] and isinstance(place[name], dict | list) and data.draw(st.booleans()):
            place = place[name]
            continue
        place[name] = data.draw(_ANY)
        break
    assert is_read(changed) == (fits(changed, SCHEMA) and not contradicts(changed))


def contradicts(document: dict[str, Any]) -> bool:
    """What no schema says: the reader's reason speaks of two values instead of one."""
    try:
        read_policy(json.dumps(document), source="a test")
    except PolicyError as fault:
        return bool(re.search("to ask for no less|stands in two entries|at least the", fault.reason))
    return False


@pytest.mark.parametrize("name", [path for path, _ in POLICY.paths()])
def test_every_key_has_a_title_and_a_description(name: str) -> None:
    place: Any = SCHEMA
    for part in name.split("."):
        place = place.get("items", place)["properties"][part]
    assert place["title"] == name.rpartition(".")[2]
    assert place["description"].endswith(".")


def test_every_default_is_the_policys_own() -> None:
    written = document_of(DEFAULT_POLICY)
    defaults = {name: one["default"] for name, one in SCHEMA["properties"].items() if "default" in one}
    assert defaults == {
        name: value for name, value in written.items() if not isinstance(value, dict) and name != "version"
    }
    assert SCHEMA["properties"]["hold"]["properties"]["runs"]["properties"]["review"]["default"] is False


def test_the_published_schema_is_the_present_one() -> None:
    published = resources.files("rules") / "data" / "policy.schema.json"
    assert published.read_text(encoding="utf-8") == schema_text(), "python -m gate.policy_pages writes it anew"


def test_the_page_is_the_present_one() -> None:
    page = Path(__file__).parents[3] / "docs" / "policy.md"
    assert page.read_text(encoding="utf-8") == policy_page(), "python -m gate.policy_pages writes it anew"


def test_the_example_of_the_page_can_be_used() -> None:
    example = re.search(r"```yaml\n(.*?)```", policy_page(), re.DOTALL)
    assert example
    assert read_policy(example[1], source="the page").not_in_force == ()


def test_the_page_has_a_row_for_every_key() -> None:
    rows = re.findall(r"^\| `([a-z_.]+)` \|", policy_page(), re.MULTILINE)
    assert rows == [path for path, _ in POLICY.paths()]


def test_the_texts_of_these_tests_are_those_of_the_reader() -> None:
    document = {"version": 1, "mode": "observe", "mcp": {"allow": ["a", "b"]}}
    assert text_of(document) == 'version: 1\nmode: "observe"\nmcp:\n  allow:\n    - "a"\n    - "b"\n'
