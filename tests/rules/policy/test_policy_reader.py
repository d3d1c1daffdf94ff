"""What a good policy file says, and what Gate takes from it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from rules.errors import PolicyError
from rules.finding import Category, Severity
from rules.policy import (
    DEFAULT_POLICY,
    AgentEntry,
    Approvals,
    Dial,
    HoldWhen,
    Mode,
    PathException,
    People,
    Permission,
    Policy,
    ReleaseRules,
    RequesterRule,
    UnknownRequester,
    Waiver,
)
from rules.policy_document import document_of
from rules.policy_reader import read_policy
from tests.rules.policy.policy_texts import documents, text_of

EVERYTHING = """\
version: 1
mode: observe
agents:
  - name: our-coder
    logins: ["our-coder[bot]"]
    user_ids: [123456]
    emails: [coder@example.com]
    branches: ["our-coder/*"]
    trailers: ["Our-Run: *"]
    labels: [our-coder]
  - {name: a-person, kind: human, logins: [ada-agent]}
gate_from: 0.4
people: critical
human_proof: required
hold:
  when: always
  runs: {critical: true, high: false, review: false}
  merge: {review: false}
release:
  approvals: {critical: 2}
  teams: [security]
  users: [ada, grace]
  permission: maintain
  codeowners: true
  requester: second_person
  solo: true
  unknown_requester: one_more
  passkey: true
  max_age: 7d
release_harmless: true
release_clear: true
release_review: true
carry_release: true
exceptions:
  - {paths: [docs/*], categories: [workflow], severity: review, agents: [jules], reason: Examples.}
waivers:
  - {fingerprint: 0123456789abcdef0123, owner: ada, reason: A fixture., expires: 2027-01-31}
mcp: {allow: [files]}
caps: {open_pull_requests: 5, all_open_pull_requests: 9}
second_look: 0.1
notify: {mail: [ada@example.com]}
report: {people: false}
allow_loosening: [hold.runs.review]
"""


def read(text: str) -> Policy:
    return read_policy(text, source="a test")


def said(policy: Policy) -> Policy:
    """A policy without what tells two files apart that say the same."""
    return replace(policy, written=(), source="", digest="", not_in_force=())


def test_every_key_is_read() -> None:
    assert said(read(EVERYTHING)) == Policy(
        mode=Mode.OBSERVE,
        agents=(
            AgentEntry(
                name="our-coder",
                logins=("our-coder[bot]",),
                user_ids=(123456,),
                emails=("coder@example.com",),
                branches=("our-coder/*",),
                trailers=("Our-Run: *",),
                labels=("our-coder",),
            ),
            AgentEntry(name="a-person", kind="human", logins=("ada-agent",)),
        ),
        gate_from=0.4,
        people=People.CRITICAL,
        human_proof=True,
        hold_when=HoldWhen.ALWAYS,
        hold_runs=Dial(critical=True, high=False, review=False),
        hold_merge=Dial(critical=True, high=True, review=False),
        release=ReleaseRules(
            approvals=Approvals(critical=2),
            teams=("security",),
            users=("ada", "grace"),
            permission=Permission.MAINTAIN,
            codeowners=True,
            requester=RequesterRule.SECOND_PERSON,
            solo=True,
            unknown_requester=UnknownRequester.ONE_MORE,
            passkey=True,
            max_age_hours=168,
        ),
        release_harmless=True,
        release_clear=True,
        release_review=True,
        carry_release=True,
        exceptions=(PathException(("docs/*",), (Category.WORKFLOW,), Severity.REVIEW, ("jules",), "Examples."),),
        waivers=(Waiver("0123456789abcdef0123", "ada", "A fixture.", "2027-01-31"),),
        mcp_allow=("files",),
        caps={"open_pull_requests": 5, "all_open_pull_requests": 9},
        second_look=0.1,
        notify={"mail": ["ada@example.com"]},
        report={"people": False},
        allow_loosening=("hold.runs.review",),
        source="",
        digest="",
    )


def test_a_file_of_the_version_alone_says_the_defaults() -> None:
    assert said(read("version: 1\n")) == said(DEFAULT_POLICY)


def test_the_source_is_kept() -> None:
    assert read("version: 1\n").source == "a test"


def test_keys_that_are_not_in_force_are_named_where_they_say_something() -> None:
    assert read(EVERYTHING).not_in_force == (
        "hold.when",
        "release.teams",
        "release.codeowners",
        "release.passkey",
        "release.max_age",
        "release_harmless",
        "release_clear",
        "release_review",
        "carry_release",
        "exceptions.agents",
        "second_look",
        "notify.mail",
        "report.people",
        "allow_loosening",
    )


def test_a_key_that_is_not_in_force_at_its_default_promises_nothing() -> None:
    text = "version: 1\nhold: {when: flagged}\nrelease: {passkey: false}\nnotify: {}\n"
    assert read(text).not_in_force == ()


def test_the_written_keys_are_those_of_the_file() -> None:
    assert read("version: 1\nhold: {runs: {review: false}}\n").written == ("version", "hold.runs.review")


@pytest.mark.parametrize(
    "same",
    [
        "# A remark.\nversion: 1\n\npeople: critical\n",
        "people: 'critical'\nversion: 1\n",
        '{"version": 1, "people": "critical"}',
        "---\nversion: 1\r\npeople: critical\r\nmode: enforce\r\nwaivers: []\r\n...\n",
    ],
    ids=["remark", "order", "json", "defaults"],
)
def test_the_digest_is_of_what_a_file_says(same: str) -> None:
    assert read(same).digest == read("version: 1\npeople: critical\n").digest


def test_the_digest_is_another_where_a_file_says_something_else() -> None:
    assert read("version: 1\npeople: critical\n").digest != read("version: 1\npeople: all\n").digest


@pytest.mark.parametrize("word", ["no", "on", "1:30", "0x1f", "1e3", "2027-01-31", "~/x", "=", "y"])
def test_a_word_that_old_readers_mistake_is_a_word(word: str) -> None:
    assert read(f"version: 1\nmcp: {{allow: [{word}]}}\n").mcp_allow == (word,)


def test_off_is_a_word() -> None:
    assert read("version: 1\npeople: off\n").people is People.OFF


@given(documents())
def test_what_is_written_is_what_is_read(document: dict[str, Any]) -> None:
    policy = read(text_of(document))
    assert read(text_of(document_of(policy))) == replace(policy, written=read(text_of(document_of(policy))).written)


@given(documents())
def test_nothing_that_is_written_is_lost(document: dict[str, Any]) -> None:
    said_of = document_of(read(text_of(document)))
    for name in document.keys() - {"hold", "release"}:  # those are filled up with defaults
        assert said_of[name] == without_empty_lists(document[name])
    for word, value in document.get("release", {}).items():
        assert word in ("approvals", "max_age") or said_of["release"][word] == value


def without_empty_lists(value: Any) -> Any:
    if isinstance(value, list):
        return [without_empty_lists(one) for one in value]
    if isinstance(value, dict):
        return {name: one for name, one in value.items() if one != []}
    return value


def test_a_file_of_the_longest_length_is_read() -> None:
    assert read("version: 1\n#" + "x" * (64 * 1024 - 12)).mode is Mode.ENFORCE


def test_a_file_one_character_longer_is_refused() -> None:
    with pytest.raises(PolicyError, match="longer than 65536 characters"):
        read("version: 1\n#" + "x" * (64 * 1024 - 11))
