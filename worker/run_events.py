"""What happens to workflow runs and pushes. Stopping is the one act that does not wait for a look."""

from __future__ import annotations

from gate import payload_nouns, payloads
from gate.github_api.nouns import Address, RunRead
from gate.store import nudges, record, runs, verdicts
from rules.dossier import Kind, PullRequestTraits
from rules.identity import identify
from rules.verdict import State
from worker.arrivals import Arrival, Outcome, account_of, actor_of, address_of, ask, done, ignored
from worker.contributing import mixed_without_files
from worker.hands import Hands
from worker.hold import kind_of_hold, stop_run
from worker.voices import hear_rerun

MOST_PUSHED_COMMITS = 250
MOST_PATH_LETTERS = 60_000
"""Letters of all paths of one push that are kept."""


def workflow_run(hands: Hands, arrival: Arrival, payload: payloads.WorkflowRunPayload) -> Outcome:
    """A run that was asked for, started or ended. One of a commit that is known to be held is stopped here and now."""
    run = _run(payload.workflow_run)
    # Only a later attempt can be one that we started; that we did says nothing of who made the commit.
    own = _own_login(hands) if run.attempt > 1 else ""
    with hands.database.transaction() as session:
        address = address_of(session, payload)
        if address is None:
            return ignored("it names no installation")
        for role, account in (("run", run.actor), ("rerun", run.triggering_actor)):
            if account.login.lower() == own:
                continue
            record.observe(
                session,
                f"run:{run.id}:{run.attempt}:{role}",
                repository_id=address.repository_id,
                kind=role,
                head_sha=run.head_sha,
                actor=(account.login, account.id, account.type),
                body={"run": run.id, "attempt": run.attempt, "event": run.event, "workflow": run.workflow},
                at=arrival.received_at,
            )
        row = verdicts.commit_verdict(session, address.repository_id, run.head_sha)
        holds, state, maker = (row.holds_runs, row.state, row.kind) if row else (False, "", "")
        known = runs.save_run(session, address.repository_id, run, hands.now())
        if kind_of_hold(run, address.repository_id) != "none" and known.released_at is None:
            known.hold = kind_of_hold(run, address.repository_id)
        hold = known.hold
        if holds:
            # Written down before anything is tried: should the stop below fail for long, the look goes on trying.
            ask(session, hands, "commit", address, run.head_sha, urgency=1, depth="follow")
    goes = not run.is_over and not run.is_held_by_github
    if holds and run.attempt > 1 and run.triggering_actor.login.lower() != own:
        hear_rerun(hands, address, run.id, run.attempt, run.head_sha, run.triggering_actor, arrival.received_at)
        return _look(hands, address, run, urgency=0, depth="look")
    if holds and goes:
        stop_run(hands, address, run)
        return _look(hands, address, run, urgency=1, depth="follow")
    if not state or state == State.PENDING.value:
        return _look(hands, address, run, urgency=0, depth="look")
    if maker == Kind.HUMAN.value and _is_machine(run, own):
        return _look(hands, address, run, urgency=0, depth="fresh")
    if (
        hold != "none"
        or holds
        or (state == State.RELEASED.value and kind_of_hold(run, address.repository_id) != "none")
    ):
        return _look(hands, address, run, urgency=1, depth="follow")
    return done(f"run {run.id} is noted; its commit is {state}")


def push(hands: Hands, arrival: Arrival, payload: payloads.PushPayload) -> Outcome:
    """A push: who pushed what is kept, since GitHub forgets it."""
    with hands.database.transaction() as session:
        address = address_of(session, payload)
        if address is None:
            return ignored("it names no installation")
        record.observe(
            session,
            f"{arrival.guid}:pushed",
            repository_id=address.repository_id,
            kind="pushed",
            head_sha="" if payload.deleted else payload.after,
            actor=actor_of(payload.sender),
            body={
                "ref": payload.ref,
                "before": payload.before,
                "forced": payload.forced,
                "created": payload.created,
                "files": _files(payload),
            },
            at=arrival.received_at,
        )
        for number in mixed_without_files(session, address.repository_id, payload.after):
            ask(session, hands, "pull", address, str(number), urgency=4)
    return done("a push is kept for the record")


def _files(payload: payloads.PushPayload) -> dict[str, list[str]]:
    """The paths that each pushed commit touched, as far as a record should hold them; a commit that is left out is unknown then."""
    kept: dict[str, list[str]] = {}
    left = MOST_PATH_LETTERS
    for one in payload.commits[:MOST_PUSHED_COMMITS]:
        paths = sorted({*one.added, *one.modified, *one.removed})
        left -= sum(map(len, paths))
        if left < 0:
            break
        kept[one.id] = paths
    return kept


def _look(hands: Hands, address: Address, run: RunRead, *, urgency: int, depth: nudges.Depth) -> Outcome:
    with hands.database.transaction() as session:
        ask(session, hands, "commit", address, run.head_sha, urgency=urgency, depth=depth)
    return done(f"run {run.id} asks for a look at {run.head_sha[:7]}")


def _own_login(hands: Hands) -> str:
    """The login of our own App's account, in lower case."""
    return f"{hands.github.identity()[1]}[bot]".lower()


def _is_machine(run: RunRead, own: str) -> bool:
    """Whether the account that this run was made for is an agent or an unknown bot, and not ourselves.

    Who merely starts it again changes neither the commit nor the run's privileges.
    """
    actor = run.actor
    traits = PullRequestTraits(author_login=actor.login, author_id=actor.id, author_type=actor.type)
    return actor.login.lower() != own and identify(traits).kind is Kind.AGENT


def _run(run: payload_nouns.WorkflowRunReading) -> RunRead:
    return RunRead(
        id=run.id,
        attempt=run.run_attempt,
        head_sha=run.head_sha,
        head_branch=run.head_branch or "",
        head_repository_id=run.head_repository.id if run.head_repository else None,
        event=run.event,
        workflow=run.path.split("@", 1)[0],
        name=run.name or "",
        actor=account_of(run.actor),
        triggering_actor=account_of(run.triggering_actor or run.actor),
        status=run.status,
        conclusion=run.conclusion or "",
        html_url=run.html_url,
    )
