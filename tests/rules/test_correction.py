"""What a label is worth: who may say "an agent's", who may say "no agent's", for which commit, and how it is taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rules.correction import (
    NOBODY,
    Claim,
    LabelAct,
    claim_of,
    is_by_correction,
    reported,
    unknown_labels,
    weigh,
    with_correction,
)
from rules.dossier import Kind
from rules.finding import Severity
from rules.identity import identify
from rules.policy import DEFAULT_POLICY, Approvals, ReleaseRules, RequesterRule
from rules.release import Subject, hear
from tests.rules.identity.pull_requests import by_person, commit

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SUBJECT = Subject("head", "main@base", Severity.HIGH, "devin[bot]", "rosa", frozenset({"carl"}), by_agent=True)
RULES = ReleaseRules()


def act(claim: Claim, login: str, *, is_set: bool = True, after: int = 0, **fields: Any) -> LabelAct:
    known = {"user_type": "User", "permission": "write", "head_sha": "head", "base": "main@base", **fields}
    return LabelAct(claim, is_set, login, said_at=NOON + timedelta(minutes=after), **known)


def agent(login: str, **fields: Any) -> LabelAct:
    return act(Claim.AGENT, login, **fields)


def no_agent(login: str, **fields: Any) -> LabelAct:
    return act(Claim.NOT_AGENT, login, **fields)


@pytest.mark.parametrize("login", ["maria", "rosa", "carl"])
def test_anyone_with_write_access_may_say_that_it_is_an_agents(login: str) -> None:
    assert weigh([agent(login)], SUBJECT, RULES).agent_by == login


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"permission": "triage"}, "no write access"),
        ({"permission": "read"}, "no write access"),
        ({"user_type": "Bot"}, "not a person"),
    ],
)
def test_others_may_not_and_are_told_why(fields: dict[str, str], words: str) -> None:
    corrections = weigh([agent("eve", **fields)], SUBJECT, RULES)

    assert corrections.agent_by is None
    assert words in corrections.weighed[0].why


def test_whoever_could_release_may_say_that_it_is_no_agents() -> None:
    corrections = weigh([no_agent("maria")], SUBJECT, RULES)

    assert corrections.weighed[0].counts
    assert hear(corrections.releases, SUBJECT, RULES).is_released


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (no_agent("devin[bot]", user_type="Bot"), "not a person"),
        (no_agent("rosa"), "asked the agent"),
        (no_agent("carl"), "committed to this change"),
        (no_agent("eve", permission="triage"), "it takes write"),
        (no_agent("maria", head_sha="older"), "spoke about commit older"),
        (no_agent("maria", base="other@base"), "another base"),
    ],
    ids=["author", "requester", "committer", "triage", "another commit", "another base"],
)
def test_nobody_else_may_and_each_is_told_why(said: LabelAct, words: str) -> None:
    corrections = weigh([said], SUBJECT, RULES)

    assert not corrections.weighed[0].counts
    assert words in corrections.weighed[0].why
    assert not hear(corrections.releases, SUBJECT, RULES).is_released


def test_a_correction_is_one_release_of_those_that_it_takes() -> None:
    two = replace(RULES, approvals=Approvals(high=2))

    assert not hear(weigh([no_agent("maria")], SUBJECT, two).releases, SUBJECT, two).is_released
    assert hear(weigh([no_agent("maria"), no_agent("zoe")], SUBJECT, two).releases, SUBJECT, two).is_released


def test_the_requester_counts_beside_a_second_person_where_the_policy_says_so() -> None:
    rules = replace(RULES, approvals=Approvals(high=2), requester=RequesterRule.SECOND_PERSON)

    assert hear(weigh([no_agent("rosa"), no_agent("zoe")], SUBJECT, rules).releases, SUBJECT, rules).is_released


@pytest.mark.parametrize("login", ["maria", "eve", NOBODY])
def test_taking_the_label_off_ends_a_no_agents_whoever_does_it(login: str) -> None:
    acts = [no_agent("maria"), no_agent(login, is_set=False, after=1, permission="read")]

    assert weigh(acts, SUBJECT, RULES).releases == ()


def test_setting_it_again_says_it_again() -> None:
    acts = [no_agent("maria"), no_agent("eve", is_set=False, after=1), no_agent("maria", after=2)]

    assert len(weigh(acts, SUBJECT, RULES).releases) == 1


@pytest.mark.parametrize(
    ("login", "still"), [("carl", None), ("maria", None), ("rosa", "carl"), ("devin[bot]", "carl"), (NOBODY, "carl")]
)
def test_an_agents_is_taken_back_by_who_said_it_or_who_could_release(login: str, still: str | None) -> None:
    kind = "Bot" if login == "devin[bot]" else "User"
    acts = [
        agent("carl"),
        agent(login, is_set=False, after=1, user_type=kind, head_sha="older", permission="write" if login else ""),
    ]

    assert weigh(acts, SUBJECT, RULES).agent_by == still


def test_the_order_of_reading_does_not_matter() -> None:
    acts = [agent("carl"), agent("carl", is_set=False, after=1), no_agent("maria", after=2)]

    assert weigh(acts, SUBJECT, RULES) == weigh(acts[::-1], SUBJECT, RULES)


def test_a_persons_change_becomes_an_agents_with_the_reason() -> None:
    person = identify(by_person(commit(sha="a")))
    dossier = with_correction(person, weigh([agent("maria")], SUBJECT, RULES), DEFAULT_POLICY, "ada")

    assert (dossier.kind, dossier.requester) == (Kind.AGENT, "ada")
    assert dossier.confidence >= DEFAULT_POLICY.gate_from
    assert is_by_correction(dossier)
    assert not is_by_correction(person)


def test_what_is_an_agents_anyway_stays_as_it_was_judged() -> None:
    found = identify(by_person(commit("Claude <noreply@anthropic.com>", sha="a")))

    assert with_correction(found, weigh([agent("maria")], SUBJECT, RULES), DEFAULT_POLICY, "ada") == found


def test_labels_are_known_by_name_whatever_the_case() -> None:
    assert claim_of("Gate: Agent") is Claim.AGENT
    assert claim_of("gate: not an agent") is Claim.NOT_AGENT
    assert claim_of("agent") is None


def test_a_label_that_nobody_is_known_to_have_set_is_named() -> None:
    labels = ["bug", "gate: agent", "gate: not an agent"]

    assert unknown_labels(labels, [agent("maria")]) == (Claim.NOT_AGENT,)
    assert unknown_labels(labels, [agent("maria"), agent("maria", is_set=False, after=1), no_agent("zoe")]) == (
        Claim.AGENT,
    )


def test_what_was_taken_back_is_not_told_any_more() -> None:
    acts = [agent("maria"), agent("maria", is_set=False, after=1), no_agent("eve", permission="read", after=2)]

    assert [(one.act.login, one.counts) for one in reported(weigh(acts, SUBJECT, RULES).weighed)] == [("eve", False)]


def test_a_removal_that_does_not_count_is_told_beside_what_stands() -> None:
    acts = [agent("maria"), agent("rosa", is_set=False, after=1)]

    told = reported(weigh(acts, SUBJECT, RULES).weighed)

    assert [(one.act.login, one.counts) for one in told] == [("maria", True), ("rosa", False)]
