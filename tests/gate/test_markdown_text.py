"""Hostile text inside Markdown stays text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.markdown_text import code_span, fence, fitting, link, prose
from tests.gate.markdown_reading import HOSTILE, read


@given(HOSTILE)
def test_inline_code_is_one_code_span_whatever_it_holds(text: str) -> None:
    reading = read(f"before {code_span(text)} after")

    assert (len(reading.code), reading.words, reading.active, reading.links) == (1, ["before ", " after"], [], [])


@given(HOSTILE)
def test_a_fence_is_one_block_whatever_it_holds(text: str) -> None:
    reading = read(f"before\n\n{fence(text)}\n\nafter")

    assert (len(reading.code), reading.words, reading.headings) == (1, ["before", "after"], [])


@given(HOSTILE)
def test_prose_holds_nothing_that_github_would_act_on(text: str) -> None:
    reading = read(f"Gate says: {prose(text)}")

    assert (reading.automatic, reading.active, reading.links, reading.headings) == ([], [], [], [])


@given(HOSTILE)
def test_prose_starts_nothing_at_the_start_of_a_list_item(text: str) -> None:
    reading = read(f"1. {prose(text)}")

    assert (reading.active, reading.headings, reading.links) == ([], [], [])


@given(
    st.text(
        alphabet=st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="`") | st.just(" "), max_size=80
    )
)
def test_prose_loses_no_character(text: str) -> None:
    shown = prose(text).replace("`", "")

    assert shown.replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("word", ["deadbeef", "0123456", "DEFACED", "effaced."])
def test_a_word_that_could_be_a_commit_is_code(word: str) -> None:
    assert read(f"Gate says: {prose(word)}").code == [word.rstrip(".")]


def test_plain_sentences_stay_plain() -> None:
    sentence = "The job token may now write to the repository (contents: write), which 2 jobs didn't need."

    assert prose(sentence) == sentence


def test_what_is_quoted_in_backticks_becomes_one_code_span_and_keeps_the_sentence_sign() -> None:
    assert prose("It runs `npm run build`.") == "It runs `npm run build`."


def test_odd_words_go_into_code_and_keep_the_sentence_sign_outside() -> None:
    assert prose("Thanks to @octocat and example.com.") == "Thanks to `@octocat` and `example.com`."


def test_empty_text_is_said_to_be_empty() -> None:
    assert code_span("") == "`(empty)`"


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "https://example.com/)[x](y", "https://example.com/ x", "", "data:text/html,x"]
)
def test_an_address_with_anything_odd_is_not_linked(url: str) -> None:
    assert link("Open the run", url) == "Open the run"


def test_a_plain_address_is_linked() -> None:
    assert read(link("Open the run", "https://example.com/a/b?c=d#e")).links == ["https://example.com/a/b?c=d#e"]


@given(
    st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40), max_size=12),
    st.integers(100, 300),
)
def test_what_is_cut_fits_and_says_that_it_was_cut(blocks: list[str], most: int) -> None:
    text = fitting(blocks, most)

    assert len(text.encode()) <= most
    assert text == "\n\n".join(blocks) or text.endswith("all of it is on Gate’s page of this commit.")
