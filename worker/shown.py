"""What the check of a head shows, and what a press of its button is therefore about.

All verdicts that speak for a head are shown together, and the button carries a mark of exactly these findings on exactly these bases.
Should a verdict have changed between the look and the press, the mark fits no more, and the press counts for nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from sqlalchemy.orm import Session

from gate.store import verdicts
from gate.store.inspection_json import inspection_from_json
from gate.tables import VerdictRow
from rules.finding import FileReport, Finding, Inspection
from rules.verdict import State

RELEASE = "release"
_MARK_LENGTH = 10
"""GitHub's identifiers hold 20 characters (docs: "Create a check run")."""


def speaking(rows: Sequence[VerdictRow]) -> list[VerdictRow]:
    """The verdicts that a head's check speaks of: its pull requests', and its commit's where there is one or runs are kept."""
    merges = [row for row in rows if row.number]
    commits = [row for row in rows if not row.number]
    keeps_runs = any(row.holds_runs or row.state in (State.UNABLE.value, State.RELEASED.value) for row in commits)
    return merges + (commits if merges or keeps_runs else [])


def inspection_shown(session: Session, rows: Sequence[VerdictRow]) -> Inspection | None:
    """Everything that was seen in any of these verdicts' changes, each finding and file once; None where nothing was looked at."""
    seen = [inspection for row in rows if (inspection := _inspection(session, row)) is not None]
    if not seen:
        return None
    files: dict[str, FileReport] = {}
    findings: dict[str, Finding] = {}
    for inspection in seen:
        for report in inspection.files:
            if report.path not in files or files[report.path].severity < report.severity:
                files[report.path] = report
        for finding in inspection.findings:
            findings.setdefault(finding.fingerprint, finding)
    return Inspection(
        files=tuple(files.values()),
        findings=tuple(sorted(findings.values(), key=lambda finding: -finding.severity)),
        notes=tuple(dict.fromkeys(note for inspection in seen for note in inspection.notes)),
        reading_order=tuple(dict.fromkeys(path for inspection in seen for path in inspection.reading_order)),
        incomplete=tuple(dict.fromkeys(path for inspection in seen for path in inspection.incomplete)),
    )


def mark_of(session: Session, rows: Sequence[VerdictRow]) -> str:
    """A short name for exactly these findings on exactly these bases."""
    parts = [f"{row.number}:{row.base_ref}@{row.merge_base}" for row in rows]
    shown = inspection_shown(session, rows)
    parts += sorted(finding.fingerprint for finding in shown.findings) if shown is not None else []
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:_MARK_LENGTH]


def button_of(identifier: str, mark: str) -> str:
    """The identifier that is published: a release carries the mark of what is shown."""
    return f"{identifier}:{mark}" if identifier == RELEASE else identifier


def pressed(identifier: str) -> tuple[str, str]:
    """The button, and the mark that it carried."""
    name, _, mark = identifier.partition(":")
    return name, mark


def covered(session: Session, repository_id: int, head_sha: str, mark: str) -> list[int]:
    """The pull requests (0: the commit's runs) that a press under this mark releases; none when what was shown has changed."""
    rows = speaking(verdicts.verdicts_at(session, repository_id, head_sha))
    return [row.number for row in rows] if mark_of(session, rows) == mark else []


def _inspection(session: Session, row: VerdictRow) -> Inspection | None:
    known = verdicts.load_inspection(session, row.inspection_id)
    return None if known is None else inspection_from_json(known.body)
