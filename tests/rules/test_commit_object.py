"""Commit objects, whole and damaged."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules.commit_object import commit_text

SIGNED = (
    b"tree 1111111111111111111111111111111111111111\n"
    b"author Ada Example <ada@example.com> 1700000000 +0100\n"
    b"committer GitHub <noreply@example.com> 1700000001 +0000\n"
    b"gpgsig -----BEGIN SSH SIGNATURE-----\n AAAA\n \n -----END SSH SIGNATURE-----\n"
    b"encoding UTF-8\n"
    b"\nMend the gate\n\nCo-Authored-By: Bo <bo@example.org>\n"
)


def test_people_date_and_message_are_read() -> None:
    commit = commit_text("1" * 40, SIGNED)

    assert (commit.author_name, commit.author_email) == ("Ada Example", "ada@example.com")
    assert (commit.committer_name, commit.committer_email) == ("GitHub", "noreply@example.com")
    assert commit.date == "2023-11-14T22:13:20+00:00"
    assert commit.message == "Mend the gate\n\nCo-Authored-By: Bo <bo@example.org>\n"


def test_the_signature_is_taken_out_of_what_it_signs() -> None:
    commit = commit_text("1" * 40, SIGNED)

    assert commit.signature_text == "-----BEGIN SSH SIGNATURE-----\nAAAA\n\n-----END SSH SIGNATURE-----"
    assert commit.payload.startswith("tree 1")
    assert "SIGNATURE" not in commit.payload
    assert commit.payload.endswith("encoding UTF-8\n\nMend the gate\n\nCo-Authored-By: Bo <bo@example.org>\n")


def test_a_commit_without_signature_is_its_own_payload() -> None:
    content = b"tree 1\nauthor A <a@example.com> 1 +0000\n\nwords\n"

    commit = commit_text("", content)
    assert (commit.payload, commit.signature_text, commit.verified) == (content.decode(), "", False)


def test_a_damaged_person_is_nobody() -> None:
    commit = commit_text("", b"author no address\ncommitter C <c@example.com> 999999999999 +0000\n\nwords\n")

    assert (commit.author_name, commit.author_email, commit.date) == ("", "", "")


def test_a_date_beyond_the_calendar_is_no_date() -> None:
    commit = commit_text("", b"author A <a@example.com> 999999999999 +0000\n\nwords\n")

    assert (commit.author_name, commit.date) == ("A", "")


@given(st.binary(max_size=300))
def test_no_bytes_make_it_raise(content: bytes) -> None:
    assert commit_text("", content).verified is False
