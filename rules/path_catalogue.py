"""Reads the path catalogue: which file names run code, choose what runs, or decide who looks.

One YAML file per category in `rules/data/catalogue/`, and `folder_kinds.yaml` for the folders that change how much a file
weighs. To teach Gate a new tool, add an entry there; nothing else has to know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from rules.finding import Category

FILE_CATEGORIES = tuple(
    category for category in Category if category not in (Category.CI_REACHABLE, Category.CONTENT, Category.PR_METADATA)
)


@dataclass(frozen=True, slots=True)
class ContentCheck:
    """A base name too common to judge alone. It counts when its text holds all of `all_of` and, where given, one of `any_of`.

    Marks: `key NAME` is a key of YAML, JSON, TOML or INI at any depth, `top NAME` one at the start of a line, `line TEXT` a line
    that starts so, `text TEXT` anything that holds the text, `pin` a line that pins a package (`left==1.0`). Case counts.
    """

    names: tuple[str, ...]
    categories: tuple[Category, ...]
    all_of: tuple[str, ...]
    any_of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One tool or habit: what it is, when its files run (one of `RUNS_AT`'s words each), why a person should look, and the patterns.

    `if_nothing_else` entries count only for paths that no other entry knows.
    """

    tool: str
    categories: tuple[Category, ...]
    runs_at: tuple[str, ...]
    why: str
    patterns: tuple[str, ...]
    if_nothing_else: bool
    content: tuple[ContentCheck, ...]


@dataclass(frozen=True, slots=True)
class FolderKinds:
    """Folder names that say how a file below them is meant, suffixes and a few patterns; all names in lower case.

    `tags` gives the folder names of each tag. `quiet_dot_folders` are dot-folders without any reach.
    """

    tags: Mapping[str, frozenset[str]]
    vendored_patterns: tuple[str, ...]
    read_at_root_only: frozenset[str]
    quiet_dot_folders: frozenset[str]
    for_people: tuple[str, ...]
    switched_off_endings: tuple[str, ...]
    program_suffixes: frozenset[str]


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
RUNS_AT = ("ci", "install", "build", "test", "editor", "git", "agent", "deploy", "start", "steers")


@cache
def load_catalogue() -> tuple[CatalogueEntry, ...]:
    """All entries, category by category in the order of `Category`."""
    entries: list[CatalogueEntry] = []
    for category in FILE_CATEGORIES:
        document = _read(f"{category.value}.yaml")
        entries.extend(_entry(category, item) for item in document["entries"])
    return tuple(entries)


@cache
def load_folder_kinds() -> FolderKinds:
    """The names behind the tags."""
    document = _read("folder_kinds.yaml")

    def words(name: str) -> tuple[str, ...]:
        return tuple(str(document[name]).split())

    return FolderKinds(
        tags={str(tag): frozenset(str(names).split()) for tag, names in document["tags"].items()},
        vendored_patterns=words("vendored_patterns"),
        read_at_root_only=frozenset(words("read_at_root_only")),
        quiet_dot_folders=frozenset(words("quiet_dot_folders")),
        for_people=words("for_people"),
        switched_off_endings=words("switched_off_endings"),
        program_suffixes=frozenset(words("program_suffixes")),
    )


def _read(name: str) -> Mapping[str, Any]:
    text = files("rules").joinpath("data", "catalogue", name).read_text(encoding="utf-8")
    document: Mapping[str, Any] = yaml.load(text, Loader=_LOADER)  # noqa: S506, TID251 - a safe loader, and our own text
    return document


def _entry(category: Category, item: Mapping[str, Any]) -> CatalogueEntry:
    categories = (category, *(Category(word) for word in str(item.get("also", "")).split()))
    return CatalogueEntry(
        tool=str(item["tool"]),
        categories=categories,
        runs_at=tuple(str(item["runs_at"]).split()),
        why=str(item["why"]),
        patterns=tuple(str(item.get("patterns", "")).split()),
        if_nothing_else=bool(item.get("if_nothing_else", False)),
        content=tuple(_content_check(categories, check) for check in item.get("content", ())),
    )


def _content_check(categories: tuple[Category, ...], check: Mapping[str, Any]) -> ContentCheck:
    own = tuple(Category(word) for word in str(check.get("as", "")).split())
    return ContentCheck(
        names=tuple(str(check["names"]).split()),
        categories=own or categories,
        all_of=tuple(check.get("all", ())),
        any_of=tuple(check.get("any", ())),
    )
