"""The catalogue: every entry can be read, says why, and every one of its patterns is found."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.finding import Category
from rules.path_catalogue import RUNS_AT, CatalogueEntry, load_catalogue, load_folder_kinds
from rules.path_pattern import PathPattern, read_patterns
from rules.paths import classify, explain


def entry_id(entry: CatalogueEntry) -> str:
    return f"{entry.categories[0].value}: {entry.tool}"


ENTRIES = [pytest.param(entry, id=entry_id(entry)) for entry in load_catalogue()]


def sample(pattern: PathPattern) -> str:
    """A path that a pattern was written for."""
    folders = [{"**": "a", "?": "q"}.get(folder, folder.replace("*", "zz")) for folder in pattern.folders]
    return "/".join([*folders, (pattern.base or "zz").replace("*", "zz")])


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_says_when_its_files_run_and_why_somebody_should_look(entry: CatalogueEntry) -> None:
    assert entry.runs_at
    assert set(entry.runs_at) <= set(RUNS_AT)
    assert entry.why.endswith(".")


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_pattern_of_an_entry_is_found(entry: CatalogueEntry) -> None:
    paths = [sample(pattern) for text in entry.patterns for pattern in read_patterns(text)]

    assert [path for path in paths if entry not in explain(path)] == []


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_pattern_of_an_entry_gives_its_first_category_or_a_narrower_one(entry: CatalogueEntry) -> None:
    narrower = {Category.WORKFLOW, Category.DEPENDENCY_LOCK}
    paths = [sample(pattern) for text in entry.patterns for pattern in read_patterns(text)]

    assert [path for path in paths if not {entry.categories[0], *narrower} & set(classify(path).categories)] == []


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_content_check_asks_in_words_that_the_check_knows(entry: CatalogueEntry) -> None:
    marks = [mark for check in entry.content for mark in (*check.all_of, *check.any_of)]

    assert all(mark == "pin" or mark.startswith(("key ", "top ", "line ", "text ")) for mark in marks)
    assert all(check.names and (check.all_of or check.any_of) for check in entry.content)


def test_no_two_entries_have_the_same_name() -> None:
    assert [name for name, count in Counter(map(entry_id, load_catalogue())).items() if count > 1] == []


def test_no_entry_writes_a_pattern_twice() -> None:
    twice = {entry_id(e): [p for p, n in Counter(e.patterns).items() if n > 1] for e in load_catalogue()}

    assert {name: patterns for name, patterns in twice.items() if patterns} == {}


def test_every_category_of_files_has_entries() -> None:
    of_findings_only = {Category.CI_REACHABLE, Category.CONTENT, Category.PR_METADATA}

    assert {entry.categories[0] for entry in load_catalogue()} == set(Category) - of_findings_only


def test_folder_names_are_in_the_case_they_are_compared_in() -> None:
    kinds = load_folder_kinds()
    names = {*kinds.read_at_root_only, *kinds.quiet_dot_folders, *kinds.program_suffixes}.union(*kinds.tags.values())

    assert {name for name in names if name != name.lower()} == set()
