"""Webhook bodies are those that GitHub's own description and examples show."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from githubkit import webhooks

from gate.simulated_github import Delays, SimulatedGitHub
from gate.simulated_github.world import World

NAMES: dict[str, list[str]] = json.loads((Path(__file__).parent / "data" / "webhook_names.json").read_text())["names"]

WORKFLOW = """\
on: [push, pull_request]
jobs:
  deploy:
    environment: production
    runs-on: ubuntu-latest
    steps: [{run: make}]
"""


def _live(world: World) -> None:
    """Everything that is told of happens once."""
    shop = world.repositories.add("octo-org/shop", {"README.md": "# Shop\n", ".github/workflows/ci.yml": WORKFLOW})
    world.repositories.add("octo-org/other")
    world.repositories.set_permission(shop, "maria", "write")
    head = world.repositories.push(shop, "prices", {"a.txt": "a\n"}, by="maria")
    pull = world.pulls.open(shop, "prices", by="maria", assignees=["maria"])
    world.pulls.edit(pull, by="maria", title="Other words")
    world.pulls.label(pull, "shop", by="maria")
    world.pulls.assign(pull, "ada", by="maria")
    world.pulls.request_review(pull, "ada", by="maria")
    world.pulls.set_draft(pull, True, by="maria")
    world.pulls.set_draft(pull, False, by="maria")
    world.pulls.dismiss(pull, world.pulls.review(pull, "APPROVED", by="ada"), by="maria")
    world.pulls.close(pull, by="maria")
    world.pulls.reopen(pull, by="maria")
    assert world.wait_until(lambda: world.actions.of_commit(shop, head)[-1].status == "completed")
    buttons = [{"label": "Approve", "description": "Let the runs go", "identifier": "approve"}]
    check_run = world.checks.create(
        shop, world.apps.app, "gate", head, {"conclusion": "action_required", "actions": buttons}
    )
    world.checks.press(check_run, "approve", by="maria")
    world.checks.rerequest(check_run, by="maria")
    world.checks.rerequest_suite(check_run.suite, by="maria")
    world.repositories.add_environment(shop, "production")
    world.repositories.push(shop, "prices", {"a.txt": "b\n"}, by="maria")
    assert world.wait_until(lambda: bool(world.hooks.of_event("deployment_protection_rule")))
    world.pulls.merge(pull, by="maria")
    world.repositories.tag(shop, "v1", "main", by="maria")
    world.repositories.delete_branch(shop, "prices", by="maria")
    installation = world.apps.installations[0]
    world.apps.suspend(installation)
    world.apps.suspend(installation, suspended=False)
    world.apps.uninstall(installation)


@pytest.fixture(scope="module")
def bodies() -> Iterator[dict[str, list[bytes]]]:
    """Bodies by event and action."""
    with SimulatedGitHub(delays=Delays(start=0.02, step=0.005, cancel=0.0)) as github:
        _live(github.world)
        found: dict[str, list[bytes]] = {}
        for delivery in github.world.hooks.deliveries:
            found.setdefault(f"{delivery.event}.{delivery.action or ''}".rstrip("."), []).append(delivery.body)
        yield found


@pytest.mark.parametrize("name", [*sorted(NAMES), "workflow_run.in_progress", "deployment_protection_rule.requested"])
def test_a_body_is_valid(bodies: dict[str, list[bytes]], name: str) -> None:
    for body in bodies[name]:
        webhooks.parse(name.partition(".")[0], body)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_body_has_the_names_of_the_official_examples(bodies: dict[str, list[bytes]], name: str) -> None:
    payload: dict[str, Any] = json.loads(bodies[name][0])
    shown = set(payload) | {
        f"{outer}.{inner}" for outer, value in payload.items() if isinstance(value, dict) for inner in value
    }

    missing = set(NAMES[name]) - shown

    assert missing == set()


def test_a_push_tells_its_repository_time_in_seconds(bodies: dict[str, list[bytes]]) -> None:
    assert isinstance(json.loads(bodies["push"][0])["repository"]["pushed_at"], int)


def test_a_review_state_is_in_lower_case(bodies: dict[str, list[bytes]]) -> None:
    assert json.loads(bodies["pull_request_review.submitted"][0])["review"]["state"] == "approved"
