"""Hunks are applied exactly where they say, or not at all."""

from __future__ import annotations

import pytest

from rules.errors import DiffError
from rules.hunk_apply import apply_hunks

MARK = b"\\ No newline at end of file\n"


@pytest.mark.parametrize(
    ("old", "hunks", "new"),
    [
        (b"a\nb\nc\n", b"@@ -2 +2 @@\n-b\n+x\n", b"a\nx\nc\n"),
        (b"a\nb\n", b"@@ -1,0 +2 @@\n+x\n", b"a\nx\nb\n"),
        (b"a\nb\n", b"@@ -2 +1,0 @@\n-b\n", b"a\n"),
        (b"", b"@@ -0,0 +1 @@\n+x\n" + MARK, b"x"),
        (b"a", b"@@ -1 +1 @@\n-a\n" + MARK + b"+a\n", b"a\n"),
        (b"a\nb", b"@@ -1,2 +1,2 @@\n-a\n+x\n b\n" + MARK, b"x\nb"),
        (b"a\n\nb\n", b"@@ -1,3 +1,3 @@\n a\n\n-b\n+x\n", b"a\n\nx\n"),
        (b"a\nb\nc\nd\n", b"@@ -1 +1,2 @@\n a\n+x\n@@ -3 +4 @@\n-c\n+y\n", b"a\nx\nb\ny\nd\n"),
        (b"same", b"", b"same"),
    ],
)
def test_a_hunk_that_fits_is_applied(old: bytes, hunks: bytes, new: bytes) -> None:
    assert apply_hunks(old, hunks) == new


@pytest.mark.parametrize(
    ("old", "hunks"),
    [
        (b"a\nb\n", b"@@ -1 +1 @@\n-b\n+x\n"),
        (b"a\n", b"@@ -3 +3 @@\n-c\n+x\n"),
        (b"a", b"@@ -1 +1 @@\n-a\n+x\n"),
        (b"ab\n", b"@@ -1 +1 @@\n-a\n" + MARK + b"+x\n"),
        (b"a\nb\n", b"@@ -1 +1 @@\n-a\n+x\n" + MARK),
        (b"a\nb\n", b"@@ -2 +2 @@\n-b\n+x\n@@ -1 +1 @@\n-a\n+y\n"),
    ],
    ids=["other line", "too far", "no line feed", "within a line", "end in the middle", "backwards"],
)
def test_a_hunk_that_does_not_fit_is_refused(old: bytes, hunks: bytes) -> None:
    with pytest.raises(DiffError):
        apply_hunks(old, hunks)
