"""Every answer of a tour through the REST calls is one that GitHub's own description allows."""

from collections.abc import Iterator
from typing import Any

import pytest
from githubkit import AppAuthStrategy, GitHub, Response

from gate.simulated_github import Content, Delays, SimulatedGitHub, executable, submodule, symlink
from gate.simulated_github.repositories import Repository

OWNER, REPO = "octo-org", "shop"
FILES = {
    "src/shop.py": "PRICE = 1\n",
    ".github/workflows/ci.yml": "on: push\njobs: {test: {runs-on: ubuntu-latest, steps: [{run: make}]}}\n",
}


@pytest.fixture(scope="module")
def touring() -> Iterator[SimulatedGitHub]:
    with SimulatedGitHub(delays=Delays(start=0.0, step=0.0, cancel=0.0)) as github:
        yield github


@pytest.fixture(scope="module")
def app_client(touring: SimulatedGitHub) -> Iterator[GitHub[Any]]:
    with GitHub(AppAuthStrategy(touring.app_id, touring.private_key_pem), base_url=touring.api_url) as client:
        yield client


@pytest.fixture(scope="module")
def shop(touring: SimulatedGitHub) -> Repository:
    repository = touring.world.repositories.add(f"{OWNER}/{REPO}", FILES)
    touring.world.repositories.set_permission(repository, "maria", "write")
    repository.required_checks.append("gate")
    return repository


@pytest.fixture(scope="module")
def client(touring: SimulatedGitHub, shop: Repository, app_client: GitHub[Any]) -> Iterator[GitHub[Any]]:
    with app_client.with_auth(app_client.auth.as_installation(touring.installation_id)) as installed:
        yield installed


@pytest.fixture(scope="module")
def tour(client: GitHub[Any], touring: SimulatedGitHub, shop: Repository) -> dict[str, Any]:
    """A world in which every call has something to tell."""
    world = touring.world
    files: dict[str, Content] = {
        "link": symlink("README.md"),
        "vendor/lib": submodule("1" * 40),
        "run.sh": executable("make\n"),
        "logo.png": b"\x89PNG\0\1",
    }
    head = world.repositories.push(
        shop, "devin/prices", files, by="devin-ai-integration[bot]", message="Add files\n\nMore words."
    )
    pull = world.pulls.open(
        shop, "devin/prices", by="devin-ai-integration[bot]", body="Words", labels=["agent"], assignees=["maria"]
    )
    world.pulls.request_review(pull, "maria", by="maria")
    review = world.pulls.review(pull, "COMMENTED", by="maria", body="Hm.")
    run = world.actions.of_commit(shop, head)[-1]
    assert world.wait_until(lambda: run.status == "completed")
    made = client.rest.checks.create(
        OWNER,
        REPO,
        name="gate",
        head_sha=head,
        status="completed",
        conclusion="action_required",
        output={
            "title": "Held",
            "summary": "A workflow changes.",
            "annotations": [
                {"path": "run.sh", "start_line": 1, "end_line": 1, "annotation_level": "warning", "message": "Runs"}
            ],
        },
        actions=[{"label": "Approve", "description": "Let the runs go", "identifier": "approve"}],
    ).parsed_data
    assert world.hooks.settle()
    return {"head": head, "pull": pull.number, "review": review.id, "run": run, "check": made.id, "suite": run.suite.id}


CALLS = {
    "an installation's repositories": lambda c, t: c.rest.apps.list_repos_accessible_to_installation(),
    "a repository": lambda c, t: c.rest.repos.get(OWNER, REPO),
    "branches": lambda c, t: c.rest.repos.list_branches(OWNER, REPO),
    "a branch": lambda c, t: c.rest.repos.get_branch(OWNER, REPO, "devin/prices"),
    "rules of a branch": lambda c, t: c.rest.repos.get_branch_rules(OWNER, REPO, "main"),
    "a reference": lambda c, t: c.rest.git.get_ref(OWNER, REPO, "heads/main"),
    "commits": lambda c, t: c.rest.repos.list_commits(OWNER, REPO),
    "a commit": lambda c, t: c.rest.repos.get_commit(OWNER, REPO, t["head"]),
    "a commit's pull requests": lambda c, t: c.rest.repos.list_pull_requests_associated_with_commit(
        OWNER, REPO, t["head"]
    ),
    "a comparison": lambda c, t: c.rest.repos.compare_commits(OWNER, REPO, f"main...{t['head']}"),
    "a permission": lambda c, t: c.rest.repos.get_collaborator_permission_level(OWNER, REPO, "maria"),
    "a tree": lambda c, t: c.rest.git.get_tree(OWNER, REPO, t["head"], recursive="1"),
    "a blob": lambda c, t: c.rest.git.get_blob(OWNER, REPO, _sha(c, t, "run.sh")),
    "a file": lambda c, t: c.rest.repos.get_content(OWNER, REPO, "run.sh", ref=t["head"]),
    "a directory": lambda c, t: c.rest.repos.get_content(OWNER, REPO, "src"),
    "a submodule": lambda c, t: c.rest.repos.get_content(OWNER, REPO, "vendor/lib", ref=t["head"]),
    "pull requests": lambda c, t: c.rest.pulls.list(OWNER, REPO),
    "a pull request": lambda c, t: c.rest.pulls.get(OWNER, REPO, t["pull"]),
    "changed files": lambda c, t: c.rest.pulls.list_files(OWNER, REPO, t["pull"]),
    "a pull request's commits": lambda c, t: c.rest.pulls.list_commits(OWNER, REPO, t["pull"]),
    "reviews": lambda c, t: c.rest.pulls.list_reviews(OWNER, REPO, t["pull"]),
    "a review": lambda c, t: c.rest.pulls.get_review(OWNER, REPO, t["pull"], t["review"]),
    "requested reviewers": lambda c, t: c.rest.pulls.list_requested_reviewers(OWNER, REPO, t["pull"]),
    "a check run": lambda c, t: c.rest.checks.get(OWNER, REPO, t["check"]),
    "a changed check run": lambda c, t: c.rest.checks.update(OWNER, REPO, t["check"], conclusion="success"),
    "annotations": lambda c, t: c.rest.checks.list_annotations(OWNER, REPO, t["check"]),
    "check runs of a commit": lambda c, t: c.rest.checks.list_for_ref(OWNER, REPO, t["head"]),
    "check runs of a suite": lambda c, t: c.rest.checks.list_for_suite(OWNER, REPO, t["suite"]),
    "check suites of a commit": lambda c, t: c.rest.checks.list_suites_for_ref(OWNER, REPO, t["head"]),
    "a check suite": lambda c, t: c.rest.checks.get_suite(OWNER, REPO, t["suite"]),
    "workflow runs": lambda c, t: c.rest.actions.list_workflow_runs_for_repo(OWNER, REPO, head_sha=t["head"]),
    "a workflow run": lambda c, t: c.rest.actions.get_workflow_run(OWNER, REPO, t["run"].id),
    "jobs": lambda c, t: c.rest.actions.list_jobs_for_workflow_run(OWNER, REPO, t["run"].id),
    "jobs of an attempt": lambda c, t: c.rest.actions.list_jobs_for_workflow_run_attempt(OWNER, REPO, t["run"].id, 1),
    "workflows": lambda c, t: c.rest.actions.list_repo_workflows(OWNER, REPO),
    "a workflow": lambda c, t: c.rest.actions.get_workflow(OWNER, REPO, "ci.yml"),
    "a person": lambda c, t: c.rest.users.get_by_username("maria"),
    "rate limits": lambda c, t: c.rest.rate_limit.get(),
    "facts": lambda c, t: c.rest.meta.get(),
}

APP_CALLS = {
    "the App": lambda c, t: c.rest.apps.get_authenticated(),
    "installations": lambda c, t: c.rest.apps.list_installations(),
    "an installation": lambda c, t: c.rest.apps.get_installation(t["installation"]),
    "a repository's installation": lambda c, t: c.rest.apps.get_repo_installation(OWNER, REPO),
    "a token": lambda c, t: c.rest.apps.create_installation_access_token(
        t["installation"], permissions={"contents": "read"}, repository_ids=[t["repository"]]
    ),
    "deliveries": lambda c, t: c.rest.apps.list_webhook_deliveries(),
    "a delivery": lambda c, t: c.rest.apps.get_webhook_delivery(t["delivery"]),
}


def _sha(client: GitHub[Any], tour: dict[str, Any], path: str) -> str:
    tree = client.rest.git.get_tree(OWNER, REPO, tour["head"], recursive="1").json()["tree"]
    return str(next(entry["sha"] for entry in tree if entry["path"] == path))


def _check(answer: Response[Any, Any]) -> None:
    """The answer is a valid one, and its outermost object has no name that GitHub's has not."""
    parsed = answer.parsed_data
    bodies, models = (answer.json(), parsed) if isinstance(parsed, list) else ([answer.json()], [parsed])
    assert bodies
    for body, model in zip(bodies, models, strict=True):
        known = {field.alias or name for name, field in type(model).model_fields.items()}
        assert set(body) <= known


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_an_answer_to_an_installation_is_valid(client: GitHub[Any], tour: dict[str, Any], call: Any) -> None:
    _check(call(client, tour))


@pytest.mark.parametrize("call", APP_CALLS.values(), ids=APP_CALLS.keys())
def test_an_answer_to_the_app_is_valid(
    app_client: GitHub[Any], tour: dict[str, Any], touring: SimulatedGitHub, shop: Repository, call: Any
) -> None:
    delivery = touring.world.hooks.deliveries[-1].id
    _check(call(app_client, {"installation": touring.installation_id, "repository": shop.id, "delivery": delivery}))
