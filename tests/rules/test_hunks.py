"""What becomes of hunks: changed lines with their numbers, or the plain statement that they were not shown."""

from __future__ import annotations

import pytest
from unidiff.errors import UnidiffParseError
from unidiff.patch import PatchSet

from rules.change import ChangedFile, ChangeStatus, Line
from rules.errors import DiffError
from rules.hunks import changed_file, changed_files, changed_lines, from_listing
from rules.scanner import Section

EMPTY_BLOB = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
PATCH = "@@ -1,2 +1,2 @@ def f():\n a\n-old\n+new"
HEADER = b"diff --git a/%b b/%b\nindex 1111111..2222222 100644\n--- a/%b\n+++ b/%b\n"


def edit(name: bytes, hunks: bytes = b"@@ -1 +1 @@\n-old\n+new\n") -> bytes:
    return HEADER % (name, name, name, name) + hunks


def listed(
    status: str = "modified", patch: str | None = PATCH, counts: tuple[int, int, int] = (1, 1, 2), **more: str
) -> ChangedFile:
    """One entry of GitHub's list of files."""
    return from_listing("f", status, None, patch, *counts, **more)  # type: ignore[arg-type]  # all of them are strings


def test_lines_carry_the_numbers_of_their_own_side() -> None:
    added, removed = changed_lines(b"@@ -3,3 +3,4 @@\n a\n-b\n+c\n+d\n e\n@@ -20 +21 @@\n-f\n+g\n")

    assert added == (Line(4, "c"), Line(5, "d"), Line(21, "g"))
    assert removed == (Line(4, "b"), Line(20, "f"))


def test_bytes_that_are_not_utf_8_survive_in_a_line() -> None:
    added, _ = changed_lines(b"@@ -0,0 +1 @@\n+caf\xe9\n")

    assert added[0].text.encode(errors="surrogateescape") == b"caf\xe9"


def test_only_the_line_end_is_taken_off() -> None:
    added, _ = changed_lines(b"@@ -0,0 +1,3 @@\n+a\r\n+ b\rc \n+\n")

    assert [line.text for line in added] == ["a", " b\rc ", ""]


def test_unicode_line_ends_do_not_split_a_line() -> None:
    added, _ = changed_lines("@@ -0,0 +1 @@\n+a\u2028b\x0c\x1c\x85\n".encode())

    assert [line.text for line in added] == ["a\u2028b\x0c\x1c\x85"]


def test_content_that_looks_like_headers_stays_content() -> None:
    added, removed = changed_lines(
        b"@@ -1,2 +1,3 @@\n--- a/x\n-@@ -1 +1 @@\n+++ b/x\n+diff --git a/x b/x\n+Binary files a and b differ\n"
    )

    assert [line.text for line in added] == ["++ b/x", "diff --git a/x b/x", "Binary files a and b differ"]
    assert [line.text for line in removed] == ["-- a/x", "@@ -1 +1 @@"]


def test_no_hunks_are_no_lines() -> None:
    assert changed_lines(b"") == ((), ())


@pytest.mark.parametrize("hunks", [b"@@ -1 +1 @@\n-a\n", b"@@ -1 +1 @@\n-a\n+b\nwords\n", b"words\n"])
def test_hunks_that_do_not_add_up_are_refused(hunks: bytes) -> None:
    with pytest.raises(DiffError):
        changed_lines(hunks)


def test_a_parser_that_gives_up_loses_one_file_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(_lines: list[str]) -> None:
        raise UnidiffParseError("words")

    monkeypatch.setattr("rules.hunks.PatchSet", give_up)

    with pytest.raises(DiffError):
        changed_lines(b"@@ -1 +1 @@\n-a\n+b\n")


def test_a_parser_that_counts_otherwise_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.hunks.PatchSet", lambda lines: PatchSet([*lines[:2], "@@ -1 +0,0 @@\n", "-a\n"]))

    with pytest.raises(DiffError):
        changed_lines(b"@@ -1 +1 @@\n-a\n+b\n")


def test_a_fault_of_the_section_is_why_the_file_is_not_shown() -> None:
    file = changed_file(Section("f", ChangeStatus.MODIFIED, hunks=b"@@ -1 +1 @@\n-a\n+b\n", fault="it is cut"))

    assert (file.shown, file.not_shown, file.added) == (False, "it is cut", ())


def test_hunks_that_do_not_add_up_are_why_the_file_is_not_shown() -> None:
    file = changed_file(Section("f", ChangeStatus.MODIFIED, hunks=b"@@ -1 +1 @@\n-a\n"))

    assert not file.shown
    assert file.not_shown


def test_a_file_whose_type_changed_has_the_lines_of_both_its_sections() -> None:
    file = changed_file(
        Section(
            "f",
            ChangeStatus.TYPE_CHANGED,
            added_count=1,
            removed_count=1,
            hunks=b"@@ -1 +0,0 @@\n-a\n",
            creating_hunks=b"@@ -0,0 +1 @@\n+/etc\n",
        )
    )

    assert (file.shown, file.added, file.removed) == (True, (Line(1, "/etc"),), (Line(1, "a"),))


def test_a_file_with_too_many_lines_is_not_shown() -> None:
    first, second = changed_files(edit(b"f") + edit(b"g"), max_total_lines=3)

    assert first.shown
    assert (second.shown, second.added) == (False, ())


def test_a_binary_file_is_shown_as_what_it_is() -> None:
    (file,) = changed_files(b"diff --git a/k b/k\nindex 1111111..2222222 100644\nBinary files a/k and b/k differ\n")

    assert (file.is_binary, file.shown, file.new_mode) == (True, True, "100644")


def test_a_file_with_too_much_context_is_not_shown() -> None:
    section = Section("f", ChangeStatus.MODIFIED, hunks=b"@@ -1,9 +1,9 @@\n" + b" x\n" * 9)

    assert not changed_file(section, max_lines=9).shown


# GitHub's list of files ----------------------------------------------------------------------------------------------


def test_a_listed_patch_is_read() -> None:
    file = listed()

    assert (file.shown, file.added, file.removed) == (True, (Line(2, "new"),), (Line(2, "old"),))


def test_a_listed_patch_that_holds_less_than_its_counts_is_not_shown() -> None:
    file = listed(counts=(5, 1, 6))

    assert (file.shown, file.added) == (False, ())


def test_a_listed_patch_that_is_damaged_is_not_shown() -> None:
    assert not listed(patch="@@ -1,2 +1,2 @@\n a\n-old").shown


def test_listed_counts_that_contradict_each_other_are_not_believed() -> None:
    assert not listed(counts=(1, 1, 3)).shown


def test_a_listed_file_with_too_many_lines_is_not_shown() -> None:
    assert not from_listing("f", "modified", None, PATCH, 1, 1, 2, max_lines=1).shown


@pytest.mark.parametrize("patch", [None, ""])
@pytest.mark.parametrize("counts", [(3, 0, 3), (0, 0, 0)])
def test_a_listed_file_without_patch_is_not_shown(patch: str | None, counts: tuple[int, int, int]) -> None:
    assert not listed(patch=patch, counts=counts).shown


def test_a_listed_rename_without_patch_may_hide_a_binary_edit() -> None:
    file = from_listing("g", "renamed", "f", None, 0, 0, 0)

    assert (file.status, file.previous_path, file.shown) == (ChangeStatus.RENAMED, "f", False)


def test_a_listed_rename_with_equal_blobs_has_nothing_to_show() -> None:
    assert listed("renamed", None, (0, 0, 0), old_blob="1" * 40, new_blob="1" * 40).shown


def test_a_listed_rename_with_other_blobs_is_not_shown() -> None:
    assert not listed("renamed", None, (0, 0, 0), old_blob="1" * 40, new_blob="2" * 40).shown


def test_a_listed_new_empty_file_has_nothing_to_show() -> None:
    assert listed("added", None, (0, 0, 0), new_blob=EMPTY_BLOB).shown


def test_a_listed_removed_empty_file_has_nothing_to_show() -> None:
    assert listed("removed", None, (0, 0, 0), old_blob=EMPTY_BLOB).shown


def test_a_listed_new_binary_file_is_not_shown() -> None:
    assert not listed("added", None, (0, 0, 0), new_blob="1" * 40).shown


def test_a_listed_status_that_nobody_knows_is_not_shown() -> None:
    assert not listed("teleported").shown


@pytest.mark.parametrize("status", ["modified", "changed"])
def test_a_listed_file_with_equal_blobs_and_another_mode_changed_its_mode(status: str) -> None:
    same = "1" * 40
    file = listed(status, None, (0, 0, 0), old_blob=same, new_blob=same, old_mode="100644", new_mode="100755")

    assert (file.status, file.shown) == (ChangeStatus.MODE_CHANGED, True)


def test_a_listed_file_that_the_caller_saw_to_be_binary_is_shown_as_that() -> None:
    file = from_listing("k", "added", None, None, 0, 0, 0, is_binary=True)

    assert (file.is_binary, file.shown) == (True, True)


def test_a_listed_file_with_counted_lines_is_not_believed_to_be_binary() -> None:
    assert not from_listing("k", "added", None, None, 3, 0, 3, is_binary=True).shown


@pytest.mark.parametrize(
    ("status", "old_mode", "new_mode", "expected"),
    [
        ("modified", "100644", "120000", ChangeStatus.TYPE_CHANGED),
        ("modified", "100644", "100755", ChangeStatus.MODIFIED),
        ("changed", "100644", "100755", ChangeStatus.MODIFIED),
        ("changed", "100644", "", ChangeStatus.TYPE_CHANGED),
        ("changed", "160000", "100644", ChangeStatus.TYPE_CHANGED),
        ("renamed", "100644", "120000", ChangeStatus.RENAMED),
        ("added", "", "100644", ChangeStatus.ADDED),
    ],
)
def test_the_modes_of_the_trees_tell_what_github_does_not(
    status: str, old_mode: str, new_mode: str, expected: ChangeStatus
) -> None:
    assert listed(status, old_mode=old_mode, new_mode=new_mode).status is expected
