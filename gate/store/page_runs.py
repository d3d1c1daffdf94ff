"""The workflow runs of commits, as pages show them: one line a run, whatever its attempts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from gate.run_state import RunState, run_state
from gate.store.page_rows import RunLine
from gate.tables import Run

MOST_RUNS = 100  # of one commit, on average over those asked for

Commit = tuple[int, str]  # repository id and head SHA


def runs_of(session: Session, commits: Sequence[Commit]) -> defaultdict[Commit, tuple[RunLine, ...]]:
    """The runs of each commit, each at its latest attempt, in the order in which they were first seen."""
    lines: defaultdict[Commit, tuple[RunLine, ...]] = defaultdict(tuple)
    if not commits:
        return lines
    repositories = {repository_id for repository_id, _ in commits}
    shas = {head_sha for _, head_sha in commits}
    attempts: dict[tuple[Commit, int], list[Run]] = {}
    for run in session.scalars(
        select(Run)
        .where(Run.repository_id.in_(repositories), Run.head_sha.in_(shas))
        .order_by(Run.attempt, Run.id)
        .limit(MOST_RUNS * len(commits))
    ):
        attempts.setdefault(((run.repository_id, run.head_sha), run.run_id), []).append(run)
    for (commit, _), of_run in sorted(attempts.items(), key=lambda item: (item[1][0].seen_at, item[1][0].id)):
        lines[commit] += (_run_line(of_run),)
    return lines


def _run_line(attempts: Sequence[Run]) -> RunLine:
    """The newest attempt, with what an earlier one left behind: it was let go, and steps of it had begun."""
    newest = attempts[-1]
    was_let_go = newest.hold == "none" and any(attempt.released_at for attempt in attempts)
    state = run_state(
        hold=newest.hold,
        status=newest.status,
        stop_asked_at=newest.stop_asked_at,
        stopped_at=newest.stopped_at,
        released_at=newest.released_at,
    )
    return RunLine(
        workflow=newest.workflow,
        event=newest.event,
        state=RunState.RELEASED if was_let_go else state,
        steps=tuple(_step_name(step) for attempt in attempts for step in attempt.steps),
        attempt=newest.attempt,
        actor=newest.triggering_actor or newest.actor,
        url=newest.html_url,
        note=newest.note,
        seen_at=newest.seen_at,
    )


def _step_name(step: Any) -> str:
    """A step is kept by its name alone, or with more facts beside the name."""
    return str(step.get("name", "")) if isinstance(step, dict) else str(step)
