"""Trailers and bodies as git and GitHub read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.identity.prose import read_prose
from rules.identity.trailers import parse_trailer, read_message


def _keys(message: str) -> list[str]:
    return [trailer.key for trailer in read_message(message).trailers]


def test_the_last_paragraph_holds_the_trailers() -> None:
    assert _keys("Fix\n\nWords.\n\nSigned-off-by: Ada <ada@example.com>\nCo-authored-by: Bo <bo@example.com>\n") == [
        "signed-off-by",
        "co-authored-by",
    ]


def test_a_subject_is_no_trailer() -> None:
    assert _keys("Fix: the parser") == []


def test_a_paragraph_above_the_last_holds_none() -> None:
    assert _keys("Fix\n\nCo-authored-by: Bo <bo@example.com>\n\nThat was the trailer.") == []


def test_a_paragraph_of_prose_with_one_colon_holds_none() -> None:
    assert _keys("Fix\n\nNote: this\nis a long\nstory told\nin five\nlines of text\nwithout trailers") == []


def test_windows_line_ends_are_read() -> None:
    assert _keys("Fix\r\n\r\nSigned-off-by: Ada <ada@example.com>\r\n") == ["signed-off-by"]


def test_a_person_is_split_into_name_and_address() -> None:
    trailer = parse_trailer("Co-Authored-By: Ada Example <ADA@Example.com> ")
    assert trailer is not None
    assert (trailer.key, trailer.name, trailer.email) == ("co-authored-by", "Ada Example", "ada@example.com")


@pytest.mark.parametrize(
    "line", ["> Key: x", " Key: x", "- Key: x", "`Key: x`", "Two words: x", "Key:", "no colon", ""]
)
def test_a_quoted_or_broken_line_is_no_trailer(line: str) -> None:
    assert parse_trailer(line) is None


def test_the_authors_own_lines_are_kept() -> None:
    body = "One\n> quoted\n```\ncode\n```\nTwo <!-- no --> end\n<details>\nfolded\n</details>\nThree `span`"
    assert [line for line in read_prose(body).lines if line.strip()] == ["One", "Two  end", "Three  ` "]


def test_release_notes_end_at_the_next_heading_of_their_rank() -> None:
    body = "## Release notes\ntheirs\n### More\ntheirs\n## Mine\nours"
    assert read_prose(body).lines == ("## Mine", "ours")


def test_an_open_comment_hides_the_rest_as_on_the_page() -> None:
    assert read_prose("ours\n<!-- open\ntheirs").lines == ("ours", "")


def test_a_comment_of_one_line_is_kept_apart() -> None:
    assert read_prose("ours\n<!-- mark -->").comments == ("<!-- mark -->",)


def test_nested_details_close_together() -> None:
    assert read_prose("<details>\n<details>\na\n</details>\nb\n</details>\nours").lines == ("ours",)


@given(st.text(st.sampled_from("ab`~<>!-#\n\t :/=*detailsummary")))
def test_no_body_breaks_the_reader(body: str) -> None:
    prose = read_prose(body)
    assert len(prose.lines) <= body.count("\n") + 1
    read_message(body)


@given(st.lists(st.sampled_from(["own", "", "- item"]), max_size=8), st.text(alphabet="abc :\n", max_size=80))
def test_nothing_inside_a_fence_is_the_authors(own: list[str], quoted: str) -> None:
    outside = "\n".join(own)
    fenced = "\n".join(["```", quoted, "```"])
    assert read_prose(f"{outside}\n{fenced}").lines == read_prose(outside).lines
