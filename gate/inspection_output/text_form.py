"""The plain form of an inspection, for a terminal: hostile text is made visible first."""

from __future__ import annotations

from collections.abc import Iterator

from gate.finding_order import in_order
from gate.hostile_text import visible_line
from rules.finding import Finding, Inspection


def as_text(inspection: Inspection) -> str:
    """A verdict line, a block for each finding, notes, what could not be read, what to read first."""
    return "\n".join(_lines(inspection)) + "\n"


def _lines(inspection: Inspection) -> Iterator[str]:
    count = len(inspection.findings)
    if not count:
        yield f"clear: nothing found in {len(inspection.files)} changed files"
    else:
        word = "finding" if count == 1 else "findings"
        yield f"held: {count} {word}, the worst is {inspection.severity.word}"
    for finding in in_order(inspection):
        yield ""
        yield from _finding(finding)
    for heading, entries in (
        ("notes", inspection.notes),
        ("could not be read", inspection.incomplete),
        ("read first", inspection.reading_order[:10]),
    ):
        if entries and (count or heading != "read first"):
            yield ""
            yield f"{heading}:"
            yield from (f"  {visible_line(entry)}" for entry in entries)


def _finding(finding: Finding) -> Iterator[str]:
    place = "pull request text" if finding.path is None else visible_line(finding.path)
    if finding.line is not None:
        place = f"{place}:{finding.line}"
    yield f"{finding.severity.word}  {place}  {finding.rule}"
    yield f"  {visible_line(finding.message, 600)}"
    if finding.evidence:
        yield f"  > {visible_line(finding.evidence, 200)}"
    yield f"  instead: {finding.instead}"
    yield f"  fingerprint: {finding.fingerprint}"
