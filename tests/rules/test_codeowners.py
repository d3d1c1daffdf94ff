"""CODEOWNERS as GitHub documents it, and gitignore's patterns as git itself reads them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.codeowners import LARGEST_CODEOWNERS, owners_of, read_codeowners


def owns(pattern: str, path: str) -> bool:
    return owners_of(f"{pattern} @ada\n", path) == ("@ada",)


# pattern, paths that it covers, paths that it does not
PATTERNS = [
    ("*", ["a", "a/b/c"], []),
    ("/*", ["a"], ["a/b"]),
    ("**", ["a", "a/b/c"], []),
    ("**/", ["a/b"], ["a"]),
    ("*.js", ["x.js", "a/b/x.js"], ["x.ts", "x.js.map", "js"]),
    ("/*.js", ["x.js"], ["a/x.js"]),
    ("readme", ["readme", "a/readme", "readme/a"], ["readme.md", "Readme"]),
    ("/build/logs/", ["build/logs/x", "build/logs/a/x"], ["build/logs", "a/build/logs/x"]),
    ("docs/*", ["docs/x.md"], ["docs/a/x.md", "a/docs/x.md", "docs"]),
    ("docs/**", ["docs/x.md", "docs/a/x.md"], ["docs", "a/docs/x"]),
    ("apps/", ["apps/x", "a/apps/b/x"], ["apps", "myapps/x"]),
    ("/docs/", ["docs/x", "docs/a/b"], ["a/docs/x"]),
    ("/docs", ["docs", "docs/a/b"], ["docs2", "a/docs"]),
    ("docs/api", ["docs/api", "docs/api/x"], ["a/docs/api"]),
    ("**/logs", ["logs", "build/logs", "a/b/logs/x"], ["logs2"]),
    ("a/**/z", ["a/z", "a/b/z", "a/b/c/z", "a/b/z/x"], ["z", "a/b"]),
    ("a/*/z", ["a/b/z"], ["a/z", "a/b/c/z"]),
    ("a?c", ["abc", "x/abc"], ["ac", "a/c", "abbc"]),
    ("x*y*z", ["xyz", "x1y2z", "xyzyz"], ["xzy", "x/y/z"]),
    (r"my\ file", ["my file"], ["my", r"my\ file"]),
    (r"a\*", ["a*"], ["ab"]),
    ("a#b", ["a#b"], ["a"]),
    ("/", [], ["a", "a/b"]),
    ("a//b", [], ["a/b"]),
]


@pytest.mark.parametrize(("pattern", "path"), [(pattern, path) for pattern, paths, _ in PATTERNS for path in paths])
def test_a_pattern_covers_a_path(pattern: str, path: str) -> None:
    assert owns(pattern, path)


@pytest.mark.parametrize(("pattern", "path"), [(pattern, path) for pattern, _, paths in PATTERNS for path in paths])
def test_a_pattern_does_not_cover_a_path(pattern: str, path: str) -> None:
    assert not owns(pattern, path)


def test_the_last_line_that_matches_decides() -> None:
    text = "* @everybody\n*.js @ada @example/web\n/vendor/ @grace\n"
    assert owners_of(text, "a/x.js") == ("@ada", "@example/web")
    assert owners_of(text, "vendor/x.js") == ("@grace",)
    assert owners_of(text, "x.py") == ("@everybody",)


def test_a_line_without_owners_takes_them_away() -> None:
    assert owners_of("/apps/ @ada\n/apps/free\n", "apps/free/x") == ()
    assert owners_of("/apps/ @ada\n/apps/free # nobody\n", "apps/paid/x") == ("@ada",)


def test_what_no_line_matches_has_no_owner() -> None:
    assert owners_of("/apps/ @ada\n", "docs/x") == ()


def test_owners_are_people_teams_and_addresses() -> None:
    text = "*\t@ada  @example/build.tools grace@example.com # and a remark @nobody\r\n"
    assert owners_of(text, "x") == ("@ada", "@example/build.tools", "grace@example.com")


@pytest.mark.parametrize(
    "line",
    [
        "!secrets @mallory",
        "[a-z]* @mallory",
        "a]b @mallory",
        r"\#x @mallory",
        "x*** @mallory",
        "* mallory",
        "* @ada mallory",
        "* @ada @",
        "* @a/b/c",
        "* @ada, @grace",
        "x\\",
    ],
)
def test_a_line_that_does_not_work_is_skipped(line: str) -> None:
    file = read_codeowners(f"* @ada\n{line}\n")
    assert file.skipped == (2,)
    assert file.owners_of("x") == ("@ada",)


def test_remarks_and_empty_lines_are_no_rules() -> None:
    file = read_codeowners("\n# * @mallory\n   # * @mallory\n\t\n")
    assert (file.rules, file.skipped) == ((), ())


def test_a_file_that_is_too_large_names_nobody() -> None:
    line = "* @ada\n"
    text = line + "#" * (LARGEST_CODEOWNERS - len(line))
    assert owners_of(text[:-1], "x") == ("@ada",)
    assert owners_of(text, "x") == ()
    assert read_codeowners(text).is_too_large


def test_size_is_counted_in_bytes() -> None:
    assert read_codeowners("#" + "é" * (LARGEST_CODEOWNERS // 2)).is_too_large


def test_many_stars_are_matched_in_little_work() -> None:
    # With retries of every star this would take longer than anybody waits.
    assert not owns("/".join(["*a*" * 20] * 3 + ["**"] * 20 + ["b"]), "/".join(["a" * 200] * 40))
    assert not owns("*a" * 60 + "b", "a" * 250)


@given(st.text(max_size=200), st.text(max_size=30))
def test_any_text_is_read(text: str, path: str) -> None:
    assert isinstance(owners_of(text, path), tuple)


# --- what CODEOWNERS shares with gitignore -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    return folder


def ignored(repository: Path, pattern: str, paths: list[str]) -> set[str]:
    """The paths that git itself finds covered by a pattern."""
    (repository / ".gitignore").write_text(f"{pattern}\n")
    asked = subprocess.run(
        ["git", "check-ignore", "--no-index", "--stdin", "-z"],
        cwd=repository,
        input="".join(f"{path}\0" for path in paths),
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode in (0, 1), asked.stderr
    return set(filter(None, asked.stdout.split("\0")))


SEGMENTS = st.sampled_from(["a", "b", "ab", "aab", "**", "*", "a*", "*b", "?", "a?b", "*a*b", r"\a"])
PATHS = st.lists(st.lists(st.sampled_from(["a", "b", "ab", "aab", "abb"]), min_size=1, max_size=4).map("/".join))


@given(st.booleans(), st.lists(SEGMENTS, min_size=1, max_size=4), st.booleans(), PATHS)
def test_patterns_are_read_as_git_reads_them(
    repository: Path, starts: bool, segments: list[str], ends: bool, paths: list[str]
) -> None:
    assume(segments[-1] != "*" or ends)  # the documented difference
    pattern = f"{'/' if starts else ''}{'/'.join(segments)}{'/' if ends else ''}"
    assert {path for path in paths if owns(pattern, path)} == ignored(repository, pattern, paths)
