"""The pattern dialect: what a pattern matches, and what its marks leave alone."""

from __future__ import annotations

import fnmatch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.path_index import PatternIndex
from rules.path_pattern import Glob, expand_braces, read_patterns


def matches(pattern: str, path: str) -> bool:
    folder, _, base = path.rpartition("/")
    return bool(PatternIndex.of([pattern]).find(folder, base))


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("Makefile", "Makefile"),
        ("Makefile", "a/b/makefile"),
        ("*.mk", "rules/x.MK"),
        ("docs/conf.py", "site/docs/conf.py"),
        ("/build.py", "build.py"),
        ("/.tekton/**", ".tekton/a/b.yaml"),
        (".claude/**", "web/.claude/settings.json"),
        ("docs/**/conf.py", "docs/conf.py"),
        ("docs/**/conf.py", "x/docs/a/b/conf.py"),
        ("charts/**/templates/**", "charts/web/templates/a/b.yaml"),
        ("roles/*/tasks/**", "roles/web/tasks/main.yml"),
        ("*.git/hooks/**", "x/bare.git/hooks/update"),
        ("/Aliases/*", "Aliases/cmake"),
        ("manifests/?/*/app.yaml", "manifests/m/some/app.yaml"),
        ("Gemfile.{next,local}", "Gemfile.local"),
        ("*a*b*.yml", "xaybz.yml"),
        ("*.dockerfile.*", "web.dockerfile.dev"),
        ("META-INF/services/org.junit.**", "src/META-INF/services/org.junit.platform.Listener"),
        ("=BUILD", "src/BUILD"),
        ("%ci/**", "ci/run.sh"),
        ("%ci/**", "ci/readme-sync.sh"),
        ("%ci/**", "ci/license.py"),
        ("^Dockerfile.*", "Dockerfile.go"),
        ("**", "a/b"),
        ("**/x.py", "x.py"),
    ],
)
def test_a_pattern_matches(pattern: str, path: str) -> None:
    assert matches(pattern, path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("Makefile", "Makefile.md"),
        ("Makefile", "Makefile/x"),
        ("docs/conf.py", "mydocs/conf.py"),
        ("docs/conf.py", "docs/a/conf.py"),
        ("/build.py", "a/build.py"),
        ("/.tekton/**", "a/.tekton/b.yaml"),
        ("/.tekton/**", ".tekton"),
        ("charts/**/templates/**", "templates/charts/x.yaml"),
        ("roles/*/tasks/**", "roles/tasks/main.yml"),
        ("manifests/?/*/app.yaml", "manifests/mm/some/app.yaml"),
        ("/Aliases/*", "Aliases/a/b"),
        ("*a*b*.yml", "xbya.yml"),
        ("a*a.py", "a.py"),
        ("=BUILD", "src/build"),
        ("%ci/**", "ci/README.md"),
        ("%ci/**", "ci/LICENSE"),
        ("%ci/**", "ci/LICENSE-MIT.txt"),
        ("%ci/**", "ci/.gitignore"),
        ("^Dockerfile.*", "Dockerfile.txt"),
        ("^Dockerfile.*", "dockerfile.rs"),
        ("^Dockerfile.*", "Dockerfile.md"),
    ],
)
def test_a_pattern_leaves_alone(pattern: str, path: str) -> None:
    assert not matches(pattern, path)


def test_braces_stand_for_each_alternative_in_order() -> None:
    assert expand_braces("{a,b}.{c,d}") == ("a.c", "a.d", "b.c", "b.d")


def test_marks_may_stand_together() -> None:
    assert matches("^=Dockerfile_*", "Dockerfile_go")
    assert not matches("^=Dockerfile_*", "dockerfile_go")


def test_a_value_is_found_once_for_each_pattern() -> None:
    index: PatternIndex[str] = PatternIndex()
    index.add("a/**", "below a")
    index.add("*.py", "python")
    index.add("a/b/c.py", "this one")

    assert sorted(index.find("a/b", "c.py")) == ["below a", "python", "this one"]


segments = st.text(alphabet="ab.", min_size=1, max_size=6)


@given(pattern=st.text(alphabet="ab*.", min_size=1, max_size=6), segment=segments)
def test_a_segment_is_matched_as_the_standard_library_matches_it(pattern: str, segment: str) -> None:
    assert Glob(pattern).matches(segment) == fnmatch.fnmatchcase(segment, pattern)


def _slow_match(folders: tuple[str, ...], names: list[str]) -> bool:
    """The meaning of `**`, spelled out."""
    if not folders:
        return not names
    if folders[0] == "**":
        return any(_slow_match(folders[1:], names[skip:]) for skip in range(len(names) + 1))
    return bool(names) and fnmatch.fnmatchcase(names[0], folders[0]) and _slow_match(folders[1:], names[1:])


@given(
    pattern=st.lists(st.sampled_from(["a", "b", "*", "a*", "**"]), min_size=1, max_size=5),
    anchored=st.booleans(),
    names=st.lists(st.sampled_from(["a", "b", "ab", "c"]), max_size=6),
)
def test_folders_are_matched_as_spelled_out(pattern: list[str], anchored: bool, names: list[str]) -> None:
    text = ("/" if anchored else "") + "/".join([*pattern, "x.py"])
    folders = read_patterns(text)[0].folders
    expected = _slow_match(folders if anchored else ("**", *folders), names)

    assert matches(text, "/".join([*names, "x.py"])) == expected
