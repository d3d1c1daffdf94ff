"""Arranges the evidence of a pull request or commit for its page: the order of reading, and the sentences of the banner. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gate.check_summary import WAITS
from gate.finding_order import in_order
from gate.plain_words import SEVERITY, count, places
from gate.store.page_rows import Evidence, VerdictView
from rules.finding import FileReport, Finding, Inspection

MOST_FINDINGS = 200
MOST_FILES = 300


@dataclass(frozen=True, slots=True)
class FileFindings:
    """One file to read, with its findings in order. `path` is None for the pull request's own words; `report` where the file has one."""

    path: str | None
    report: FileReport | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class EvidencePage:
    """What the template needs beyond the rows. `more` findings and files were left off."""

    sentence: str
    waits: str
    first: Finding | None
    files: tuple[FileFindings, ...]
    more: int
    quiet: tuple[FileReport, ...]
    more_quiet: int
    github_url: str
    run_urls: tuple[str, ...]


def evidence_page(evidence: Evidence, web_url: str) -> EvidencePage:
    """Arranges everything; only links that stay on `web_url` (GitHub's web address) are linked."""
    verdict = evidence.verdict
    inspection = verdict.inspection if verdict is not None and verdict.inspection is not None else Inspection()
    findings = in_order(inspection)
    quiet = [report for report in inspection.files if not any(report.path == finding.path for finding in findings)]
    return EvidencePage(
        sentence=_sentence(verdict, findings),
        waits=WAITS[verdict.holds_runs, verdict.holds_merge] if verdict is not None and verdict.state == "held" else "",
        first=findings[0] if findings else None,
        files=_by_file(inspection, findings[:MOST_FINDINGS]),
        more=max(0, len(findings) - MOST_FINDINGS),
        quiet=tuple(quiet[:MOST_FILES]),
        more_quiet=max(0, len(quiet) - MOST_FILES),
        github_url=web_url + evidence.place.github,
        run_urls=tuple(run.url if run.url.startswith(f"{web_url}/") else "" for run in evidence.runs),
    )


def _by_file(inspection: Inspection, findings: Sequence[Finding]) -> tuple[FileFindings, ...]:
    """Files in the order of their first finding: the worst first, then along the reading order."""
    reports = {report.path: report for report in inspection.files}
    of_file: dict[str | None, list[Finding]] = {}
    for finding in findings:
        of_file.setdefault(finding.path, []).append(finding)
    return tuple(FileFindings(path, reports.get(path or ""), tuple(found)) for path, found in of_file.items())


def _sentence(verdict: VerdictView | None, findings: Sequence[Finding]) -> str:
    if verdict is None:
        return "Gate has not judged this commit yet. Until it has, nothing is let through."
    if verdict.state == "pending":
        return "Gate is reading this commit. Until it has, nothing is let through."
    if verdict.state == "unable":
        return verdict.body.reason if verdict.body is not None else ""
    if verdict.inspection is None:
        # Nothing to tell is not nothing found.
        return verdict.fault or "What Gate found is not stored with this verdict."
    what = (
        f"{SEVERITY[findings[0].severity]} change to {places(findings)}"
        if findings
        else "nothing in it needs a person’s look"
    )
    what = what[0].upper() + what[1:]
    if verdict.would_hold:
        return f"{what}. The policy only observes: it would be held, and is not."
    if verdict.state == "held" and verdict.body is not None:
        so_far = verdict.body.people_so_far
        left = max(1, verdict.body.requirement.people - so_far)
        more = "more " if so_far else ""
        return f"{what}. {count(left, f'{more}person', f'{more}people')} must look before it goes on."
    return f"{what}."
