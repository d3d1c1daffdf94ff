"""Check runs take what GitHub takes, and their buttons tell of those who press them."""

from typing import Any

import httpx
import pytest

from gate.simulated_github import Refusal
from gate.simulated_github.repositories import Repository
from gate.simulated_github.world import World

CHECKS = "/repos/octo-org/shop/check-runs"
BUTTON = {"label": "Approve", "description": "Let the runs go", "identifier": "approve"}
ANNOTATION = {"path": "a", "start_line": 1, "end_line": 1, "annotation_level": "notice", "message": "m"}
OUTPUT = {"title": "t", "summary": "s"}


@pytest.fixture
def head(world: World, shop: Repository) -> str:
    return str(shop.git.branch("main"))


def _create(http: httpx.Client, head: str, **values: Any) -> httpx.Response:
    return http.post(CHECKS, json={"name": "gate", "head_sha": head} | values)


@pytest.mark.parametrize(
    "values",
    [
        {"name": ""},
        {"head_sha": "main"},
        {"head_sha": "1" * 40},
        {"status": "done"},
        {"status": "completed"},
        {"conclusion": "fine"},
        {"conclusion": "stale"},
        {"started_at": "yesterday"},
        {"started_at": "2026-01-01T00:00:00"},
        {"output": {"title": "t"}},
        {"output": {"summary": "s"}},
        {"output": OUTPUT | {"summary": "s" * 65_536}},
        {"output": OUTPUT | {"text": "t" * 65_536}},
        {"output": OUTPUT | {"annotations": [ANNOTATION] * 51}},
        {"output": OUTPUT | {"annotations": [ANNOTATION | {"annotation_level": "bad"}]}},
        {"output": OUTPUT | {"annotations": [{"path": "a"}]}},
        {"output": OUTPUT | {"annotations": [ANNOTATION | {"end_line": 2, "start_column": 1}]}},
        {"output": "words"},
        {"output": OUTPUT | {"text": 1}},
        {"output": OUTPUT | {"annotations": "none"}},
        {"actions": {"label": "Approve"}},
        {"actions": [BUTTON] * 4},
        {"actions": [BUTTON | {"label": "l" * 21}]},
        {"actions": [BUTTON | {"description": "d" * 41}]},
        {"actions": [BUTTON | {"identifier": "i" * 21}]},
        {"actions": [{"label": "Approve"}]},
    ],
)
def test_what_github_does_not_take_is_refused(http: httpx.Client, head: str, values: dict[str, Any]) -> None:
    assert _create(http, head, **values).status_code == 422


def test_the_longest_of_everything_is_taken(http: httpx.Client, head: str) -> None:
    output = {"title": "t", "summary": "s" * 65_535, "text": "t" * 65_535, "annotations": [ANNOTATION] * 50}
    button = {"label": "l" * 20, "description": "d" * 40, "identifier": "i" * 20}
    assert _create(http, head, conclusion="neutral", output=output, actions=[button] * 3).status_code == 201


def test_a_conclusion_completes_a_check_run(http: httpx.Client, head: str) -> None:
    told = _create(http, head, conclusion="success").json()
    assert told["status"] == "completed"
    assert told["completed_at"] is not None


def test_annotations_are_added_to_those_that_are_there(http: httpx.Client, head: str) -> None:
    made = _create(http, head, output=OUTPUT | {"annotations": [ANNOTATION] * 50}).json()
    changed = http.patch(f"{CHECKS}/{made['id']}", json={"output": OUTPUT | {"annotations": [ANNOTATION]}}).json()
    assert changed["output"]["annotations_count"] == 51


def test_going_back_to_work_takes_the_conclusion_away(http: httpx.Client, head: str) -> None:
    made = _create(http, head, conclusion="success").json()
    assert http.patch(f"{CHECKS}/{made['id']}", json={"status": "in_progress"}).json()["conclusion"] is None


def test_only_the_latest_of_a_name_is_listed(http: httpx.Client, world: World, head: str) -> None:
    ids = [_create(http, head, conclusion="success").json()["id"] for _ in range(2)]
    path = f"/repos/octo-org/shop/commits/{head}/check-runs?check_name=gate"
    assert [run["id"] for run in http.get(path).json()["check_runs"]] == ids[1:]
    assert http.get(f"{path}&filter=all").json()["total_count"] == 2


def test_the_check_runs_of_jobs_are_listed_too(http: httpx.Client, world: World, shop: Repository) -> None:
    sha = world.repositories.push(shop, "work", {"a.txt": "a\n"}, by="maria")
    (run,) = world.actions.of_commit(shop, sha)
    assert world.wait_until(lambda: run.status == "completed")
    told = http.get(f"/repos/octo-org/shop/commits/{sha}/check-runs").json()["check_runs"]
    assert [(check["name"], check["app"]["slug"]) for check in told] == [("test", "github-actions")]


def test_the_check_run_of_a_job_cannot_be_changed(http: httpx.Client, world: World, shop: Repository) -> None:
    sha = world.repositories.push(shop, "work", {"a.txt": "a\n"}, by="maria")
    (run,) = world.actions.of_commit(shop, sha)
    assert http.patch(f"{CHECKS}/{run.jobs[0].id}", json={"conclusion": "success"}).status_code == 403


def test_a_button_cannot_be_pressed_before_the_check_run_is_completed(
    http: httpx.Client, world: World, head: str
) -> None:
    made = _create(http, head, status="in_progress", actions=[BUTTON]).json()
    run = next(run for run in world.checks.runs if run.id == made["id"])
    with pytest.raises(Refusal):
        world.checks.press(run, "approve", by="maria")


def test_the_one_who_pressed_a_button_is_told(http: httpx.Client, world: World, head: str) -> None:
    made = _create(http, head, conclusion="action_required", actions=[BUTTON]).json()
    world.checks.press(next(run for run in world.checks.runs if run.id == made["id"]), "approve", by="maria")
    told = world.hooks.of_event("check_run", "requested_action")[0].payload
    assert (told["sender"]["login"], told["requested_action"]["identifier"]) == ("maria", "approve")


def test_asking_again_resets_the_suite_and_not_the_check_run(http: httpx.Client, world: World, head: str) -> None:
    made = _create(http, head, conclusion="success").json()
    run = next(run for run in world.checks.runs if run.id == made["id"])
    world.checks.rerequest(run, by="maria")
    assert (run.suite.status, run.status) == ("queued", "completed")


def test_a_suite_can_be_asked_for_again_by_a_call(http: httpx.Client, world: World, head: str) -> None:
    suite = _create(http, head, conclusion="success").json()["check_suite"]["id"]
    assert http.post(f"/repos/octo-org/shop/check-suites/{suite}/rerequest").status_code == 201
    assert world.hooks.of_event("check_suite", "rerequested")[0].payload["check_suite"]["status"] == "queued"


def test_check_runs_are_filtered_by_app_and_status(http: httpx.Client, world: World, head: str) -> None:
    _create(http, head, conclusion="success")
    path = f"/repos/octo-org/shop/commits/{head}/check-runs"
    assert http.get(f"{path}?app_id={world.apps.app.id}&status=completed").json()["total_count"] == 1
    assert http.get(f"{path}?app_id=15368").json()["total_count"] == 0
    assert http.get(f"{path}?status=queued").json()["total_count"] == 0


def test_a_suite_is_as_good_as_its_worst_run(http: httpx.Client, world: World, head: str) -> None:
    for name, conclusion in (("a", "success"), ("b", "action_required"), ("c", "neutral")):
        http.post(CHECKS, json={"name": name, "head_sha": head, "conclusion": conclusion})
    assert [suite.conclusion for suite in world.checks.suites if suite.app is world.apps.app] == ["action_required"]
