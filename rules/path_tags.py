"""Tags: what a place or a suffix says of a file beside its categories."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from rules.finding import Category
from rules.path_catalogue import load_catalogue, load_folder_kinds
from rules.path_categories import is_shadow, vendored_index
from rules.path_pattern import is_prose

# Tags that make a finding weigh less; they hold only while every name of a file agrees.
LIGHTENING = frozenset({"vendored", "fixture", "nested", "example", "docs"})

_DOT_FOLDER_WITH_CAPITALS = re.compile(r"(?:^|/)\.[^/A-Z]*[A-Z]")
_DOCS_BUILD_READS_NO = frozenset({Category.INFRASTRUCTURE, Category.CONTAINER, Category.RELEASE})


def tags_of(folder: str, base: str, categories: tuple[Category, ...]) -> tuple[str, ...]:
    """The sorted tags of `folder/base`, which has these categories."""
    tags = _folder_tags(folder)
    if not categories:
        return with_tag("binary", tags) if is_program(base) else tags
    found = set(tags)
    if is_program(base):
        found.add("binary")
    if is_shadow(folder, base):
        found.add("shadow")
    if "docs" in found and not (_DOCS_BUILD_READS_NO.issuperset(categories) and _lies_deep_in_docs(folder)):
        found.remove("docs")
    if Category.WORKFLOW in categories and _sleeps_among_workflows(folder, base):
        found.add("nested")
    return tuple(sorted(found)) if found != set(tags) else tags


def with_tag(tag: str, tags: tuple[str, ...]) -> tuple[str, ...]:
    """The tags and one more, sorted."""
    return tuple(sorted({tag, *tags}))


def is_program(base: str) -> bool:
    """Whether the suffix is one of machine code or of a package of it."""
    return base.rpartition(".")[2].lower() in load_folder_kinds().program_suffixes


def is_unknown_dot_folder(folder: str) -> bool:
    """Whether a path's first folder is a dot-folder that nobody taught Gate: some tool's, then."""
    return folder[:1] == "." and folder.partition("/")[0].lower() not in _known_dot_folders()


def is_read_by_a_tool(folder: str, base: str) -> bool:
    """Whether a file below an unknown dot-folder may be a tool's: prose is not, and nothing in a copy that was switched off."""
    first = folder.partition("/")[0].lower()
    return not is_prose(base.lower()) and not first.endswith(load_folder_kinds().switched_off_endings)


@cache
def _known_dot_folders() -> frozenset[str]:
    """Dot-folders that the catalogue names, and those without any reach, in lower case."""
    named = {
        segment.lower()
        for entry in load_catalogue()
        for pattern in entry.patterns
        for segment in pattern.lstrip("=%^/").split("/")[:-1]
        if segment.startswith(".")
    }
    return frozenset(named | load_folder_kinds().quiet_dot_folders)


@lru_cache(maxsize=4096)
def _folder_tags(folder: str) -> tuple[str, ...]:
    """The tags that a folder gives; `docs` still has to be weighed against the categories."""
    if not folder:
        return ()
    kinds = load_folder_kinds()
    segments = folder.lower().split("/")
    found: set[str] = set()
    if not _notable_folders().isdisjoint(segments):
        found.update(tag for tag, names in kinds.tags.items() if not names.isdisjoint(segments))
        if vendored_index().find(folder, "x"):
            found.add("vendored")
        if not kinds.read_at_root_only.isdisjoint(segments[1:]):
            found.add("nested")
    if _DOT_FOLDER_WITH_CAPITALS.search(folder):
        found.add("case-variant")
    return tuple(sorted(found))


@cache
def _notable_folders() -> frozenset[str]:
    """Names of which one must occur in a folder that gives tags, case aside."""
    kinds = load_folder_kinds()
    vendored = {segment.lower() for pattern in kinds.vendored_patterns for segment in pattern.split("/")}
    return frozenset().union(*kinds.tags.values(), kinds.read_at_root_only, vendored)


def _lies_deep_in_docs(folder: str) -> bool:
    """Whether the file is two folders below a documentation folder: the settings of the documentation's own site lie higher."""
    docs = load_folder_kinds().tags["docs"]
    return any(segment in docs for segment in folder.lower().split("/")[:-1])


def _sleeps_among_workflows(folder: str, base: str) -> bool:
    """GitHub loads workflows from `.github/workflows/` itself, not from folders below (community discussion 10773)."""
    return "/.github/workflows/" in f"/{folder.lower()}" and base.lower().endswith((".yml", ".yaml"))
