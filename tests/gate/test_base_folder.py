"""A diff against a folder: the tree after it, and what does not fit."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from gate.base_folder import change_in_folder, folder_tree, read_change
from gate.errors import InputError
from gate.git_objects import MAX_FILE_BYTES
from rules.change import Absent, Change

EDIT = b"diff --git a/f b/f\nindex 1111111..2222222 100644\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
ADD = b"diff --git a/new/n b/new/n\nnew file mode 100644\nindex 0000000..2222222\n--- /dev/null\n+++ b/new/n\n@@ -0,0 +1 @@\n+n\n"
REMOVE = b"diff --git a/f b/f\ndeleted file mode 100644\nindex 1111111..0000000\n--- a/f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n"
RENAME = b"diff --git a/f b/g\nsimilarity index 100%\nrename from f\nrename to g\n"
COPY = b"diff --git a/f b/g\nsimilarity index 100%\ncopy from f\ncopy to g\n"
MODE = b"diff --git a/f b/f\nold mode 100644\nnew mode 100755\n"
LINK = (
    b"diff --git a/f b/f\ndeleted file mode 100644\nindex 1111111..0000000\n--- a/f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n"
    b"diff --git a/f b/f\nnew file mode 120000\nindex 0000000..2222222\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+/etc\n"
    b"\\ No newline at end of file\n"
)
UNLINK = (
    b"diff --git a/f b/f\ndeleted file mode 120000\nindex 1111111..0000000\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-/etc\n"
    b"\\ No newline at end of file\n"
    b"diff --git a/f b/f\nnew file mode 100644\nindex 0000000..2222222\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+words\n"
)
BINARY = b"diff --git a/f b/f\nindex 1111111..2222222 100644\nBinary files a/f and b/f differ\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    base = tmp_path / "base"
    base.mkdir()
    (base / "f").write_bytes(b"a\nb\n")
    (base / "other").write_bytes(b"other\n")
    return base


def head_of(diff: bytes, folder: Path) -> Change:
    """The change, after it was checked that all of it fits."""
    change = change_in_folder([diff], folder)
    assert [file.not_shown for file in change.files] == [""] * len(change.files)
    return change


def misfit(diff: bytes, folder: Path) -> str:
    """Why the one file of a diff is not shown."""
    change = change_in_folder([diff], folder)
    (file,) = change.files
    assert not file.shown
    assert change.head.read(file.path) in (Absent.UNREADABLE, Absent.MISSING, Absent.TOO_LARGE, Absent.BINARY)
    return file.not_shown


def test_an_edit_is_applied_and_the_base_stays(folder: Path) -> None:
    change = head_of(EDIT, folder)

    assert (change.base.read("f"), change.head.read("f")) == ("a\nb\n", "a\nc\n")


def test_a_file_that_did_not_change_is_read_from_the_folder(folder: Path) -> None:
    assert head_of(EDIT, folder).head.read("other") == "other\n"


def test_an_added_file_is_in_the_head_alone(folder: Path) -> None:
    change = head_of(ADD, folder)

    assert (change.base.read("new/n"), change.head.read("new/n")) == (Absent.MISSING, "n\n")
    assert list(change.head.paths() or ()) == ["f", "new/n", "other"]


def test_a_removed_file_is_not_in_the_head(folder: Path) -> None:
    change = head_of(REMOVE, folder)

    assert change.head.read("f") is Absent.MISSING
    assert list(change.head.paths() or ()) == ["other"]


def test_a_renamed_file_is_in_the_head_under_its_new_name_alone(folder: Path) -> None:
    change = head_of(RENAME, folder)

    assert (change.head.read("f"), change.head.read("g")) == (Absent.MISSING, "a\nb\n")
    assert list(change.head.paths() or ()) == ["g", "other"]


def test_a_name_that_a_rename_left_and_another_file_took_holds_the_other(folder: Path) -> None:
    taken = b"diff --git a/other b/f\nsimilarity index 100%\nrename from other\nrename to f\n"

    change = head_of(RENAME + taken, folder)
    assert (change.head.read("f"), change.head.read("g")) == ("other\n", "a\nb\n")
    assert list(change.head.paths() or ()) == ["f", "g"]


def test_a_copied_file_is_in_the_head_twice(folder: Path) -> None:
    change = head_of(COPY, folder)

    assert (change.head.read("f"), change.head.read("g")) == ("a\nb\n", "a\nb\n")


def test_a_file_with_a_new_mode_keeps_its_text(folder: Path) -> None:
    assert head_of(MODE, folder).head.read("f") == "a\nb\n"


def test_a_file_that_became_a_link_is_not_followed(folder: Path) -> None:
    assert head_of(LINK, folder).head.read("f") is Absent.LINK


def test_a_link_that_became_a_file_has_its_text(folder: Path) -> None:
    (folder / "f").unlink()
    (folder / "f").symlink_to("/etc")

    change = head_of(UNLINK, folder)
    assert (change.base.read("f"), change.head.read("f")) == (Absent.LINK, "words\n")


def test_an_edited_binary_file_has_no_text(folder: Path) -> None:
    assert head_of(BINARY, folder).head.read("f") is Absent.BINARY


@pytest.mark.parametrize("diff", [EDIT, REMOVE, RENAME, COPY, MODE, BINARY])
def test_a_file_that_the_folder_lacks_is_not_shown(diff: bytes, folder: Path) -> None:
    (folder / "f").unlink()

    assert "lacks" in misfit(diff, folder)


def test_a_hunk_that_does_not_fit_is_not_shown(folder: Path) -> None:
    (folder / "f").write_bytes(b"a\nx\n")

    assert "do not fit" in misfit(EDIT, folder)


def test_the_lines_of_a_file_that_does_not_fit_are_still_there_to_judge(folder: Path) -> None:
    (folder / "f").unlink()

    (file,) = change_in_folder([EDIT], folder).files
    assert [line.text for line in file.added] == ["c"]


def test_an_added_file_that_the_folder_holds_already_is_not_shown(folder: Path) -> None:
    (folder / "new").mkdir()
    (folder / "new" / "n").write_bytes(b"n\n")

    assert "already" in misfit(ADD, folder)


def test_an_edit_of_a_file_that_is_too_large_is_not_shown(folder: Path) -> None:
    (folder / "f").write_bytes(b"a\nb\n" * (MAX_FILE_BYTES // 4 + 1))

    assert "too large" in misfit(EDIT, folder)


def test_a_faulty_section_has_no_head(folder: Path) -> None:
    assert misfit(EDIT[:-2], folder)


def test_a_rename_within_a_bound_of_heads_is_said_to_be_too_large(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gate.base_folder.MAX_HEAD_BYTES", 3)

    assert change_in_folder([EDIT], folder).head.read("f") is Absent.TOO_LARGE


def test_a_file_that_grows_too_large_has_no_text(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.base_folder.MAX_FILE_BYTES", 4)
    diff = EDIT.replace(b"@@ -1,2 +1,2 @@", b"@@ -1,2 +1,3 @@") + b"+d\n"

    assert change_in_folder([diff], folder).head.read("f") is Absent.TOO_LARGE


# The folder is hostile -----------------------------------------------------------------------------------------------


def test_no_link_leads_out_of_the_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (folder / "direct").symlink_to(tmp_path / "secret")
    (folder / "up").symlink_to(tmp_path)

    tree = folder_tree(folder)
    assert tree.read("direct") is Absent.LINK
    assert tree.read("up/secret") is Absent.MISSING
    assert list(tree.paths() or ()) == ["direct", "f", "other", "up"]


@pytest.mark.parametrize("path", ["../secret", "/etc/passwd", "x/../../secret", "", ".", "f\0", "f/", "\ud800"])
def test_no_name_leads_out_of_the_folder(path: str, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")

    assert folder_tree(folder).read(path) is Absent.MISSING


def test_a_folder_is_no_file(folder: Path) -> None:
    (folder / "sub").mkdir()

    assert folder_tree(folder).read("sub") is Absent.MISSING


def test_a_file_below_a_file_is_missing(folder: Path) -> None:
    assert folder_tree(folder).read("f/g") is Absent.MISSING


def test_a_named_pipe_keeps_nobody_waiting(folder: Path) -> None:
    os.mkfifo(folder / "pipe")

    assert folder_tree(folder).read("pipe") is Absent.UNREADABLE


def test_a_name_that_the_system_refuses_is_unreadable(folder: Path) -> None:
    assert folder_tree(folder).read("x" * 5000) is Absent.UNREADABLE


def test_the_repository_inside_a_checkout_is_not_part_of_the_tree(folder: Path) -> None:
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("")
    (folder / "module").mkdir()
    (folder / "module" / ".git").write_text("gitdir: elsewhere")

    assert list(folder_tree(folder).paths() or ()) == ["f", "other"]


def test_names_that_are_not_utf_8_can_be_read(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9")).write_bytes(b"words \xff")

    tree = folder_tree(folder)
    assert "caf\udce9" in (tree.paths() or ())
    assert tree.read("caf\udce9") == "words \udcff"


def test_bytes_that_git_calls_binary_are_no_text(folder: Path) -> None:
    (folder / "f").write_bytes(b"a\0b")

    assert folder_tree(folder).read("f") is Absent.BINARY


def test_more_files_than_are_read_are_not_known(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gate.base_folder.MAX_PATHS", 1)

    change = change_in_folder([EDIT], folder)
    assert change.base.paths() is None
    assert change.head.paths() is None


# Input ---------------------------------------------------------------------------------------------------------------


def test_a_diff_file_is_read(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "change.diff").write_bytes(EDIT)

    assert [file.path for file in read_change(str(tmp_path / "change.diff"), str(folder)).files] == ["f"]


def test_standard_input_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(EDIT)))

    assert [file.path for file in read_change("-", str(folder)).files] == ["f"]


def test_a_missing_diff_file_is_named(folder: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.diff: No such file"):
        read_change("nowhere.diff", str(folder))


def test_input_that_is_no_diff_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "page").write_text("<html>")

    with pytest.raises(InputError, match="page: it does not begin with a file section"):
        read_change(str(tmp_path / "page"), str(folder))


def test_a_base_that_is_no_folder_is_named(folder: Path) -> None:
    with pytest.raises(InputError, match="not a folder"):
        read_change("-", str(folder / "f"))
