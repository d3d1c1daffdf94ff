"""The corrections of the dossier that people made, for the operator: what was judged, and what was said against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from gate.store.verdict_body import VerdictBody
from gate.tables import Repository, VerdictRow, Voice
from rules.release import CORRECTION


def list_corrections(session: Session) -> Iterator[dict[str, Any]]:
    """Every time a label of ours was set or taken off, oldest first, as plain values.

    `judged` is what Gate said of that head when it last judged it (None where it never did); `counted` says whether the newest verdict
    counts the act, None where that verdict does not tell of it any more.
    """
    rows = session.execute(
        select(Voice, Repository.owner, Repository.name)
        .outerjoin(Repository, Repository.id == Voice.repository_id)
        .where(Voice.way == CORRECTION)
        .order_by(Voice.said_at, Voice.id)
    )
    for voice, owner, name in rows.all():
        body = _body_at(session, voice)
        yield {
            "at": voice.said_at.isoformat(),
            "repository": f"{owner}/{name}" if owner else str(voice.repository_id),
            "number": voice.number,
            "head_sha": voice.head_sha,
            "says": voice.says.removesuffix("_off"),
            "act": "taken_off" if voice.says.endswith("_off") else "set",
            "by": voice.login,
            "type": voice.user_type,
            "permission": voice.permission,
            "counted": _counted(body, voice),
            "judged": None if body is None else _judged(body),
        }


def _body_at(session: Session, voice: Voice) -> VerdictBody | None:
    row = session.scalars(
        select(VerdictRow)
        .where(
            VerdictRow.repository_id == voice.repository_id,
            VerdictRow.number == voice.number,
            VerdictRow.head_sha == voice.head_sha,
        )
        .order_by(VerdictRow.id.desc())
        .limit(1)
    ).first()
    try:
        return None if row is None else VerdictBody.from_json(row.body)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None  # another version may have written it; the correction itself is told all the same


def _counted(body: VerdictBody | None, voice: Voice) -> bool | None:
    if body is None:
        return None
    found = [line.counts for line in body.corrections if line.at == voice.said_at and line.login == voice.login]
    return found[0] if found else None


def _judged(body: VerdictBody) -> dict[str, Any]:
    dossier = body.dossier
    return {
        "kind": dossier.kind.value,
        "agent": dossier.agent,
        "confidence": dossier.confidence,
        "evidence_class": dossier.evidence_class.word,
        "evidence": [[one.signal, one.value, one.evidence_class.word] for one in dossier.evidence],
    }
