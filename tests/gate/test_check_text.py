"""The words of the check run: right, plain, within GitHub's limits, and harmless whatever the pull request holds."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.check_text import CheckText, check_text
from gate.check_view import CheckState, CheckView, DeniedRelease, Maker, RunView
from gate.run_state import RunState
from rules.dossier import Evidence, EvidenceClass, Kind
from rules.finding import Category, Confidence, Finding, Inspection, Severity
from tests.gate.markdown_reading import read
from tests.gate.nouns import Words, contributions, correction_lines, evidences, inspections, pools, several

PAGE = "http://127.0.0.1:8000/pulls/acme/shop/7"
RUN_PAGE = "https://github.com/acme/shop/actions/runs/9"
HEADINGS = re.compile(
    r"What was found|The workflow runs|What lets it go|Read in this order|What Gate could not read"
    r"|Worth a word, too uncertain to hold|\d+\. (?:the pull request’s own words)?(?:, lines? \d+(?: to \d+)?)?"
)


def views_of(words: Words) -> st.SearchStrategy[CheckView]:
    maker = st.builds(
        Maker,
        kind=st.sampled_from(Kind),
        agent=st.none() | words,
        evidence_class=st.sampled_from(EvidenceClass),
        evidence=st.none() | evidences(words),
        requester=st.none() | words,
        confidence=st.floats(0, 1),
    )
    run = st.builds(
        RunView,
        workflow=words,
        event=words,
        state=st.sampled_from(RunState),
        steps=several(words),
        url=st.just(RUN_PAGE) | words,
        note=words,
    )
    return st.builds(
        CheckView,
        state=st.sampled_from(CheckState),
        maker=st.none() | maker,
        inspection=st.none() | inspections(words),
        observe=st.booleans(),
        holds_runs=st.booleans(),
        reason=words,
        mend=words,
        runs=st.lists(run, max_size=3).map(tuple),
        who_may_release=words,
        people_needed=st.integers(1, 3),
        released_by=several(words),
        refused_by=words,
        denied=st.lists(st.builds(DeniedRelease, login=words, reason=words), max_size=2).map(tuple),
        policy_source=words,
        policy_not_in_force=several(words),
        queue=words,
        corrections=st.lists(correction_lines(words), max_size=2).map(tuple),
        contributions=st.none() | contributions(words),
        page_url=st.just(PAGE),
        head_sha=words,
    )


VIEWS = pools().flatmap(views_of)


def finding(path: str | None = ".github/workflows/ci.yml", line: int | None = 14, **more: object) -> Finding:
    given_fields: dict[str, object] = {
        "rule": "permission-widened",
        "reason": "permission-widened",
        "path": path,
        "line": line,
        "end_line": line,
        "category": Category.WORKFLOW,
        "severity": Severity.HIGH,
        "confidence": Confidence.HIGH,
        "message": "The job may now write to the repository.",
        "instead": "Keep the permission to read.",
        "evidence": "contents: write",
        "fingerprint": "f",
    }
    return Finding(**(given_fields | more))  # type: ignore[arg-type]  # a table of defaults has one type for all fields


SCRIPT = finding(
    "scripts/setup-cache.sh",
    3,
    rule="sends-secrets",
    category=Category.CI_REACHABLE,
    severity=Severity.CRITICAL,
    message="The script sends the environment to cache.example.org.",
)
FOUND = Inspection(findings=(finding(), SCRIPT), reading_order=("scripts/setup-cache.sh", ".github/workflows/ci.yml"))
HELD = CheckView(
    state=CheckState.HELD,
    maker=Maker(
        Kind.AGENT,
        "claude-code",
        EvidenceClass.ATTESTED,
        Evidence("author account", "claude[bot]", EvidenceClass.ATTESTED),
        "mara",
    ),
    inspection=FOUND,
    runs=(
        RunView("CI", "pull_request", RunState.STOPPED, ("Set up job", "Check out")),
        RunView("Docs", "push", RunState.HELD_BY_GITHUB),
        RunView("Label", "pull_request", RunState.NEEDS_CLICK, url=RUN_PAGE),
    ),
    who_may_release="One person with write access who neither asked for the change nor wrote any of it.",
    policy_source=".github/gate.yml",
    page_url=PAGE,
)


def everything(text: CheckText) -> str:
    annotations = [f"{note.title} {note.message}" for note in text.annotations]
    buttons = [f"{action.label} {action.description}" for action in text.actions]
    return "\n".join([text.title, text.summary, text.text, *annotations, *buttons])


# --- what always holds -----------------------------------------------------------------------------------------------


@given(VIEWS)
def test_no_hostile_text_can_act_in_the_summary_or_the_details(view: CheckView) -> None:
    text = check_text(view)

    for reading in (read(text.summary), read(text.text)):
        assert reading.automatic == []
        assert reading.active == []
        assert set(reading.links) <= {PAGE, RUN_PAGE}
        assert [heading for heading in reading.headings if not HEADINGS.fullmatch(heading)] == []


@given(VIEWS)
def test_no_title_mentions_anybody_or_breaks_its_line(view: CheckView) -> None:
    title = check_text(view).title

    assert "@" not in title
    assert title.isprintable()


@given(VIEWS)
def test_every_text_can_be_sent_and_keeps_to_the_limits_of_github(view: CheckView) -> None:
    text = check_text(view)

    assert 0 < len(text.title) <= 255
    assert 0 < len(text.summary.encode()) <= 65_535
    assert len(text.text.encode()) <= 65_535
    assert len(text.annotations) <= 50
    assert all(
        note.path.encode() and note.message and 1 <= note.start_line <= note.end_line for note in text.annotations
    )
    assert all(len(note.title) <= 255 and len(note.raw_details.encode()) <= 65_536 for note in text.annotations)


@given(VIEWS)
def test_the_conclusion_is_never_one_that_satisfies_a_required_check_by_saying_nothing(view: CheckView) -> None:
    assert check_text(view).conclusion in (None, "success", "failure", "action_required")


@given(VIEWS.filter(lambda view: not view.observe and view.state not in (CheckState.CLEAR, CheckState.RELEASED)))
def test_nothing_but_clear_and_released_is_a_success(view: CheckView) -> None:
    assert check_text(view).conclusion != "success"


@given(VIEWS)
def test_the_buttons_fit_and_are_three_at_most(view: CheckView) -> None:
    actions = check_text(view).actions

    assert len(actions) <= 3
    assert all(
        len(action.label) <= 20 and len(action.description) <= 40 and len(action.identifier) <= 20 for action in actions
    )


def test_a_very_large_inspection_is_cut_between_blocks_and_says_so() -> None:
    many = tuple(finding(f"build/{number}.sh", number, evidence="`" * 900) for number in range(1, 400))

    text = check_text(replace(HELD, inspection=Inspection(findings=many)))

    assert len(text.text.encode()) <= 65_535
    assert text.text.endswith("all of it is on Gate’s page of this commit.")
    assert [code for code in read(text.text).code if code.strip("`\n")] != []


def test_what_is_not_marked_at_its_line_is_counted() -> None:
    many = tuple(finding(f"build/{number}.sh", number) for number in range(1, 61))

    text = check_text(replace(HELD, inspection=Inspection(findings=many)))

    assert len(text.annotations) == 50
    assert "50 of 60 findings are marked at their lines" in text.summary


# --- each state ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "status", "conclusion", "buttons"),
    [
        (CheckState.PENDING, "in_progress", None, []),
        (CheckState.CLEAR, "completed", "success", ["look-again"]),
        (CheckState.HELD, "completed", "action_required", ["release", "refuse", "look-again"]),
        (CheckState.RELEASED, "completed", "success", ["refuse", "look-again"]),
        (CheckState.REFUSED, "completed", "failure", ["release", "look-again"]),
        (CheckState.UNABLE, "completed", "action_required", ["look-again"]),
    ],
)
def test_each_state_has_its_conclusion_and_buttons(
    state: CheckState, status: str, conclusion: str | None, buttons: list[str]
) -> None:
    text = check_text(replace(HELD, state=state))

    assert (text.status, text.conclusion) == (status, conclusion)
    assert [action.identifier for action in text.actions] == buttons


@pytest.mark.parametrize(
    ("view", "title"),
    [
        (HELD, "Held: critical change to code that workflows run and a workflow; 1 person must look"),
        (
            replace(HELD, people_needed=3, released_by=("lena",)),
            "Held: critical change to code that workflows run and a workflow; 2 more people must look",
        ),
        (replace(HELD, state=CheckState.PENDING), "Gate is looking at this commit"),
        (
            replace(HELD, state=CheckState.CLEAR, inspection=Inspection()),
            "Clear: nothing in it needs a person’s look",
        ),
        (
            replace(HELD, state=CheckState.RELEASED, released_by=("lena", "tom")),
            "Released by lena and tom (critical change to code that workflows run and a workflow)",
        ),
        (
            replace(HELD, state=CheckState.REFUSED, refused_by="lena"),
            "Refused by lena (critical change to code that workflows run and a workflow)",
        ),
        (
            CheckView(CheckState.UNABLE, reason="the policy has an unknown key in line 3"),
            "Gate could not judge this commit: the policy has an unknown key in line 3",
        ),
        (
            replace(HELD, observe=True),
            "Nothing is held in observe mode; otherwise this would be held (critical change to code that workflows run and a workflow)",
        ),
    ],
)
def test_the_title_says_what_is_the_case(view: CheckView, title: str) -> None:
    assert check_text(view).title == title


def test_the_first_line_says_what_to_look_at_first_and_why() -> None:
    first = check_text(HELD).summary.splitlines()[0]

    assert first.startswith("**Look first at** `scripts/setup-cache.sh` line 3: The script sends the environment")


def test_findings_are_told_in_order_of_severity() -> None:
    summary = check_text(HELD).summary

    assert summary.index("1. **critical** at `scripts/setup-cache.sh`") < summary.index("2. **high** at `.github")


def test_findings_of_one_severity_are_told_in_reading_order() -> None:
    first, second = finding("b.yml"), finding("a.yml")

    text = check_text(replace(HELD, inspection=Inspection(findings=(second, first), reading_order=("b.yml", "a.yml"))))

    assert text.summary.startswith("**Look first at** `b.yml`")


def test_a_stopped_run_says_which_steps_had_begun() -> None:
    assert "after 2 steps had begun; what they did is done: `Set up job` and `Check out`." in check_text(HELD).summary


def test_a_run_that_waits_for_a_click_links_its_page() -> None:
    assert RUN_PAGE in read(check_text(HELD).summary).links


def test_who_can_release_and_how_many_have_is_said() -> None:
    summary = check_text(replace(HELD, people_needed=2, released_by=("lena",))).summary

    assert "**Who can:** One person with write access" in summary
    assert "**So far:** 1 of 2 people: `lena`." in summary


def test_who_tried_and_may_not_is_named_with_the_reason() -> None:
    denied = (DeniedRelease("mara", "mara asked the agent for this change."),)

    summary = check_text(replace(HELD, denied=denied)).summary

    assert "`mara` tried to release it and may not: mara asked the agent for this change." in summary


def test_only_the_merge_waits_where_the_runs_may_go() -> None:
    assert "Only the merge waits; the runs may go." in check_text(replace(HELD, holds_runs=False)).summary


def test_unable_says_what_went_wrong_and_what_to_do() -> None:
    view = CheckView(CheckState.UNABLE, reason="The policy has an unknown key.", mend="Correct line 3.")

    assert check_text(view).summary.startswith(
        "**What went wrong:** The policy has an unknown key.\n\n**What to do:** Correct line 3."
    )


def test_what_could_not_be_read_is_named() -> None:
    names = tuple(f"big/{number}.bin" for number in range(7))

    summary = check_text(replace(HELD, inspection=replace(FOUND, incomplete=names))).summary

    assert (
        "**Gate could not read** `big/0.bin`, `big/1.bin`, `big/2.bin`, `big/3.bin`, `big/4.bin` and 2 more." in summary
    )


def test_a_clear_change_with_findings_says_that_the_policy_lets_it_through() -> None:
    clear = replace(HELD, state=CheckState.CLEAR)

    assert check_text(clear).summary.startswith("Nothing is held: the policy lets a change like this through.")
    assert check_text(replace(clear, reason="A person made it.")).summary.startswith(
        "Nothing is held: A person made it."
    )


def test_observe_mode_succeeds_and_offers_no_release() -> None:
    text = check_text(replace(HELD, observe=True))

    assert (text.conclusion, [action.identifier for action in text.actions]) == ("success", ["look-again"])


def test_keys_of_the_policy_that_do_nothing_yet_are_named() -> None:
    assert "`release.passkey`" in check_text(replace(HELD, policy_not_in_force=("release.passkey",))).summary


def test_the_requester_of_an_agent_is_named_or_said_to_be_unknown() -> None:
    assert HELD.maker is not None
    unknown = replace(HELD, maker=replace(HELD.maker, requester=None))

    assert "`mara` asked for it." in check_text(HELD).summary
    assert "Nobody can tell who asked for it." in check_text(unknown).summary


def test_what_could_not_be_judged_guesses_neither_maker_nor_policy() -> None:
    view = CheckView(
        CheckState.UNABLE, maker=Maker(Kind.HUMAN), reason="GitHub did not answer.", policy_source="defaults"
    )

    summary = check_text(view).summary

    assert "Who made it" not in summary
    assert "Policy" not in summary


def test_the_defaults_are_said_to_be_the_defaults() -> None:
    assert (
        "**Policy:** Gate’s defaults; there is no policy file."
        in check_text(replace(HELD, policy_source="defaults")).summary
    )


def test_a_path_that_is_not_utf_8_is_told_but_not_annotated() -> None:
    text = check_text(replace(HELD, inspection=Inspection(findings=(finding("a\udc80.yml"),))))

    assert text.annotations == ()
    assert "`a⟨byte 80⟩.yml` line 14" in text.summary


@pytest.mark.parametrize(
    ("severity", "level"), [(Severity.CRITICAL, "failure"), (Severity.HIGH, "warning"), (Severity.REVIEW, "notice")]
)
def test_an_annotation_is_as_loud_as_its_finding(severity: Severity, level: str) -> None:
    text = check_text(replace(HELD, inspection=Inspection(findings=(finding(severity=severity),))))

    assert [note.annotation_level for note in text.annotations] == [level]


# --- plain words -----------------------------------------------------------------------------------------------------

NOT_PLAIN = re.compile(
    r"\b(?:SHA|PR|PRs|MR|OIDC|MCP|IOC|TTL|JSON|YAML|API|null|None|True|False|enum|payload|webhooks?|idempotent|heuristics?|triage"
    r"|mitigat\w+|remediat\w+|leverag\w+|artifacts?|vectors?|exfiltrat\w+|adversar\w+|provenance|quarantine\w*|blocked|approvals?"
    r"|sanitiz\w+|whitelist\w*|blacklist\w*|utiliz\w+|ensure|please note|e\.g\.|i\.e\.|etc)\b"
)
ALL_STATES = [
    replace(HELD, state=state, observe=observe, inspection=inspection, released_by=released, reason="a sentence")
    for state in CheckState
    for observe in (False, True)
    for inspection in (FOUND, Inspection(), replace(FOUND, incomplete=("big.bin",), notes=("A note.",)))
    for released in ((), ("lena",))
]


def test_every_text_is_in_plain_words() -> None:
    found = {match.group() for view in ALL_STATES for match in NOT_PLAIN.finditer(everything(check_text(view)))}

    assert found == set()


def test_no_sentence_of_ours_is_long() -> None:
    sentences = {
        sentence
        for view in ALL_STATES
        for block in check_text(view).summary.split("\n")
        for sentence in re.split(r"(?<=[.?!])\s", re.sub(r"`[^`]*`|\(http[^)]*\)", "x", block))
    }

    assert [sentence for sentence in sentences if len(sentence.split()) > 26] == []


@pytest.mark.parametrize("state", list(CheckState))
def test_no_text_has_an_empty_code_or_a_doubled_sentence_sign(state: CheckState) -> None:
    text = check_text(replace(HELD, state=state))

    assert "(empty)" not in text.summary
    assert ".." not in re.sub(r"`[^`]*`", "", text.summary)


def test_every_category_severity_kind_and_evidence_class_has_words() -> None:
    views = [
        replace(
            HELD,
            maker=Maker(kind, "some-agent", evidence_class),
            inspection=Inspection(findings=(finding(category=category, severity=severity),)),
        )
        for kind in Kind
        for evidence_class in EvidenceClass
        for category in Category
        for severity in Severity
    ]

    assert not any(NOT_PLAIN.search(everything(check_text(view))) for view in views)
