"""Runs every rule over a change and puts the result together: findings, what could not be read, what to read first."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module

import rules.catalog
from rules.change import Change
from rules.change_view import ChangeView, FileView
from rules.errors import RuleCrashedError
from rules.finding import Category, Confidence, FileReport, Finding, Inspection, Severity
from rules.policy import DEFAULT_POLICY, Policy
from rules.policy_findings import apply_policy
from rules.reach import is_workflow
from rules.rule import Rule, Stage, fingerprint
from rules.verdict import PRIVILEGED_REACH

_CRASHED = "not-inspectable"


@cache
def load_rules() -> tuple[Rule, ...]:
    """Every rule of the catalog folder, by id."""
    names = sorted(module.name for module in pkgutil.iter_modules(rules.catalog.__path__))
    return tuple(import_module(f"rules.catalog.{name}").rule for name in names)


def inspect(
    change: Change,
    *,
    policy: Policy = DEFAULT_POLICY,
    today: str = "",
    more: Sequence[Finding] = (),
    notes: Sequence[str] = (),
    catalog: Iterable[Rule] | None = None,
) -> Inspection:
    """Everything that Gate sees in a change, whoever made it.

    `today` (ISO date, UTC) decides which waivers still hold; without it none does. `more` are findings of other engines
    and `notes` what those have to say. `catalog` replaces the shipped rules (for tests). Never raises for what a change
    holds: a rule that fails becomes a finding `not-inspectable`.
    """
    view = ChangeView(change, policy)
    findings: list[Finding] = []
    incomplete: dict[str, None] = dict.fromkeys(change.incomplete)
    chosen = load_rules() if catalog is None else tuple(catalog)
    for stage in Stage:
        view.found.update(finding.path for finding in (*more, *findings) if finding.path is not None)
        for rule in chosen:
            if rule.stage is stage:
                findings.extend(_run(rule, view, incomplete))
    findings.extend(finding for finding in more if not _is_told(finding, findings))
    for finding in findings:
        if finding.reason == _CRASHED and finding.path is not None:
            incomplete.setdefault(finding.path)
    kept, waived = apply_policy(_unique(findings), policy, today)
    worst: dict[str | None, Severity] = {}
    for finding in kept:
        worst[finding.path] = max(finding.severity, worst.get(finding.path, Severity.NONE))
    reports = tuple(_report(file, worst.get(file.path, Severity.NONE)) for file in view.files)
    return Inspection(
        files=reports,
        findings=tuple(kept),
        notes=(*notes, *view.notes, *waived),
        reading_order=_reading_order(reports, kept),
        incomplete=tuple(incomplete),
    )


def _run(rule: Rule, view: ChangeView, incomplete: dict[str, None]) -> list[Finding]:
    try:
        return list(rule(view))
    except Exception as error:  # a rule's fault must hold the change, whatever it is
        crash = RuleCrashedError(rule.id, error)
        incomplete.setdefault(f"rule {rule.id}")
        return [
            Finding(
                rule=rule.id,
                reason=_CRASHED,
                path=None,
                line=None,
                end_line=None,
                category=Category.CONTENT,
                severity=Severity.HIGH,
                confidence=Confidence.HIGH,
                message=f"A part of the inspection failed, so this change counts as not inspected: {crash}.",
                instead="Read the change by hand, and tell the makers of Gate which rule failed.",
                evidence="",
                fingerprint=fingerprint(rule.id, None, str(crash)),
            )
        ]


def _is_told(finding: Finding, findings: Sequence[Finding]) -> bool:
    """One of our own rules says the same of the same place."""
    return any(
        (own.path, own.reason) == (finding.path, finding.reason) and abs((own.line or 0) - (finding.line or 0)) <= 1
        for own in findings
    )


def _unique(findings: Iterable[Finding]) -> list[Finding]:
    """One finding for each rule and place, the worst kept; worst first, then by place."""
    best: dict[tuple[str, str | None, int | None, str], Finding] = {}
    for finding in findings:
        key = (finding.rule, finding.path, finding.line, "" if finding.line else finding.evidence)
        if key not in best or finding.severity > best[key].severity:
            best[key] = finding
    return sorted(best.values(), key=_rank)


def _rank(finding: Finding) -> tuple[int, int, str, int, str]:
    return (-finding.severity, -finding.confidence, finding.path or "", finding.line or 0, finding.rule)


def _report(file: FileView, severity: Severity) -> FileReport:
    categories = file.categories
    if file.reached is not None and not is_workflow(file.path):
        categories = (*categories, Category.CI_REACHABLE)
    return FileReport(
        path=file.path,
        previous_path=file.file.previous_path,
        status=file.file.status.value,
        categories=categories,
        tags=(*file.tags, PRIVILEGED_REACH) if file.is_reached_by_privileged else file.tags,
        severity=severity,
    )


def _reading_order(reports: Sequence[FileReport], findings: Sequence[Finding]) -> tuple[str, ...]:
    """Files with findings, the worst first, many findings before few; then the rest of the sensitive files."""
    counts: dict[str, int] = {}
    for finding in findings:
        if finding.path is not None:
            counts[finding.path] = counts.get(finding.path, 0) + 1
    sensitive = [report for report in reports if report.severity or report.categories]
    ordered = sorted(sensitive, key=lambda report: (-report.severity, -counts.get(report.path, 0), report.path))
    return tuple(report.path for report in ordered)
