"""GraphQL answers by GitHub's own types, and says the same as REST."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from graphql import GraphQLEnumType, GraphQLInputObjectType, GraphQLInterfaceType, GraphQLObjectType

from gate.simulated_github import FileEntry, Person, SimulatedGitHub, executable, submodule, symlink
from gate.simulated_github.graphql_call import read_schema
from gate.simulated_github.repositories import Repository
from gate.simulated_github.world import World

FACTS: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "graphql_facts.json").read_text())["facts"]


@pytest.fixture
def ask(http: httpx.Client, github: SimulatedGitHub) -> Any:
    """Asks about octo-org/shop and gives data and errors."""

    def query(text: str) -> tuple[Any, list[Any]]:
        answer = http.post(
            github.graphql_url, json={"query": f'{{repository(owner:"octo-org",name:"shop"){{{text}}}}}'}
        )
        assert answer.status_code == 200
        body = answer.json()
        return (body.get("data") or {}).get("repository"), body.get("errors", [])

    return query


def _signatures() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, kind in read_schema().type_map.items():
        if name.startswith("__"):
            continue
        if isinstance(kind, GraphQLEnumType):
            found[name] = {"values": list(kind.values)}
        elif isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
            for field, value in kind.fields.items():
                arguments = {argument: str(told.type) for argument, told in value.args.items()}
                found[f"{name}.{field}"] = {"type": str(value.type), "arguments": arguments}
        elif isinstance(kind, GraphQLInputObjectType):
            for field, told in kind.fields.items():
                found[f"{name}.{field}"] = {"type": str(told.type), "arguments": {}}
    return found


def test_every_name_is_published_with_the_same_type() -> None:
    shown = _signatures()
    assert {
        name: value for name, value in shown.items() if "values" in value or value["type"] != FACTS[name]["type"]
    } == {name: {"values": FACTS[name]["values"]} for name, value in shown.items() if "values" in value}


def test_every_argument_is_published_with_the_same_type() -> None:
    for name, value in _signatures().items():
        for argument, kind in value.get("arguments", {}).items():
            assert FACTS[name]["arguments"][argument] == kind, f"{name}({argument})"


def test_an_unknown_repository_is_null_with_a_reason(http: httpx.Client, github: SimulatedGitHub) -> None:
    body = http.post(github.graphql_url, json={"query": '{repository(owner:"octo-org",name:"none"){name}}'}).json()
    assert body["data"] == {"repository": None}
    assert (body["errors"][0]["type"], body["errors"][0]["path"]) == ("NOT_FOUND", ["repository"])


def test_a_query_of_unknown_names_has_no_data(http: httpx.Client, github: SimulatedGitHub) -> None:
    body = http.post(github.graphql_url, json={"query": "{viewer{login}}"}).json()
    assert "data" not in body
    assert "Cannot query field 'viewer'" in body["errors"][0]["message"]


def test_a_pull_request_is_told_as_rest_tells_it(ask: Any, http: httpx.Client, world: World, shop: Repository) -> None:
    world.repositories.push(shop, "devin/x", {"a.txt": "a\n"}, by="devin-ai-integration[bot]")
    pull = world.pulls.open(shop, "devin/x", by="devin-ai-integration[bot]", labels=["agent"], is_draft=True)
    told, errors = ask(
        "pullRequest(number:1){number title isDraft headRefName headRefOid baseRefOid changedFiles additions isCrossRepository state"
        " author{__typename login ... on Bot{databaseId}} labels(first:5){nodes{name}} files(first:5){nodes{path changeType}}"
        " commits(first:5){totalCount nodes{commit{oid author{email user{login}}}}} headRepository{nameWithOwner}}"
    )
    rest = http.get("/repos/octo-org/shop/pulls/1").json()
    assert errors == []
    shown = told["pullRequest"]
    assert (shown["headRefOid"], shown["baseRefOid"]) == (rest["head"]["sha"], rest["base"]["sha"])
    assert (shown["changedFiles"], shown["additions"], shown["isDraft"]) == (
        rest["changed_files"],
        rest["additions"],
        rest["draft"],
    )
    assert shown["author"] == {"__typename": "Bot", "login": "devin-ai-integration", "databaseId": pull.author.id}
    assert shown["files"]["nodes"] == [{"path": "a.txt", "changeType": "ADDED"}]
    assert [node["commit"]["oid"] for node in shown["commits"]["nodes"]] == [pull.head_sha]


def test_a_blob_is_read_by_commit_and_path(ask: Any, shop: Repository) -> None:
    told, _ = ask('object(expression:"HEAD:src/shop.py"){... on Blob{text byteSize isBinary isTruncated}}')
    assert told["object"] == {"text": "PRICE = 1\n", "byteSize": 10, "isBinary": False, "isTruncated": False}


def test_a_binary_blob_has_no_text(ask: Any, world: World, shop: Repository) -> None:
    world.repositories.push(shop, "work", {"logo": b"\0\1"}, by="maria")
    told, _ = ask('object(expression:"work:logo"){... on Blob{text isBinary}}')
    assert told["object"] == {"text": None, "isBinary": True}


def test_a_large_blob_is_cut(ask: Any, world: World, shop: Repository) -> None:
    world.repositories.push(shop, "work", {"large": "x" * 600_000}, by="maria")
    told, _ = ask('object(expression:"work:large"){... on Blob{text byteSize isTruncated}}')
    assert (len(told["object"]["text"]), told["object"]["byteSize"], told["object"]["isTruncated"]) == (
        512_000,
        600_000,
        True,
    )


@pytest.mark.parametrize("expression", ["HEAD:none", "none", "HEAD:src/../README.md", "--all", ""])
def test_what_is_not_there_is_null(ask: Any, shop: Repository, expression: str) -> None:
    told, _ = ask(f'object(expression:"{expression}"){{oid}}')
    assert told["object"] is None


def test_modes_are_decimal(ask: Any, world: World, shop: Repository) -> None:
    files = {"run.sh": executable("make\n"), "link": symlink("README.md"), "lib": submodule("1" * 40)}
    world.repositories.push(shop, "work", files, by="maria")
    told, _ = ask('object(expression:"work"){... on Commit{tree{entries{path mode type}}}}')
    modes = {entry["path"]: (entry["mode"], entry["type"]) for entry in told["object"]["tree"]["entries"]}
    assert modes["run.sh"] == (0o100755, "blob")
    assert modes["link"] == (0o120000, "blob")
    assert modes["lib"] == (0o160000, "commit")
    assert modes["src"] == (0o040000, "tree")


def test_a_file_of_a_commit_is_found_by_path(ask: Any, world: World, shop: Repository) -> None:
    told, _ = ask(
        'object(expression:"main"){... on Commit{file(path:"src/shop.py"){path mode object{... on Blob{text}}}}}'
    )
    assert told["object"]["file"] == {"path": "src/shop.py", "mode": 0o100644, "object": {"text": "PRICE = 1\n"}}


@pytest.mark.parametrize("is_verified", [True, False])
def test_a_signature_is_shown_with_what_was_signed(ask: Any, world: World, shop: Repository, is_verified: bool) -> None:
    armor = "-----BEGIN SSH SIGNATURE-----\nAAAA\nBBBB\n-----END SSH SIGNATURE-----"
    person = Person("GitHub", "noreply@github.com", world.now())
    sha = world.repositories.push(
        shop, "work", {"a": "a"}, by="maria", committer=person, signature=armor, is_verified=is_verified
    )
    told, _ = ask(
        f'object(oid:"{sha}"){{... on Commit{{signature{{__typename isValid state wasSignedByGitHub payload signature}}}}}}'
    )
    signature = told["object"]["signature"]
    assert (signature["__typename"], signature["isValid"], signature["wasSignedByGitHub"]) == (
        "SshSignature",
        is_verified,
        is_verified,
    )
    assert signature["signature"] == armor
    assert signature["payload"] == shop.git.commit(sha).payload


def test_pages_follow_their_cursors(ask: Any, world: World, shop: Repository) -> None:
    world.repositories.push(shop, "work", {f"{number}.txt": "x" for number in range(5)}, by="maria")
    world.pulls.open(shop, "work", by="maria")
    paths, after, has_next = [], "", True
    for _ in range(3):
        told, _ = ask(
            f"pullRequest(number:1){{files(first:2{after}){{nodes{{path}} pageInfo{{hasNextPage endCursor}}}}}}"
        )
        files = told["pullRequest"]["files"]
        paths += [node["path"] for node in files["nodes"]]
        has_next = files["pageInfo"]["hasNextPage"]
        after = f',after:"{files["pageInfo"]["endCursor"]}"'
    assert paths == ["0.txt", "1.txt", "2.txt", "3.txt", "4.txt"]
    assert not has_next


@pytest.mark.parametrize("arguments", ["", "(first:101)", "(first:0)", '(first:1,after:"x")'])
def test_a_page_that_github_does_not_give_is_an_error(ask: Any, world: World, shop: Repository, arguments: str) -> None:
    _, errors = ask(f"pullRequests{arguments}{{totalCount}}")
    assert len(errors) == 1


def test_pull_requests_are_chosen_by_state_and_branch(ask: Any, world: World, shop: Repository) -> None:
    for name in ("one", "two"):
        world.repositories.push(shop, name, {name: name}, by="maria")
        world.pulls.open(shop, name, by="maria")
    world.pulls.close(world.pulls.get(shop, 1), by="maria")
    told, _ = ask(
        'open: pullRequests(states:[OPEN],first:9){nodes{number}} one: pullRequests(headRefName:"one",first:9){nodes{number}}'
    )
    assert (told["open"]["nodes"], told["one"]["nodes"]) == ([{"number": 2}], [{"number": 1}])


def test_names_that_are_no_utf8_can_be_told(ask: Any, world: World, shop: Repository) -> None:
    world.repositories.push(shop, "work", {"caf\udce9.txt": FileEntry(b"x")}, by="maria")
    told, _ = ask('object(expression:"work"){... on Commit{tree{entries{name nameRaw}}}}')
    assert {"name": "caf\ufffd.txt", "nameRaw": "Y2Fm6S50eHQ="} in told["object"]["tree"]["entries"]
