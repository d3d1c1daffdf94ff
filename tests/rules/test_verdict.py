"""From findings and maker to what is held: each row of the table, and that a stricter policy never lets more through."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.dossier import Dossier, EvidenceClass, Involvement, Kind
from rules.finding import Category, Confidence, FileReport, Finding, Inspection, Severity
from rules.policy import DEFAULT_POLICY, Dial, Mode, People, Policy
from rules.release import Hearing
from rules.verdict import PRIVILEGED_REACH, State, Verdict, decide, in_queue, judge, needs_reading

NOBODY = Hearing((), needed=1, have=0, objections=(), refusals=())
ENOUGH = Hearing((), needed=1, have=1, objections=(), refusals=())


def finding(severity: Severity, reason: str = "sensitive-file-edited", category: Category = Category.BUILD) -> Finding:
    return Finding(
        "a-rule", reason, "Makefile", 1, 1, category, severity, Confidence.HIGH, "It runs.", "Look.", "x", "f"
    )


def inspection(*findings: Finding, tags: tuple[str, ...] = ()) -> Inspection:
    severity = max((one.severity for one in findings), default=Severity.NONE)
    return Inspection((FileReport("Makefile", None, "modified", (Category.BUILD,), tags, severity),), findings)


def made_by(kind: Kind, confidence: float = 0.99, *, attested: bool = True) -> Dossier:
    return Dossier(
        kind, "devin", confidence, EvidenceClass.ATTESTED, None, Involvement.AUTHOR, wholly_attested=attested
    )


def verdict(seen: Inspection, kind: Kind, policy: Policy = DEFAULT_POLICY, hearing: Hearing = NOBODY) -> Verdict:
    return decide(judge(seen, made_by(kind), policy), hearing, policy.mode)


@pytest.mark.parametrize(
    ("severity", "state", "runs", "merge"),
    [
        (Severity.CRITICAL, State.HELD, True, True),
        (Severity.HIGH, State.HELD, True, True),
        (Severity.REVIEW, State.HELD, False, True),
    ],
)
def test_an_agents_change_is_held_by_severity(severity: Severity, state: State, runs: bool, merge: bool) -> None:
    found = verdict(inspection(finding(severity)), Kind.AGENT)

    assert (found.state, found.holds_runs, found.holds_merge) == (state, runs, merge)


def test_an_agents_ordinary_change_is_clear() -> None:
    found = verdict(inspection(), Kind.AGENT)

    assert found == Verdict(State.CLEAR, Severity.NONE, False, False, False, found.why)
    assert "Nothing in this change can run" in found.why


def test_an_ordinary_bump_holds_the_run_where_the_run_is_privileged() -> None:
    assert verdict(inspection(finding(Severity.REVIEW), tags=(PRIVILEGED_REACH,)), Kind.AGENT).holds_runs


def test_a_privileged_run_is_not_held_for_what_the_policy_does_not_hold() -> None:
    policy = replace(DEFAULT_POLICY, hold_merge=Dial(critical=True, high=True, review=False))
    found = verdict(inspection(finding(Severity.REVIEW), tags=(PRIVILEGED_REACH,)), Kind.AGENT, policy)

    assert found.state is State.CLEAR


def test_doubt_below_the_policys_mark_is_a_persons_change() -> None:
    judgement = judge(inspection(finding(Severity.CRITICAL)), made_by(Kind.AGENT, 0.4), DEFAULT_POLICY)

    assert not judgement.is_gated
    assert not judgement.holds_merge


@pytest.mark.parametrize(
    ("people", "severity", "state"),
    [
        (People.OFF, Severity.CRITICAL, State.CLEAR),
        (People.CRITICAL, Severity.CRITICAL, State.HELD),
        (People.CRITICAL, Severity.HIGH, State.CLEAR),
        (People.ALL, Severity.HIGH, State.HELD),
        (People.ALL, Severity.REVIEW, State.HELD),
    ],
)
def test_what_peoples_own_changes_need_is_policy(people: People, severity: Severity, state: State) -> None:
    policy = replace(DEFAULT_POLICY, people=people)

    assert verdict(inspection(finding(severity)), Kind.HUMAN, policy).state is state


@pytest.mark.parametrize(
    ("kind", "one", "state"),
    [
        (Kind.DEPENDENCY_BOT, finding(Severity.REVIEW, "dependency-bump", Category.DEPENDENCY_LOCK), State.CLEAR),
        (Kind.DEPENDENCY_BOT, finding(Severity.REVIEW, "action-bump", Category.WORKFLOW), State.CLEAR),
        (Kind.DEPENDENCY_BOT, finding(Severity.REVIEW, "workflow-edited", Category.WORKFLOW), State.HELD),
        (Kind.DEPENDENCY_BOT, finding(Severity.REVIEW, "sensitive-file-edited", Category.BUILD), State.HELD),
        (Kind.DEPENDENCY_BOT, finding(Severity.HIGH, "dependency-bump", Category.DEPENDENCY_LOCK), State.HELD),
        (Kind.AUTOMATION, finding(Severity.REVIEW, "sensitive-file-edited", Category.RELEASE), State.CLEAR),
        (Kind.AUTOMATION, finding(Severity.REVIEW, "workflow-edited", Category.WORKFLOW), State.HELD),
        (Kind.AUTOMATION, finding(Severity.HIGH, "build-script-exec", Category.BUILD), State.HELD),
    ],
)
def test_a_known_bot_is_held_only_beyond_what_it_is_for(kind: Kind, one: Finding, state: State) -> None:
    assert verdict(inspection(one), kind).state is state


@pytest.mark.parametrize("kind", [Kind.DEPENDENCY_BOT, Kind.AUTOMATION])
def test_a_known_bots_change_with_a_commit_that_is_not_its_own_is_held_like_an_agents(kind: Kind) -> None:
    bump = inspection(finding(Severity.REVIEW, "dependency-bump", Category.DEPENDENCY_LOCK))
    judgement = judge(bump, made_by(kind, attested=False), DEFAULT_POLICY)

    assert judgement.holds_merge
    assert "Not all of this is attested" in judgement.why


def test_enough_people_release() -> None:
    found = verdict(inspection(finding(Severity.HIGH)), Kind.AGENT, hearing=ENOUGH)

    assert (found.state, found.holds_runs, found.holds_merge) == (State.RELEASED, False, False)


def test_a_refusal_ends_in_refused_and_goes_on_holding() -> None:
    refused = replace(ENOUGH, refusals=("zoe",))
    found = verdict(inspection(finding(Severity.HIGH)), Kind.AGENT, hearing=refused)

    assert (found.state, found.holds_runs, found.holds_merge) == (State.REFUSED, True, True)
    assert found.why == "zoe refused this commit."


def test_requested_changes_go_on_holding_and_say_so() -> None:
    found = verdict(inspection(finding(Severity.HIGH)), Kind.AGENT, hearing=replace(ENOUGH, objections=("zoe", "tom")))

    assert found.state is State.HELD
    assert found.why.startswith("zoe and tom requested changes.")


def test_observing_holds_nothing_and_says_what_it_would() -> None:
    policy = replace(DEFAULT_POLICY, mode=Mode.OBSERVE)
    found = verdict(inspection(finding(Severity.CRITICAL)), Kind.AGENT, policy)

    assert found == Verdict(State.CLEAR, Severity.CRITICAL, False, False, True, found.why)


FINDINGS = st.lists(
    st.builds(
        finding,
        severity=st.sampled_from([Severity.REVIEW, Severity.HIGH, Severity.CRITICAL]),
        reason=st.sampled_from(["dependency-bump", "workflow-edited", "build-script-exec"]),
        category=st.sampled_from([Category.WORKFLOW, Category.BUILD, Category.DEPENDENCY_LOCK]),
    ),
    max_size=4,
)
DIALS = st.builds(Dial, critical=st.booleans(), high=st.booleans(), review=st.booleans())
POLICIES = st.builds(
    Policy, hold_runs=DIALS, hold_merge=DIALS, people=st.sampled_from(People), gate_from=st.floats(0, 1)
)
HOLDS = ("holds_runs", "holds_merge")


def no_less(more: object, less: object) -> bool:
    return all(getattr(more, name) or not getattr(less, name) for name in HOLDS)


@given(FINDINGS, FINDINGS, st.sampled_from(Kind), POLICIES)
def test_one_more_finding_never_holds_less(
    some: list[Finding], more: list[Finding], kind: Kind, policy: Policy
) -> None:
    dossier = made_by(kind)
    assume(dial_is_monotone(policy))

    assert no_less(judge(inspection(*some, *more), dossier, policy), judge(inspection(*some), dossier, policy))


@given(FINDINGS, st.sampled_from(Kind), POLICIES, DIALS, DIALS)
def test_a_stricter_dial_never_lets_more_through(
    some: list[Finding], kind: Kind, policy: Policy, runs: Dial, merge: Dial
) -> None:
    stricter = replace(policy, hold_runs=both(policy.hold_runs, runs), hold_merge=both(policy.hold_merge, merge))
    dossier = made_by(kind)

    assert no_less(judge(inspection(*some), dossier, stricter), judge(inspection(*some), dossier, policy))


@given(FINDINGS, POLICIES)
def test_looking_at_more_people_never_lets_more_through(some: list[Finding], policy: Policy) -> None:
    dossier = made_by(Kind.HUMAN)
    found = [judge(inspection(*some), dossier, replace(policy, people=one)) for one in People]

    monotone = dial_is_monotone(policy)
    assert not monotone or (no_less(found[1], found[0]) and no_less(found[2], found[1]))


def both(one: Dial, other: Dial) -> Dial:
    return Dial(one.critical or other.critical, one.high or other.high, one.review or other.review)


def dial_is_monotone(policy: Policy) -> bool:
    """A dial that holds the mild and lets the grave go is odd, but it is what somebody wrote."""
    return all(
        (dial.critical or not dial.high) and (dial.high or not dial.review)
        for dial in (policy.hold_runs, policy.hold_merge)
    )


PROOF = replace(DEFAULT_POLICY, human_proof=True)


def test_a_person_without_proof_is_looked_at_like_an_agent() -> None:
    person = replace(made_by(Kind.HUMAN), unproven=("abcdef0123",))
    found = decide(judge(inspection(finding(Severity.HIGH)), person, PROOF), NOBODY, Mode.ENFORCE)

    assert found.state is State.HELD
    assert "abcdef0" in found.why


@pytest.mark.parametrize(
    ("policy", "unproven"), [(PROOF, ()), (DEFAULT_POLICY, ("abcdef0123",))], ids=["all signed", "not asked for"]
)
def test_a_person_is_not_held_where_proof_is_given_or_not_asked_for(policy: Policy, unproven: tuple[str, ...]) -> None:
    person = replace(made_by(Kind.HUMAN), unproven=unproven)

    assert not judge(inspection(finding(Severity.CRITICAL)), person, policy).is_gated
    assert not needs_reading(person, policy)


def test_proof_asks_no_more_of_a_person_than_of_an_agent() -> None:
    person = replace(made_by(Kind.HUMAN), unproven=("abcdef0123",))

    assert decide(judge(inspection(), person, PROOF), NOBODY, Mode.ENFORCE).state is State.CLEAR


def test_what_waits_for_its_turn_is_held_even_when_it_is_clear() -> None:
    judgement = in_queue(judge(inspection(), made_by(Kind.AGENT), DEFAULT_POLICY), "Beyond the cap.")
    found = decide(judgement, NOBODY, Mode.ENFORCE)

    assert (found.state, found.holds_runs, found.holds_merge) == (State.HELD, True, True)
    assert found.why.startswith("Beyond the cap.")


def test_a_person_may_let_it_go_out_of_turn() -> None:
    judgement = in_queue(judge(inspection(), made_by(Kind.AGENT), DEFAULT_POLICY), "Beyond the cap.")

    assert decide(judgement, ENOUGH, Mode.ENFORCE).state is State.RELEASED
