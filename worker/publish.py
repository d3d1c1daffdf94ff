"""Publishes the check run of a head SHA: the strictest of all verdicts on it, since a check belongs to the commit.

One publisher per head SHA at a time; the same words are never sent twice; a check that an earlier try created is found, not made again.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy.orm import Session

from gate.check_text import CheckText, check_text
from gate.check_view import CheckState, CheckView, DeniedRelease, Maker, RunView
from gate.errors import NotFoundError
from gate.github_api.nouns import Address
from gate.run_state import RunState, run_state
from gate.store import checks, effects, nudges, runs, verdicts
from gate.store.verdict_body import VerdictBody
from gate.tables import Repository, Run, VerdictRow
from rules.finding import Severity
from rules.policy import Mode
from rules.verdict import State
from worker.hands import Hands
from worker.shown import Showing, button_of, inspection_shown, keep_showing, showing_of, speaking

# The strictest first.
_ORDER = (State.UNABLE, State.REFUSED, State.HELD, State.PENDING, State.RELEASED, State.CLEAR)


def publish(hands: Hands, address: Address, head_sha: str) -> None:
    """Brings the check of a head SHA to what the verdicts on it say. Does nothing where nothing has to be said."""
    _publish(hands, address, head_sha, None)


def publish_pending(hands: Hands, address: Address, head_sha: str) -> None:
    """Takes a check back to "in progress" before a new judgement."""
    _publish(hands, address, head_sha, Said(CheckView(state=CheckState.PENDING, head_sha=head_sha)))


@dataclass(frozen=True, slots=True)
class Said:
    """What a check says, and which findings it shows: a press of its button is about those alone."""

    view: CheckView
    showing: Showing | None = None

    @property
    def mark(self) -> str:
        """The mark that the button carries; empty where there is no button."""
        return self.showing.mark if self.showing is not None else ""


def said_of(session: Session, repository_id: int, head_sha: str, public_url: str) -> Said | None:
    """What the check of a head SHA has to say, or None: a commit without a pull request speaks only when its runs are kept."""
    rows = speaking(verdicts.verdicts_at(session, repository_id, head_sha))
    if not rows:
        return None
    # The strictest state speaks; of equal ones the gravest, and a pull request's before its commit's.
    return Said(_view(session, min(rows, key=_strictness), rows, public_url), showing_of(session, rows))


def _strictness(row: VerdictRow) -> tuple[int, int, bool, int]:
    return (_ORDER.index(State(row.state)), -Severity[row.severity.upper()], row.number == 0, row.number)


def _view(session: Session, row: VerdictRow, rows: list[VerdictRow], public_url: str) -> CheckView:
    body = VerdictBody.from_json(row.body)
    observes = body.mode is Mode.OBSERVE
    state = CheckState.HELD if observes and row.would_hold else CheckState(row.state)
    evidence = max(body.dossier.evidence, key=lambda one: one.evidence_class, default=None)
    releasing = tuple(sorted(voice.login for voice in body.voices if voice.counts and voice.says == "release"))
    return CheckView(
        state=state,
        maker=Maker(
            kind=body.dossier.kind,
            agent=body.dossier.agent,
            evidence_class=body.dossier.evidence_class,
            evidence=evidence,
            requester=body.dossier.requester,
            confidence=body.dossier.confidence,
        ),
        inspection=inspection_shown(session, rows),
        observe=observes,
        holds_runs=any(one.holds_runs for one in rows),
        holds_merge=any(one.holds_merge for one in rows) or row.number == 0,
        reason=body.reason,
        mend=body.mend,
        runs=_runs(session, row),
        who_may_release=body.requirement.who,
        people_needed=max(1, body.requirement.people),
        released_by=releasing,
        refused_by=", ".join(sorted(voice.login for voice in body.voices if voice.counts and voice.says == "refuse")),
        denied=_denied(rows),
        policy_source=body.policy.source,
        policy_not_in_force=body.policy.not_in_force,
        page_url=_page(session, row, public_url),
        head_sha=row.head_sha,
        queue=body.queue,
        corrections=body.corrections,
        contributions=body.contributions,
    )


def _denied(rows: list[VerdictRow]) -> tuple[DeniedRelease, ...]:
    """Who tried to release the commit and may not, whichever verdict on it they spoke about; each reason once."""
    voices = [voice for row in rows for voice in VerdictBody.from_json(row.body).voices]
    said = {(one.login, one.why): None for one in voices if not one.counts and one.says == "release"}
    return tuple(DeniedRelease(login, why) for login, why in said)


def _runs(session: Session, row: VerdictRow) -> tuple[RunView, ...]:
    newest = runs.newest_attempts(runs.runs_at(session, row.repository_id, row.head_sha))
    stopped_before = {
        one.run_id: one for one in runs.runs_at(session, row.repository_id, row.head_sha) if one.released_at
    }
    return tuple(_run(one, stopped_before.get(one.run_id)) for one in newest)


def _run(row: Run, released: Run | None) -> RunView:
    state = run_state(
        hold=row.hold,
        status=row.status,
        stop_asked_at=row.stop_asked_at,
        stopped_at=row.stopped_at,
        released_at=row.released_at,
    )
    if released is not None and row.hold == "none":
        state = RunState.RELEASED
    return RunView(
        workflow=row.workflow, event=row.event, state=state, steps=tuple(row.steps), url=row.html_url, note=row.note
    )


def _page(session: Session, row: VerdictRow, public_url: str) -> str:
    repository = session.get(Repository, row.repository_id)
    if repository is None:
        return public_url
    name = f"{repository.owner}/{repository.name}"
    return f"{public_url}/pulls/{name}/{row.number}" if row.number else f"{public_url}/commits/{name}/{row.head_sha}"


def _publish(hands: Hands, address: Address, head_sha: str, said: Said | None) -> None:
    with hands.alone(f"check:{address.repository_id}:{head_sha}") as mine:
        if not mine:
            _look_again(hands, address, head_sha)  # whoever publishes now may have read an older verdict
            return
        with hands.database.transaction() as session:
            told = said or said_of(session, address.repository_id, head_sha, hands.public_url)
            if told is None:
                return
            if told.showing is not None:
                keep_showing(session, address.repository_id, head_sha, told.showing, hands.now())
            row = checks.ensure_check_row(session, address.repository_id, head_sha)
            row_id, check_run_id, known, annotated = row.id, row.check_run_id, row.digest, row.annotated
        text = check_text(told.view)
        digest = _digest(text, told.mark)
        if digest == known:
            return
        body = _body(text, with_annotations=not annotated, page_url=told.view.page_url, mark=told.mark)
        check_run_id = _send(hands, address, head_sha, check_run_id, body)
        with hands.database.transaction() as session:
            checks.save_published(
                session,
                row_id,
                check_run_id=check_run_id,
                conclusion=text.conclusion or "",
                digest=digest,
                annotated=bool(text.annotations),
                now=hands.now(),
            )
            now_said = said_of(session, address.repository_id, head_sha, hands.public_url)
            is_old = (
                said is None and now_said is not None and _digest(check_text(now_said.view), now_said.mark) != digest
            )
    if is_old:
        _look_again(hands, address, head_sha)  # a verdict changed while these words were on their way


def _look_again(hands: Hands, address: Address, head_sha: str) -> None:
    with hands.database.transaction() as session:
        due = hands.now() + timedelta(seconds=1)
        nudges.nudge(session, "commit", address.repository_id, head_sha, urgency=1, due_at=due, depth="follow")


def _send(hands: Hands, address: Address, head_sha: str, check_run_id: int | None, body: dict[str, Any]) -> int:
    if check_run_id is None:
        # A try that died after the call left a check that nobody recorded.
        found = hands.github.find_check(address, head_sha) if _tried_before(hands, address, head_sha) else None
        if found is None:
            return hands.github.create_check(address, head_sha, body)
        check_run_id = found.id
    try:
        hands.github.update_check(address, check_run_id, body)
    except NotFoundError:
        return hands.github.create_check(address, head_sha, body)
    return check_run_id


def _tried_before(hands: Hands, address: Address, head_sha: str) -> bool:
    with hands.database.transaction() as session:
        return effects.want_effect(session, f"check:{address.repository_id}:{head_sha}", hands.now()) != "new"


def _body(text: CheckText, *, with_annotations: bool, page_url: str, mark: str) -> dict[str, Any]:
    output: dict[str, Any] = {"title": text.title, "summary": text.summary, "text": text.text}
    if with_annotations and text.annotations:
        output["annotations"] = [
            {
                "path": one.path,
                "start_line": one.start_line,
                "end_line": one.end_line,
                "annotation_level": one.annotation_level,
                "title": one.title,
                "message": one.message,
                "raw_details": one.raw_details,
            }
            for one in text.annotations
        ]
    body: dict[str, Any] = {"status": text.status, "output": output}
    if text.conclusion is not None:
        body["conclusion"] = text.conclusion
        body["actions"] = [
            {"label": one.label, "description": one.description, "identifier": button_of(one.identifier, mark)}
            for one in text.actions
        ]
    if page_url.startswith("http"):
        body["details_url"] = page_url
    return body


def _digest(text: CheckText, mark: str) -> str:
    said = (
        text.status,
        text.conclusion,
        text.title,
        text.summary,
        text.text,
        [one.identifier for one in text.actions],
        mark,
    )
    return hashlib.sha256(json.dumps(said).encode("utf-8", "surrogatepass")).hexdigest()
