"""Who asked the agent."""

from __future__ import annotations

from rules.identity import identify
from tests.rules.identity.pull_requests import COPILOT, by_app, by_person, commit, signed_by_github

BY_BO = "Co-authored-by: Bo <7+bo@users.noreply.github.com>"
BY_CY = "Co-authored-by: Cy <cy@users.noreply.github.com>"


def test_a_person_as_co_author_of_the_agents_commit_asked() -> None:
    assert identify(by_app("Copilot", signed_by_github(COPILOT, trailers=(BY_BO,)))).requester == "bo"


def test_the_one_most_often_named_asked() -> None:
    commits = [signed_by_github(COPILOT, trailers=(trailer,)) for trailer in (BY_BO, BY_CY, BY_CY)]
    assert identify(by_app("Copilot", *commits)).requester == "cy"


def test_a_co_author_of_a_persons_own_commit_did_not_ask() -> None:
    dossier = identify(by_app("Copilot", signed_by_github(COPILOT), commit(trailers=(BY_BO,))))
    assert dossier.requester is None


def test_an_address_that_github_ties_to_an_account_names_it() -> None:
    own = commit(author_login="ada")
    agents = signed_by_github(COPILOT, trailers=("Co-authored-by: Ada <ada@example.com>",))
    assert identify(by_app("Copilot", agents, own)).requester == "ada"


def test_an_agent_as_co_author_did_not_ask() -> None:
    trailer = "Co-authored-by: Copilot <223556219+Copilot@users.noreply.github.com>"
    assert identify(by_app("Copilot", signed_by_github(COPILOT, trailers=(trailer,)))).requester is None


def test_the_body_of_the_agent_names_who_asked() -> None:
    body = "*PR created automatically by Jules for task [1](https://jules.google.com/task/1) started by @bo-example*"
    assert identify(by_app("google-labs-jules[bot]", body=body)).requester == "bo-example"


def test_a_person_who_opened_it_asked() -> None:
    assert identify(by_person(signed_by_github(COPILOT))).requester == "ada"


def test_a_sole_assignee_asked_where_nothing_else_tells() -> None:
    assert identify(by_app("Copilot", assignees=("Copilot", "bo"))).requester == "bo"
    assert identify(by_app("Copilot", assignees=("bo", "cy"))).requester is None


def test_nobody_asked_for_a_persons_own_change() -> None:
    assert identify(by_person(commit(trailers=(BY_BO,)))).requester is None
