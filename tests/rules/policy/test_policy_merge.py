"""A repository's policy on top of an organization's."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dossier import Dossier, EvidenceClass, Kind
from rules.finding import Category, Confidence, Finding, Inspection, Severity
from rules.identity.catalogue import load_catalogue
from rules.policy import DEFAULT_POLICY, Mode, People, Policy
from rules.policy_document import LEAVES
from rules.policy_findings import apply_policy
from rules.policy_merge import DEFAULTS, TIGHTEN, layer
from rules.policy_reader import read_policy
from rules.release import Says, Subject, Voice, hear
from rules.verdict import decide, judge
from tests.rules.policy.policy_texts import documents, releases, text_of


def organization(text: str) -> Policy:
    return read_policy(f"version: 1\n{text}", source="organization")


def repository(text: str) -> Policy:
    return read_policy(f"version: 1\n{text}", source="repository")


# key, the organization's value, the repository's, what holds
ROWS = [
    ("mode", "enforce", "observe", "enforce"),
    ("mode", "observe", "enforce", "enforce"),
    ("gate_from", "0.5", "0.6", "0.5"),
    ("gate_from", "0.5", "0.4", "0.4"),
    ("people", "critical", "off", "critical"),
    ("people", "critical", "all", "all"),
    ("human_proof", "required", "off", "required"),
    ("hold.when", "always", "flagged", "always"),
    ("hold.runs.review", "true", "false", "true"),
    ("hold.runs.review", "false", "true", "true"),
    ("hold.merge.review", "true", "false", "true"),
    ("release.approvals.critical", "3", "2", "3"),
    ("release.approvals.critical", "3", "4", "4"),
    ("release.permission", "maintain", "write", "maintain"),
    ("release.permission", "maintain", "admin", "admin"),
    ("release.codeowners", "true", "false", "true"),
    ("release.requester", "excluded", "second_person", "excluded"),
    ("release.requester", "second_person", "excluded", "excluded"),
    ("release.solo", "false", "true", "false"),
    ("release.solo", "true", "false", "false"),
    ("release.unknown_requester", "one_more", "same", "one_more"),
    ("release.passkey", "true", "false", "true"),
    ("release.max_age", "2d", "72h", "48h"),
    ("release.max_age", "2d", "1h", "1h"),
    ("release.users", "[ada, grace]", "[grace, mallory]", "[grace]"),
    ("release.users", "[ada]", "[mallory]", "[ada]"),
    ("release.teams", "[security]", "[everybody]", "[security]"),
    ("release_harmless", "false", "true", "false"),
    ("release_clear", "false", "true", "false"),
    ("release_review", "true", "false", "false"),
    ("carry_release", "false", "true", "false"),
    ("mcp.allow", "[a, b]", "[b, c]", "[b]"),
    ("caps.open_pull_requests", "5", "6", "5"),
    ("caps.open_pull_requests", "5", "4", "4"),
    ("caps.all_open_pull_requests", "5", "4", "4"),
    ("second_look", "0.2", "0.1", "0.2"),
    ("notify.mail", "[a@example.com]", "[b@example.com]", "[a@example.com, b@example.com]"),
    ("notify.escalate_after", "24h", "2h", "2h"),
    ("report.people", "true", "false", "false"),
]


def keyed(path: str, value: str) -> str:
    """`a.b` and a value as YAML."""
    *groups, name = path.split(".")
    return "".join(f"{'  ' * n}{group}:\n" for n, group in enumerate(groups)) + f"{'  ' * len(groups)}{name}: {value}\n"


@pytest.mark.parametrize(("path", "above", "below", "holds"), ROWS)
def test_the_tighter_value_holds(path: str, above: str, below: str, holds: str) -> None:
    layered = layer(organization(keyed(path, above)), repository(keyed(path, below))).policy
    assert layered.digest == organization(keyed(path, holds)).digest


@pytest.mark.parametrize(("path", "above", "below", "holds"), ROWS)
def test_a_value_that_does_not_hold_is_named(path: str, above: str, below: str, holds: str) -> None:
    is_heard = holds == below or path == "notify.mail"
    assert layer(organization(keyed(path, above)), repository(keyed(path, below))).refused == (
        () if is_heard else (path,)
    )


@pytest.mark.parametrize(("path", "above", "below", "holds"), [row for row in ROWS if row[2] not in row[3]])
def test_an_allowed_loosening_holds(path: str, above: str, below: str, holds: str) -> None:
    top = organization(f"allow_loosening: [{path}]\n{keyed(path, above)}")
    layered = layer(top, repository(keyed(path, below)))
    assert layered.refused == ()
    assert layered.policy.digest == organization(f"allow_loosening: [{path}]\n{keyed(path, below)}").digest


def test_every_key_has_its_rule() -> None:
    assert set(TIGHTEN) | {"agents"} == set(LEAVES)


def test_what_a_repository_does_not_say_is_the_organizations() -> None:
    top = organization("mode: observe\npeople: all\n")
    assert layer(top, repository("hold: {runs: {review: true}}\n")).policy.mode is Mode.OBSERVE


def test_a_repository_may_list_people_where_the_organization_lists_none() -> None:
    assert layer(organization(""), repository("release: {users: [ada]}\n")).policy.release.users == ("ada",)


def test_a_list_too_short_for_the_organizations_approvals_does_not_hold_for_ever() -> None:
    top = organization("release: {approvals: {critical: 2}}\n")
    layered = layer(top, repository("release: {users: [ada]}\n"))
    assert (layered.policy.release.users, layered.refused) == ((), ("release.users",))


def test_a_graver_finding_is_held_no_less_where_each_file_says_one_severity() -> None:
    top = organization("hold: {runs: {critical: true, high: false, review: false}}\n")
    layered = layer(top, repository("hold: {runs: {review: true}}\n")).policy
    assert (layered.hold_runs.critical, layered.hold_runs.high, layered.hold_runs.review) == (True, True, True)


WAIVER = "waivers: [{{fingerprint: {}, owner: ada, reason: b, expires: 2027-01-31}}]\n"


def test_a_repository_waives_nothing() -> None:
    layered = layer(organization(WAIVER.format("aaaaaaaa")), repository(WAIVER.format("bbbbbbbb")))
    assert [waiver.fingerprint for waiver in layered.policy.waivers] == ["aaaaaaaa"]
    assert layered.refused == ("waivers",)


def test_a_repository_that_may_waive_adds_to_the_organizations() -> None:
    top = organization(f"allow_loosening: [waivers]\n{WAIVER.format('aaaaaaaa')}")
    layered = layer(top, repository(WAIVER.format("bbbbbbbb")))
    assert [waiver.fingerprint for waiver in layered.policy.waivers] == ["aaaaaaaa", "bbbbbbbb"]
    assert layered.origins["waivers"] == "organization and repository"


@pytest.mark.parametrize(
    ("entry", "is_heard"),
    [
        ("{name: ours, logins: [x]}", True),
        ("{name: ours, kind: agent, logins: [x]}", True),
        ("{name: dependabot, kind: agent}", True),
        ("{name: dependabot, logins: [x]}", False),
        ("{name: ours, kind: human, logins: [x]}", False),
        ("{name: claude-code, kind: automation}", False),
    ],
)
def test_a_repository_may_name_agents_and_nothing_that_is_gated_less(entry: str, is_heard: bool) -> None:
    layered = layer(organization(""), repository(f"agents: [{entry}]\n"))
    assert (len(layered.policy.agents), layered.refused) == ((1, ()) if is_heard else (0, ("agents",)))


def test_a_repository_cannot_allow_itself() -> None:
    layered = layer(organization("people: all\n"), repository("allow_loosening: [people]\npeople: off\n"))
    assert (layered.policy.people, layered.refused) == (People.ALL, ("people", "allow_loosening"))


def test_the_origin_of_each_key_is_told() -> None:
    origins = layer(
        organization("people: critical\nmode: enforce\n"), repository("people: all\nmode: observe\n")
    ).origins
    assert (origins["people"], origins["mode"], origins["gate_from"]) == ("repository", "organization", DEFAULTS)


def test_one_file_alone_is_itself() -> None:
    top, own = organization("people: all\n"), repository("people: all\n")
    assert (layer(top, None).policy, layer(None, own).policy) == (top, own)
    assert layer(None, own).origins["people"] == "repository"


def test_no_file_is_the_defaults() -> None:
    assert layer(None, None).policy == DEFAULT_POLICY
    assert set(layer(None, None).origins.values()) == {DEFAULTS}


# --- never more than the organization alone ------------------------------------------------------------------------

_NOW = datetime(2027, 1, 1, tzinfo=UTC)


def finding(severity: Severity, path: str) -> Finding:
    return Finding(
        "rule", "reason", path, 1, 1, Category.WORKFLOW, severity, Confidence.HIGH, "m", "i", "e", "0123456789abcdef0123"
    )  # fmt: skip


findings = st.lists(
    st.builds(finding, st.sampled_from(list(Severity)), st.sampled_from(["a", "a/x"])), min_size=1, max_size=3
)
dossiers = st.builds(
    Dossier,
    kind=st.sampled_from(list(Kind)),
    agent=st.none(),
    confidence=st.sampled_from([0.3, 0.5, 0.7, 0.99]),
    evidence_class=st.just(EvidenceClass.CLAIMED),
    requester=st.sampled_from([None, "ada"]),
    wholly_attested=st.booleans(),
)
voices = st.lists(
    st.builds(
        Voice,
        login=st.sampled_from(["ada", "grace-hopper", "author"]),
        user_type=st.just("User"),
        permission=st.sampled_from(["write", "maintain", "admin"]),
        way=st.just("review"),
        says=st.just(Says.RELEASE),
        head_sha=st.just("f" * 40),
        base=st.just("main"),
        said_at=st.just(_NOW),
        words=st.sampled_from(["", "looked at it"]),
    ),
    max_size=4,
)


def holds(policy: Policy, seen: list[Finding], dossier: Dossier, heard: list[Voice]) -> tuple[bool, bool, bool]:
    """Whether runs are held, whether the merge is, and whether the change is gated at all."""
    kept, _ = apply_policy(seen, policy, "2000-01-01")
    judgement = judge(Inspection(findings=tuple(kept)), dossier, policy)
    subject = Subject(
        head_sha="f" * 40,
        base="main",
        severity=judgement.severity,
        author="author",
        requester=dossier.requester,
        committers=frozenset(),
        by_agent=True,
    )
    verdict = decide(judgement, hear(heard, subject, policy.release), policy.mode)
    return verdict.holds_runs, verdict.holds_merge, judgement.is_gated


def without_loosening(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "allow_loosening"}


DECIDING = ("mode", "gate_from", "people", "hold", "release", "exceptions", "waivers")


@pytest.mark.parametrize("key", [*DECIDING, "all of them"])
@settings(max_examples=150)
@given(data=st.data(), seen=findings, dossier=dossiers, heard=voices)
def test_a_layer_never_lets_more_through(
    data: st.DataObject, seen: list[Finding], dossier: Dossier, heard: list[Voice], key: str
) -> None:
    written = documents(key) if key in DECIDING else documents()
    above = data.draw(written.map(without_loosening), label="organization")
    below = data.draw(written, label="repository")
    top = read_policy(text_of(above), source="organization")
    layered = layer(top, read_policy(text_of(below), source="repository")).policy
    alone, both = holds(top, seen, dossier, heard), holds(layered, seen, dossier, heard)
    assert all(now >= before for before, now in zip(alone, both, strict=True))


WHO_RELEASES = ("approvals", "users", "permission", "requester", "solo", "unknown_requester")


@pytest.mark.parametrize("key", WHO_RELEASES)
@settings(max_examples=200)
@given(data=st.data(), severity=st.sampled_from(list(Severity)), requester=st.sampled_from([None, "ada"]), heard=voices)
def test_a_layer_never_hears_a_release_that_the_organization_would_not(
    data: st.DataObject, severity: Severity, requester: str | None, heard: list[Voice], key: str
) -> None:
    top = read_policy(text_of(data.draw(releases(key))), source="organization")
    layered = layer(top, read_policy(text_of(data.draw(releases(key))), source="repository")).policy
    subject = Subject("f" * 40, "main", severity, "author", requester, frozenset(), by_agent=True)
    assert hear(heard, subject, layered.release).is_released <= hear(heard, subject, top.release).is_released


@given(documents().map(without_loosening), documents())
def test_a_layer_takes_no_agent_out_of_the_gate(above: dict[str, Any], below: dict[str, Any]) -> None:
    top = read_policy(text_of(above), source="organization")
    layered = layer(top, read_policy(text_of(below), source="repository")).policy
    kinds = {agent.name: agent.kind for agent in load_catalogue(layered.agents).agents}
    gated = [agent.name for agent in load_catalogue(top.agents).agents if agent.kind is Kind.AGENT]
    assert [name for name in gated if kinds[name] is not Kind.AGENT] == []
