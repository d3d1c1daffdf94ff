"""The categories of one exact spelling of a path: what the catalogue says, corrected, and what counts when it says nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache, lru_cache

from rules.finding import Category
from rules.path_catalogue import FILE_CATEGORIES, CatalogueEntry, load_catalogue, load_folder_kinds
from rules.path_index import PatternIndex

# The first of a file's categories names it: where it lives weighs more than what tool reads it.
_FIRST = (
    Category.WORKFLOW,
    Category.AGENT_CONFIG,
    Category.DEV_ENVIRONMENT,
    Category.DEPENDENCY_MANIFEST,
    Category.DEPENDENCY_LOCK,
    *FILE_CATEGORIES,
)
_RANK: dict[Category, int] = {category: rank for rank, category in reversed(tuple(enumerate(_FIRST)))}

_WORKFLOW_FOLDER = "/.github/workflows/"
_QUIET_BESIDE_WORKFLOWS = frozenset({"readme.md", ".gitkeep", ".gitignore"})

# Standard modules that nothing imports by surprise, so that a file of the same name hides nothing.
_HARMLESS_MODULES = frozenset({"test", "this", "antigravity", "idlelib", "__future__", "turtledemo"})


def ranked(categories: Iterable[Category]) -> tuple[Category, ...]:
    """Each category once, the naming one first."""
    return tuple(sorted(set(categories), key=_RANK.__getitem__))


@cache
def catalogue_index() -> PatternIndex[CatalogueEntry]:
    """All patterns of the catalogue."""
    index: PatternIndex[CatalogueEntry] = PatternIndex()
    for entry in load_catalogue():
        for pattern in entry.patterns:
            index.add(pattern, entry)
    return index


@cache
def _for_people_index() -> PatternIndex[bool]:
    return PatternIndex.of(load_folder_kinds().for_people)


@cache
def vendored_index() -> PatternIndex[bool]:
    """Folders of other people's code, below which only the fact that it is locked counts."""
    return PatternIndex.of(load_folder_kinds().vendored_patterns)


def categories_of_name(folder: str, base: str) -> tuple[Category, ...]:
    """The categories of `folder/base` as it is spelled, case aside."""
    catalogued = catalogued_categories(folder, base)
    if catalogued is not None:
        return catalogued
    return (Category.TEST_BOOTSTRAP,) if is_shadow(folder, base) else ()


def catalogued_categories(folder: str, base: str, *, rest: bool = True) -> tuple[Category, ...] | None:
    """What the catalogue says, corrected for places where one reading rules out the others; None if it says nothing.

    Without `rest`, entries for what no other entry knows do not count.

    A YAML file directly among GitHub's workflows is a workflow whatever else its name means; notes there are nothing. What lies below
    other people's code is a locked dependency and nothing else.
    """
    found = catalogue_index().find(folder, base)
    if not found:
        return None
    if any(entry.if_nothing_else for entry in found):
        found = _without_rest(found, folder, base) if rest else [entry for entry in found if not entry.if_nothing_else]
        if not found:
            return None
    categories = _ranked_once(tuple(category for entry in found for category in entry.categories))
    below = f"/{folder.lower()}/"
    if _WORKFLOW_FOLDER in below:
        lower = base.lower()
        if lower in _QUIET_BESIDE_WORKFLOWS:
            return ()
        if below.endswith(_WORKFLOW_FOLDER) and lower.endswith((".yml", ".yaml")):
            return tuple(c for c in categories if c in (Category.WORKFLOW, Category.AGENT_CONFIG))
    if categories != (Category.DEPENDENCY_LOCK,) and vendored_index().find(folder, base):
        return (Category.DEPENDENCY_LOCK,)
    return categories


def entries_of_name(folder: str, base: str) -> tuple[CatalogueEntry, ...]:
    """The catalogue entries that know `folder/base`, each once."""
    return tuple(dict.fromkeys(_without_rest(catalogue_index().find(folder, base), folder, base)))


def is_shadow(folder: str, base: str) -> bool:
    """Whether a file at the root hides a module of Python's standard library from everything that runs there."""
    if folder or base[-3:] != ".py":
        return False
    return base[:-3] in sys.stdlib_module_names and base[:-3] not in _HARMLESS_MODULES


def _without_rest(found: list[CatalogueEntry], folder: str, base: str) -> list[CatalogueEntry]:
    """The entries that know a path; those for all the rest only where no other does and the file does more than talk to people."""
    known = [entry for entry in found if not entry.if_nothing_else]
    return known if known or _for_people_index().find(folder, base) else found


@lru_cache(maxsize=1024)
def _ranked_once(categories: tuple[Category, ...]) -> tuple[Category, ...]:
    return ranked(categories)
