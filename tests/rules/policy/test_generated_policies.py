"""Generated broken policies: a fault with the right line, never another exception, never a policy."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import PolicyError
from rules.policy_reader import read_policy
from rules.policy_shape import Choice, Day, Group, ListOf, Number, Switch, Text
from tests.rules.policy.policy_texts import WrittenLine, documents, required, text_of, written


def refused(text: str) -> PolicyError:
    with pytest.raises(PolicyError) as caught:
        read_policy(text, source="a test")
    return caught.value


_NO_VALUE = ("", "~", "null")
_GROUP_OR_LIST = ("{a: 1}", "[[]]", "[{}, 1]")
WRONG: dict[type, tuple[str, ...]] = {
    Switch: (*_NO_VALUE, *_GROUP_OR_LIST, "yes", "no", "on", "off", "y", "True", "FALSE", '"true"', "1", "0"),
    Choice: (*_NO_VALUE, *_GROUP_OR_LIST, "true", "false", "0", "Enforce", "nonsense", "'off '", "-1"),
    Number: (
        *_NO_VALUE,
        *_GROUP_OR_LIST,
        '"1"',
        "007",
        "0x1",
        "0o1",
        "1e0",
        "1:30",
        "1_0",
        ".inf",
        ".nan",
        "-1",
        "+1",
        "many",
        "9" * 30,
    ),
    Text: (
        *_NO_VALUE,
        *_GROUP_OR_LIST,
        "12",
        "0.5",
        "true",
        '""',
        '"a\\nb"',
        '"a\\tb"',
        '"\\u202ea"',
        '"' + "x" * 900 + '"',
    ),
    Day: (
        *_NO_VALUE,
        *_GROUP_OR_LIST,
        "tomorrow",
        "2027-1-1",
        "2027-13-01",
        "2026-W01-1",
        "12",
        "2027-01-01T00:00:00Z",
    ),
    ListOf: (*_NO_VALUE, "{a: 1}", "word", "true", "1"),
    Group: (*_NO_VALUE, "[]", "word", "true", "1"),
}


def holds_value(line: WrittenLine) -> bool:
    return not line.text.endswith((":", "-"))


def ends_with(lines: list[WrittenLine], number: int) -> int:
    """The number of the line after everything that belongs to a line."""
    after = number + 1
    while after < len(lines) and lines[after].indent > lines[number].indent:
        after += 1
    return after


def broken_by_type(draw: st.DrawFn, lines: list[WrittenLine]) -> tuple[list[str], int]:
    number = draw(st.sampled_from([n for n, line in enumerate(lines) if line.path != "version"] or [0]))
    line = lines[number]
    value = draw(st.sampled_from(WRONG[type(line.shape)]))
    texts = [one.text for one in lines]
    return [*texts[:number], f"{line.head} {value}", *texts[ends_with(lines, number) :]], number + 1


def with_line(draw: st.DrawFn, lines: list[WrittenLine], added: list[str]) -> tuple[list[str], int]:
    """Further keys before a key, with its indentation."""
    number = draw(st.sampled_from([n for n, line in enumerate(lines) if line.is_key]))
    texts = [one.text for one in lines]
    space = " " * lines[number].indent
    # The first key of a list's element stands at the element's own line in no written policy here.
    return [*texts[:number], *(space + one for one in added), *texts[number:]], number + 1


def broken_by_unknown_key(draw: st.DrawFn, lines: list[WrittenLine]) -> tuple[list[str], int]:
    key = draw(st.sampled_from(["modes", "Version", "x", "on", "1", "~", '"\\u202e"', "__class__", "k" * 900, "mode "]))
    return with_line(draw, lines, [f"{key.strip()}zz: 1" if key in ("mode ", "1", "~") else f"{key}: 1"])


def broken_by_duplicate(draw: st.DrawFn, lines: list[WrittenLine]) -> tuple[list[str], int]:
    number = draw(st.sampled_from([n for n, line in enumerate(lines) if line.is_key]))
    after = ends_with(lines, number)
    texts = [one.text for one in lines]
    return [*texts[:after], *texts[number:after], *texts[after:]], after + 1


def broken_by_yaml(draw: st.DrawFn, lines: list[WrittenLine]) -> tuple[list[str], int]:
    marks = [
        "&a 1",
        "*a",
        "!!int 1",
        "!x 1",
        "!!python/object/apply:os.system [ls]",
        "&a [*a, *a]",
        "[" * 25 + "]" * 25,
    ]
    number = draw(st.sampled_from([n for n, line in enumerate(lines) if holds_value(line)]))
    texts = [one.text for one in lines]
    texts[number] = f"{lines[number].head} {draw(st.sampled_from(marks))}"
    return texts, number + 1


def broken_by_bomb(draw: st.DrawFn, lines: list[WrittenLine]) -> tuple[list[str], int]:
    fan = draw(st.integers(2, 12))
    bomb = ["a0: &a0 [lol]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * fan)}]" for n in range(1, 10))]
    return with_line(draw, lines, bomb)


def broken_by_merge(draw: st.DrawFn, lines: list[WrittenLine]) -> tuple[list[str], int]:
    return with_line(draw, lines, ["<<: {mode: observe}"])


def broken_by_character(draw: st.DrawFn, lines: list[WrittenLine]) -> tuple[list[str], int]:
    character = draw(st.sampled_from("\t\0\x07\x1b\x7f\x85\u2028\ufeff\ufffe\ud800"))
    texts = [one.text for one in lines]
    number = draw(st.integers(0, len(texts) - 1))
    place = draw(st.integers(0, len(texts[number])))
    texts[number] = texts[number][:place] + character + texts[number][place:]
    return texts, number + 1


def broken_by_depth(draw: st.DrawFn, lines: list[WrittenLine]) -> tuple[list[str], int]:
    depth = draw(st.integers(20, 3_000))
    opening, closing = draw(st.sampled_from([("[", "]"), ("{a: ", "}"), ("- ", "")]))
    if opening == "- ":
        return [*(one.text for one in lines), "mode:", "  " + "- " * depth + "x"], len(lines) + 2
    return with_line(draw, lines, [f"x: {opening * depth}1{closing * depth}"])


def broken_by_length(draw: st.DrawFn, lines: list[WrittenLine]) -> tuple[list[str], int]:
    return [*(one.text for one in lines), "#" * draw(st.integers(65_536, 70_000))], 1


def broken_by_document(draw: st.DrawFn, lines: list[WrittenLine]) -> tuple[list[str], int]:
    texts = [one.text for one in lines]
    return [*texts, draw(st.sampled_from(["---", "--- x", "---\n---"])), *texts], len(texts) + 1


def broken_by_absence(draw: st.DrawFn, lines: list[WrittenLine]) -> tuple[list[str], int]:
    """A required key less; the line is that of the group, so only its bounds are known."""
    needed = [n for n, line in enumerate(lines) if line.is_key and required(line.path)]
    number = draw(st.sampled_from(needed))
    texts = [one.text for one in lines]
    return [*texts[:number], *texts[ends_with(lines, number) :]], 0


BREAKERS = {
    "type": broken_by_type,
    "unknown key": broken_by_unknown_key,
    "duplicate": broken_by_duplicate,
    "yaml": broken_by_yaml,
    "bomb": broken_by_bomb,
    "merge": broken_by_merge,
    "character": broken_by_character,
    "depth": broken_by_depth,
    "length": broken_by_length,
    "document": broken_by_document,
    "absence": broken_by_absence,
}


@pytest.mark.parametrize("breaker", BREAKERS)
@settings(max_examples=100)
@given(data=st.data(), document=documents())
def test_a_thousand_broken_policies_are_refused_with_their_line(
    data: st.DataObject, document: dict[str, Any], breaker: str
) -> None:
    texts, line = data.draw(st.composite(lambda draw: BREAKERS[breaker](draw, written(document)))(), label="broken")
    fault = refused("\n".join(texts) + "\n")
    assert 1 <= fault.line <= len(texts) + 1
    assert "\n" not in str(fault)
    assert str(fault).isprintable()
    assert len(str(fault)) < 400
    if breaker == "absence":
        assert "found nothing, expected" in fault.reason
    else:
        assert fault.line == line


def policy_or_line(text: str) -> int | None:
    """The line of the fault, None for a policy."""
    try:
        read_policy(text, source="a test")
    except PolicyError as fault:
        return fault.line
    return None


@given(st.text(max_size=400))
def test_any_text_is_a_policy_or_refused(text: str) -> None:
    assert policy_or_line(text) is None or policy_or_line(text) in range(1, text.count("\n") + 2)


@given(st.data(), documents())
def test_a_good_text_with_a_piece_cut_out_is_a_policy_or_refused(data: st.DataObject, document: dict[str, Any]) -> None:
    text = text_of(document)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    cut = (
        text[:start] + data.draw(st.sampled_from(["", " ", ":", "\n", "-", "{", "'", "#", "&a ", "true"])) + text[end:]
    )
    assert policy_or_line(cut) is None or policy_or_line(cut) in range(1, cut.count("\n") + 2)
