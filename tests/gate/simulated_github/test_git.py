"""Trees, blobs, contents, files and comparisons are those of real git, with GitHub's limits and oddities."""

import base64
import contextlib
import subprocess

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.simulated_github import Content, Refusal, executable, submodule, symlink
from gate.simulated_github.git_diff import changes
from gate.simulated_github.pulls import PullRequest
from gate.simulated_github.repositories import Repository
from gate.simulated_github.workflows import parse_workflow
from gate.simulated_github.world import World

SHOP = "/repos/octo-org/shop"


def _pull(world: World, shop: Repository, files: dict[str, Content]) -> PullRequest:
    world.repositories.push(shop, "work", files, by="maria")
    return world.pulls.open(shop, "work", by="maria")


def test_git_itself_finds_the_repository_whole(world: World, shop: Repository) -> None:
    files: dict[str, Content] = {
        "a": "a",
        "run.sh": executable("x"),
        "link": symlink("a"),
        "d/e/f": b"\0",
        "sub": submodule("1" * 40),
        'q"\n\t': "odd",
    }
    world.repositories.push(
        shop, "work", files, by="maria", message="One\n\nCo-authored-by: A <a@example.com>", signature="-----BEGIN\nX"
    )
    done = subprocess.run(
        ["git", "--git-dir", shop.git.folder, "fsck", "--strict", "--no-dangling"], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_files_show_renames_and_patches(http: httpx.Client, world: World, shop: Repository) -> None:
    text = "".join(f"line {number}\n" for number in range(20))
    world.repositories.push(shop, "main", {"old.txt": text}, by="maria")
    _pull(
        world,
        shop,
        {
            "old.txt": None,
            "new.txt": text + "more\n",
            "src/shop.py": "PRICE = 2\n",
            "logo": b"\0",
            "run": executable(""),
        },
    )
    files = {file["filename"]: file for file in http.get(f"{SHOP}/pulls/1/files").json()}
    assert (files["new.txt"]["status"], files["new.txt"]["previous_filename"]) == ("renamed", "old.txt")
    assert files["src/shop.py"]["patch"] == "@@ -1 +1 @@\n-PRICE = 1\n+PRICE = 2"
    assert "patch" not in files["logo"]
    assert "patch" not in files["run"]


def test_a_change_of_type_is_called_changed(http: httpx.Client, world: World, shop: Repository) -> None:
    _pull(world, shop, {"README.md": symlink("src/shop.py"), "src/shop.py": "PRICE = 2\n"})
    files = {file["filename"]: file for file in http.get(f"{SHOP}/pulls/1/files").json()}
    assert files["README.md"]["status"] == "changed"
    assert files["src/shop.py"]["patch"] == "@@ -1 +1 @@\n-PRICE = 1\n+PRICE = 2"


def test_files_are_those_since_the_merge_base(http: httpx.Client, world: World, shop: Repository) -> None:
    world.repositories.push(shop, "work", {"mine.txt": "x"}, by="maria")
    world.repositories.push(shop, "main", {"theirs.txt": "x"}, by="maria")
    world.pulls.open(shop, "work", by="maria")
    assert [file["filename"] for file in http.get(f"{SHOP}/pulls/1/files").json()] == ["mine.txt"]


def test_the_diff_of_many_files_is_refused(http: httpx.Client, world: World, shop: Repository) -> None:
    _pull(world, shop, {f"f/{number}": "x" for number in range(301)})
    answer = http.get(f"{SHOP}/pulls/1", headers={"Accept": "application/vnd.github.diff"})
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (406, "too_large")


def test_the_diff_of_a_few_files_is_gits(http: httpx.Client, world: World, shop: Repository) -> None:
    _pull(world, shop, {"a.txt": "a\n"})
    answer = http.get(f"{SHOP}/pulls/1", headers={"Accept": "application/vnd.github.diff"})
    assert answer.text.startswith("diff --git a/a.txt b/a.txt\nnew file mode 100644\n")


def test_no_more_than_three_thousand_files_are_told(http: httpx.Client, world: World, shop: Repository) -> None:
    _pull(world, shop, {f"f/{number}": "x" for number in range(3001)})
    assert len(http.get(f"{SHOP}/pulls/1/files?per_page=100&page=30").json()) == 100
    assert http.get(f"{SHOP}/pulls/1/files?per_page=100&page=31").json() == []
    assert http.get(f"{SHOP}/pulls/1").json()["changed_files"] == 3001


def test_a_comparison_has_at_most_three_hundred_files(http: httpx.Client, world: World, shop: Repository) -> None:
    world.repositories.push(shop, "work", {f"f/{number}": "x" for number in range(301)}, by="maria")
    told = http.get(f"{SHOP}/compare/main...work").json()
    assert (len(told["files"]), told["ahead_by"], told["status"]) == (300, 1, "ahead")
    assert told["merge_base_commit"]["sha"] == shop.git.branch("main")


def test_a_comparison_reaches_into_a_fork(http: httpx.Client, world: World, shop: Repository) -> None:
    fork = world.repositories.fork(shop, "newcomer")
    sha = world.repositories.push(fork, "patch", {"a.txt": "a\n"}, by="newcomer")
    assert http.get(f"{SHOP}/compare/main...newcomer:patch").json()["commits"][0]["sha"] == sha


def test_a_forks_head_can_be_read_in_the_base_repository(http: httpx.Client, world: World, shop: Repository) -> None:
    fork = world.repositories.fork(shop, "newcomer")
    sha = world.repositories.push(fork, "patch", {"a.txt": "a\n"}, by="newcomer")
    world.pulls.open(shop, "patch", head_repository=fork, by="newcomer")
    assert http.get(f"{SHOP}/contents/a.txt", params={"ref": sha}).status_code == 200
    assert http.get(f"{SHOP}/commits/{sha}/pulls").json() == []
    assert http.get(f"{SHOP}/pulls?head=newcomer:patch").json()[0]["head"]["sha"] == sha


def test_a_recursive_tree_has_modes(http: httpx.Client, world: World, shop: Repository) -> None:
    files = {"run.sh": executable("x"), "link": symlink("README.md"), "lib": submodule("1" * 40)}
    sha = world.repositories.push(shop, "work", files, by="maria")
    told = http.get(f"{SHOP}/git/trees/{sha}?recursive=1").json()
    modes = {entry["path"]: entry["mode"] for entry in told["tree"]}
    assert modes["run.sh"] == "100755"
    assert modes["link"] == "120000"
    assert modes["lib"] == "160000"
    assert modes["src"] == "040000"
    assert modes["src/shop.py"] == "100644"
    assert not told["truncated"]


def test_a_subtree_is_read_by_its_own_sha(http: httpx.Client, shop: Repository) -> None:
    root = http.get(f"{SHOP}/git/trees/main").json()["tree"]
    sha = next(entry["sha"] for entry in root if entry["path"] == "src")
    assert [entry["path"] for entry in http.get(f"{SHOP}/git/trees/{sha}").json()["tree"]] == ["shop.py"]


def test_the_root_directory_is_listed(http: httpx.Client, shop: Repository) -> None:
    kinds = {entry["path"]: entry["type"] for entry in http.get(f"{SHOP}/contents").json()}
    assert kinds == {".github": "dir", "README.md": "file", "src": "dir"}


def test_a_blob_comes_raw_when_asked(http: httpx.Client, shop: Repository) -> None:
    entry = shop.git.entry("main", "README.md")
    assert entry is not None
    answer = http.get(f"{SHOP}/git/blobs/{entry.sha}", headers={"Accept": "application/vnd.github.raw+json"})
    assert answer.content == b"# Shop\n"


def test_a_large_tree_is_cut_and_says_so(http: httpx.Client, shop: Repository) -> None:
    shop.tree_limit = 2
    told = http.get(f"{SHOP}/git/trees/main?recursive=1").json()
    assert (len(told["tree"]), told["truncated"]) == (2, True)


def test_contents_follow_a_link_to_a_file(http: httpx.Client, world: World, shop: Repository) -> None:
    files = {
        "d/link": symlink("../README.md"),
        "out": symlink("../../etc/passwd"),
        "abs": symlink("/etc/passwd"),
        "dir": symlink("src"),
    }
    world.repositories.push(shop, "main", files, by="maria")
    assert base64.b64decode(http.get(f"{SHOP}/contents/d/link").json()["content"]) == b"# Shop\n"
    assert [http.get(f"{SHOP}/contents/{name}").json()["type"] for name in ("out", "abs", "dir")] == ["symlink"] * 3


@pytest.mark.parametrize(("version", "kind"), [("2022-11-28", "file"), ("2026-03-10", "submodule")])
def test_a_submodule_in_a_directory_is_called_by_the_version(
    http: httpx.Client, world: World, shop: Repository, version: str, kind: str
) -> None:
    world.repositories.push(shop, "main", {"lib/x": submodule("1" * 40)}, by="maria")
    assert http.get(f"{SHOP}/contents/lib", headers={"X-GitHub-Api-Version": version}).json()[0]["type"] == kind


def test_large_contents_come_raw_only(http: httpx.Client, world: World, shop: Repository) -> None:
    world.repositories.push(shop, "main", {"large": "x" * (1024 * 1024 + 1)}, by="maria")
    told = http.get(f"{SHOP}/contents/large").json()
    assert (told["content"], told["encoding"]) == ("", "none")
    raw = http.get(f"{SHOP}/contents/large", headers={"Accept": "application/vnd.github.raw+json"})
    assert len(raw.content) == 1024 * 1024 + 1


@pytest.mark.parametrize("path", ["none", "src/none", "%2E%2E/README.md", "src/%2E%2E/README.md"])
def test_contents_that_are_not_there_are_not_found(http: httpx.Client, path: str) -> None:
    assert http.get(f"{SHOP}/contents/{path}").status_code == 404


def test_a_moved_base_makes_a_new_test_merge(world: World, shop: Repository) -> None:
    pull = _pull(world, shop, {"mine.txt": "x"})
    before = pull.merge_sha
    world.repositories.push(shop, "main", {"theirs.txt": "x"}, by="maria")
    assert pull.merge_sha != before
    assert shop.git.entry(str(pull.merge_sha), "theirs.txt") is not None


def test_changes_to_other_lines_of_one_file_merge(world: World, shop: Repository) -> None:
    lines = [f"line {number}\n" for number in range(20)]
    world.repositories.push(shop, "main", {"long.txt": "".join(lines)}, by="maria")
    pull = _pull(world, shop, {"long.txt": "".join(["mine\n", *lines[1:]])})
    world.repositories.push(shop, "main", {"long.txt": "".join([*lines[:-1], "theirs\n"])}, by="maria")
    entry = shop.git.entry(str(pull.merge_sha), "long.txt")
    assert entry is not None
    assert shop.git.blob(entry.sha).decode() == "".join(["mine\n", *lines[1:-1], "theirs\n"])


@pytest.mark.parametrize(
    ("conclusion", "merges"),
    [
        (None, False),
        ("failure", False),
        ("action_required", False),
        ("success", True),
        ("neutral", True),
        ("skipped", True),
    ],
)
def test_a_required_check_decides_whether_a_pull_request_merges(
    world: World, shop: Repository, conclusion: str | None, merges: bool
) -> None:
    shop.required_checks.append("gate")
    pull = _pull(world, shop, {"a.txt": "a\n"})
    if conclusion is not None:
        world.checks.create(shop, world.apps.app, "gate", pull.head_sha, {"conclusion": conclusion})
    with contextlib.nullcontext() if merges else pytest.raises(Refusal, match="Required status check"):
        world.pulls.merge(pull, by="maria")
    assert (pull.merged_at is not None) is merges


def test_an_administrator_can_bypass_a_required_check(world: World, shop: Repository) -> None:
    shop.required_checks.append("gate")
    pull = _pull(world, shop, {"a.txt": "a\n"})
    assert world.pulls.merge(pull, by="octo-org", bypasses_rules=True) == shop.git.branch("main")


def test_merging_moves_the_base_branch(http: httpx.Client, world: World, shop: Repository) -> None:
    pull = _pull(world, shop, {"a.txt": "a\n"})
    sha = world.pulls.merge(pull, by="maria")
    assert shop.git.branch("main") == sha
    assert (http.get(f"{SHOP}/pulls/1").json()["merged"], http.get(f"{SHOP}/pulls?state=open").json()) == (True, [])


names = st.text(st.characters(exclude_characters="\0/", exclude_categories=["Cs"]), min_size=1, max_size=12).filter(
    lambda name: name.strip(".") and not name.lower().startswith(".git") and len(name.encode()) < 100
)


@given(files=st.dictionaries(names, st.binary(max_size=40), min_size=1, max_size=6))
def test_every_committed_file_is_told_of(files: dict[str, bytes]) -> None:
    world = _shared_world()
    shop = world.repositories.get("octo-org/any")
    sha = world.repositories.commit(
        shop, "main", {f"d/{name}": data for name, data in files.items()}, by="maria", message="m"
    )
    told = changes(shop.git, shop.git.branch("main"), sha)
    assert {change.path for change in told} == {f"d/{name}" for name in files}


@given(st.binary(max_size=200))
def test_no_workflow_file_breaks_the_reader(data: bytes) -> None:
    assert parse_workflow(".github/workflows/x.yml", data).path == ".github/workflows/x.yml"


_worlds: list[World] = []


def _shared_world() -> World:
    if not _worlds:
        world = World(webhook_secret="secret")
        world.repositories.add("octo-org/any")
        _worlds.append(world)
    return _worlds[0]


@pytest.fixture(scope="module", autouse=True)
def _close_shared_world() -> object:
    yield
    while _worlds:
        _worlds.pop().close()
