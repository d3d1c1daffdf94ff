"""The page of one pull request or commit, and the pages for what there is none of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from gate.db import Database
from gate.store.verdict_body import VerdictBody
from gate.tables import InspectionRow
from rules.finding import Inspection, Severity
from tests.gate.dashboard import story
from tests.gate.dashboard.page_reading import Page, read_page

ClientOf = Callable[[Database], TestClient]


@pytest.fixture
def evidence(told: Database, client_of: ClientOf) -> Page:
    return read_page(client_of(told).get("/pulls/acme/shop/128").text)


def test_the_banner_says_the_verdict_what_to_look_at_first_and_who_can_release(evidence: Page) -> None:
    for words in (
        "Held Critical since 2 Mar 2026, 11:19 UTC (41 minutes ago)",
        "Critical change to code that workflows run and a workflow. 1 more person must look before it goes on.",
        "Look first at scripts/setup-cache.sh line 4: The script sends the environment to cache.example.org.",
        "Who can: 2 people with write access (not mara, who asked for it).",
        "So far: 1 of 2 people.",
    ):
        assert words in evidence.words


def test_files_are_told_in_reading_order(evidence: Page) -> None:
    assert evidence.words.index("scripts/setup-cache.sh added") < evidence.words.index(
        ".github/workflows/ci.yml modified"
    )


def test_an_excerpt_has_line_numbers_and_shows_what_hides(evidence: Page) -> None:
    lines = [attributes["data-line"] for tag, attributes in evidence.elements if "data-line" in attributes]

    assert lines == ["4", "5", "6", "12"]
    assert "# ⟨U+202E⟩gnp" in evidence.words


def test_what_is_quoted_in_a_message_is_shown_as_code(told: Database, client_of: ClientOf) -> None:
    assert "The job <code>build</code> may now write." in client_of(told).get("/pulls/acme/shop/128").text


def test_each_run_says_what_became_of_it(evidence: Page) -> None:
    for words in (
        "CI for pull_request Stopped by Gate after 2 steps had begun; what they did is done.",
        "Steps that had begun before the stop (2) Set up job Check out the code",
        "Preview for pull_request Stopped by Gate before any step began.",
        "Docs for push Held by GitHub; nothing of it has run.",
        "Label for pull_request_target Held by GitHub, and only a person’s click on the page of the run lets it go.",
    ):
        assert words in evidence.words


def test_who_made_it_is_told_with_every_piece_of_evidence(evidence: Page) -> None:
    for words in (
        "claude-code, a coding agent GitHub itself says so. Gate is 98 % sure. Asked for by mara.",
        "attested author account claude[bot]",
        "forgeable branch name claude/update-date-parts",
    ):
        assert words in evidence.words


def test_the_verdict_names_the_very_commits_it_is_for(evidence: Page) -> None:
    assert f"Head {story.HEAD} Base branch main Merge base {story.MERGE_BASE}" in evidence.words


def test_voices_say_whether_they_count_and_why_not(evidence: Page) -> None:
    assert (
        "mara said: release by a review 22 minutes ago Does not count. mara asked the agent for this change."
        in evidence.words
    )
    assert "tomas said: release by the button on the check 9 minutes ago Counts." in evidence.words


def test_the_story_is_told_in_order(evidence: Page) -> None:
    story_told = evidence.words[evidence.words.index("What happened") :]

    order = [
        story_told.index(words) for words in ("Gate held it", "mara said", "A release was not accepted", "tomas said")
    ]

    assert order == sorted(order)


def test_policy_and_its_keys_that_do_nothing_yet_are_told(evidence: Page) -> None:
    assert "Policy in force .github/gate.yml@main" in evidence.words
    assert "Read, but not acted on yet by this version: release.passkey" in evidence.words


def test_what_could_not_be_read_is_named(evidence: Page) -> None:
    assert (
        "Gate could not read these Not seen is not safe: please read them yourself. vendor/date-parts.tgz"
        in evidence.words
    )


def test_links_lead_to_github_and_to_our_own_pages_only(evidence: Page) -> None:
    assert all(link.startswith(("/", "#", "https://github.com/acme/shop/")) for link in evidence.links)


def test_a_run_whose_address_is_not_on_github_is_not_linked(told: Database, client_of: ClientOf) -> None:
    with told.transaction() as session:
        story.add_run(session, 905, "fork", html_url="https://github.com.example.org/x")

    assert "example.org/x" not in client_of(told).get("/pulls/acme/shop/128").text


def test_a_run_that_was_started_again_after_its_release_is_let_go(told: Database, client_of: ClientOf) -> None:
    with told.transaction() as session:
        story.add_run(session, 905, "stopped", workflow="Lint", released_at=story.NOW, steps=["Set up job"])
        story.add_run(session, 905, "none", workflow="Lint", attempt=2, status="in_progress")

    words = read_page(client_of(told).get("/pulls/acme/shop/128").text).words

    assert "Lint for pull_request Let go. Steps that had begun before the stop (1) Set up job Attempt 2" in words


def test_a_pull_request_that_is_not_judged_yet_says_so(told: Database, client_of: ClientOf) -> None:
    with told.transaction() as session:
        story.add_pull(session, 93, "7" * 40)

    assert "Gate has not judged this commit yet." in read_page(client_of(told).get("/pulls/acme/shop/93").text).words


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("pending", "Gate is reading this commit. Until it has, nothing is let through."),
        ("released", "Critical change to code that workflows run and a workflow."),
        ("refused", "Critical change to code that workflows run and a workflow."),
        ("clear", "Critical change to code that workflows run and a workflow."),
    ],
)
def test_every_state_has_its_sentence(told: Database, client_of: ClientOf, state: str, words: str) -> None:
    with told.transaction() as session:
        story.add_pull(session, 93, "7" * 40)
        story.add_verdict(session, 93, "7" * 40, state=state, inspection=story.INSPECTION)

    page = read_page(client_of(told).get("/pulls/acme/shop/93").text)

    assert words in page.words
    assert "What lets it go" not in page.words


def test_a_stored_inspection_that_cannot_be_read_is_said_and_never_shown_as_empty(
    told: Database, client_of: ClientOf
) -> None:
    with told.transaction() as session:
        story.add_pull(session, 93, "7" * 40)
        story.add_verdict(session, 93, "7" * 40, inspection=Inspection())
        session.execute(update(InspectionRow).where(InspectionRow.digest == "93").values(body={"findings": "?"}))

    words = read_page(client_of(told).get("/pulls/acme/shop/93").text).words

    assert "Gate cannot read what it stored about this verdict" in words
    assert "nothing in it needs a person’s look" not in words.lower()


def test_what_could_not_be_judged_guesses_neither_maker_nor_policy(told: Database, client_of: ClientOf) -> None:
    body = VerdictBody(reason="The policy has an unknown key.", mend="Correct line 7.")
    with told.transaction() as session:
        story.add_verdict(session, 0, "8" * 40, state="unable", severity="none", body=body.to_json())

    words = read_page(client_of(told).get(f"/commits/acme/shop/{'8' * 40}").text).words

    assert "The policy has an unknown key. What to do: Correct line 7. Who made it Gate does not know yet." in words
    assert "Policy in force" not in words


def test_a_commit_without_a_pull_request_has_its_page(told: Database, client_of: ClientOf) -> None:
    page = read_page(client_of(told).get(f"/commits/acme/shop/{story.HEAD.upper()}").text)

    assert (1, f"Runs of commit {story.HEAD[:12]}") in page.headings
    assert "/pulls/acme/shop/128" in page.links


def test_names_are_found_in_any_case_as_on_github(told: Database, client_of: ClientOf) -> None:
    assert client_of(told).get("/pulls/Acme/SHOP/128").status_code == 200


def test_many_findings_are_cut_and_counted(told: Database, client_of: ClientOf) -> None:
    many = replace(
        story.INSPECTION,
        findings=tuple(story.finding(f"a{number}.sh", 1, Severity.HIGH, "It runs.") for number in range(230)),
    )
    with told.transaction() as session:
        story.add_pull(session, 93, "7" * 40)
        story.add_verdict(session, 93, "7" * 40, inspection=many)

    assert (
        "And 30 more findings, less severe than these."
        in read_page(client_of(told).get("/pulls/acme/shop/93").text).words
    )


@pytest.mark.parametrize(
    "path",
    [
        "/pulls/acme/shop/999",
        "/pulls/acme/nothing/1",
        "/pulls/acme/shop/0",
        "/pulls/acme/shop/one",
        "/pulls/acme/shop/99999999999999999999",
        "/pulls/a%00b/shop/1",
        "/pulls/a%0ab/shop/1",
        "/commits/acme/shop/main",
        f"/commits/acme/shop/{'7' * 40}",
        "/nothing/here",
    ],
)
def test_what_is_not_there_is_said_on_a_page(told: Database, client_of: ClientOf, path: str) -> None:
    answer = client_of(told).get(path)

    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert (1, "There is no such page") in read_page(answer.text).headings


def test_a_refused_page_says_why(told: Database, client_of: ClientOf) -> None:
    answer = client_of(told).get("/", headers={"x-forwarded-for": "192.0.2.1"})

    assert answer.status_code == 403
    assert "Pages are not shown through a proxy until people can sign in" in read_page(answer.text).words


def test_a_machine_is_told_in_json(told: Database, client_of: ClientOf) -> None:
    answer = client_of(told).get("/nothing", headers={"accept": "application/json"})

    assert (answer.status_code, answer.json()) == (404, {"error": "there is no such page"})
