"""The SARIF 2.1.0 form of an inspection, as GitHub code scanning takes it.

GitHub docs, "SARIF support for code scanning": one run, rules with `security-severity`, results with a location, partial
fingerprints; at most 25,000 results. A finding without a file has none to point at and is placed on the first changed file.
"""

from __future__ import annotations

import json
from urllib.parse import quote

import gate
from gate.hostile_text import visible
from rules.engine import load_rules
from rules.finding import Finding, Inspection, Severity

_MAX_RESULTS = 25_000
_LEVELS = {Severity.REVIEW: "note", Severity.HIGH: "warning", Severity.CRITICAL: "error", Severity.NONE: "none"}
# CVSS-like numbers by which GitHub names a severity: over 9.0 critical, 7.0 to 8.9 high, 4.0 to 6.9 medium, below low.
_NUMBERS = {Severity.REVIEW: "3.0", Severity.HIGH: "7.5", Severity.CRITICAL: "9.5", Severity.NONE: "0.0"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(inspection: Inspection) -> str:
    """One SARIF log, ASCII only."""
    shown = inspection.findings[:_MAX_RESULTS]
    identifiers = sorted({finding.rule for finding in shown})
    places = {name: index for index, name in enumerate(identifiers)}
    fallback = inspection.files[0].path if inspection.files else "."
    log = {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "Gate",
                        "version": gate.__version__,
                        "rules": [_rule(name, shown) for name in identifiers],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, places[finding.rule], fallback) for finding in shown],
            }
        ],
    }
    return json.dumps(log, indent=2, ensure_ascii=True) + "\n"


def _rule(name: str, findings: tuple[Finding, ...]) -> dict[str, object]:
    known = next((rule for rule in load_rules() if rule.id == name), None)
    worst = max(finding.severity for finding in findings if finding.rule == name)
    title = known.title if known is not None else name
    return {
        "id": name,
        "name": "".join(word.capitalize() for word in name.split("-")),
        "shortDescription": {"text": title},
        "help": {"text": known.instead if known is not None else title},
        "defaultConfiguration": {"level": _LEVELS[worst]},
        "properties": {"security-severity": _NUMBERS[worst], "tags": ["security"]},
    }


def _uri(path: str) -> str:
    """The path as a relative reference, byte for byte; what no bytes stand behind is escaped as it is."""
    try:
        return quote(path.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        return quote(path.encode("utf-8", "surrogatepass"))


def _result(finding: Finding, index: int, fallback: str) -> dict[str, object]:
    path = finding.path if finding.path is not None else fallback
    start = finding.line or 1
    return {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": visible(f"{finding.message} Instead: {finding.instead}")},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(path)},
                    "region": {"startLine": start, "endLine": max(start, finding.end_line or start)},
                }
            }
        ],
        "partialFingerprints": {"gateFingerprint/v1": finding.fingerprint},
        "properties": {
            "reason": finding.reason,
            "category": finding.category.value,
            "confidence": finding.confidence.word,
        },
    }
