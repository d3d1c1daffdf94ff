"""Times and counts in plain words."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gate.page_words import ago, excerpt, lasting, moment, sentence, shown
from tests.gate.dashboard.story import NOW


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(minutes=59, seconds=59), "59 minutes ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(hours=47), "1 day ago"),
        (timedelta(days=400), "400 days ago"),
    ],
)
def test_how_long_ago(span: timedelta, words: str) -> None:
    assert ago(NOW - span, NOW) == words


def test_less_than_a_minute_lasts_less_than_a_minute() -> None:
    assert lasting(NOW - timedelta(seconds=20), NOW) == "less than a minute"


def test_a_time_in_full_names_its_zone() -> None:
    assert moment(NOW) == "2 Mar 2026, 12:00 UTC"


def test_hidden_characters_are_set_apart_and_text_is_escaped() -> None:
    assert shown("<b>\u202e") == '&lt;b&gt;<mark class="hidden-character">⟨U+202E⟩</mark>'


def test_what_backticks_quote_is_code_and_stays_escaped() -> None:
    assert sentence("run `<b>` now") == "run <code>&lt;b&gt;</code> now"


def test_an_excerpt_is_numbered_from_its_line() -> None:
    assert excerpt("a\r\nb\n", 7) == [(7, "a"), (8, "b")]


def test_an_excerpt_without_a_line_has_no_numbers() -> None:
    assert excerpt("a", None) == [(None, "a")]


@pytest.mark.parametrize("text", ["a\n" * 41, "a" * 2001])
def test_an_excerpt_that_is_cut_says_so(text: str) -> None:
    assert "the rest is not shown here" in excerpt(text, 1)[-1][1]
