"""The words of the check run: what a reviewer who is interrupted in the middle of the day reads first, then the rest.

Pure: a view in, texts out. Nothing of a pull request leaves here as Markdown (`gate.markdown_text`).
Limits of GitHub: https://docs.github.com/en/rest/checks/runs#create-a-check-run
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gate.check_details import details
from gate.check_summary import summary
from gate.check_view import CheckState, CheckView
from gate.finding_order import in_order
from gate.hostile_text import visible, visible_line
from gate.markdown_text import fitting
from gate.plain_words import SEVERITY, count, listing, places
from rules.finding import Finding, Severity

MOST_BYTES = 65_535  # GitHub's documentation says characters; there are never fewer bytes, so bytes are safe either way
MOST_TITLE = 255
MOST_ANNOTATIONS = 50
LEVEL = {Severity.CRITICAL: "failure", Severity.HIGH: "warning", Severity.REVIEW: "notice", Severity.NONE: "notice"}


@dataclass(frozen=True, slots=True)
class Annotation:
    """One remark at lines of a file: GitHub's fields; all texts are shown as they are, not as Markdown."""

    path: str
    start_line: int
    end_line: int
    annotation_level: str
    title: str
    message: str
    raw_details: str


@dataclass(frozen=True, slots=True)
class Action:
    """One button: label of at most 20 characters, description 40, identifier 20."""

    label: str
    description: str
    identifier: str


@dataclass(frozen=True, slots=True)
class CheckText:
    """What is published. `conclusion` is None while the check is in progress; never neutral or skipped: both satisfy a required check."""

    status: str
    conclusion: str | None
    title: str
    summary: str
    text: str
    annotations: tuple[Annotation, ...] = ()
    actions: tuple[Action, ...] = ()


RELEASE = Action("Release", "Let this commit go; you looked at it", "release")
REFUSE = Action("Refuse", "Keep this commit out", "refuse")
LOOK_AGAIN = Action("Look again", "Read it from GitHub again", "look-again")

_CONCLUSION = {
    CheckState.PENDING: None,
    CheckState.CLEAR: "success",
    CheckState.HELD: "action_required",
    CheckState.RELEASED: "success",
    CheckState.REFUSED: "failure",
    CheckState.UNABLE: "action_required",
}
_ACTIONS = {
    CheckState.PENDING: (),
    CheckState.CLEAR: (LOOK_AGAIN,),
    CheckState.HELD: (RELEASE, REFUSE, LOOK_AGAIN),
    CheckState.RELEASED: (REFUSE, LOOK_AGAIN),
    CheckState.REFUSED: (RELEASE, LOOK_AGAIN),
    CheckState.UNABLE: (LOOK_AGAIN,),
}


def check_text(view: CheckView) -> CheckText:
    """The whole check run for a view. In observe mode it succeeds whatever was found, and the title says what would be held."""
    findings = in_order(view.inspection) if view.inspection else ()
    may_merge = view.state is CheckState.HELD and not view.holds_merge
    conclusion = "success" if may_merge else _CONCLUSION[view.state]
    only_observes = view.observe and conclusion is not None
    annotations = _annotations(findings)
    return CheckText(
        status="in_progress" if conclusion is None else "completed",
        conclusion="success" if only_observes else conclusion,
        title=_title(view, findings)[:MOST_TITLE],
        summary=fitting(summary(view, findings, len(annotations)), MOST_BYTES),
        text=fitting(details(view, findings), MOST_BYTES),
        annotations=annotations,
        actions=(LOOK_AGAIN,) if only_observes else _ACTIONS[view.state],
    )


def _title(view: CheckView, findings: Sequence[Finding]) -> str:
    if view.state is CheckState.PENDING:
        return "Gate is looking at this commit"
    if view.state is CheckState.UNABLE:
        observed = "Nothing is held in observe mode; " if view.observe else ""
        return f"{observed}Gate could not judge this commit: {_plain(view.reason)}"
    what = _what(findings)
    if view.observe and view.state is not CheckState.CLEAR:
        return f"Nothing is held in observe mode; otherwise this would be held ({what})"
    return {
        CheckState.CLEAR: f"Clear: {what}",
        CheckState.HELD: f"Held: {'beyond the cap, waits for its turn; ' if view.queue else ''}{what}; {_people_left(view)}",
        CheckState.RELEASED: f"Released by {_names(view.released_by)} ({what})",
        CheckState.REFUSED: f"Refused by {_plain(view.refused_by) or 'a reviewer'} ({what})",
    }[view.state]


def _what(findings: Sequence[Finding]) -> str:
    if not findings:
        return "nothing in it needs a person’s look"
    return f"{SEVERITY[findings[0].severity]} change to {places(findings)}"


def _plain(text: str) -> str:
    """Hostile text for a title, which is not Markdown; an @ is spelt out all the same."""
    return visible_line(text, 160).replace("@", "(at)")


def _names(logins: Sequence[str]) -> str:
    shown = [_plain(login) for login in logins[:3]]
    return listing([*shown, f"{len(logins) - 3} more"] if len(logins) > 3 else shown) or "a person"


def _people_left(view: CheckView) -> str:
    left = max(1, view.people_needed - len(view.released_by))
    if view.released_by:
        return f"{left} more {'person' if left == 1 else 'people'} must look"
    return f"{count(left, 'person', 'people')} must look"


def _annotations(findings: Sequence[Finding]) -> tuple[Annotation, ...]:
    marked: list[Annotation] = []
    for finding in findings:
        # A path that is not UTF-8 cannot be sent; its finding is in the summary and the details.
        if not finding.path or not finding.line or not _is_sendable(finding.path):
            continue
        marked.append(
            Annotation(
                path=finding.path,
                start_line=finding.line,
                end_line=max(finding.line, finding.end_line or 0),
                annotation_level=LEVEL[finding.severity],
                title=visible_line(f"Gate, {SEVERITY[finding.severity]}: {finding.rule}", 200),
                message=visible(f"{finding.message}\n{finding.instead}".strip(), 2000) or "Look at this line.",
                raw_details=visible(finding.evidence, 2000),
            )
        )
    return tuple(marked[:MOST_ANNOTATIONS])


def _is_sendable(path: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in path)
