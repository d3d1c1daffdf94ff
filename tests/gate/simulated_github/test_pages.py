"""The two pages show what there is, raw text of a pull request never, and their buttons press."""

import httpx
import pytest

from gate.simulated_github.checks import CheckRun
from gate.simulated_github.pulls import PullRequest
from gate.simulated_github.repositories import Repository
from gate.simulated_github.world import World

HOSTILE = '<script>alert(1)</script>"><img src=x>'
PAGE = "/octo-org/shop/pull/1"


@pytest.fixture
def pull(world: World, shop: Repository) -> PullRequest:
    world.repositories.push(
        shop, "devin/x", {"a.txt": HOSTILE, f"{HOSTILE[:8]}.txt": "x"}, by="devin-ai-integration[bot]"
    )
    return world.pulls.open(shop, "devin/x", by="devin-ai-integration[bot]", title=HOSTILE, body=HOSTILE)


@pytest.fixture
def check_run(world: World, shop: Repository, pull: PullRequest) -> CheckRun:
    buttons = [{"label": "Approve", "description": "Let the runs go", "identifier": "approve"}]
    values = {"conclusion": "action_required", "output": {"title": "Held", "summary": HOSTILE}, "actions": buttons}
    return world.checks.create(shop, world.apps.app, "gate", pull.head_sha, values)


def test_nothing_of_a_pull_request_comes_raw(http: httpx.Client, check_run: CheckRun) -> None:
    text = http.get(PAGE).text
    assert "&lt;script&gt;" in text
    assert "<script" not in text
    assert "<img" not in text


def test_a_button_presses_as_the_chosen_person(http: httpx.Client, world: World, check_run: CheckRun) -> None:
    form = {"check_run": str(check_run.id), "identifier": "approve", "account": "maria"}
    answer = http.post(f"{PAGE}/press", data=form)
    assert (answer.status_code, answer.headers["location"]) == (303, world.web(PAGE))
    assert world.hooks.of_event("check_run", "requested_action")[0].payload["sender"]["login"] == "maria"


@pytest.mark.parametrize(
    "changed", [{"account": "nobody"}, {"identifier": "none"}, {"check_run": "1"}, {"check_run": "x"}]
)
def test_a_button_that_is_not_there_is_refused(
    http: httpx.Client, check_run: CheckRun, changed: dict[str, str]
) -> None:
    form = {"check_run": str(check_run.id), "identifier": "approve", "account": "maria"} | changed
    assert http.post(f"{PAGE}/press", data=form).status_code == 422


def test_a_run_shows_the_steps_that_began(
    http: httpx.Client, world: World, shop: Repository, pull: PullRequest
) -> None:
    run = world.actions.of_commit(shop, pull.head_sha)[-1]
    assert world.wait_until(lambda: run.status == "completed")
    assert "make test" in http.get(f"/octo-org/shop/actions/runs/{run.id}").text


def test_a_private_repository_has_no_pages(http: httpx.Client, shop: Repository, pull: PullRequest) -> None:
    shop.private = True
    assert http.get(PAGE).status_code == 404
