"""What the diff scanner makes of diffs that are cut, damaged, of another kind, or very long."""

from __future__ import annotations

import pytest

from rules.errors import DiffError
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


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n\n",
        b'{"message":"Sorry, the diff exceeded the maximum number of lines"}',
        b"<html><body>Unicorn!</body></html>\n",
        b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
        b"From 1111111 Mon Sep 17 00:00:00 2001\nSubject: x\n\n" + edit(b"f"),
        b"commit 1111111\n\n    words\n\n" + edit(b"f"),
        "diff --git a/f b/f\n".encode("utf-16"),
        b"diff --stat\n"[:6],
    ],
)
def test_what_does_not_begin_as_a_git_diff_is_refused(text: bytes) -> None:
    with pytest.raises(DiffError):
        list(scan(text))


@pytest.mark.parametrize(
    "rest",
    [
        b"",
        INDEX,
        INDEX + b"--- a/f\n",
        INDEX + b"--- a/f\n+++ b/f\n",
        b"old mode 100644\n",
        b"old mode 100644\nnew mode 100755\nindex 1111111..2222222\n",
        b"new file mode 100644\n",
        b"new file mode 100644\nindex 0000000..2222222\n",
        b"deleted file mode 100644\nindex 2222222..0000000\n",
        INDEX + HUNK,
        INDEX + b"--- a/f\n" + HUNK,
        INDEX + b"--- a/f\n+++ b/f\n" + HUNK[:-5],
        INDEX + b"--- a/f\n+++ b/f\n" + HUNK[:-1],
        INDEX + b"--- a/f\n+++ b/f\n@@ -1 +1 @@\n",
    ],
)
def test_a_section_that_was_cut_is_a_fault(rest: bytes) -> None:
    assert only(b"diff --git a/f b/f\n" + rest).fault


@pytest.mark.parametrize(
    "rest",
    [
        b"similarity index 100%\nrename from f\n",
        b"similarity index 100%\nrename to g\n",
        b"rename from f\nrename to g\n",
        b"similarity index 90%\nrename from f\nrename to g\n",
        b"similarity index 90%\nrename from f\nrename to g\nindex 1111111..2222222 100644\n",
        b"similarity index 100%\ncopy from f\n",
    ],
)
def test_a_rename_that_was_cut_is_a_fault(rest: bytes) -> None:
    assert only(b"diff --git a/f b/g\n" + rest).fault


@pytest.mark.parametrize(
    "hunks",
    [
        b"@@ -1,2 +1 @@\n-a\n+b\n",
        b"@@ -1 +1,2 @@\n-a\n+b\n",
        b"@@ -1 +1 @@\n-a\n+b\n+c\n",
        b"@@ -1,2 +1,2 @@\n-a\n-b\n-c\n+d\n",
        b"@@ -1 +1 @@\n-a\n+b\n\n@@ -9 +9 @@\n-a\n+b\n",
        b"@@ -1 +1 @@\n-a\n+b\nsmuggled\n",
        b"@@ -1,2 +1,2 @@\n-a\nxxx\n+b\n",
        b"@@ -1 +1 @@\n-a\n+b\n@@ -1 +1 @@\n-a\n+b\n",
        b"@@ -1 +1 @@\n-a\n+b\n@@ -9 +8 @@\n-a\n+b\n",
        b"@@ -1 +1 @@\n-a\n+b\n@@@ -1 -1 +1 @@@\n++a\n",
        b"@@ -1,1111111111 +1 @@\n-a\n+b\n",
        b"@@ -1 +1 @@ \\\n\\\n\\\n\\\n-a\n+b\nx\n",
        b"@@ -1 +1\n-a\n+b\n",
    ],
)
def test_hunks_that_do_not_hold_what_they_promise_are_a_fault(hunks: bytes) -> None:
    assert only(edit(b"f", hunks)).fault


@pytest.mark.parametrize(
    "rest",
    [
        b"new file mode 100644\n" + INDEX + b"--- a/f\n+++ b/f\n" + HUNK,
        b"deleted file mode 100644\n" + INDEX + b"--- a/f\n+++ b/f\n" + HUNK,
        INDEX + b"--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+x\n",
        INDEX + b"--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
        b"new file mode 100644\nindex 0000000..2222222\n--- /dev/null\n+++ b/f\n" + HUNK,
        b"deleted file mode 100644\nindex 2222222..0000000\n--- a/f\n+++ /dev/null\n" + HUNK,
        b"old mode 100644\nold mode 100644\nnew mode 100755\n",
        b"old mode rw-r--r--\nnew mode 100755\n",
        b"index 1111111..xyz 100644\nBinary files a/f and b/f differ\n",
        INDEX + b"GIT binary patch\n" + HUNK,
        INDEX + b"Binary files a/f and b/f differ\nmore\n",
        b"new mode 100755\n",
        b"words\n",
    ],
)
def test_a_header_that_contradicts_itself_is_a_fault(rest: bytes) -> None:
    assert only(b"diff --git a/f b/f\n" + rest).fault


def test_the_neighbours_of_a_faulty_section_are_not_touched() -> None:
    sections = list(scan(edit(b"f") + edit(b"g", b"@@ -1,9 +1 @@\n-a\n") + edit(b"h")))

    assert [(section.path, bool(section.fault)) for section in sections] == [("f", False), ("g", True), ("h", False)]


def test_a_diff_sent_with_other_line_ends_is_a_fault_under_its_right_name() -> None:
    section = only(edit(b"f").replace(b"\n", b"\r\n"))

    assert (section.path, bool(section.fault)) == ("f", True)


@pytest.mark.parametrize("kind", [b"cc", b"combined"])
def test_a_combined_diff_is_a_fault(kind: bytes) -> None:
    section = only(
        b"diff --" + kind + b" f g\nindex 1111111,2222222..3333333\n--- a/f g\n+++ b/f g\n@@@ -1,1 -1,1 +1,1 @@@\n--a\n"
    )

    assert (section.path, bool(section.fault)) == ("f g", True)


@pytest.mark.parametrize("before", [b"", edit(b"f"), b"diff --git a/f b/f\nold mode 100644\nnew mode 100755\n"])
def test_a_submodule_shown_as_a_list_of_commits_is_a_fault_of_its_own(before: bytes) -> None:
    sections = list(scan(before + b"Submodule lib/s 1111111..2222222:\n  > words\n" + edit(b"g")))

    assert [(section.path, bool(section.fault)) for section in sections][-2:] == [("lib/s", True), ("g", False)]
    assert not any(section.fault for section in sections[:-2])


def test_a_submodule_line_without_commits_still_names_something() -> None:
    assert only(b"Submodule lib/s contains modified content\n").path == "lib/s contains modified content"


def test_a_header_without_end_is_a_fault() -> None:
    assert only(b"diff --git a/f b/f\n" + b"x" * 70_000 + b"\n" + HUNK).fault


# Streams -------------------------------------------------------------------------------------------------------------


def test_pieces_of_any_size_give_the_same_sections() -> None:
    diff = edit(b"f") + edit(b"g", HUNK + b"@@ -5 +5 @@\n-c\n+d\n") + b"Submodule s 1..2:\n" + edit(b"h")
    whole = list(scan(diff))

    assert all(
        list(scan(diff[start : start + size] for start in range(0, len(diff), size))) == whole for size in (1, 2, 7, 50)
    )


def test_a_change_that_is_too_long_is_counted_and_not_kept() -> None:
    lines = 20_000
    long = edit(b"long", b"@@ -1,2 +1,%d @@\n-x\n-y\n" % lines + b"+--- words\n" * lines)
    chunks = [(long + edit(b"f"))[start : start + 1000] for start in range(0, len(long) + 200, 1000)]

    first, second = scan(chunks, kept_bytes=5000)
    assert (first.added_count, first.removed_count, first.hunks, bool(first.fault)) == (lines, 2, b"", True)
    assert second.fault == ""


def test_a_binary_patch_that_is_too_long_is_still_binary() -> None:
    diff = b"diff --git a/k b/k\n" + INDEX + b"GIT binary patch\nliteral 9\n" + b"zAAAA\n" * 20_000 + b"\n"

    section = next(scan([diff], kept_bytes=1000))
    assert (section.is_binary, section.fault) == (True, "")


def test_a_change_that_is_too_long_and_cut_is_a_fault() -> None:
    lines = 20_000
    diff = edit(b"long", b"@@ -0,0 +1,%d @@\n" % lines + b"+words\n" * lines)

    assert next(scan([diff[:-1]], kept_bytes=1000)).fault
