"""The Markdown form of an inspection, for a comment or a job summary; hostile text is shown as code, and harmless."""

from __future__ import annotations

from collections.abc import Iterator

from gate.finding_order import in_order
from gate.hostile_text import visible_line
from gate.markdown_text import code_span, prose
from rules.finding import Finding, Inspection

_MAX_FINDINGS = 200


def as_markdown(inspection: Inspection) -> str:
    """A heading with the verdict, a list of findings (at most 200, the rest counted), notes."""
    return "\n".join(_lines(inspection)) + "\n"


def _lines(inspection: Inspection) -> Iterator[str]:
    verdict = f"held ({inspection.severity.word})" if inspection.findings else "clear"
    yield f"## Gate: {verdict}"
    ordered = in_order(inspection)
    for finding in ordered[:_MAX_FINDINGS]:
        yield ""
        yield from _finding(finding)
    if len(ordered) > _MAX_FINDINGS:
        yield ""
        yield f"… and {len(ordered) - _MAX_FINDINGS} more findings."
    for heading, entries in (
        ("Notes", inspection.notes),
        ("Could not be read", inspection.incomplete),
        ("Read first", inspection.reading_order[:10]),
    ):
        if entries and inspection.findings:
            yield ""
            yield f"### {heading}"
            yield ""
            yield from (f"- {code_span(visible_line(entry))}" for entry in entries)


def _finding(finding: Finding) -> Iterator[str]:
    place = "the pull request's text" if finding.path is None else code_span(visible_line(finding.path))
    if finding.line is not None:
        place = f"{place}, line {finding.line}"
    yield f"- **{finding.severity.word}** in {place}: {prose(finding.message)} (`{finding.rule}`)"
    if finding.evidence:
        yield f"  {code_span(visible_line(finding.evidence, 200))}"
    yield f"  Instead: {finding.instead}"
