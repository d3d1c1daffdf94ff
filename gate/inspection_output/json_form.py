"""The JSON form of an inspection: one document, ASCII only, so that hostile text cannot act on a terminal."""

from __future__ import annotations

import json

from rules.finding import FileReport, Finding, Inspection


def as_json(inspection: Inspection) -> str:
    """One JSON document. Bytes of a path that are no UTF-8 come out as `\\udcXX` escapes."""
    document = {
        "verdict": "held" if inspection.findings else "clear",
        "severity": inspection.severity.word,
        "files": [_file(report) for report in inspection.files],
        "findings": [_finding(finding) for finding in inspection.findings],
        "notes": list(inspection.notes),
        "reading_order": list(inspection.reading_order),
        "incomplete": list(inspection.incomplete),
    }
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def _file(report: FileReport) -> dict[str, object]:
    return {
        "path": report.path,
        "previous_path": report.previous_path,
        "status": report.status,
        "categories": [category.value for category in report.categories],
        "tags": list(report.tags),
        "severity": report.severity.word,
    }


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "rule": finding.rule,
        "reason": finding.reason,
        "path": finding.path,
        "line": finding.line,
        "end_line": finding.end_line,
        "category": finding.category.value,
        "severity": finding.severity.word,
        "confidence": finding.confidence.word,
        "message": finding.message,
        "instead": finding.instead,
        "evidence": finding.evidence,
        "fingerprint": finding.fingerprint,
    }
