"""The long part of the check run: every finding with its excerpt, as blocks that may be cut between but not inside."""

from __future__ import annotations

from collections.abc import Sequence

from gate.check_view import CheckView
from gate.markdown_text import code_span, fence, prose
from gate.plain_words import PLACE, SEVERITY
from rules.finding import Finding


def details(view: CheckView, findings: Sequence[Finding]) -> list[str]:
    """The blocks: the reading order, each finding in the order given, what could not be read, notes, the commit judged."""
    if view.inspection is None:
        return []
    blocks = _reading_order(view.inspection.reading_order)
    for number, finding in enumerate(findings, 1):
        blocks.extend(_finding(number, finding))
    if view.inspection.incomplete:
        blocks.append("### What Gate could not read")
        blocks.append("\n".join(f"- {code_span(path)}" for path in view.inspection.incomplete[:200]))
    if view.inspection.notes:
        blocks.append("### Worth a word, too uncertain to hold")
        blocks.append("\n".join(f"- Note: {prose(note)}" for note in view.inspection.notes[:50]))
    if view.head_sha:
        blocks.append(f"All of this is about the commit {code_span(view.head_sha, 64)} and no other.")
    return blocks


def _reading_order(paths: Sequence[str]) -> list[str]:
    if len(paths) < 2:
        return []
    lines = [f"{number}. {code_span(path)}" for number, path in enumerate(paths[:20], 1)]
    left = len(paths) - 20
    return ["### Read in this order", "\n".join(lines), *([f"Then {left} more."] if left > 0 else [])]


def _finding(number: int, finding: Finding) -> list[str]:
    """One finding as one block, so that its heading never stands without its excerpt."""
    place = "the pull request’s own words" if finding.path is None else code_span(finding.path)
    lines = f", line {finding.line}" if finding.line else ""
    if finding.line and finding.end_line and finding.end_line > finding.line:
        lines = f", lines {finding.line} to {finding.end_line}"
    severity = SEVERITY[finding.severity].capitalize()
    parts = [
        f"### {number}. {place}{lines}",
        f"**{severity}**, in {PLACE[finding.category]} ({finding.confidence.word} confidence). {prose(finding.message)}",
    ]
    if finding.instead:
        parts.append(f"**Instead:** {prose(finding.instead)}")
    if finding.evidence:
        parts.append(fence(finding.evidence))
    parts.append(f"Rule {code_span(finding.rule, 80)}.")
    return ["\n\n".join(parts)]
