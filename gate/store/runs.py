"""Attempts of workflow runs on the commits that Gate watches."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from gate.github_api.nouns import RunRead
from gate.tables import Run


def save_run(session: Session, repository_id: int, run: RunRead, now: datetime) -> Run:
    """Writes what is known of one attempt. A completed attempt never goes back to running: deliveries come in any order."""
    row = find_run(session, run.id, run.attempt)
    if row is None:
        row = Run(
            repository_id=repository_id, run_id=run.id, attempt=run.attempt, head_sha=run.head_sha,
            head_branch=run.head_branch, event=run.event, workflow=run.workflow, name=run.name, actor=run.actor.login,
            triggering_actor=run.triggering_actor.login, status=run.status, conclusion=run.conclusion, hold="none",
            html_url=run.html_url, seen_at=now, steps=[], note="",
        )  # fmt: skip
        session.add(row)
        session.flush()
        return row
    if row.status != "completed" or (row.conclusion == "action_required" and run.conclusion):
        row.status, row.conclusion = run.status, run.conclusion
    row.html_url = run.html_url or row.html_url
    return row


def find_run(session: Session, run_id: int, attempt: int) -> Run | None:
    """One attempt, or None."""
    return session.scalars(select(Run).where(Run.run_id == run_id, Run.attempt == attempt)).first()


def runs_at(session: Session, repository_id: int, head_sha: str) -> list[Run]:
    """Every known attempt on a commit, oldest first."""
    return list(
        session.scalars(
            select(Run)
            .where(Run.repository_id == repository_id, Run.head_sha == head_sha)
            .order_by(Run.run_id, Run.attempt)
        )
    )


def newest_attempts(rows: list[Run]) -> list[Run]:
    """Of each run its newest attempt."""
    newest: dict[int, Run] = {}
    for row in rows:
        if row.run_id not in newest or newest[row.run_id].attempt < row.attempt:
            newest[row.run_id] = row
    return list(newest.values())
