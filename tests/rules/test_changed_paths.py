"""What a changed file is: both its names, modes and kinds of objects."""

from __future__ import annotations

import pytest

from rules.change import ChangedFile, ChangeStatus, Line
from rules.finding import Category
from rules.paths import classify_change


def added(path: str, mode: str = "100644", text: str = "x", *, is_binary: bool = False) -> ChangedFile:
    return ChangedFile(path, ChangeStatus.ADDED, new_mode=mode, added=(Line(1, text),), is_binary=is_binary)


def renamed(old: str, new: str) -> ChangedFile:
    return ChangedFile(new, ChangeStatus.RENAMED, previous_path=old, old_mode="100644", new_mode="100644")


def test_a_rename_out_of_a_watched_place_is_seen() -> None:
    assert classify_change(renamed("CODEOWNERS", "notes/owners.txt")).categories == (Category.REPO_POLICY,)


def test_a_rename_into_a_watched_place_is_seen() -> None:
    assert classify_change(renamed("x/ci.yml.txt", ".github/workflows/ci.yml")).categories == (Category.WORKFLOW,)


def test_a_fixture_that_becomes_live_is_no_fixture() -> None:
    assert "fixture" not in classify_change(renamed("tests/fixtures/package.json", "package.json")).tags


def test_a_live_file_that_becomes_a_fixture_was_live() -> None:
    assert "fixture" not in classify_change(renamed("package.json", "tests/fixtures/package.json")).tags


def test_an_ordinary_file_that_becomes_a_fixture_is_one() -> None:
    assert "fixture" in classify_change(renamed("src/x.json", "tests/fixtures/package.json")).tags


def test_a_new_executable_is_at_least_build() -> None:
    one = classify_change(added("tools/run", "100755"))

    assert (one.categories, one.tags) == ((Category.BUILD,), ("exec",))


def test_a_file_that_becomes_executable_is_at_least_build() -> None:
    file = ChangedFile("tools/run", ChangeStatus.MODE_CHANGED, old_mode="100644", new_mode="100755")

    assert classify_change(file).categories == (Category.BUILD,)


def test_a_hook_that_becomes_executable_keeps_its_category() -> None:
    file = ChangedFile(".githooks/pre-push", ChangeStatus.MODE_CHANGED, old_mode="100644", new_mode="100755")
    one = classify_change(file)

    assert (one.categories, one.tags) == ((Category.DEV_ENVIRONMENT,), ("exec",))


def test_a_program_that_stays_executable_is_ordinary() -> None:
    file = ChangedFile("tools/run", ChangeStatus.MODIFIED, old_mode="100755", new_mode="100755")

    assert classify_change(file).categories == ()


def test_a_changed_program_file_is_at_least_build() -> None:
    one = classify_change(added("lib/native.so", is_binary=True))

    assert (one.categories, one.tags) == ((Category.BUILD,), ("binary",))


def test_a_picture_is_ordinary() -> None:
    assert classify_change(added("docs/logo.png", is_binary=True)).categories == ()


def test_a_link_in_a_watched_place_is_of_that_place() -> None:
    one = classify_change(added(".claude/skills", "120000", "../docs/skills"))

    assert (one.categories, one.tags) == ((Category.AGENT_CONFIG,), ("symlink",))


def test_a_link_that_is_a_watched_folder_is_that_folder() -> None:
    assert classify_change(added(".claude", "120000", "notes")).categories == (Category.AGENT_CONFIG,)


@pytest.mark.parametrize("target", ["../.github/workflows/ci.yml", "../.github/workflows", "./.././/.github/workflows"])
def test_a_link_to_a_watched_place_is_of_that_place(target: str) -> None:
    assert Category.WORKFLOW in classify_change(added("docs/ci", "120000", target)).categories


def test_a_link_whose_target_nobody_shows_is_what_its_name_says() -> None:
    file = ChangedFile(".claude/skills", ChangeStatus.ADDED, new_mode="120000", shown=False)

    assert classify_change(file).categories == (Category.AGENT_CONFIG,)


def test_a_link_that_is_taken_away_was_of_its_place() -> None:
    file = ChangedFile(".claude/skills", ChangeStatus.REMOVED, old_mode="120000")

    assert classify_change(file).categories == (Category.AGENT_CONFIG,)


def test_a_link_with_an_ordinary_name_and_target_is_ordinary() -> None:
    one = classify_change(added("lib/current", "120000", "v2"))

    assert (one.categories, one.tags) == ((), ("symlink",))


@pytest.mark.parametrize("target", ["/etc/passwd", "../../elsewhere", ".git/config", "C:\\keys", "../.GIT/hooks"])
def test_a_link_out_of_the_tree_or_into_git_says_so(target: str) -> None:
    assert "symlink-outside" in classify_change(added("docs/x", "120000", target)).tags


@pytest.mark.parametrize(("old", "new"), [(None, "160000"), ("160000", "160000"), ("160000", None)])
def test_a_submodule_is_a_locked_dependency_whatever_happens_to_it(old: str | None, new: str | None) -> None:
    one = classify_change(ChangedFile("libs/left", ChangeStatus.MODIFIED, old_mode=old, new_mode=new))

    assert (one.categories, one.tags) == ((Category.DEPENDENCY_LOCK,), ("submodule",))


def test_a_submodule_that_is_a_watched_folder_is_that_folder_as_well() -> None:
    file = ChangedFile(".agents", ChangeStatus.ADDED, new_mode="160000")

    assert classify_change(file).categories == (Category.AGENT_CONFIG, Category.DEPENDENCY_LOCK)


def test_a_pointer_to_a_large_file_says_so() -> None:
    file = added("data/model.bin", text="version https://git-lfs.github.com/spec/v1")

    assert classify_change(file).tags == ("lfs-pointer",)


def test_modes_that_nobody_told_add_nothing() -> None:
    assert classify_change(ChangedFile("src/a.py", ChangeStatus.MODIFIED)).categories == ()
