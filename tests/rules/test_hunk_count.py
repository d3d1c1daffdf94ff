"""The quick count of hunks beside the careful one."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import rules.hunk_count
from rules.hunk_count import HunkCount, count_hunks

LINES = [
    b"+a\n",
    b"-b\n",
    b" c\n",
    b"\n",
    b"\\ No newline at end of file\n",
    b"@\n",
    b"@@ -1 +1 @@\n",
    b"x\n",
    b"+@@ -1 +1 @@\n",
]


@st.composite
def hunks(draw: st.DrawFn) -> bytes:
    """Hunks whose headers are mostly right, with lines that no hunk may hold now and then."""
    data = b""
    old, new = 1, 1
    for _ in range(draw(st.integers(1, 4))):
        body = draw(st.lists(st.sampled_from(LINES[:4] if draw(st.booleans()) else LINES), max_size=6))
        olds = sum(line[:1] in b"- \n" for line in body) + draw(st.sampled_from([0, 0, 0, 0, 1]))
        news = sum(line[:1] in b"+ \n" for line in body) + draw(st.sampled_from([0, 0, 0, 0, 1]))
        data += b"@@ -%d,%d +%d,%d @@\n" % (old - (not olds), olds, new - (not news), news) + b"".join(body)
        old, new = old + olds + 2, new + news + 2
    return data


@given(hunks())
@example(b"@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n")
@example(b"@@ -0,0 +1 @@\n+a\n\n")
@example(b"@@ -1 +1 @@\n-a\n+b\n@\n@@ -9 +9 @@\n-a\n+b\n")
def test_the_quick_count_says_what_the_careful_one_says(data: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules.hunk_count, "_count_even", lambda _data: None)
        careful = count_hunks(data)
    assert count_hunks(data) == careful


def test_hunks_longer_than_a_window_are_counted_whole() -> None:
    lines = 3 * 256 * 1024 // 10
    data = b"@@ -1,%d +1,%d @@\n" % (lines, 2 * lines) + b" 345678\n+a\n" * lines
    assert count_hunks(data) == HunkCount(lines, 0, len(data))
