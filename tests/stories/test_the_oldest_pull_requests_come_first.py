"""A policy caps how many pull requests an agent may have open: the others wait in line, and move up when one closes."""

from __future__ import annotations

from gate.simulated_github.checks import CheckRun
from tests.stories.stage import REPOSITORY, Stage

CLEAN = {"src/prices.js": "export const tax = 0.19\n"}
ALSO_CLEAN = {"src/shipping.js": "export const days = 3\n"}


def _cap(stage: Stage, policy: str) -> None:
    text = f"version: 1\ncaps: {policy}\n"
    stage.world.repositories.push(REPOSITORY, "main", {".github/gate.yml": text}, by="zoe")


def _queued(stage: Stage, head_sha: str, words: str) -> CheckRun | None:
    check = stage.check(head_sha)
    return check if check is not None and words in (check.summary or "") else None


def test_the_second_waits_and_moves_up_when_the_first_is_closed(stage: Stage) -> None:
    _cap(stage, "{open_pull_requests: 1}")
    first = stage.open("devin/one", CLEAN)
    stage.eventually_check(first.head_sha, "success")
    second = stage.open("devin/two", ALSO_CLEAN)
    check = stage.eventually_check(second.head_sha, "action_required")
    assert "beyond the cap" in (check.title or "")
    assert f"#{first.number}" in (check.summary or "")
    stage.eventually_stopped(second.head_sha)

    stage.world.pulls.close(first, by="maria")

    stage.eventually_check(second.head_sha, "success")
    stage.eventually_ran(second.head_sha)


def test_the_line_is_told_and_moves_by_one(stage: Stage) -> None:
    _cap(stage, "{all_open_pull_requests: 1}")
    first, second, third = (
        stage.open(f"devin/{name}", {f"src/{name}.js": "export const tax = 0.19\n"}) for name in ("one", "two", "three")
    )
    stage.eventually("it is third", lambda: _queued(stage, third.head_sha, "number 2 in line"))
    stage.eventually("it is second", lambda: _queued(stage, second.head_sha, "next in line"))
    stage.eventually_check(first.head_sha, "success")

    stage.world.pulls.merge(first, by="maria")

    stage.eventually_check(second.head_sha, "success")
    stage.eventually("it moved up", lambda: _queued(stage, third.head_sha, "next in line"))
    assert third.is_open


def test_people_do_not_stand_in_line(stage: Stage) -> None:
    _cap(stage, "{open_pull_requests: 1, all_open_pull_requests: 1}")
    agents = stage.open("devin/one", CLEAN)
    stage.eventually_check(agents.head_sha, "success")

    persons = stage.open("better-prices", ALSO_CLEAN, by="rosa")

    stage.eventually_check(persons.head_sha, "success")


def test_a_person_may_let_one_go_out_of_turn(stage: Stage) -> None:
    _cap(stage, "{open_pull_requests: 1}")
    first = stage.open("devin/one", CLEAN)
    stage.eventually_check(first.head_sha, "success")
    second = stage.open("devin/two", ALSO_CLEAN)
    stage.eventually_check(second.head_sha, "action_required")

    stage.world.pulls.review(second, "APPROVED", by="maria")

    stage.eventually_check(second.head_sha, "success")
