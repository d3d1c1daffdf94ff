"""zizmor as a helper: only what the change made worse, and a note when it cannot answer."""

from __future__ import annotations

from gate.zizmor import audit
from rules.engine import inspect
from tests.rules.kit import CI, CI_PATH, ci, edit

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
