"""What nobody can see or read is a finding, and holds: whichever way the change came in, and whatever the format is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gate.base_folder import change_in_folder
from gate.git_objects import MAX_FILE_BYTES
from gate.judge import inspect_change
from gate.local_git import open_range
from rules.change import Change, ChangedFile, ChangeStatus
from rules.engine import inspect
from rules.finding import Inspection
from rules.formats.dependency_files import _BY_NAME as READERS
from rules.hunks import MAX_LINES, changed_files, from_listing
from rules.policy import DEFAULT_POLICY
from tests.rules.kit import edit
from tests.scratch_repository import ScratchRepository

REASON = "not-inspectable"
JSON = ("{}\n", '{"a": \n', '{"a": ' + "[" * 5_000 + "]" * 5_000 + "}\n")
TOML = ("[a]\n", "[a\n=\n", "a = " + "[" * 5_000 + "]" * 5_000 + "\n")
YAML = ("a: b\n", "a: [b\n", "a: " + "[" * 5_000 + "]" * 5_000 + "\n")
XML = ("<a/>\n", "<a>\n", "<a>" * 5_000 + "</a>" * 5_000 + "\n")
FORMATS = {
    "package.json": JSON,
    "web/package-lock.json": JSON,
    "npm-shrinkwrap.json": JSON,
    "pnpm-lock.yaml": YAML,
    "bun.lock": JSON,
    "pyproject.toml": TOML,
    "poetry.lock": TOML,
    "uv.lock": TOML,
    "pdm.lock": TOML,
    "pylock.toml": TOML,
    "Pipfile": TOML,
    "Pipfile.lock": JSON,
    "Cargo.toml": TOML,
    "Cargo.lock": TOML,
    "composer.json": JSON,
    "composer.lock": JSON,
    "packages.lock.json": JSON,
    "packages.config": XML,
    "pom.xml": XML,
    "app/app.csproj": XML,
    "gradle/libs.versions.toml": TOML,
    ".github/workflows/ci.yml": YAML,
    ".github/actions/set-up/action.yml": YAML,
    ".mcp.json": JSON,
    ".claude/settings.json": JSON,
    ".cursor/mcp.json": JSON,
}
GARBAGE = "\x01\x02 ][}{ <<>> \"' : = @ \n"


def told(inspection: Inspection, path: str | None = None) -> bool:
    """Whether a finding says that this could not be read, and the result that it is not complete."""
    found = any(finding.reason == REASON and path in (None, finding.path) for finding in inspection.findings)
    return found and (path is None or path in inspection.incomplete)


@pytest.mark.parametrize("path", FORMATS)
def test_a_file_that_its_format_refuses_is_told(path: str) -> None:
    good, broken, _ = FORMATS[path]

    assert told(inspect(edit(path, good, broken)), path)


@pytest.mark.parametrize("path", FORMATS)
def test_a_file_that_is_nested_too_deeply_is_told(path: str) -> None:
    good, _, deep = FORMATS[path]

    assert told(inspect(edit(path, good, deep)), path)


@pytest.mark.parametrize("name", READERS)
def test_garbage_in_a_dependency_file_holds(name: str) -> None:
    assert inspect(edit(name, "\n", GARBAGE)).findings


@pytest.mark.parametrize("path", ["src/a.py", "README.md", "package-lock.json", ".github/workflows/ci.yml"])
@pytest.mark.parametrize("status", list(ChangeStatus))
def test_a_file_that_is_not_shown_is_told_wherever_it_lies(path: str, status: ChangeStatus) -> None:
    previous = "old" if status in (ChangeStatus.RENAMED, ChangeStatus.COPIED) else None
    file = ChangedFile(path, status, previous, shown=False, not_shown="it was withheld")

    assert told(inspect(Change(files=(file,))), path)


def test_what_was_never_listed_is_told() -> None:
    assert told(inspect(Change(files=(), incomplete=("more files than are listed",))))


LISTED = {
    "no patch": (None, 3, 1, 4),
    "a cut patch": ("@@ -1,3 +1,3 @@\n one\n-two", 1, 1, 2),
    "a patch of other counts": ("@@ -1 +1 @@\n-a\n+b", 2, 1, 3),
    "counts at odds": ("@@ -1 +1 @@\n-a\n+b", 1, 1, 3),
    "a patch that is none": ("words", 1, 1, 2),
    "too many lines": (None, MAX_LINES, 1, MAX_LINES + 1),
    "no lines and nothing known": (None, 0, 0, 0),
}


@pytest.mark.parametrize("what", LISTED)
@pytest.mark.parametrize("path", ["src/a.py", "package-lock.json", ".github/workflows/ci.yml"])
def test_a_listing_that_does_not_show_a_file_is_told(path: str, what: str) -> None:
    patch, added, removed, changes = LISTED[what]
    file = from_listing(path, "modified", None, patch, added, removed, changes)

    assert told(inspect(Change(files=(file,))), path)


def test_a_status_that_nobody_knows_is_told() -> None:
    file = from_listing("src/a.py", "sideways", None, "@@ -1 +1 @@\n-a\n+b", 1, 1, 2)

    assert told(inspect(Change(files=(file,))), "src/a.py")


def section(path: str, hunks: bytes, more: bytes = b"") -> bytes:
    name = path.encode()
    return b"diff --git a/%b b/%b\n%bindex 1111111..2222222 100644\n--- a/%b\n+++ b/%b\n%b" % (
        name,
        name,
        more,
        name,
        name,
        hunks,
    )


DIFFS = {
    "cut in a hunk": section("src/a.py", b"@@ -1,3 +1,3 @@\n one\n-two\n"),
    "cut in a header": section("src/a.py", b"")[:-3],
    "hunks that do not fit the folder": section("src/a.py", b"@@ -1 +1 @@\n-other\n+new\n"),
    "a file that the folder lacks": section("src/b.py", b"@@ -1 +1 @@\n-one\n+new\n"),
    "named twice": section("src/a.py", b"@@ -1 +1 @@\n-one\n+new\n") * 2,
    "text between": section("src/a.py", b"@@ -1 +1 @@\n-one\n+new\n") + b"words\n",
    "two names": section("src/a.py", b"@@ -1 +1 @@\n-one\n+new\n").replace(b"+++ b/src/a.py", b"+++ b/src/b.py"),
    "line ends changed": section("src/a.py", b"@@ -1 +1 @@\n-one\n+new\n").replace(b"\n", b"\r\n"),
    "a merge": b"diff --cc src/a.py\nindex 1111111,2222222..3333333\n--- a/src/a.py\n+++ b/src/a.py\n@@@ -1,1 -1,1 +1,1 @@@\n",
    "a submodule's log": b"Submodule lib 1234567..89abcde:\n  > words\n",
    "too many lines": section("src/a.py", b"@@ -1 +1,%d @@\n-one\n" % (MAX_LINES + 1) + b"+x\n" * (MAX_LINES + 1)),
}  # fmt: skip


@pytest.mark.parametrize("what", DIFFS)
def test_a_diff_that_cannot_be_trusted_is_told(what: str, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("one\n")

    assert told(inspect_change(change_in_folder([DIFFS[what]], tmp_path), DEFAULT_POLICY, ""))


def test_lines_beyond_the_bound_of_a_whole_diff_are_told() -> None:
    diff = section("a.py", b"@@ -1 +1 @@\n-a\n+b\n") + section("b.py", b"@@ -1 +1 @@\n-a\n+b\n")
    files = changed_files(diff, max_total_lines=4)

    assert told(inspect(Change(files=files)), "b.py")


@pytest.mark.parametrize("form", ["text", "json", "sarif", "markdown"])
def test_the_command_holds_what_it_cannot_read(form: str, tmp_path: Path) -> None:
    diff = tmp_path / "change.diff"
    diff.write_bytes(DIFFS["cut in a hunk"])
    command = [sys.executable, "-m", "gate", "inspect", "--diff", str(diff), "--base", str(tmp_path), "--format", form]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert REASON in done.stdout
    if form == "json":
        answer = json.loads(done.stdout)
        assert (answer["verdict"], answer["incomplete"]) == ("held", ["src/a.py"])


IN_A_RANGE = {
    "a workflow that is no YAML": (".github/workflows/ci.yml", b"on: [push\n"),
    "a lockfile that is no JSON": ("package-lock.json", b'{"a": \n'),
    "a manifest that is too large": ("package.json", b"{" + b" " * MAX_FILE_BYTES + b"}\n"),
    "a file of too many lines": ("src/a.py", b"x\n" * (MAX_LINES + 1)),
}


@pytest.mark.parametrize("what", IN_A_RANGE)
def test_a_range_with_something_unreadable_in_it_is_told(what: str, tmp_path: Path) -> None:
    path, content = IN_A_RANGE[what]
    repository = ScratchRepository(tmp_path / "repository")
    repository.commit("main", {b"README": ("100644", b"words\n")})
    repository.commit("change", {b"README": ("100644", b"words\n"), path.encode(): ("100644", content)}, parent="main")
    with open_range(repository.folder, "main...change") as opened:
        assert told(inspect_change(opened.change, DEFAULT_POLICY, ""), path)
