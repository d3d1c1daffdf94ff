"""What a button is about: the findings that the check showed when it was pressed, by a mark in the button's own identifier.

A press releases what was shown, and what lies within it. Should the verdict have changed between the look and the press, the mark
fits nothing any more, and the press counts for nothing.
"""

from __future__ import annotations

import hashlib

from sqlalchemy.orm import Session

from gate.store import verdicts
from gate.store.inspection_json import inspection_from_json
from gate.tables import VerdictRow

RELEASE = "release"
_MARK_LENGTH = 10
"""GitHub's identifiers hold 20 characters (docs: "Create a check run")."""


def button_of(identifier: str, mark: str) -> str:
    """The identifier that is published: a release carries the mark of what is shown."""
    return f"{identifier}:{mark}" if identifier == RELEASE else identifier


def pressed(identifier: str) -> tuple[str, str]:
    """The button, and the mark that it carried."""
    name, _, mark = identifier.partition(":")
    return name, mark


def fingerprints_of(session: Session, row: VerdictRow) -> frozenset[str]:
    """What a verdict's reader is shown."""
    known = verdicts.load_inspection(session, row.inspection_id)
    if known is None:
        return frozenset()
    return frozenset(finding.fingerprint for finding in inspection_from_json(known.body).findings)


def mark_of(session: Session, row: VerdictRow) -> str:
    """A short name for exactly these findings on exactly this base."""
    shown = "\0".join((row.base_ref, row.merge_base, *sorted(fingerprints_of(session, row))))
    return hashlib.sha256(shown.encode("utf-8", "replace")).hexdigest()[:_MARK_LENGTH]


def covered(session: Session, repository_id: int, head_sha: str, mark: str) -> list[int]:
    """The pull requests (0: the commit's runs) whose findings lie within what the check showed under this mark."""
    rows = verdicts.verdicts_at(session, repository_id, head_sha)
    shown = next((row for row in rows if mark_of(session, row) == mark), None)
    if shown is None:
        return []
    seen = fingerprints_of(session, shown)
    return [row.number for row in rows if fingerprints_of(session, row) <= seen]
