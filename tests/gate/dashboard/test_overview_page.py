"""The first page: what waits, what was settled, how deliveries fare."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from gate.db import Database
from gate.store.verdict_body import VerdictBody
from tests.gate.dashboard import story
from tests.gate.dashboard.page_reading import Page, read_page

ClientOf = Callable[[Database], TestClient]


@pytest.fixture
def overview(told: Database, client_of: ClientOf) -> Page:
    return read_page(client_of(told).get("/").text)


def test_a_held_pull_request_is_listed_with_what_who_and_how_long(overview: Page) -> None:
    for words in (
        "1 change waits for a person",
        "acme/shop#128 Update date-parts to 3.2.0",
        "The merge waits; 2 runs stopped, 1 held by GitHub and 1 waiting for a person’s click on GitHub.",
        "Made by claude-code",
        "Waiting for 41 minutes",
        "Who can release (1 of 2 did) 2 people with write access (not mara, who asked for it).",
    ):
        assert words in overview.words


def test_it_links_to_the_evidence(overview: Page) -> None:
    assert "/pulls/acme/shop/128" in overview.links


def test_what_was_settled_lately_is_told_with_the_people(overview: Page) -> None:
    assert "Released acme/shop#120 Fix rounding in invoices by tomas, ines, 3 hours ago" in overview.words


def test_deliveries_are_told(overview: Page) -> None:
    assert "Last one 1 minute ago Unfinished 1, the oldest for 1 minute Failed 0" in overview.words


def test_the_longest_waiting_comes_first(told: Database, client_of: ClientOf) -> None:
    with told.transaction() as session:
        story.add_pull(session, 90, "7" * 40, title="An older one")
        story.add_verdict(session, 90, "7" * 40, severity="review", changed_at=story.before(days=2))

    links = read_page(client_of(told).get("/").text).links

    assert links.index("/pulls/acme/shop/90") < links.index("/pulls/acme/shop/128")


def test_nothing_held_explains_what_will_be_shown(pages_database: Database, client_of: ClientOf) -> None:
    words = read_page(client_of(pages_database).get("/").text).words

    assert "Nothing waits for a person" in words
    assert "Gate watches no repository yet." in words


def test_what_could_not_be_judged_says_why_and_what_to_do(told: Database, client_of: ClientOf) -> None:
    body = VerdictBody(reason="The policy has an unknown key.", mend="Correct line 7.")
    with told.transaction() as session:
        story.add_verdict(session, 0, "8" * 40, state="unable", severity="none", body=body.to_json())

    words = read_page(client_of(told).get("/").text).words

    assert "Could not be judged acme/shop@8888888 The policy has an unknown key." in words
    assert "What to do Correct line 7." in words


def test_what_is_only_observed_stands_apart(told: Database, client_of: ClientOf) -> None:
    with told.transaction() as session:
        story.add_pull(session, 91, "7" * 40)
        story.add_verdict(session, 91, "7" * 40, state="clear", would_hold=True, holds_runs=False, holds_merge=False)

    page = read_page(client_of(told).get("/").text)

    assert "1 change waits for a person" in page.words
    assert (2, "Would be held these repositories only observe") in page.headings


def test_a_verdict_that_cannot_be_read_is_still_shown_as_held(told: Database, client_of: ClientOf) -> None:
    with told.transaction() as session:
        story.add_pull(session, 92, "7" * 40)
        story.add_verdict(session, 92, "7" * 40, body={"mode": "something new"})

    words = read_page(client_of(told).get("/").text).words

    assert "2 changes wait for a person" in words
    assert "Gate cannot read what it stored about this verdict." in words


def test_only_the_first_page_looks_again_by_itself(told: Database, client_of: ClientOf) -> None:
    client = client_of(told)

    assert 'http-equiv="refresh"' in client.get("/").text
    assert 'http-equiv="refresh"' not in client.get("/pulls/acme/shop/128").text
