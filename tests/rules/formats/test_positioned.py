"""The readers of YAML, JSON and TOML: values, lines, and what they refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import FormatError
from rules.formats.node import Node
from rules.formats.positioned_json import read_json
from rules.formats.positioned_toml import read_toml
from rules.formats.positioned_yaml import YamlLimits, read_yaml

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(st.characters(codec="ascii"), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(codec="ascii"), max_size=8), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(PLAIN)
def test_json_says_what_the_standard_reader_says(value: Any) -> None:
    assert read_json(json.dumps(value, indent=1)).plain() == value


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    for reader in (read_yaml, read_json, read_toml):
        try:
            reader(text)
        except FormatError:
            continue


def at(document: Node, *keys: str) -> Node:
    """The value below these keys, which must be there."""
    found = document.child(*keys)
    assert found is not None
    return found


def test_every_reader_keeps_lines() -> None:
    assert at(read_yaml("a: 1\nb:\n  c: [x]\n"), "b").line_of("c") == 3
    assert at(read_json('{\n "a": {\n  "b": 1\n }\n}'), "a").line_of("b") == 3
    assert at(read_toml("[a]\nb = 1\n\n[[c]]\nd = 2\n[[c]]\nd = 3\n"), "c").elements()[1].line_of("d") == 7


def test_words_that_yaml_1_1_takes_for_booleans_stay_words() -> None:
    document = read_yaml("a: [on, yes, no, 1:30, 0o7, true]\n")

    assert at(document, "a").plain() == ["on", "yes", "no", "1:30", "0o7", True]


def test_comments_and_trailing_commas_are_passed_over_when_asked() -> None:
    assert read_json('{\n // a\n "a": [1, /* b */ 2,],\n}', comments=True).plain() == {"a": [1, 2]}


BOMB = "a: &a [x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 8)}]\n" for before, name in zip("abcdefg", "bcdefgh", strict=True)
)
REFUSED: dict[str, tuple[Callable[[str], Node], str, int]] = {
    "a key twice in yaml": (read_yaml, "a: 1\na: 2\n", 2),
    "a key twice in json": (read_json, '{"a": 1,\n"a": 2}', 2),
    "a tag": (read_yaml, "a: !!python/object:os.system x\n", 1),
    "aliases that grow": (read_yaml, BOMB, 7),
    "deep yaml": (read_yaml, "[" * 200, 1),
    "deep json": (read_json, "[" * 200, 1),
    "two documents": (read_yaml, "a: 1\n---\nb: 2\n", 2),
    "a line break that readers disagree about": (read_yaml, "a: 1\n# x\u2028b: 2\n", 2),
    "broken json": (read_json, '{\n"a" 1}', 2),
    "text after json": (read_json, "{}\n{}", 2),
    "broken toml": (read_toml, "a = 1\nb = \n", 2),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_what_cannot_be_trusted_is_refused_with_its_line(sentence: str) -> None:
    reader, text, line = REFUSED[sentence]

    with pytest.raises(FormatError) as refused:
        reader(text)

    assert refused.value.line == line


def test_no_alias_at_all_where_none_is_allowed() -> None:
    with pytest.raises(FormatError):
        read_yaml("a: &a 1\n", YamlLimits(aliases=0))
