"""Tokens are verified, narrowed, enforced, and end."""

import time
from datetime import timedelta
from typing import Any

import httpx
import jwt
import pytest

from gate.simulated_github import SimulatedGitHub
from gate.simulated_github.repositories import Repository
from gate.simulated_github.world import World

SHOP = "/repos/octo-org/shop"


def _app_token(github: SimulatedGitHub, **changed: Any) -> str:
    now = int(time.time())
    claims = {"iat": now - 60, "exp": now + 540, "iss": str(github.app_id)} | changed
    return jwt.encode(claims, github.private_key_pem, algorithm="RS256")


def _get(github: SimulatedGitHub, path: str, token: str) -> httpx.Response:
    return httpx.get(github.api_url + path, headers={"Authorization": f"Bearer {token}"}, trust_env=False)


def _narrow(
    github: SimulatedGitHub, shop: Repository, permissions: dict[str, str], ids: list[int] | None = None
) -> str:
    answer = httpx.post(
        f"{github.api_url}/app/installations/{github.installation_id}/access_tokens",
        headers={"Authorization": f"Bearer {_app_token(github)}"},
        json={"permissions": permissions, "repository_ids": ids or [shop.id]},
        trust_env=False,
    )
    assert answer.status_code == 201
    return str(answer.json()["token"])


def test_the_app_is_known_by_its_id_and_by_its_client_id(github: SimulatedGitHub) -> None:
    for issuer in (str(github.app_id), github.world.apps.app.client_id):
        assert _get(github, "/app", _app_token(github, iss=issuer)).status_code == 200


@pytest.mark.parametrize(
    "changed", [{"exp": int(time.time()) - 600}, {"exp": int(time.time()) + 7200}], ids=["expired", "too far ahead"]
)
def test_an_app_token_outside_its_time_is_refused(github: SimulatedGitHub, changed: dict[str, int]) -> None:
    assert _get(github, "/app", _app_token(github, **changed)).status_code == 401


def test_an_app_token_of_another_issuer_is_refused(github: SimulatedGitHub) -> None:
    assert _get(github, "/app", _app_token(github, iss="1")).status_code == 404


def test_an_app_token_that_another_key_signed_is_refused(github: SimulatedGitHub) -> None:
    text = jwt.encode({"iat": 0, "exp": int(time.time()) + 60, "iss": str(github.app_id)}, "k" * 32, algorithm="HS256")
    assert _get(github, "/app", text).status_code == 401


def test_without_a_token_nothing_is_told(github: SimulatedGitHub, shop: Repository) -> None:
    assert httpx.get(github.api_url + SHOP, trust_env=False).status_code == 401


def test_the_app_itself_cannot_read_a_repository(github: SimulatedGitHub, shop: Repository) -> None:
    assert _get(github, SHOP, _app_token(github)).status_code == 403


def test_an_installation_token_is_no_app_token(github: SimulatedGitHub, shop: Repository) -> None:
    assert _get(github, "/app", _narrow(github, shop, {"contents": "read"})).status_code == 401


@pytest.mark.parametrize(
    ("permissions", "path", "status"),
    [
        ({"contents": "read"}, "/branches", 200),
        ({"contents": "read"}, "/pulls", 403),
        ({"pull_requests": "read"}, "/pulls", 200),
        ({"pull_requests": "read"}, "/branches", 403),
        ({"checks": "write"}, "/commits/main/check-runs", 200),
        ({"actions": "read"}, "/actions/runs", 200),
        ({"checks": "read"}, "/actions/runs", 403),
        ({"contents": "read"}, "", 200),
    ],
)
def test_a_narrowed_token_reads_only_what_it_may(
    github: SimulatedGitHub, shop: Repository, permissions: dict[str, str], path: str, status: int
) -> None:
    assert _get(github, SHOP + path, _narrow(github, shop, permissions)).status_code == status


def test_a_token_that_may_only_read_cannot_write(github: SimulatedGitHub, shop: Repository) -> None:
    token = _narrow(github, shop, {"checks": "read"})
    answer = httpx.post(
        f"{github.api_url}{SHOP}/check-runs", json={}, headers={"Authorization": f"Bearer {token}"}, trust_env=False
    )
    assert (answer.status_code, answer.json()["message"]) == (403, "Resource not accessible by integration")


def test_another_repository_does_not_exist_for_a_narrowed_token(github: SimulatedGitHub, shop: Repository) -> None:
    github.world.repositories.add("octo-org/other")
    assert _get(github, "/repos/octo-org/other", _narrow(github, shop, {"contents": "read"})).status_code == 404


def test_more_than_was_granted_cannot_be_asked_for(github: SimulatedGitHub, shop: Repository) -> None:
    answer = httpx.post(
        f"{github.api_url}/app/installations/{github.installation_id}/access_tokens",
        headers={"Authorization": f"Bearer {_app_token(github)}"},
        json={"permissions": {"contents": "write"}},
        trust_env=False,
    )
    assert answer.status_code == 422


def test_repositories_can_be_named(github: SimulatedGitHub, shop: Repository) -> None:
    answers = [
        httpx.post(
            f"{github.api_url}/app/installations/{github.installation_id}/access_tokens",
            headers={"Authorization": f"Bearer {_app_token(github)}"},
            json={"repositories": [name]},
            trust_env=False,
        )
        for name in ("shop", "none")
    ]
    assert [answer.status_code for answer in answers] == [201, 422]
    assert [there["id"] for there in answers[0].json()["repositories"]] == [shop.id]


def test_a_token_ends(github: SimulatedGitHub, shop: Repository) -> None:
    token = _narrow(github, shop, {"contents": "read"})
    github.world.clock_shift = timedelta(seconds=3601)
    assert _get(github, SHOP, token).status_code == 401


def test_a_token_can_be_given_back(github: SimulatedGitHub, shop: Repository, http: httpx.Client) -> None:
    assert http.delete("/installation/token").status_code == 204
    assert http.get(SHOP).status_code == 401


def test_a_suspended_installation_is_refused(github: SimulatedGitHub, shop: Repository, http: httpx.Client) -> None:
    github.world.apps.suspend(github.world.apps.installations[0])
    assert http.get(SHOP).status_code == 403


def test_what_a_call_was_made_with_is_recorded(github: SimulatedGitHub, shop: Repository) -> None:
    _get(github, f"{SHOP}/branches", _narrow(github, shop, {"contents": "read"}))
    call = github.calls[-1]
    assert (call.method, call.template, call.status, call.by) == (
        "GET",
        "/repos/{owner}/{repo}/branches",
        200,
        "installation",
    )
    assert call.permissions == {"metadata": "read", "contents": "read"}
    assert call.repository_ids == frozenset({shop.id})


def test_graphql_refuses_what_a_narrowed_token_may_not(github: SimulatedGitHub, world: World, shop: Repository) -> None:
    token = _narrow(github, shop, {"contents": "read"})
    query = '{repository(owner:"octo-org",name:"shop"){name pullRequests(first:1){totalCount} ref(qualifiedName:"main"){name}}}'
    answer = httpx.post(
        github.graphql_url, json={"query": query}, headers={"Authorization": f"Bearer {token}"}, trust_env=False
    )
    assert [error["message"] for error in answer.json()["errors"]] == ["Resource not accessible by integration"]
