"""What can go wrong with the API does, when a test wants it; and what is polite is rewarded."""

from datetime import timedelta

import httpx
import pytest

from gate.simulated_github import SimulatedGitHub
from gate.simulated_github.repositories import Repository
from gate.simulated_github.world import World

SHOP = "/repos/octo-org/shop"


def test_a_server_error_lasts_as_many_calls_as_it_should(world: World, http: httpx.Client) -> None:
    world.faults.answer(502, count=2)
    assert [http.get(SHOP).status_code for _ in range(3)] == [502, 502, 200]


def test_a_fault_can_be_kept_to_some_calls(world: World, http: httpx.Client) -> None:
    world.faults.answer(500, method="GET", path="/branches$")
    assert [http.get(SHOP).status_code, http.get(f"{SHOP}/branches").status_code] == [200, 500]


def test_the_secondary_limit_says_how_long_to_wait(world: World, http: httpx.Client) -> None:
    world.faults.secondary_limit(retry_after=7)
    answer = http.get(SHOP)
    assert (answer.status_code, answer.headers["retry-after"]) == (403, "7")
    assert "secondary rate limit" in answer.json()["message"]


def test_the_primary_limit_says_when_it_is_filled_again(world: World, http: httpx.Client) -> None:
    world.faults.primary_limit(status=429)
    answer = http.get(SHOP)
    assert (answer.status_code, answer.headers["x-ratelimit-remaining"]) == (429, "0")


def test_a_broken_connection_is_no_answer(world: World, http: httpx.Client) -> None:
    world.faults.reset_connection()
    with pytest.raises(httpx.RemoteProtocolError):
        http.get(SHOP)
    assert http.get(SHOP).status_code == 200


def test_a_slow_answer_outlasts_an_impatient_client(world: World, http: httpx.Client) -> None:
    world.faults.slow(60)
    with pytest.raises(httpx.TimeoutException):
        http.get(SHOP, timeout=0.1)


@pytest.mark.parametrize("status", [404, 501, 502])
def test_graphql_can_be_off(world: World, http: httpx.Client, github: SimulatedGitHub, status: int) -> None:
    world.faults.graphql_off(status)
    assert http.post(github.graphql_url, json={"query": "{rateLimit{cost}}"}).status_code == status


def test_an_unchanged_answer_is_not_sent_again_and_not_counted(http: httpx.Client) -> None:
    first = http.get(SHOP)
    second = http.get(SHOP, headers={"If-None-Match": first.headers["etag"]})
    assert (second.status_code, second.content) == (304, b"")
    assert second.headers["x-ratelimit-used"] == first.headers["x-ratelimit-used"]


def test_a_changed_answer_is_sent_again(http: httpx.Client, world: World, shop: Repository) -> None:
    tag = http.get(f"{SHOP}/branches").headers["etag"]
    world.repositories.push(shop, "work", {"a.txt": "a\n"}, by="maria")
    assert http.get(f"{SHOP}/branches", headers={"If-None-Match": tag}).status_code == 200


def test_a_counted_call_uses_the_limit_up(http: httpx.Client) -> None:
    used = [int(http.get(SHOP).headers["x-ratelimit-used"]) for _ in range(2)]
    assert used[1] == used[0] + 1


def test_a_used_up_limit_refuses_until_it_is_filled_again(
    http: httpx.Client, github: SimulatedGitHub, world: World
) -> None:
    github.primary_limit = 2
    answers = [http.get(SHOP) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 403]
    assert answers[2].headers["x-ratelimit-remaining"] == "0"
    world.clock_shift = timedelta(hours=1, seconds=1)
    world.apps.token_seconds = 1
    token = world.apps.mint(world.apps.installations[0], None, None)
    assert http.get(SHOP, headers={"Authorization": f"Bearer {token.value}"}).status_code == 200


def test_a_fault_of_the_simulation_itself_is_raised_when_it_ends() -> None:
    github = SimulatedGitHub().start()
    github.world.scheduler.call_later(0, int, "no number")
    assert github.world.wait_until(lambda: bool(github.world.failures))
    with pytest.raises(ValueError, match="no number"):
        github.stop()


def test_an_unknown_version_is_refused(http: httpx.Client) -> None:
    assert http.get(SHOP, headers={"X-GitHub-Api-Version": "2020-01-01"}).status_code == 400


@pytest.mark.parametrize(("version", "has_it"), [("2022-11-28", True), ("2026-03-10", False)])
def test_the_newest_version_has_no_merge_commit(
    http: httpx.Client, world: World, shop: Repository, version: str, has_it: bool
) -> None:
    world.repositories.push(shop, "work", {"a.txt": "a\n"}, by="maria")
    world.pulls.open(shop, "work", by="maria")
    told = http.get(f"{SHOP}/pulls/1", headers={"X-GitHub-Api-Version": version}).json()
    assert ("merge_commit_sha" in told) is has_it


def test_pages_are_linked(http: httpx.Client, world: World, shop: Repository) -> None:
    for name in ("a", "b", "c", "d"):
        world.repositories.push(shop, name, by="maria", sha=shop.git.branch("main"))
    answer = http.get(f"{SHOP}/branches?per_page=2")
    names = [branch["name"] for branch in answer.json()]
    while "next" in answer.links:
        answer = http.get(answer.links["next"]["url"])
        names += [branch["name"] for branch in answer.json()]
    assert names == ["a", "b", "c", "d", "main"]


@pytest.mark.parametrize(
    "path", ["/nothing", f"{SHOP}/nothing", f"{SHOP}/pulls/99", f"{SHOP}/pulls/x", "/repos/octo-org/none"]
)
def test_what_is_not_there_is_not_found(http: httpx.Client, path: str) -> None:
    assert http.get(path).status_code == 404


@pytest.mark.parametrize("body", [b"{", b"[]", b"\xff"])
def test_a_body_that_is_no_object_is_refused(http: httpx.Client, body: bytes) -> None:
    assert http.post(f"{SHOP}/check-runs", content=body).status_code == 400
