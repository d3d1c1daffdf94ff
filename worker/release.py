"""Lets go what a release covers: approves or re-runs each held run in the way that its kind of hold needs.

A refusal of GitHub's is read, never guessed at: its words stay on the run, and where only a person's click helps, the page is linked.
"""

from __future__ import annotations

from gate.errors import GitHubRefusedError
from gate.github_api.nouns import Address, RunRead
from gate.store import effects, record, runs
from gate.tables import LedgerRow, Run
from worker.hands import Hands
from worker.hold import each, follow_later, follow_stop, kind_of_hold

_NOT_A_FORK = "not from a fork"


def let_go(hands: Hands, address: Address, found: list[RunRead], *, github_holds_too: bool) -> None:
    """Lets a commit's waiting runs go. `github_holds_too` is False for a commit that is merely clear: then only our own stops end."""
    each(found, lambda run: _let_one_go(hands, address, run, github_holds_too=github_holds_too))


def _let_one_go(hands: Hands, address: Address, run: RunRead, *, github_holds_too: bool) -> None:
    with hands.database.transaction() as session:
        row = runs.save_run(session, address.repository_id, run, hands.now())
        kind = kind_of_hold(run, address.repository_id)
        if row.hold == "none" and kind != "none":
            row.hold = kind
        hold, released, followed = row.hold, row.released_at is not None, row.stopped_at is not None
    if hold == "none" or released or (hold != "stopped" and not github_holds_too):
        return
    if hold == "stopped" and not followed:
        follow_stop(hands, address, run)
    if not run.is_over and not run.is_held_by_github:
        follow_later(
            hands, address, run.head_sha
        )  # its stop has not taken effect yet; only a finished run can run again
        return
    _release_run(hands, address, run, hold)


def _release_run(hands: Hands, address: Address, run: RunRead, hold: str) -> None:
    key = f"go:{run.id}:{run.attempt}"
    with hands.database.transaction() as session:
        row = runs.find_run(session, run.id, run.attempt)
        if row is None or row.hold == "none":
            return
        known = effects.want_effect(session, key, hands.now())
    if known == "refused":
        return
    note, state = "", "done"
    if known == "new" or (known == "wanted" and not _went(hands, address, run)):
        note = _call(hands, address, run, hold)
        state = "refused" if note else "done"
    with hands.database.transaction() as session:
        effects.end_effect(session, key, state, note, hands.now())
        row = runs.find_run(session, run.id, run.attempt)
        if row is None:
            return
        if note:
            row.note = note
            row.hold = "unreleasable" if run.is_held_by_github else row.hold
            return
        row.released_at = hands.now()
        record.write_ledger(session, _entry(address, row))


def _call(hands: Hands, address: Address, run: RunRead, hold: str) -> str:
    """Makes the call that this kind of hold needs; GitHub's words when it refuses, else nothing."""
    try:
        if hold != "copilot" and run.is_held_by_github:
            try:
                hands.github.approve_run(address, run.id)
                return ""
            except GitHubRefusedError as refusal:
                if _NOT_A_FORK not in refusal.words.lower():
                    raise
        hands.github.rerun(address, run.id)
    except GitHubRefusedError as refusal:
        what = "let this run go" if run.is_held_by_github else "run this again"
        return f"GitHub would not {what}: {refusal.words or refusal.status}"
    return ""


def _went(hands: Hands, address: Address, run: RunRead) -> bool:
    """Whether a call whose end was never recorded did reach GitHub: a new attempt, or the hold is gone."""
    present = hands.github.read_run(address, run.id)
    return present.attempt > run.attempt or (run.is_held_by_github and not present.is_held_by_github)


def _entry(address: Address, row: Run) -> LedgerRow:
    return LedgerRow(
        repository_id=address.repository_id,
        number=0,
        head_sha=row.head_sha,
        base_ref="",
        merge_base="",
        act="run_released",
        by="",
        way=row.hold,
        reason=f"Run {row.run_id} (attempt {row.attempt}) of {row.workflow} on {row.event} was let go.",
        policy="",
        body={"run_id": row.run_id, "attempt": row.attempt, "workflow": row.workflow, "event": row.event},
        at=row.released_at,
    )
