"""A range of a local repository: what changed, both trees, the commits; and that the repository runs nothing."""

from __future__ import annotations

import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from gate.errors import InputError
from gate.local_git import LocalRange, open_range
from rules.change import Absent, ChangeStatus
from tests.scratch_repository import GitTree, ScratchRepository

BASE: GitTree = {b"f.yml": ("100644", b"a\n"), b"kept": ("100644", b"kept\n"), b"link": ("120000", b"/etc/passwd")}
HEAD: GitTree = {
    b"f.yml": ("100644", b"b\n"),
    b"kept": ("100644", b"kept\n"),
    b'we"ird\n\xff': ("100755", b"x\n"),
    b"link": ("120000", b"/etc/passwd"),
    b"module": ("160000", b"1" * 40),
    b"picture": ("100644", b"\x89\0\0"),
}


@pytest.fixture
def repository(tmp_path: Path) -> ScratchRepository:
    scratch = ScratchRepository(tmp_path / "scratch")
    scratch.commit("main", BASE)
    scratch.commit("topic", HEAD, parent="main", message=b"Mend it\n\nCo-Authored-By: Bo <bo@example.org>\n")
    scratch.git("symbolic-ref", "HEAD", "refs/heads/topic")
    return scratch


def refusal(folder: Path, revisions: str | None = None) -> str:
    """The one line that says why a range is not read."""
    with pytest.raises(InputError) as caught, open_range(folder, revisions):
        pass
    assert "\n" not in str(caught.value)
    return str(caught.value)


def statuses(found: LocalRange) -> dict[str, ChangeStatus]:
    return {file.path: file.status for file in found.change.files}


def test_a_range_is_what_the_head_changed_since_it_left_the_base(repository: ScratchRepository) -> None:
    repository.commit("later", {**BASE, b"only-in-base": ("100644", b"x\n")}, parent="main")

    with open_range(repository.folder, "later...topic") as found:
        assert statuses(found) == {
            "f.yml": ChangeStatus.MODIFIED,
            "module": ChangeStatus.ADDED,
            "picture": ChangeStatus.ADDED,
            'we"ird\n\udcff': ChangeStatus.ADDED,
        }
        assert all(file.shown for file in found.change.files)


def test_the_default_range_begins_at_the_default_branch(repository: ScratchRepository) -> None:
    with open_range(repository.folder, None) as found:
        assert "f.yml" in statuses(found)


def test_the_remote_knows_its_default_branch_best(repository: ScratchRepository) -> None:
    repository.git("update-ref", "refs/remotes/origin/trunk", "topic")
    repository.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")

    with open_range(repository.folder, None) as found:
        assert found.change.files == ()


def test_master_is_the_last_guess(repository: ScratchRepository) -> None:
    repository.git("branch", "--move", "main", "master")

    with open_range(repository.folder, None) as found:
        assert "f.yml" in statuses(found)


def test_an_empty_range_is_a_change_without_files(repository: ScratchRepository) -> None:
    with open_range(repository.folder, "topic...topic") as found:
        assert (found.change.files, found.commits) == ((), ())


def test_both_trees_can_be_read(repository: ScratchRepository) -> None:
    with open_range(repository.folder, None) as found:
        base, head = found.change.base, found.change.head
        assert (base.read("f.yml"), head.read("f.yml")) == ("a\n", "b\n")
        assert head.read('we"ird\n\udcff') == "x\n"
        assert head.read("kept") == "kept\n"
        assert list(base.paths() or ()) == ["f.yml", "kept", "link"]


@pytest.mark.parametrize(
    ("path", "absent"),
    [
        ("nowhere", Absent.MISSING),
        ("../f.yml", Absent.MISSING),
        ("link", Absent.LINK),
        ("module", Absent.LINK),
        ("picture", Absent.BINARY),
    ],
)
def test_what_is_no_text_says_why(repository: ScratchRepository, path: str, absent: Absent) -> None:
    with open_range(repository.folder, None) as found:
        assert found.change.head.read(path) is absent


def test_a_file_that_is_too_large_is_not_read(repository: ScratchRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.git_objects.MAX_FILE_BYTES", 1000)
    repository.commit("large", {b"f": ("100644", b"x" * 1001), b"g": ("100644", b"small")}, parent="main")

    with open_range(repository.folder, "main...large") as found:
        assert found.change.head.read("f") is Absent.TOO_LARGE
        assert found.change.head.read("g") == "small"


def test_more_paths_than_are_read_are_not_known(repository: ScratchRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.git_objects.MAX_PATHS", 1)

    with open_range(repository.folder, None) as found:
        assert found.change.head.paths() is None
        assert found.change.head.read("f.yml") is Absent.UNREADABLE


def test_the_commits_come_with_their_words(repository: ScratchRepository) -> None:
    repository.commit("more", HEAD, parent="topic", message=b"second\n")

    with open_range(repository.folder, "main...more") as found:
        assert [commit.message for commit in found.commits] == [
            "Mend it\n\nCo-Authored-By: Bo <bo@example.org>\n",
            "second\n",
        ]
        assert found.commits[0].author_email == "ada@example.com"
        assert found.change.text.commit_messages == tuple(commit.message for commit in found.commits)


def test_more_commits_than_are_read_are_refused(repository: ScratchRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.local_git.MAX_COMMITS", 0)

    assert "more than 0 commits" in refusal(repository.folder)


def test_a_repository_with_longer_object_names_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "long"
    subprocess.run(["git", "init", "--quiet", "--bare", "--object-format=sha256", str(folder)], check=True)
    scratch = ScratchRepository(folder)
    scratch.commit("main", {b"f": ("100644", b"a\n")})
    scratch.commit("topic", {b"f": ("100644", b"b\n")}, parent="main")

    with open_range(folder, "main...topic") as found:
        assert found.change.head.read("f") == "b\n"
        assert len(found.head) == 64


# Wrong use -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("revisions", ["topic", "main..topic", "...topic", "main...", ""])
def test_what_is_no_range_is_refused(repository: ScratchRepository, revisions: str) -> None:
    assert "not a range" in refusal(repository.folder, revisions)


@pytest.mark.parametrize("revisions", ["nowhere...topic", "main...--output=x", "main...topic\0", "main...topic:f.yml"])
def test_a_name_that_is_no_commit_is_refused(repository: ScratchRepository, revisions: str) -> None:
    assert "no such commit" in refusal(repository.folder, revisions)


def test_a_folder_that_is_no_repository_is_refused(tmp_path: Path) -> None:
    assert "not a git repository" in refusal(tmp_path)


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    assert "not a folder" in refusal(tmp_path / "nowhere")


def test_a_repository_without_a_default_branch_asks_for_the_range(tmp_path: Path) -> None:
    scratch = ScratchRepository(tmp_path / "scratch")
    scratch.commit("odd", BASE)

    assert "give the range" in refusal(scratch.folder)


def test_histories_that_never_met_have_no_range(repository: ScratchRepository) -> None:
    repository.commit("stranger", BASE, message=b"other words\n")

    assert "no common history" in refusal(repository.folder, "stranger...topic")


def test_a_shallow_clone_says_what_to_fetch(repository: ScratchRepository, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    repository.commit("later", BASE, parent="main")
    subprocess.run(
        ["git", "clone", "--quiet", "--depth=1", "--no-single-branch", repository.folder.as_uri(), str(clone)],
        check=True,
    )

    assert "shallow" in refusal(clone, "origin/later...origin/topic")


def test_a_shallow_clone_that_holds_the_merge_base_is_read(repository: ScratchRepository, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    repository.commit("more", HEAD, parent="topic")
    subprocess.run(
        ["git", "clone", "--quiet", "--depth=2", "--no-single-branch", repository.folder.as_uri(), str(clone)],
        check=True,
    )

    with open_range(clone, "origin/topic...origin/more") as found:
        assert len(found.commits) == 1


def test_a_repository_of_another_user_is_refused_in_plain_words(
    repository: ScratchRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other_git(tmp_path, "echo \"fatal: detected dubious ownership in repository at 'x'\" >&2; exit 128", monkeypatch)

    assert "safe.directory" in refusal(repository.folder)


def test_a_git_that_does_not_answer_is_given_up(
    repository: ScratchRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other_git(tmp_path, "exec sleep 30", monkeypatch)
    monkeypatch.setattr("gate.local_git._SECONDS", 0.05)

    assert "did not answer" in refusal(repository.folder)


def test_a_machine_without_git_says_so(repository: ScratchRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)

    assert refusal(repository.folder).startswith("git: not found")


def test_a_missing_object_is_named_and_not_passed_over(repository: ScratchRepository) -> None:
    remove_object(repository, "topic:f.yml")

    assert "git diff" in refusal(repository.folder)


def test_a_missing_object_of_a_file_that_did_not_change_is_unreadable(repository: ScratchRepository) -> None:
    remove_object(repository, "topic:kept")

    with open_range(repository.folder, None) as found:
        assert found.change.head.read("kept") is Absent.UNREADABLE
        assert found.change.head.read("f.yml") == "b\n"


@pytest.mark.parametrize(
    "damaged", [zlib.compress(b"blob 5\0ab"), zlib.compress(b"blob 2\0" + b"a" * 10_000), b"words"]
)
def test_a_damaged_object_takes_nothing_down(repository: ScratchRepository, damaged: bytes) -> None:
    place = remove_object(repository, "topic:kept")
    place.write_bytes(damaged)

    with open_range(repository.folder, None) as found:
        assert found.change.head.read("kept") is Absent.UNREADABLE
        assert found.change.head.read("f.yml") == "b\n"


def test_a_commit_that_is_too_large_is_refused(repository: ScratchRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.git_objects.MAX_FILE_BYTES", 10)

    assert refusal(repository.folder).endswith("too large")


def other_git(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program in git's place that does what a script says."""
    program = folder / "git"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr("gate.local_git.git_program", lambda: str(program))


def test_a_git_that_is_too_old_says_so_itself(
    repository: ScratchRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other_git(
        tmp_path, 'case "$*" in *--git-path*) echo "fatal: unknown" >&2; exit 1;; esac; exec git "$@"', monkeypatch
    )

    assert refusal(repository.folder).endswith(": unknown")


def test_a_git_that_cannot_be_run_is_refused(repository: ScratchRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.local_git.git_program", lambda: "/nowhere/git")

    assert "No such file" in refusal(repository.folder)


def test_a_user_without_a_home_can_read_a_range(repository: ScratchRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", no_home)

    with open_range(repository.folder, None) as found:
        assert "f.yml" in statuses(found)


def test_a_diff_that_cannot_be_read_is_refused(repository: ScratchRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.git_objects.GitObjects.diff", lambda *_: iter([b"words"]))

    assert "does not begin with a file section" in refusal(repository.folder)


# The repository is hostile -------------------------------------------------------------------------------------------


def remove_object(repository: ScratchRepository, name: str) -> Path:
    """Take one object away, as in a partial clone, and give the place where it was."""
    identifier = repository.git("rev-parse", name).decode().strip()
    for pack in (repository.folder / "objects" / "pack").glob("*.pack"):
        content = pack.read_bytes()
        for file in pack.parent.glob(f"{pack.stem}.*"):
            file.unlink()
        repository.git("unpack-objects", "-q", stdin=content)
    place = repository.folder / "objects" / identifier[:2] / identifier[2:]
    place.unlink()
    return place


def make_hostile(repository: ScratchRepository, marker: Path) -> None:
    """Write everything into the configuration that makes git run a program, each of which leaves a mark."""
    run = f"touch {marker}"
    with (repository.folder / "config").open("a") as config:
        config.write(
            f'[core]\n\tfsmonitor = "{run}"\n\tpager = "{run}"\n\tsshCommand = "{run}"\n\tgitProxy = "{run}"\n'
            f'[diff]\n\texternal = "{run}"\n[diff "evil"]\n\ttextconv = "{run}"\n\tcommand = "{run}"\n'
            f'[log]\n\tshowSignature = true\n[gpg]\n\tprogram = "{run}"\n[alias]\n\tdiff = "!{run}"\n'
            f'[filter "evil"]\n\tsmudge = "{run}"\n\tclean = "{run}"\n'
            f'[remote "origin"]\n\turl = ssh://git.example.com/x\n\tpromisor = true\n\tuploadpack = "{run}"\n'
            "[extensions]\n\tpartialClone = origin\n"
        )
    repository.git("config", "core.repositoryFormatVersion", "1")
    (repository.folder / "info").mkdir(exist_ok=True)
    (repository.folder / "info" / "attributes").write_text("* -diff diff=evil filter=evil\n")


def test_a_hostile_configuration_runs_nothing_and_hides_nothing(repository: ScratchRepository, tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    make_hostile(repository, marker)

    with open_range(repository.folder, None) as found:
        shown = {file.path: [line.text for line in file.added] for file in found.change.files}
        assert shown["f.yml"] == ["b"]
        assert found.change.head.read("f.yml") == "b\n"
    assert not marker.exists()


@pytest.mark.parametrize("name", ["topic:f.yml", "topic^{tree}", "topic", "main"])
def test_a_missing_object_is_not_fetched_by_a_program_of_the_configuration(
    repository: ScratchRepository, tmp_path: Path, name: str
) -> None:
    marker = tmp_path / "ran"
    remove_object(repository, name)
    make_hostile(repository, marker)

    assert refusal(repository.folder, "main...topic")
    assert not marker.exists()


def test_attributes_in_the_change_itself_hide_no_text(repository: ScratchRepository) -> None:
    repository.commit("hiding", {**HEAD, b".gitattributes": ("100644", b"* -diff\n")}, parent="main")
    repository.git("symbolic-ref", "HEAD", "refs/heads/hiding")

    with open_range(repository.folder, None) as found:
        assert not next(file for file in found.change.files if file.path == "f.yml").is_binary
