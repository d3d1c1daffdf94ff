"""The scanner says of every file what git says of it, whatever the names and contents are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.change import ChangeStatus
from rules.errors import DiffError
from rules.hunk_apply import apply_hunks
from rules.hunks import changed_file, changed_lines
from rules.scanner import Section, scan
from tests.scratch_repository import Entry, GitEntry, GitTree, ScratchRepository

OPTIONS = ("--find-renames", "--find-copies")
PATCH_OPTIONS = ("--full-index", "--src-prefix=a/", "--dst-prefix=b/", "--no-ext-diff", "--no-color", *OPTIONS)

part = st.one_of(
    st.sampled_from(
        [b" b", b"b ", b"a", b"--- a", b"-x", b"\xc3\xa9", b"\xff", b'"', b"\\", b"\t", b"\n", b"x b", b"\r", b"f.yml"]
    ),
    st.text(st.sampled_from('ab "\\\t\n-.é\x01\x7f'), min_size=1, max_size=4).map(str.encode),
).filter(lambda name: name not in (b".", b".."))
name = st.lists(part, min_size=1, max_size=3).map(b"/".join)
line = st.sampled_from(
    [
        b"",
        b"x",
        b"y",
        b"z",
        b"-- a/f",
        b"++ b/f",
        b"@@ -1 +1 @@",
        b"diff --git a/f b/f",
        b"\\ No newline",
        b"w\r",
        b"v\rv",
        b"\xe9",
        b"\x0c\x1c",
    ]
)
text = st.builds(
    lambda lines, end: b"\n".join(lines) + end, st.lists(line, max_size=12), st.sampled_from([b"", b"\n", b"\r\n"])
)
content = st.one_of(text, text, text, st.sampled_from([b"\0binary", b"\0other", b""]))
entry = st.one_of(
    st.tuples(st.sampled_from(["100644", "100755"]), content),
    st.tuples(st.sampled_from(["100644", "100755"]), content),
    st.tuples(st.just("120000"), st.sampled_from([b"target", b"other\ntarget"])),
    st.tuples(st.just("160000"), st.sampled_from([b"1" * 40, b"2" * 40])),
)


def without_conflicts(tree: dict[bytes, Entry]) -> dict[bytes, Entry]:
    """A tree in which no name is also a folder of another."""
    folders = {name[:end] for name in tree for end, byte in enumerate(name) if byte == ord("/")}
    return {name: value for name, value in tree.items() if name not in folders}


@st.composite
def changes(draw: st.DrawFn) -> tuple[GitTree, GitTree]:
    base = draw(st.dictionaries(name, entry, max_size=5))
    head: dict[bytes, Entry] = {}
    for old_name, old_entry in base.items():
        fate = draw(st.sampled_from(["keep", "gone", "edit", "longer", "mode", "moved", "copied"]))
        if fate in ("keep", "copied"):
            head[old_name] = old_entry
        if fate == "edit":
            head[old_name] = draw(entry)
        if fate == "longer" and old_entry[0].startswith("100"):
            head[old_name] = (old_entry[0], old_entry[1] + b"more\n")
        if fate == "mode" and old_entry[0].startswith("100"):
            head[old_name] = ("100755" if old_entry[0] == "100644" else "100644", old_entry[1])
        if fate in ("moved", "copied"):
            head[draw(name)] = old_entry
    head |= draw(st.dictionaries(name, entry, max_size=2))
    return without_conflicts(base), without_conflicts(head)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> ScratchRepository:
    return ScratchRepository(tmp_path_factory.mktemp("scratch"))


def as_git_says(section: Section) -> GitEntry:
    """A section in git's own words."""
    letter = {
        ChangeStatus.ADDED: "A",
        ChangeStatus.REMOVED: "D",
        ChangeStatus.RENAMED: "R",
        ChangeStatus.COPIED: "C",
        ChangeStatus.TYPE_CHANGED: "T",
    }.get(section.status, "M")
    old_path = section.path if section.previous_path is None else section.previous_path
    return GitEntry(
        letter,
        old_path.encode(errors="surrogateescape"),
        section.path.encode(errors="surrogateescape"),
        section.old_mode or "000000",
        section.new_mode or "000000",
        None if section.is_binary else section.added_count,
        None if section.is_binary else section.removed_count,
    )


def without_what_the_diff_leaves_out(truth: GitEntry, section: Section) -> GitEntry:
    """What stands in git's lists and not in its diff: modes of a pure rename, that an unchanged content is binary, and the
    comparison of two sides whose type differs."""
    old_mode, new_mode, added, removed = truth.old_mode, truth.new_mode, truth.added, truth.removed
    if section.old_mode is None and section.new_mode is None:
        old_mode = new_mode = "000000"
    if added is None and not section.is_binary and not section.hunks:
        added = removed = 0
    if truth.status == "T":
        added, removed = as_git_says(section).added, as_git_says(section).removed
    return GitEntry(truth.status, truth.old_name, truth.new_name, old_mode, new_mode, added, removed)


def sections(diff: bytes) -> list[Section]:
    return list(scan(diff)) if diff else []


@given(changes(), st.sampled_from(["true", "false"]), st.integers(1, 400))
@example(({}, {b"infra/x b/evil.tf": ("100644", b"")}), "true", 9)
@example(({b"f": ("100644", b"x\n")}, {b"f": ("120000", b"target")}), "true", 9)
def test_names_modes_kinds_and_counts_are_those_of_git(
    repository: ScratchRepository, change: tuple[GitTree, GitTree], quote_path: str, size: int
) -> None:
    base, head = change
    repository.commit("base", base)
    repository.commit("head", head)
    diff = repository.git("-c", f"core.quotePath={quote_path}", "diff", *PATCH_OPTIONS, "base", "head")

    found = sections(diff)

    assert [section.fault for section in found] == [""] * len(found)
    truth = repository.truth("base", "head", *OPTIONS)
    assert len(truth) == len(found)
    for section, said in zip(found, truth, strict=True):
        assert as_git_says(section) == without_what_the_diff_leaves_out(said, section)
    if diff:
        assert list(scan(diff[start : start + size] for start in range(0, len(diff), size))) == found
    check_contents(found, base, head)


def check_contents(found: list[Section], base: GitTree, head: GitTree) -> None:
    """The hunks lead from every old text to its new one, and the parsed lines are lines of the two."""
    for section in found:
        file = changed_file(section)
        said = as_git_says(section)
        assert file.shown
        if (
            section.status is ChangeStatus.TYPE_CHANGED
            or section.is_binary
            or "160000" in (said.old_mode, said.new_mode)
        ):
            continue
        old = base[said.old_name][1] if section.status is not ChangeStatus.ADDED else b""
        new = head[said.new_name][1] if section.status is not ChangeStatus.REMOVED else b""
        assert apply_hunks(old, section.hunks) == new
        for lines, whole in ((file.added, new), (file.removed, old)):
            rows = whole.decode(errors="surrogateescape").split("\n")
            assert [line.text for line in lines] == [rows[line.number - 1].removesuffix("\r") for line in lines]


@given(st.binary(max_size=200), st.booleans())
def test_no_bytes_raise_anything_but_the_one_error(content: bytes, has_begin: bool) -> None:
    with suppress(DiffError):
        for section in scan((b"diff --git a/f b/f\n" if has_begin else b"") + content):
            assert section.path
            changed_file(section)


@given(st.binary(max_size=200))
def test_no_bytes_of_hunks_raise_anything_but_the_one_error(content: bytes) -> None:
    with suppress(DiffError):
        changed_lines(b"@@ -1,2 +1,2 @@\n" + content + b"\n")


SAMPLE = (
    b"diff --git a/f b/f\nindex 1111111..2222222 100644\n--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n a\n-b\n-c\n+d\n@@ -9 +8 @@\n-e\n+f\n"
    b'diff --git "a/\\303\\251" b/g\nsimilarity index 90%\nrename from "\\303\\251"\nrename to g\n'
    b'index 1111111..2222222 100755\n--- "a/\\303\\251"\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n'
    b"diff --git a/n b/n\nnew file mode 100644\nindex 0000000..e69de29\n"
    b"diff --git a/k b/k\nindex 1111111..2222222 100644\nBinary files a/k and b/k differ\n"
    b"diff --git a/m b/m\nold mode 100644\nnew mode 100755\n"
    b"diff --git a/r b/r\ndeleted file mode 100644\nindex 1111111..0000000\n--- a/r\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
)


def prefixes(diff: bytes) -> Iterator[bytes]:
    return (diff[:end] for end in range(len(b"diff --git "), len(diff)))


def test_a_cut_anywhere_but_between_hunks_never_shows_a_file_as_other_than_it_is() -> None:
    whole = list(scan(SAMPLE))
    assert not any(section.fault for section in whole)
    for cut in prefixes(SAMPLE):
        for found, right in zip(scan(cut), whole, strict=False):
            rest = right.hunks.removeprefix(found.hunks)
            is_cut_between_hunks = bool(found.hunks) and rest.startswith((b"@@ ", b"\\ No newline"))
            assert found.fault or found == right or is_cut_between_hunks


@given(st.integers(0, len(SAMPLE) - 1), st.integers(0, 40), st.binary(max_size=40))
def test_damage_anywhere_raises_nothing_but_the_one_error(at: int, length: int, patch: bytes) -> None:
    with suppress(DiffError):
        for section in scan(SAMPLE[:at] + patch + SAMPLE[at + length :]):
            changed_file(section)
