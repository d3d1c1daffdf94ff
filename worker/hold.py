"""Keeps workflow runs from running: tells GitHub's own holds apart, stops what nobody holds, follows a stop to its end.

What GitHub keeps is held. What Gate cancels is stopped, and it is honest about the race: the steps that had begun are recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from gate.errors import ConflictError, GateError, GitHubRefusedError
from gate.github_api.nouns import Address, RunRead
from gate.store import effects, nudges, record, runs
from gate.tables import LedgerRow, Run
from worker.hands import Hands

FORCE_AFTER = timedelta(seconds=6)
"""A run that still runs so long after its cancel has steps that survive a plain one (`always()`); then it is force-cancelled."""

FOLLOW_EVERY = timedelta(seconds=2)
_LONGEST_FOLLOW = timedelta(minutes=5)

# Agents that GitHub itself runs: their runs wait for a person's click (docs: "Risks and mitigations for Copilot cloud agent").
_GITHUB_AGENTS = frozenset({198982749, 242468646, 242516109})
_GITHUB_AGENT_LOGINS = frozenset(
    {"copilot", "copilot-swe-agent[bot]", "anthropic-code-agent[bot]", "openai-code-agent[bot]"}
)
_ACTIONS_BOT = "github-actions[bot]"


def kind_of_hold(run: RunRead, repository_id: int) -> str:
    """Which of GitHub's own holds keeps a run: copilot, token, fork, or github when nobody can tell; "none" when GitHub does not keep it."""
    if not run.is_held_by_github:
        return "none"
    for account in (run.triggering_actor, run.actor):
        if account.id in _GITHUB_AGENTS or account.login.lower() in _GITHUB_AGENT_LOGINS:
            return "copilot"
    if _ACTIONS_BOT in (run.actor.login, run.triggering_actor.login):
        return "token"
    if run.head_repository_id is not None and run.head_repository_id != repository_id:
        return "fork"
    return "github"


def by_danger(found: Sequence[RunRead]) -> list[RunRead]:
    """Runs in the order in which they are stopped: those that GitHub gives the base repository's secrets to come first."""
    privileged = (
        "pull_request_target",
        "workflow_run",
        "push",
        "release",
        "deployment",
        "schedule",
        "workflow_dispatch",
    )
    return sorted(found, key=lambda run: (run.event not in privileged, run.status != "in_progress", run.id))


def stop_run(hands: Hands, address: Address, run: RunRead) -> None:
    """Stops one run, and sees to it that the stop is followed. Harmless twice."""
    key = f"stop:{run.id}:{run.attempt}"
    with hands.database.transaction() as session:
        row = runs.save_run(session, address.repository_id, run, hands.now())
        known = effects.want_effect(session, key, hands.now())
        row.hold = "stopped"
        row.stop_asked_at = row.stop_asked_at or hands.now()
        if known == "new":
            record.write_ledger(session, _stop_entry(address, run, hands.now()))
    if known != "done":
        try:
            hands.github.cancel_run(address, run.id)
        except ConflictError:
            pass  # over already, or not to be cancelled yet: it stays wanted, and the next look tells and tries again
        else:
            with hands.database.transaction() as session:
                effects.end_effect(session, key, "done", "cancelled", hands.now())
    follow_later(hands, address, run.head_sha)


def hold_runs(hands: Hands, address: Address, found: Sequence[RunRead]) -> None:
    """Makes sure that nothing of a held commit runs: stops what goes, notes what GitHub keeps, follows earlier stops.

    A run that cannot be stopped does not keep the others going: each is tried, then the first fault is raised.
    """
    each(by_danger(found), lambda run: _hold_run(hands, address, run))


def each(found: Sequence[RunRead], act: Callable[[RunRead], None]) -> None:
    """Does something for each run, and raises the first fault only when all were tried."""
    first: GateError | None = None
    for run in found:
        try:
            act(run)
        except GateError as fault:
            first = first or fault
    if first is not None:
        raise first


def _hold_run(hands: Hands, address: Address, run: RunRead) -> None:
    with hands.database.transaction() as session:
        row = runs.save_run(session, address.repository_id, run, hands.now())
        kind = kind_of_hold(run, address.repository_id)
        if kind != "none":
            row.hold = kind
        follows = row.hold == "stopped" and row.stopped_at is None
        asked = effects.is_done(session, f"stop:{run.id}:{run.attempt}")
    if kind != "none":
        return
    if not run.is_over and not asked:
        stop_run(hands, address, run)
    elif follows:
        follow_stop(hands, address, run)


def follow_stop(hands: Hands, address: Address, run: RunRead) -> None:
    """Looks whether a stop has taken effect: records the steps that had begun, or forces the end."""
    with hands.database.transaction() as session:
        row = runs.find_run(session, run.id, run.attempt)
        asked_at = None if row is None else row.stop_asked_at
    if asked_at is None:
        return
    if not run.is_over:
        # The longer a run takes to end, the seldomer it is asked after: half as long as it took already.
        follow_later(
            hands, address, run.head_sha, min(max(FOLLOW_EVERY, (hands.now() - asked_at) / 2), _LONGEST_FOLLOW)
        )
        _force(hands, address, run, asked_at)
        return
    steps = hands.github.begun_steps(address, run.id, run.attempt)
    with hands.database.transaction() as session:
        row = runs.save_run(session, address.repository_id, run, hands.now())
        row.steps = [f"{step.job} / {step.name}" for step in steps]
        row.stopped_at = row.stopped_at or hands.now()
        if run.conclusion not in ("cancelled", "action_required", ""):
            row.hold = "none"
            row.note = f"It ended with {run.conclusion} before Gate could stop it."


def follow_later(hands: Hands, address: Address, head_sha: str, delay: timedelta = FOLLOW_EVERY) -> None:
    """Asks for another look at a commit's runs in a moment."""
    with hands.database.transaction() as session:
        nudges.nudge(
            session, "commit", address.repository_id, head_sha, urgency=1, due_at=hands.now() + delay, depth="follow"
        )


def _force(hands: Hands, address: Address, run: RunRead, asked_at: datetime) -> None:
    if hands.now() - asked_at < FORCE_AFTER:
        return
    key = f"force:{run.id}:{run.attempt}"
    with hands.database.transaction() as session:
        known = effects.want_effect(session, key, hands.now())
    if known == "done":
        return
    try:
        hands.github.force_cancel_run(address, run.id)
        state, words = "done", "force-cancelled"
    except GitHubRefusedError as refusal:
        state, words = "refused", refusal.words
    with hands.database.transaction() as session:
        effects.end_effect(session, key, state, words, hands.now())


def _stop_entry(address: Address, run: RunRead, now: datetime) -> LedgerRow:
    return LedgerRow(
        repository_id=address.repository_id,
        number=0,
        head_sha=run.head_sha,
        base_ref="",
        merge_base="",
        act="stopped" if run.attempt == 1 else "restopped",
        by="",
        way="",
        reason=f"Run {run.id} (attempt {run.attempt}) of {run.workflow} on {run.event}, started by {run.triggering_actor.login}.",
        policy="",
        body={"run_id": run.id, "attempt": run.attempt, "workflow": run.workflow, "event": run.event},
        at=now,
    )


def is_waiting(row: Run) -> bool:
    """Whether a run waits for a release: kept by GitHub or stopped by Gate, and not let go."""
    return row.hold != "none" and row.released_at is None
