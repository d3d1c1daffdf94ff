"""What hides is shown."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.hostile_text import visible, visible_line

HIDING = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ("\u202e", "⟨U+202E⟩"),
        ("\u200b", "⟨U+200B⟩"),
        ("\U000e0041", "⟨U+E0041⟩"),
        ("\ufe0f", "⟨U+FE0F⟩"),
        ("\u3164", "⟨U+3164⟩"),
        ("\u00a0", "⟨U+00A0⟩"),
        ("\udc80", "⟨byte 80⟩"),
        ("\ud800", "⟨U+D800⟩"),
        ("\x1b", "⟨U+001B⟩"),
        ("\r", "⟨U+000D⟩"),
    ],
)
def test_a_hidden_character_is_shown_by_its_code_point(hidden: str, shown: str) -> None:
    assert visible(f"a{hidden}b") == f"a{shown}b"


@given(st.text())
def test_nothing_that_hides_is_left(text: str) -> None:
    assert (
        not {unicodedata.category(character) for character in visible(text).replace("\n", "").replace("\t", "")}
        & HIDING
    )


@given(st.text())
def test_everything_shown_can_be_sent_as_utf_8(text: str) -> None:
    assert visible(text).encode().decode() == visible(text)


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126)))
def test_plain_text_is_left_alone(text: str) -> None:
    assert visible(text) == text


def test_letters_of_every_script_are_left_alone() -> None:
    assert visible("Grüße, Привет, 你好, é") == "Grüße, Привет, 你好, é"


def test_a_pile_of_combining_marks_is_shown_from_the_fourth_on() -> None:
    assert visible("e" + "\u0301" * 5) == "e" + "\u0301" * 3 + "⟨U+0301⟩" * 2


def test_what_is_cut_is_counted() -> None:
    assert visible("abcdef", 4) == "abcd… (2 more characters)"


def test_one_line_stays_one_line() -> None:
    assert visible_line("a\nb\tc") == "a⏎b c"
