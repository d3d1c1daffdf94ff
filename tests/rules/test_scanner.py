"""What the diff scanner makes of awkward and hostile names, kinds and contents."""

from __future__ import annotations

import pytest

from rules.change import ChangeStatus
from rules.scanner import Section, scan

HUNK = b"@@ -1 +1 @@\n-old\n+new\n"
INDEX = b"index 1111111..2222222 100644\n"


def edit(name: bytes, hunks: bytes = HUNK) -> bytes:
    """A section that edits a file whose name needs no quotes and has no blank."""
    return b"diff --git a/%b b/%b\n%b--- a/%b\n+++ b/%b\n%b" % (name, name, INDEX, name, name, hunks)


def only(diff: bytes) -> Section:
    """The one section of a diff."""
    sections = list(scan(diff))
    assert len(sections) == 1
    return sections[0]


def test_an_ordinary_edit_is_read_with_its_modes_and_counts() -> None:
    assert only(edit(b"src/app.py")) == Section(
        "src/app.py", ChangeStatus.MODIFIED, None, "100644", "100644", added_count=1, removed_count=1, hunks=HUNK
    )


# Names ---------------------------------------------------------------------------------------------------------------


def test_a_quoted_name_is_unquoted_so_that_a_folder_pattern_sees_it() -> None:
    name = rb'"a/.github/workflows/\303\251.yml" "b/.github/workflows/\303\251.yml"'
    diff = (
        b"diff --git " + name + b"\nnew file mode 100644\nindex 0000000..2222222\n"
        b'--- /dev/null\n+++ "b/.github/workflows/\\303\\251.yml"\n@@ -0,0 +1 @@\n+on: push\n'
    )

    assert only(diff).path == ".github/workflows/é.yml"


def test_every_escape_of_a_quoted_name_is_undone() -> None:
    quoted = rb"\a\b\t\n\v\f\r\"\\\001z"
    diff = b'diff --git "a/%b" "b/%b"\nold mode 100644\nnew mode 100755\n' % (quoted, quoted)

    assert only(diff).path == '\a\b\t\n\v\f\r"\\\x01z'


@pytest.mark.parametrize("quoted", [rb"\q", rb"\8", rb"\777", b"\\"])
def test_an_escape_that_git_does_not_write_is_a_fault(quoted: bytes) -> None:
    diff = b'diff --git "a/%b" "b/%b"\nold mode 100644\nnew mode 100755\n' % (quoted, quoted)

    assert only(diff).fault


def test_bytes_that_are_not_utf_8_survive_in_a_name() -> None:
    section = only(b'diff --git "a/caf\\351" "b/caf\\351"\nold mode 100644\nnew mode 100755\n')

    assert section.path.encode(errors="surrogateescape") == b"caf\xe9"


def test_a_rename_without_hunks_takes_its_names_from_the_rename_lines() -> None:
    section = only(
        b"diff --git a/notes.txt b/infra/x b/evil.tf\nsimilarity index 100%\n"
        b"rename from notes.txt\nrename to infra/x b/evil.tf\n"
    )

    assert (section.status, section.previous_path, section.path) == (
        ChangeStatus.RENAMED,
        "notes.txt",
        "infra/x b/evil.tf",
    )


def test_a_rename_out_of_a_watched_folder_keeps_both_names() -> None:
    section = only(
        b"diff --git a/.github/CODEOWNERS b/old.txt\nsimilarity index 100%\n"
        b"rename from .github/CODEOWNERS\nrename to old.txt\n"
    )

    assert (section.previous_path, section.path) == (".github/CODEOWNERS", "old.txt")


def test_a_rename_of_a_quoted_to_a_plain_name_is_read() -> None:
    section = only(b'diff --git "a/\\303\\251" b/e f\nsimilarity index 100%\nrename from "\\303\\251"\nrename to e f\n')

    assert (section.previous_path, section.path, section.fault) == ("é", "e f", "")


def test_a_rename_of_a_plain_to_a_quoted_name_is_read() -> None:
    section = only(b'diff --git a/e f "b/\\303\\251"\nsimilarity index 100%\nrename from e f\nrename to "\\303\\251"\n')

    assert (section.previous_path, section.path, section.fault) == ("e f", "é", "")


def test_a_copy_is_not_a_rename() -> None:
    section = only(b"diff --git a/f b/g\nsimilarity index 100%\ncopy from f\ncopy to g\n")

    assert section.status is ChangeStatus.COPIED


@pytest.mark.parametrize(
    ("rest", "status"),
    [
        (b"old mode 100644\nnew mode 100755\n", ChangeStatus.MODE_CHANGED),
        (INDEX + b"Binary files a/infra/x b/run.sh and b/infra/x b/run.sh differ\n", ChangeStatus.MODIFIED),
        (b"new file mode 100644\nindex 0000000..e69de29\n", ChangeStatus.ADDED),
        (
            b"deleted file mode 100644\nindex 1111111..0000000\n--- a/infra/x b/run.sh\t\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
            ChangeStatus.REMOVED,
        ),
        (INDEX + b"--- a/infra/x b/run.sh\t\n+++ b/infra/x b/run.sh\t\n" + HUNK, ChangeStatus.MODIFIED),
    ],
    ids=["mode", "binary", "empty file", "deletion", "edit"],
)
def test_a_name_that_holds_a_prefix_is_not_cut(rest: bytes, status: ChangeStatus) -> None:
    section = only(b"diff --git a/infra/x b/run.sh b/infra/x b/run.sh\n" + rest)

    assert (section.path, section.status, section.previous_path, section.fault) == (
        "infra/x b/run.sh",
        status,
        None,
        "",
    )


def test_two_places_that_give_different_names_are_a_fault() -> None:
    assert only(edit(b"README.md").replace(b"+++ b/README.md", b"+++ b/.npmrc")).fault


def test_a_title_that_contradicts_the_rename_lines_is_a_fault() -> None:
    diff = b"diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to z\n"

    assert only(diff).fault


def test_quoted_names_that_share_their_blanks_differently_are_a_fault() -> None:
    diff = b'diff --git "a/p b/q" "b/r"\nsimilarity index 100%\nrename from p\nrename to q b/r\n'

    assert only(diff).fault


def test_sides_of_a_rename_that_name_another_file_are_a_fault() -> None:
    diff = (
        b"diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n"
        b"index 1111111..2222222 100644\n--- a/x\n+++ b/z\n" + HUNK
    )

    assert only(diff).fault


@pytest.mark.parametrize("name", [b"../x", b"x/../../y", b"/etc/passwd", b"x//y", b"./x", b"x/"])
def test_a_name_that_git_cannot_hold_is_a_fault(name: bytes) -> None:
    assert only(edit(name)).fault


def test_a_name_with_a_nul_is_a_fault() -> None:
    assert only(b'diff --git "a/x\\000" "b/x\\000"\nold mode 100644\nnew mode 100755\n').fault


@pytest.mark.parametrize(
    "diff",
    [
        b"diff --git my file.txt my file.txt\n" + INDEX + b"--- my file.txt\t\n+++ my file.txt\t\n" + HUNK,
        b"diff --git a/x a/x\nold mode 100644\nnew mode 100755\n",
        b"diff --git x/f x/f\n" + INDEX + b"--- x/f\n+++ x/f\n" + HUNK,
        b"diff --git i/f w/f\n" + INDEX + b"--- i/f\n+++ w/f\n" + HUNK,
        b"diff --git a/x b/x\nsimilarity index 100%\nrename from a/x\nrename to b/x\n",
        b"diff --git a/ b/\nold mode 100644\nnew mode 100755\n",
        b"diff --git ab\nold mode 100644\nnew mode 100755\n",
        b"diff --git \nold mode 100644\nnew mode 100755\n",
    ],
    ids=["none", "none, folder a", "own", "mnemonic", "none, rename", "no names", "one name", "nothing"],
)
def test_names_without_the_two_prefixes_are_a_fault_and_still_name_something(diff: bytes) -> None:
    section = only(diff)

    assert section.fault
    assert section.path


def test_a_name_that_cannot_be_trusted_is_still_shown_without_its_double() -> None:
    assert only(b"diff --git my file.txt my file.txt\nold mode 100644\nnew mode 100755\n").path == "my file.txt"


# Status --------------------------------------------------------------------------------------------------------------


def test_an_existing_empty_file_that_is_filled_is_no_new_file() -> None:
    assert only(edit(b"f", b"@@ -0,0 +1 @@\n+x\n")).status is ChangeStatus.MODIFIED


def test_an_emptied_file_is_not_removed() -> None:
    assert only(edit(b"f", b"@@ -1 +0,0 @@\n-x\n")).status is ChangeStatus.MODIFIED


def test_an_edit_with_a_new_mode_keeps_both_modes() -> None:
    diff = b"diff --git a/f b/f\nold mode 100644\nnew mode 100755\nindex 1111111..2222222\n--- a/f\n+++ b/f\n" + HUNK

    section = only(diff)
    assert (section.status, section.old_mode, section.new_mode) == (ChangeStatus.MODIFIED, "100644", "100755")


def test_a_file_that_becomes_a_link_is_one_change_of_type() -> None:
    removed = (
        b"diff --git a/f b/f\ndeleted file mode 100644\nindex 1111111..0000000\n"
        b"--- a/f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n"
    )
    added = (
        b"diff --git a/f b/f\nnew file mode 120000\nindex 0000000..2222222\n"
        b"--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n"
    )

    section = only(removed + added)
    assert (section.status, section.old_mode, section.new_mode) == (ChangeStatus.TYPE_CHANGED, "100644", "120000")
    assert (section.removed_count, section.added_count) == (2, 1)
    assert section.hunks.startswith(b"@@ -1,2 +0,0 @@")
    assert section.creating_hunks.startswith(b"@@ -0,0 +1 @@")


def test_a_file_removed_and_added_again_as_the_same_type_is_a_fault() -> None:
    removed = b"diff --git a/f b/f\ndeleted file mode 100644\nindex e69de29..0000000\n"
    added = b"diff --git a/f b/f\nnew file mode 100755\nindex 0000000..e69de29\n"

    assert [bool(section.fault) for section in scan(removed + added)] == [False, True]


def test_a_file_named_twice_is_a_fault() -> None:
    sections = list(scan(edit(b"f") + edit(b"g") + edit(b"f")))

    assert [bool(section.fault) for section in sections] == [False, False, True]


def test_a_change_of_type_within_one_section_is_a_fault() -> None:
    assert only(b"diff --git a/f b/f\nold mode 100644\nnew mode 120000\n").fault


def test_a_submodule_keeps_its_mode_and_its_commits() -> None:
    diff = (
        b"diff --git a/s b/s\nindex 1111111..2222222 160000\n--- a/s\n+++ b/s\n"
        b"@@ -1 +1 @@\n-Subproject commit 1111111\n+Subproject commit 2222222\n"
    )

    section = only(diff)
    assert (section.new_mode, section.added_count, section.fault) == ("160000", 1, "")


def test_a_binary_patch_in_full_is_binary() -> None:
    diff = (
        b"diff --git a/k b/k\n"
        + INDEX
        + b"GIT binary patch\nliteral 3\nKcmZQzWMT#Y01f~L\n\nliteral 3\nKcmZQzWMT#Y01f~L\n\n"
    )

    section = only(diff)
    assert (section.is_binary, section.fault, section.hunks) == (True, "", b"")


# Content that looks like a diff --------------------------------------------------------------------------------------


def test_content_that_looks_like_headers_is_content() -> None:
    hunks = (
        b"@@ -1,4 +1,4 @@\n--- a/.github/workflows/x.yml\n+++ b/.github/workflows/x.yml\n"
        b"-@@ -1 +1 @@\n+diff --git a/x b/x\n context\n---\n+++\n"
    )

    section = only(edit(b"f", hunks))
    assert (section.path, section.added_count, section.removed_count, section.fault) == ("f", 3, 3, "")


def test_lone_carriage_returns_and_unicode_line_ends_end_no_line() -> None:
    section = only(edit(b"f", "@@ -0,0 +1,2 @@\n+a\rb\x0c\x85\u2028c\n+d\n".encode()))

    assert (section.added_count, section.fault) == (2, "")


def test_marks_of_a_missing_line_feed_are_no_lines() -> None:
    mark = b"\\ No newline at end of file\n"
    section = only(edit(b"f", b"@@ -1,2 +1,2 @@\n x\n-y\n" + mark + b"+z\n" + mark))

    assert (section.added_count, section.removed_count, section.fault) == (1, 1, "")


def test_an_empty_context_line_without_its_blank_is_context() -> None:
    section = only(edit(b"f", b"@@ -1,3 +1,3 @@\n x\n\n-y\n+z\n"))

    assert (section.added_count, section.removed_count, section.fault) == (1, 1, "")


def test_blank_lines_behind_a_hunk_belong_to_no_file() -> None:
    assert list(scan(edit(b"f", HUNK + b"\n\n") + edit(b"g"))) == list(scan(edit(b"f") + edit(b"g")))
