"""The order in which a person should read the findings of an inspection; checks and pages share it."""

from __future__ import annotations

from rules.finding import Finding, Inspection


def in_order(inspection: Inspection) -> tuple[Finding, ...]:
    """The worst first, then along the reading order, then by line."""
    place = {path: index for index, path in enumerate(inspection.reading_order)}

    def key(finding: Finding) -> tuple[int, int, int, str]:
        return (-finding.severity, place.get(finding.path or "", len(place)), finding.line or 0, finding.rule)

    return tuple(sorted(inspection.findings, key=key))
