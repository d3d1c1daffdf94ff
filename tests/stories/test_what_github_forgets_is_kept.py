"""Pushers, reviews at their submission, clicks and merges are written down when they happen: GitHub cannot tell them later."""

from __future__ import annotations

from sqlalchemy import select

from gate.tables import Observation
from tests.stories.stage import AGENT, Stage


def test_the_life_of_a_pull_request_is_on_record(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")
    new_head = stage.push("devin/fix", {"src/prices.js": "export const tax = 0.19\n"})
    stage.eventually_check(new_head, "action_required")
    review = stage.world.pulls.review(pull, "CHANGES_REQUESTED", by="zoe")
    stage.world.pulls.dismiss(pull, review, by="zoe")
    stage.press("release", new_head, by="maria")
    stage.eventually_check(new_head, "success")
    stage.world.pulls.merge(pull, by="maria")

    def kept() -> set[tuple[str, str]]:
        with stage.gate.database.reading() as session:
            return {(row.kind, row.actor) for row in session.scalars(select(Observation))}

    expected = {
        ("opened", AGENT),
        ("pushed", AGENT),
        ("review", "zoe"),
        ("click", "maria"),
        ("merged", "maria"),
        ("run", AGENT),
    }
    stage.eventually("everything is kept", lambda: expected <= kept())


def test_a_review_is_kept_with_the_state_it_had(stage: Stage) -> None:
    pull = stage.open()
    stage.eventually_check(pull.head_sha, "action_required")
    review = stage.world.pulls.review(pull, "APPROVED", by="maria")
    stage.eventually_check(pull.head_sha, "success")

    stage.world.pulls.dismiss(pull, review, by="zoe")

    stage.eventually_check(pull.head_sha, "action_required")
    with stage.gate.database.reading() as session:
        rows = session.scalars(select(Observation).where(Observation.kind == "review").order_by(Observation.id))
        states = [(row.body["action"], row.body["state"]) for row in rows]
    assert states[0] == ("submitted", "approved")
    assert states[-1][0] == "dismissed"
