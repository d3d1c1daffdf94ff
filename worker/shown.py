"""What the check of a head shows, and what a press of its button is therefore about.

All verdicts that speak for a head are shown together, and the button carries a mark of exactly these findings on exactly these bases.
Should a verdict hold more since than was shown, the press does not release it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from gate.store import effects, verdicts
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


@dataclass(frozen=True, slots=True)
class Showing:
    """The findings that a check shows, by fingerprint, and the bases that they were found against."""

    bases: frozenset[str]
    fingerprints: frozenset[str]

    @property
    def mark(self) -> str:
        """A short name for exactly this."""
        parts = "\0".join((*sorted(self.bases), "", *sorted(self.fingerprints)))
        return hashlib.sha256(parts.encode("utf-8", "replace")).hexdigest()[:_MARK_LENGTH]

    def covers(self, other: Showing) -> bool:
        """Whether whoever saw this saw all of another."""
        return other.bases <= self.bases and other.fingerprints <= self.fingerprints


def showing_of(session: Session, rows: Sequence[VerdictRow]) -> Showing:
    """What these verdicts amount to on a check."""
    shown = inspection_shown(session, rows)
    fingerprints = frozenset(finding.fingerprint for finding in shown.findings) if shown is not None else frozenset()
    return Showing(frozenset(f"{row.base_ref}@{row.merge_base}" for row in rows), fingerprints)


def keep_showing(session: Session, repository_id: int, head_sha: str, showing: Showing, now: datetime) -> None:
    """Keeps what a check shows under its mark, for the press that may come."""
    key = _key(repository_id, head_sha, showing.mark)
    if effects.want_effect(session, key, now) == "new":
        words = json.dumps({"bases": sorted(showing.bases), "fingerprints": sorted(showing.fingerprints)})
        effects.end_effect(session, key, "done", words, now)


def _key(repository_id: int, head_sha: str, mark: str) -> str:
    return f"shown:{repository_id}:{head_sha}:{mark}"


def button_of(identifier: str, mark: str) -> str:
    """The identifier that is published: a release carries the mark of what is shown."""
    return f"{identifier}:{mark}" if identifier == RELEASE else identifier


def pressed(identifier: str) -> tuple[str, str]:
    """The button, and the mark that it carried."""
    name, _, mark = identifier.partition(":")
    return name, mark


def covered(session: Session, repository_id: int, head_sha: str, mark: str) -> list[int]:
    """The pull requests (0: the commit's runs) all of whose findings were shown under this mark."""
    kept = effects.words_of(session, _key(repository_id, head_sha, mark))
    if not kept:
        return []
    seen = json.loads(kept)
    shown = Showing(frozenset(seen["bases"]), frozenset(seen["fingerprints"]))
    rows = speaking(verdicts.verdicts_at(session, repository_id, head_sha))
    return [row.number for row in rows if shown.covers(showing_of(session, [row]))]


def _inspection(session: Session, row: VerdictRow) -> Inspection | None:
    known = verdicts.load_inspection(session, row.inspection_id)
    return None if known is None else inspection_from_json(known.body)
