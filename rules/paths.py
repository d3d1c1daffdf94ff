"""Which files can run code, choose what runs, or decide who looks: by name, and by what happened to them.

`classify` looks at a name alone; `classify_change` also at the old name, the modes and the kind of object. What a file holds is
`rules.content_check`'s to say, and what workflows call is found elsewhere.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cache, lru_cache

from rules.change import ChangedFile, ChangeStatus
from rules.finding import Category
from rules.path_catalogue import FILE_CATEGORIES, CatalogueEntry, load_catalogue, load_folder_tags
from rules.path_names import fold, is_plain, may_have_twins, twins
from rules.path_pattern import PatternIndex, is_prose

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

# Standard modules whose names are everyday names at a root, and that no tool imports by surprise.
_HARMLESS_MODULES = frozenset({"test", "this", "antigravity", "idlelib", "__future__", "turtledemo"})

_SYMLINK, _SUBMODULE, _PROGRAM = "120000", "160000", "100755"
_LIGHTENING = frozenset({"vendored", "fixture", "nested", "example", "docs"})


@dataclass(frozen=True, slots=True)
class PathClass:
    """What a file is: its categories, the naming one first, none for an ordinary file; and tags, sorted.

    Tags that lighten: `vendored`, `fixture`, `example`, `docs` (a folder that no documentation build reads from), `nested` (below a folder its host
    reads at the root only). Tags that warn: `lookalike` (the name passes for a sensitive one that it is not), `case-variant`,
    `shadow` (hides a standard module), `unknown-dotdir`, `binary`, and of a change `exec`, `symlink`, `symlink-outside`, `submodule`,
    `lfs-pointer`.
    """

    categories: tuple[Category, ...] = ()
    tags: tuple[str, ...] = ()


_ORDINARY = PathClass()


@cache
def _index() -> PatternIndex[CatalogueEntry]:
    index: PatternIndex[CatalogueEntry] = PatternIndex()
    for entry in load_catalogue():
        for pattern in entry.patterns:
            index.add(pattern, entry)
    return index


@cache
def _last_index() -> PatternIndex[CatalogueEntry]:
    """What counts when nothing else does."""
    index: PatternIndex[CatalogueEntry] = PatternIndex()
    for entry in load_catalogue():
        for pattern in entry.if_nothing_else:
            index.add(pattern, entry)
    return index


def _index_of(patterns: tuple[str, ...]) -> PatternIndex[bool]:
    index: PatternIndex[bool] = PatternIndex()
    for pattern in patterns:
        index.add(pattern, True)
    return index


@cache
def _vendored_index() -> PatternIndex[bool]:
    return _index_of(load_folder_tags().vendored_patterns)


@cache
def _for_people_index() -> PatternIndex[bool]:
    return _index_of(load_folder_tags().for_people)


@cache
def _known_dot_folders() -> frozenset[str]:
    """Dot-folders that the catalogue or the tags name, in lower case."""
    named = {
        segment.lower()
        for entry in load_catalogue()
        for pattern in entry.patterns
        for segment in pattern.lstrip("=%^/").split("/")[:-1]
        if segment.startswith(".")
    }
    return frozenset(named | load_folder_tags().quiet_dot_folders)


def classify(path: str) -> PathClass:
    """What the file at a path is, by its name alone.

    `path` is relative to the root of the repository, with `/` between folders, decoded with surrogateescape; any text is taken,
    nothing is raised. A name that passes for a sensitive one is what it passes for, tagged `lookalike`.
    """
    if is_plain(path):
        folder, _, base = path.rpartition("/")
        categories = _categories(folder, base)
        if not categories:
            return _twin_or_ordinary(path, folder, base)
        return PathClass(categories, _tags(folder, base, categories))
    return _classify_odd(path)


def explain(path: str) -> tuple[CatalogueEntry, ...]:
    """The catalogue entries behind a path's categories (of its plain name), each once: tools, moments and reasons."""
    folder, _, base = (path if is_plain(path) else fold(path)).rpartition("/")
    found = _index().find(folder, base)
    if not found and _under_github(folder, base):
        found = _last_index().find(folder, base)
    return tuple(dict.fromkeys(found))


def classify_change(file: ChangedFile) -> PathClass:
    """What a changed file is: both its names, and what modes and object kinds add.

    A symbolic link also counts as what its target is, and, like a submodule, as what a folder of its name would be; a submodule is always
    a locked dependency. A file that is or became executable, and a changed program file, are at least `build`. A tag that
    lightens stays only if it holds for every name that has categories.
    """
    seen = [classify(name) for name in file.names]
    if _SYMLINK in (file.old_mode, file.new_mode) or _SUBMODULE in (file.old_mode, file.new_mode):
        seen += [classify(f"{name}/x") for name in file.names]
        seen = [one if index < len(file.names) else _known_only(one) for index, one in enumerate(seen)]
    categories: set[Category] = set()
    tags: set[str] = set()
    if file.new_mode == _SYMLINK:
        tags.add("symlink")
        inside, target = _link_target(file)
        seen.append(classify(target))
        if not inside:
            tags.add("symlink-outside")
    if _SUBMODULE in (file.old_mode, file.new_mode):
        tags.add("submodule")
        categories.add(Category.DEPENDENCY_LOCK)
    for one in seen:
        categories.update(one.categories)
        tags.update(tag for tag in one.tags if tag not in _LIGHTENING)
    weighty = [one for one in seen if one.categories] or seen
    tags.update(_LIGHTENING.intersection(*(one.tags for one in weighty)))
    if file.new_mode == _PROGRAM and (file.old_mode != _PROGRAM or file.status is ChangeStatus.ADDED):
        tags.add("exec")
    if any(line.text.startswith("version https://git-lfs.github.com/spec/") for line in file.added[:1]):
        tags.add("lfs-pointer")
    if not categories and ("exec" in tags or (file.is_binary and "binary" in tags)):
        categories.add(Category.BUILD)
    return PathClass(_ranked(categories), tuple(sorted(tags)))


def _ranked(categories: set[Category]) -> tuple[Category, ...]:
    return tuple(sorted(categories, key=_RANK.__getitem__))


def _known_only(one: PathClass) -> PathClass:
    """A folder that is unknown adds nothing; what a known folder holds is what it is."""
    return _ORDINARY if "unknown-dotdir" in one.tags else one


def _categories(folder: str, base: str) -> tuple[Category, ...]:
    """The categories of a name as it stands, what counts when nothing else does included."""
    catalogued = _catalogued(folder, base)
    if catalogued is None:
        return _under_github(folder, base) if folder[:7].lower() == ".github" else _shadow_module(folder, base)
    return catalogued


def _catalogued(folder: str, base: str) -> tuple[Category, ...] | None:
    """What the catalogue says, corrected for the places where one reading rules out the others; None if it says nothing."""
    found = _index().find(folder, base)
    if not found:
        return None
    if len(found) == 1:
        merged = _merge(found[0].categories)
    else:
        merged = _merge(tuple(dict.fromkeys(category for entry in found for category in entry.categories)))
    below = f"/{folder.lower()}/"
    if _WORKFLOW_FOLDER in below:
        lower = base.lower()
        if lower in ("readme.md", ".gitkeep", ".gitignore"):
            return ()
        if below.endswith(_WORKFLOW_FOLDER) and lower.endswith((".yml", ".yaml")):
            return tuple(c for c in merged if c in (Category.WORKFLOW, Category.AGENT_CONFIG))
    if merged != (Category.DEPENDENCY_LOCK,) and _vendored_index().find(folder, base):
        return (Category.DEPENDENCY_LOCK,)
    return merged


@lru_cache(maxsize=1024)
def _merge(categories: tuple[Category, ...]) -> tuple[Category, ...]:
    return _ranked(set(categories))


def _under_github(folder: str, base: str) -> tuple[Category, ...]:
    """Whatever else lies under `.github/` steers some bot, unless it only talks to people."""
    entries = _last_index().find(folder, base)
    return entries[0].categories if entries and not _for_people_index().find(folder, base) else ()


def _shadow_module(folder: str, base: str) -> tuple[Category, ...]:
    if (
        not folder
        and base.endswith(".py")
        and base[:-3] in sys.stdlib_module_names
        and base[:-3] not in _HARMLESS_MODULES
    ):
        return (Category.TEST_BOOTSTRAP,)
    return ()


def _twin_or_ordinary(path: str, folder: str, base: str) -> PathClass:
    """A name without categories: it may still be a digit or a capital away from one that has some."""
    for reading in _known_twins(path):
        twin_folder, _, twin_base = reading.rpartition("/")
        categories = _catalogued(twin_folder, twin_base)
        if categories:
            return PathClass(categories, _with("lookalike", _tags(twin_folder, twin_base, categories)))
    if folder[:1] == ".":
        return _unknown_dot_folder(folder, base)
    if base[-6:].lower().endswith(load_folder_tags().program_endings):
        return PathClass((), _tags(folder, base, ()))
    return _ORDINARY


def _known_twins(path: str) -> list[str]:
    """The path with one segment read as a name that the catalogue knows in full, for each such segment and reading."""
    if not may_have_twins(path):
        return []
    segments = path.split("/")
    return [
        "/".join((*segments[:position], reading, *segments[position + 1 :]))
        for position, segment in enumerate(segments)
        for reading in _readings(segment)
    ]


@lru_cache(maxsize=16384)
def _readings(segment: str) -> tuple[str, ...]:
    return tuple(reading for reading in twins(segment) if _index().knows(reading.lower()))


def _unknown_dot_folder(folder: str, base: str) -> PathClass:
    """A dot-folder at the root that nobody taught Gate: some tool's, so a person is asked, but prose and switched-off copies are not."""
    first = folder.partition("/")[0].lower()
    tags = load_folder_tags()
    if first in _known_dot_folders():
        return _ORDINARY
    if is_prose(base.lower()) or first.endswith(tags.switched_off_endings):
        return PathClass((), ("unknown-dotdir",))
    return PathClass((Category.DEV_ENVIRONMENT,), ("unknown-dotdir",))


def _tags(folder: str, base: str, categories: tuple[Category, ...]) -> tuple[str, ...]:
    tags = _folder_tags(folder)
    extra = []
    if base[-6:].lower().endswith(load_folder_tags().program_endings):
        extra.append("binary")
    if not folder and categories == (Category.TEST_BOOTSTRAP,) and _shadow_module(folder, base):
        extra.append("shadow")
    if "docs" in tags and not {Category.INFRASTRUCTURE, Category.CONTAINER, Category.RELEASE}.issuperset(categories):
        tags = tuple(tag for tag in tags if tag != "docs")
    return tuple(sorted((*tags, *extra))) if extra else tags


@lru_cache(maxsize=16384)
def _folder_tags(folder: str) -> tuple[str, ...]:
    """The tags that a folder gives; `docs` still has to be weighed against the categories."""
    if not folder:
        return ()
    names = load_folder_tags()
    segments = folder.lower().split("/")
    found: set[str] = set()
    if not names.vendored.isdisjoint(segments) or _vendored_index().find(folder, "x"):
        found.add("vendored")
    if not names.fixture.isdisjoint(segments):
        found.add("fixture")
    if not names.example.isdisjoint(segments):
        found.add("example")
    if not names.docs.isdisjoint(segments):
        found.add("docs")
    if not names.read_at_root_only.isdisjoint(segments[1:]) or segments[:2] == [".github", "workflows"] != segments:
        found.add("nested")
    if any(segment[:1] == "." and segment != segment.lower() for segment in folder.split("/")):
        found.add("case-variant")
    return tuple(sorted(found))


def _classify_odd(path: str) -> PathClass:
    """A name with something odd in it: what it is as it stands, and what it passes for."""
    folder, _, base = path.rpartition("/")
    plain_folder, _, plain_base = fold(path).rpartition("/")
    raw, passes_for = _categories(folder, base), _categories(plain_folder, plain_base)
    if not set(passes_for) <= set(raw):
        categories = _ranked({*passes_for, *(_catalogued(folder, base) or ())})
        return PathClass(categories, _with("lookalike", _tags(plain_folder, plain_base, categories)))
    if raw:
        return PathClass(raw, _tags(folder, base, raw))
    return _twin_or_ordinary(fold(path), plain_folder, plain_base)


def _with(tag: str, tags: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({tag, *tags}))


def _link_target(file: ChangedFile) -> tuple[bool, str]:
    """Whether a symbolic link's target lies inside the tree and outside `.git`, and the target from the root (empty when unknown)."""
    if not file.added:
        return True, ""
    text = file.added[0].text.replace("\\", "/")
    if text.startswith("/") or re.match(r"[A-Za-z]:", text):
        return False, ""
    segments = file.path.split("/")[:-1]
    for segment in text.split("/"):
        if segment == "..":
            if not segments:
                return False, ""
            segments.pop()
        elif segment not in ("", "."):
            segments.append(segment)
    inside = not any(segment.lower() == ".git" for segment in segments)
    return inside, "/".join(segments)
