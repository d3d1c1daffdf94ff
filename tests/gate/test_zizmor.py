"""zizmor as a helper: only what the change made worse, and a note when it cannot answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from gate import judge
from gate.zizmor import audit
from rules.engine import inspect
from rules.finding import Severity
from rules.policy import DEFAULT_POLICY
from tests.rules.kit import CI, CI_PATH, ci, edit, new_file

INJECTED = CI + "      - run: echo ${{ github.event.pull_request.title }}\n"


def test_an_injection_that_the_change_brings_is_found() -> None:
    helped = audit(ci(CI, INJECTED))

    assert [(finding.rule, finding.reason, finding.path, finding.line) for finding in helped.findings] == [
        ("zizmor-template-injection", "script-injection", CI_PATH, 12)
    ]


def test_what_was_there_before_is_not_told() -> None:
    assert audit(ci(INJECTED, INJECTED + "      - run: echo done\n")).findings == ()


def test_a_comment_of_the_change_cannot_silence_it() -> None:
    assert audit(ci(CI, INJECTED.replace("title }}", "title }} # zizmor: ignore[template-injection]"))).findings


def test_without_a_workflow_nothing_is_run() -> None:
    helped = audit(edit("src/a.py", "a\n", "b\n"))

    assert (helped.findings, helped.notes) == ((), ())


def test_a_workflow_that_it_cannot_read_gives_a_note() -> None:
    helped = audit(ci(CI, "on: [\n"))

    assert helped.findings == ()
    assert len(helped.notes) == 1


def test_what_our_own_rules_say_is_told_once() -> None:
    change = ci(CI, INJECTED)

    inspection = inspect(change, more=audit(change).findings)

    assert [finding.rule for finding in inspection.findings if finding.reason == "script-injection"] == [
        "script-injection"
    ]


def test_another_line_of_a_script_that_was_unsafe_before_is_not_told() -> None:
    before = CI + "      - run: |\n          echo one\n          echo ${{ github.event.issue.title }}\n"

    assert audit(ci(before, before.replace("echo one", "echo two"))).findings == ()


def test_a_bump_of_an_action_by_tag_is_not_told() -> None:
    before = CI + "      - uses: actions/cache@v4\n"

    assert audit(ci(before, before.replace("cache@v4", "cache@v5"))).findings == ()


def test_a_checkout_in_a_job_that_uploads_nothing_is_not_told() -> None:
    job = "  lint:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: actions/checkout@v4\n      - run: make lint\n"

    assert audit(ci(CI, CI + job)).findings == ()


ACTION = "name: greet\ndescription: Says hello.\nruns:\n  using: composite\n  steps:\n    - run: echo hello\n      shell: bash\n"


def test_an_action_is_read_as_an_action() -> None:
    unsafe = ACTION.replace("echo hello", "echo ${{ github.event.issue.title }}")

    helped = audit(edit(".github/actions/greet/action.yml", ACTION, unsafe))

    assert [(finding.reason, finding.line) for finding in helped.findings] == [("script-injection", 6)]


def test_an_action_among_fixtures_is_not_read() -> None:
    unsafe = ACTION.replace("echo hello", "echo ${{ github.event.issue.title }}")

    assert audit(new_file("tests/fixtures/greet/action.yml", unsafe)).findings == ()


def test_dependabot_that_may_run_code_is_found() -> None:
    before = (
        "version: 2\nupdates:\n  - package-ecosystem: pip\n    directory: /\n    schedule:\n      interval: weekly\n"
    )

    helped = audit(edit(".github/dependabot.yml", before, before + "    insecure-external-code-execution: allow\n"))

    assert [(finding.reason, finding.severity, finding.category) for finding in helped.findings] == [
        ("remote-code-exec", Severity.HIGH, "repo-policy")
    ]


def test_what_it_is_hardly_sure_of_is_a_mere_review() -> None:
    helped = audit(ci(CI, CI + "      - uses: action/checkout@b4ffde65f46336ab88eb53be808477a3936bae11 # v4.1.1\n"))

    assert [(finding.reason, finding.severity) for finding in helped.findings] == [("lookalike-name", Severity.REVIEW)]


def test_judging_asks_zizmor_too() -> None:
    app = (
        CI
        + "      - uses: actions/create-github-app-token@df432ceedc7162793a195dd1713ff69aefc7379e # v2.0.6\n"
        + "        with:\n          app-id: 1\n          private-key: ${{ secrets.KEY }}\n"
    )

    found = judge.inspect_change(ci(CI, app), DEFAULT_POLICY, "").findings

    assert "zizmor-github-app" in {finding.rule for finding in found}


def test_without_the_program_the_own_rules_judge_and_say_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))

    inspection = judge.inspect_change(ci(CI, INJECTED), DEFAULT_POLICY, "")

    assert "script-injection" in {finding.rule for finding in inspection.findings}
    assert [note for note in inspection.notes if "zizmor did not answer" in note]


def test_what_another_version_said_is_not_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    known = judge.inspection_digest(DEFAULT_POLICY, "", "")
    monkeypatch.setattr(judge, "zizmor_version", lambda: "0.0.1")

    assert judge.inspection_digest(DEFAULT_POLICY, "", "") != known
