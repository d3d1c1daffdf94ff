"""Two independent clients work: githubkit and PyGithub."""

from collections.abc import Iterator
from typing import Any

import github as pygithub
import pytest
from github import GithubIntegration
from github.Repository import Repository as PyGithubRepository
from githubkit import AppAuthStrategy, GitHub
from githubkit.exception import RequestFailed

from gate.simulated_github import Delays, SimulatedGitHub, WorkflowRun
from gate.simulated_github.repositories import Repository
from gate.simulated_github.world import World

APPROVE = {"label": "Approve", "description": "Let the runs go", "identifier": "approve"}
OUTPUT: dict[str, Any] = {"title": "Held", "summary": "A workflow changes."}


@pytest.fixture
def held(world: World, shop: Repository) -> WorkflowRun:
    sha = world.repositories.push(shop, "copilot/fix", {"src/shop.py": "PRICE = 2\n"}, by="Copilot")
    world.pulls.open(shop, "copilot/fix", by="Copilot")
    return world.actions.of_commit(shop, sha)[-1]


@pytest.fixture
def pygithub_shop(github: SimulatedGitHub, shop: Repository) -> Iterator[PyGithubRepository]:
    auth = pygithub.Auth.AppAuth(github.app_id, github.private_key_pem)
    integration = GithubIntegration(auth=auth, base_url=github.api_url, seconds_between_writes=0)
    installed = integration.get_repo_installation("octo-org", "shop").get_github_for_installation()
    yield installed.get_repo("octo-org/shop")
    installed.close()
    integration.close()


def test_githubkit_holds_and_releases(client: Any, world: World, shop: Repository, held: WorkflowRun) -> None:
    check = client.rest.checks.create(
        "octo-org",
        "shop",
        name="gate",
        head_sha=held.head_sha,
        conclusion="action_required",
        output=OUTPUT,
        actions=[APPROVE],
    ).parsed_data
    assert check.conclusion == "action_required"
    with pytest.raises(RequestFailed):
        client.rest.actions.approve_workflow_run("octo-org", "shop", held.id)
    client.rest.actions.re_run_workflow("octo-org", "shop", held.id)
    assert world.wait_until(lambda: held.conclusion == "success")
    client.rest.checks.update("octo-org", "shop", check.id, conclusion="success", output=OUTPUT)
    assert world.checks.of_commit(shop, held.head_sha, "gate")[0].conclusion == "success"


def test_githubkit_cancels(client: GitHub[Any], world: World, held: WorkflowRun) -> None:
    client.rest.actions.cancel_workflow_run("octo-org", "shop", held.id)
    assert world.wait_until(lambda: held.conclusion == "cancelled")


def test_githubkit_asks_graphql(client: GitHub[Any], held: WorkflowRun) -> None:
    query = 'query($number:Int!){repository(owner:"octo-org",name:"shop"){pullRequest(number:$number){author{login}}}}'
    told = client.graphql(query, {"number": 1})
    assert told["repository"]["pullRequest"]["author"]["login"] == "copilot-swe-agent"


def test_githubkit_works_at_the_addresses_of_an_enterprise_server() -> None:
    with SimulatedGitHub(delays=Delays(), is_enterprise=True) as github:
        github.world.repositories.add("octo-org/shop")
        with GitHub(AppAuthStrategy(github.app_id, github.private_key_pem), base_url=github.api_url) as client:
            installed = client.with_auth(client.auth.as_installation(github.installation_id))
            assert github.api_url.endswith("/api/v3")
            assert installed.rest.repos.get("octo-org", "shop").parsed_data.url.startswith(github.api_url)
            query = 'query{repository(owner:"octo-org",name:"shop"){name}}'
            assert (
                installed.request("POST", github.graphql_url, json={"query": query}).json()["data"]["repository"][
                    "name"
                ]
                == "shop"
            )


def test_pygithub_reads_a_pull_request(pygithub_shop: PyGithubRepository, held: WorkflowRun) -> None:
    pull = pygithub_shop.get_pull(1)
    assert [file.filename for file in pull.get_files()] == ["src/shop.py"]
    assert [commit.sha for commit in pull.get_commits()] == [held.head_sha]


def test_pygithub_makes_a_check_run_with_a_button(
    pygithub_shop: PyGithubRepository, world: World, held: WorkflowRun
) -> None:
    made: Any = pygithub_shop.create_check_run(
        name="gate", head_sha=held.head_sha, conclusion="action_required", output=OUTPUT, actions=[APPROVE]
    )
    assert world.checks.find(held.repository, made.id) is not None
    world.checks.press(world.checks.of_commit(held.repository, held.head_sha, "gate")[0], "approve", by="maria")
    told = world.hooks.of_event("check_run", "requested_action")[0].payload
    assert (told["requested_action"], told["sender"]["login"]) == ({"identifier": "approve"}, "maria")


def test_pygithub_reruns_a_held_run(pygithub_shop: PyGithubRepository, world: World, held: WorkflowRun) -> None:
    assert pygithub_shop.get_workflow_run(held.id).rerun()
    assert world.wait_until(lambda: held.conclusion == "success")


def test_pygithub_reads_permission_reviews_and_files(
    pygithub_shop: PyGithubRepository, world: World, shop: Repository, held: WorkflowRun
) -> None:
    world.pulls.review(world.pulls.get(shop, 1), "APPROVED", by="maria")
    assert pygithub_shop.get_collaborator_permission("maria") == "write"
    assert [review.state for review in pygithub_shop.get_pull(1).get_reviews()] == ["APPROVED"]
    content: Any = pygithub_shop.get_contents("src/shop.py", ref=held.head_sha)
    assert content.decoded_content == b"PRICE = 2\n"
