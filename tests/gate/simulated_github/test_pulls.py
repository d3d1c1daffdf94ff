"""What people do with pull requests shows in REST, in GraphQL and in what is told."""

from typing import Any

import httpx
import pytest

from gate.simulated_github import Refusal, SimulatedGitHub
from gate.simulated_github.pulls import PullRequest
from gate.simulated_github.repositories import Repository
from gate.simulated_github.world import World

SHOP = "/repos/octo-org/shop"


@pytest.fixture
def pull(world: World, shop: Repository) -> PullRequest:
    world.repositories.push(shop, "work", {"a.txt": "a\n"}, by="ada")
    return world.pulls.open(shop, "work", by="ada")


def _told(world: World, action: str) -> dict[str, Any]:
    return world.hooks.of_event("pull_request", action)[-1].payload


def test_another_base_is_told_with_the_old_one(
    http: httpx.Client, world: World, shop: Repository, pull: PullRequest
) -> None:
    old = pull.base_sha
    new = world.repositories.push(shop, "release", {"b.txt": "b\n"}, by="maria")
    world.pulls.edit(pull, by="ada", base="release")
    assert _told(world, "edited")["changes"] == {"base": {"ref": {"from": "main"}, "sha": {"from": old}}}
    assert http.get(f"{SHOP}/pulls/{pull.number}").json()["base"]["sha"] == new


def test_another_title_and_body_are_told_with_the_old_ones(world: World, pull: PullRequest) -> None:
    world.pulls.edit(pull, by="ada", title="New", body="Words")
    assert _told(world, "edited")["changes"] == {"title": {"from": "A change"}, "body": {"from": ""}}


def test_a_push_is_told_with_both_heads(world: World, shop: Repository, pull: PullRequest) -> None:
    before = pull.head_sha
    after = world.repositories.push(shop, "work", {"a.txt": "b\n"}, by="ada")
    told = _told(world, "synchronize")
    assert (told["before"], told["after"], told["pull_request"]["head"]["sha"]) == (before, after, after)


def test_a_push_into_a_fork_moves_its_pull_request(world: World, shop: Repository) -> None:
    fork = world.repositories.fork(shop, "newcomer")
    world.repositories.push(fork, "patch", {"a.txt": "a\n"}, by="newcomer")
    pull = world.pulls.open(shop, "patch", head_repository=fork, by="newcomer")
    after = world.repositories.push(fork, "patch", {"a.txt": "b\n"}, by="newcomer")
    assert pull.head_sha == after
    assert [row.payload["repository"]["full_name"] for row in world.hooks.of_event("push")] == []


def test_a_forced_push_is_called_forced(world: World, shop: Repository, pull: PullRequest) -> None:
    sha = world.repositories.commit(shop, "main", {"c.txt": "c\n"}, by="ada", message="Another")
    world.repositories.push(shop, "work", by="ada", sha=sha)
    assert [row.payload["forced"] for row in world.hooks.of_event("push")] == [False, True]


def test_a_closed_pull_request_does_not_move_and_catches_up_when_reopened(
    world: World, shop: Repository, pull: PullRequest
) -> None:
    before = pull.head_sha
    world.pulls.close(pull, by="ada")
    after = world.repositories.push(shop, "work", {"a.txt": "b\n"}, by="ada")
    assert pull.head_sha == before
    world.pulls.reopen(pull, by="ada")
    assert pull.head_sha == after


def test_an_author_cannot_approve(world: World, pull: PullRequest) -> None:
    with pytest.raises(Refusal, match="approve your own"):
        world.pulls.review(pull, "APPROVED", by="ada")


def test_a_review_keeps_its_commit_when_the_head_moves(
    http: httpx.Client, world: World, shop: Repository, pull: PullRequest
) -> None:
    reviewed = pull.head_sha
    world.pulls.review(pull, "APPROVED", by="maria")
    world.repositories.push(shop, "work", {"a.txt": "b\n"}, by="ada")
    assert [review["commit_id"] for review in http.get(f"{SHOP}/pulls/1/reviews").json()] == [reviewed]


def test_a_dismissed_review_says_so(http: httpx.Client, world: World, pull: PullRequest) -> None:
    world.pulls.dismiss(pull, world.pulls.review(pull, "APPROVED", by="maria"), by="ada")
    assert [review["state"] for review in http.get(f"{SHOP}/pulls/1/reviews").json()] == ["DISMISSED"]


def test_one_who_reviewed_is_asked_no_longer(http: httpx.Client, world: World, pull: PullRequest) -> None:
    world.pulls.request_review(pull, "maria", by="ada")
    assert [user["login"] for user in http.get(f"{SHOP}/pulls/1/requested_reviewers").json()["users"]] == ["maria"]
    world.pulls.review(pull, "COMMENTED", by="maria")
    assert http.get(f"{SHOP}/pulls/1/requested_reviewers").json()["users"] == []


def test_graphql_tells_reviews_requests_and_assignees(
    http: httpx.Client, github: SimulatedGitHub, world: World, pull: PullRequest
) -> None:
    world.pulls.review(pull, "COMMENTED", by="stranger")
    world.pulls.review(pull, "APPROVED", by="maria")
    world.pulls.review(pull, "APPROVED", by="stranger")
    world.pulls.request_review(pull, "bob", by="ada")
    world.pulls.assign(pull, "bob", by="ada")
    query = (
        '{repository(owner:"octo-org",name:"shop"){pullRequest(number:1){'
        "reviews(first:9){nodes{author{login} state commit{oid}}}"
        "latestOpinionatedReviews(first:9,writersOnly:true){nodes{author{login}}}"
        "reviewRequests(first:9){nodes{requestedReviewer{... on User{login}}}}"
        "assignees(first:9){nodes{login}} mergeable potentialMergeCommit{oid} mergeCommit{oid}}}}"
    )
    told = http.post(github.graphql_url, json={"query": query}).json()["data"]["repository"]["pullRequest"]
    assert [(review["author"]["login"], review["state"]) for review in told["reviews"]["nodes"]] == [
        ("stranger", "COMMENTED"),
        ("maria", "APPROVED"),
        ("stranger", "APPROVED"),
    ]
    assert told["latestOpinionatedReviews"]["nodes"] == [{"author": {"login": "maria"}}]
    assert told["reviewRequests"]["nodes"] == [{"requestedReviewer": {"login": "bob"}}]
    assert told["assignees"]["nodes"] == [{"login": "bob"}]
    assert (told["mergeable"], told["potentialMergeCommit"]["oid"], told["mergeCommit"]) == (
        "MERGEABLE",
        pull.merge_sha,
        None,
    )


def test_a_binary_conflict_has_no_test_merge(world: World, shop: Repository) -> None:
    world.repositories.push(shop, "main", {"logo": b"\0one"}, by="maria")
    world.repositories.push(shop, "work", {"logo": b"\0two"}, by="ada")
    world.repositories.push(shop, "main", {"logo": b"\0three"}, by="maria")
    pull = world.pulls.open(shop, "work", by="ada")
    assert pull.merge_sha is None
    with pytest.raises(Refusal, match="not mergeable"):
        world.pulls.merge(pull, by="maria")


@pytest.mark.parametrize(
    ("query", "numbers"), [("state=all", [2, 1]), ("state=closed", [1]), ("base=main", [2]), ("base=x", [])]
)
def test_lists_are_filtered(http: httpx.Client, world: World, shop: Repository, query: str, numbers: list[int]) -> None:
    for name in ("one", "two"):
        world.repositories.push(shop, name, {name: name}, by="ada")
        world.pulls.open(shop, name, by="ada")
    world.pulls.close(world.pulls.get(shop, 1), by="ada")
    assert [pull["number"] for pull in http.get(f"{SHOP}/pulls?{query}").json()] == numbers


def test_the_runs_list_is_filtered(http: httpx.Client, world: World, shop: Repository, pull: PullRequest) -> None:
    def numbers(query: str) -> int:
        return int(http.get(f"{SHOP}/actions/runs?{query}").json()["total_count"])

    assert numbers(f"head_sha={pull.head_sha}") == 2
    assert numbers("event=pull_request") == 1
    assert numbers("actor=nobody") == 0
    assert numbers("branch=work") == 2
    assert numbers("status=action_required") == 0
    assert numbers("created=>=2999-01-01") == 0
