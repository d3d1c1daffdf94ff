"""What a repository's policy makes of findings: waived ones become notes, excepted ones weigh less."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fnmatch import fnmatchcase

from rules.finding import Finding
from rules.policy import PathException, Policy


def apply_policy(findings: Iterable[Finding], policy: Policy, today: str) -> tuple[list[Finding], list[str]]:
    """(findings that stay, notes on the waived ones). A waiver holds through its day; without `today` none does.

    What could not be inspected is never waived away and never weighs less.
    """
    waivers = {waiver.fingerprint: waiver for waiver in policy.waivers}
    kept: list[Finding] = []
    notes: list[str] = []
    for finding in findings:
        waiver = waivers.get(finding.fingerprint)
        if finding.reason == "not-inspectable" or waiver is None:
            kept.append(_excepted(finding, policy))
        elif today and today <= waiver.expires:
            place = finding.path or "the pull request's text"
            notes.append(
                f"Waived until {waiver.expires} by {waiver.owner}: {finding.rule} in {place} ({waiver.reason})."
            )
        else:
            notes.append(f"The waiver of {finding.rule} in {finding.path} by {waiver.owner} ended on {waiver.expires}.")
            kept.append(finding)
    return kept, notes


def _excepted(finding: Finding, policy: Policy) -> Finding:
    if finding.reason == "not-inspectable":
        return finding
    for exception in policy.exceptions:
        if exception.severity < finding.severity and _covers(exception, finding):
            finding = replace(finding, severity=exception.severity)
    return finding


def _covers(exception: PathException, finding: Finding) -> bool:
    """Exceptions for certain agents are the service's business: who made a change is not known here."""
    if exception.agents or finding.path is None:
        return False
    if exception.categories and finding.category not in exception.categories:
        return False
    return any(fnmatchcase(finding.path, pattern) for pattern in exception.paths)
