"""The JSON of `InspectionRow.body`: an inspection as plain values, and back without loss.

The layout follows the JSON output of `gate inspect`, with `instead` and the order of everything kept. Text stays as it
came, lone surrogates of undecodable bytes included: `json.dumps` with its default ASCII escapes carries them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.finding import Category, Confidence, FileReport, Finding, Inspection, Severity


def inspection_to_json(inspection: Inspection) -> dict[str, Any]:
    """Plain values that `json.dumps` takes; the top `severity` is for whoever reads the row, and is never read back."""
    return {
        "severity": inspection.severity.word,
        "files": [_file_to_json(report) for report in inspection.files],
        "findings": [_finding_to_json(finding) for finding in inspection.findings],
        "notes": list(inspection.notes),
        "reading_order": list(inspection.reading_order),
        "incomplete": list(inspection.incomplete),
    }


def inspection_from_json(body: Mapping[str, Any]) -> Inspection:
    """The inspection that was written.

    Raises `ValueError` or `KeyError` for anything else: a row that is not understood is never read as an empty one.
    """
    return Inspection(
        files=tuple(_file_from_json(report) for report in body["files"]),
        findings=tuple(_finding_from_json(finding) for finding in body["findings"]),
        notes=tuple(body["notes"]),
        reading_order=tuple(body["reading_order"]),
        incomplete=tuple(body["incomplete"]),
    )


def _file_to_json(report: FileReport) -> dict[str, Any]:
    return {
        "path": report.path,
        "previous_path": report.previous_path,
        "status": report.status,
        "categories": [category.value for category in report.categories],
        "tags": list(report.tags),
        "severity": report.severity.word,
    }


def _file_from_json(body: Mapping[str, Any]) -> FileReport:
    return FileReport(
        path=body["path"],
        previous_path=body["previous_path"],
        status=body["status"],
        categories=tuple(Category(word) for word in body["categories"]),
        tags=tuple(body["tags"]),
        severity=Severity[body["severity"].upper()],
    )


def _finding_to_json(finding: Finding) -> dict[str, Any]:
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


def _finding_from_json(body: Mapping[str, Any]) -> Finding:
    return Finding(
        rule=body["rule"],
        reason=body["reason"],
        path=body["path"],
        line=body["line"],
        end_line=body["end_line"],
        category=Category(body["category"]),
        severity=Severity[body["severity"].upper()],
        confidence=Confidence[body["confidence"].upper()],
        message=body["message"],
        instead=body["instead"],
        evidence=body["evidence"],
        fingerprint=body["fingerprint"],
    )
