"""Which files can run code, choose what runs, or decide who looks: by name, and by what happened to them.

`classify` looks at a name alone; `classify_change` also at the old name, the modes and the kind of object. What a file holds is
`rules.content_check`'s to say, and what workflows call is found elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rules.change import ChangedFile, ChangeStatus
from rules.finding import Category
from rules.path_catalogue import CatalogueEntry
from rules.path_categories import catalogue_index, catalogued_categories, categories_of_name, entries_of_name, ranked
from rules.path_names import fold, has_invisible, is_plain, twins
from rules.path_tags import LIGHTENING, is_read_by_a_tool, is_unknown_dot_folder, tags_of, with_tag

_SYMLINK, _SUBMODULE, _EXECUTABLE = "120000", "160000", "100755"
_LARGE_FILE_POINTER = "version https://git-lfs.github.com/spec/"


@dataclass(frozen=True, slots=True)
class PathClass:
    """What a file is: its categories, the naming one first, none for an ordinary file; and tags, sorted.

    Tags that lighten: `vendored`, `fixture`, `example`, `docs` (deep below documentation, and nothing that building it reads), `nested`
    (below a folder that its host reads at the root only). Tags that warn: `lookalike` (the name passes for a sensitive one that
    it is not), `invisible` (control or format characters in the name), `case-variant` (a dot-folder in unusual case), `shadow`
    (hides a standard module), `unknown-dotdir`, `binary`; and of a change `exec` (is or became executable), `symlink`,
    `symlink-outside`, `submodule`, `lfs-pointer`.
    """

    categories: tuple[Category, ...] = ()
    tags: tuple[str, ...] = ()


def classify(path: str) -> PathClass:
    """What the file at a path is, by its name alone.

    `path` is relative to the root of the repository, with `/` between folders, decoded with surrogateescape; any text is taken,
    nothing is raised. A name that passes for a sensitive one is what it passes for, tagged `lookalike`.
    """
    folder, slash, base = path.rpartition("/")
    if not is_plain(base) or (slash and not _is_plain_folder(folder)):
        return _classify_odd(path)
    categories = categories_of_name(folder, base)
    if not categories:
        return _twin_or_ordinary(folder, base)
    return _path_class(categories, tags_of(folder, base, categories))


def explain(path: str) -> tuple[CatalogueEntry, ...]:
    """The catalogue entries behind a path's categories (of its plain name), each once: tools, moments and reasons."""
    folder, _, base = (path if is_plain(path) else fold(path)).rpartition("/")
    return entries_of_name(folder, base)


def classify_change(file: ChangedFile) -> PathClass:
    """What a changed file is: both its names, and what modes and object kinds add.

    A symbolic link also counts as what its target is, and, like a submodule, as what a folder of its name would be; a submodule is
    always a locked dependency. A file that is new and executable or became so, and a changed program file, are at least `build`. A
    tag that lightens stays only if it holds for every name that has categories.
    """
    seen = [classify(name) for name in file.names]
    modes = {file.old_mode, file.new_mode}
    tags: set[str] = set()
    if modes & {_SYMLINK, _SUBMODULE}:
        seen += [_as_folder(name) for name in file.names]
    if file.new_mode == _SYMLINK:
        inside, target = _link_target(file)
        seen += [classify(target), _as_folder(target)] if target else []
        tags |= {"symlink"} if inside else {"symlink", "symlink-outside"}
    categories = {category for one in seen for category in one.categories}
    if _SUBMODULE in modes:
        tags.add("submodule")
        categories.add(Category.DEPENDENCY_LOCK)
    if file.new_mode == _EXECUTABLE and (file.old_mode != _EXECUTABLE or file.status is ChangeStatus.COPIED):
        tags.add("exec")
    if any(line.text.startswith(_LARGE_FILE_POINTER) for line in file.added[:1]):
        tags.add("lfs-pointer")
    tags.update(tag for one in seen for tag in one.tags if tag not in LIGHTENING)
    tags.update(LIGHTENING.intersection(*(one.tags for one in [one for one in seen if one.categories] or seen)))
    if not categories and ("exec" in tags or (file.is_binary and "binary" in tags)):
        categories.add(Category.BUILD)
    return PathClass(ranked(categories), tuple(sorted(tags)))


def with_categories(file: ChangedFile, judged: PathClass, earned: tuple[Category, ...]) -> PathClass:
    """A class with categories that a file's text earned it: a tag that lightens stays only if it fits those as well."""
    kept = set(judged.tags)
    for name in file.names:
        folder, _, base = fold(name).rpartition("/")
        kept -= LIGHTENING.difference(tags_of(folder, base, earned))
    return PathClass(ranked((*judged.categories, *earned)), tuple(sorted(kept)))


_is_plain_folder = lru_cache(maxsize=4096)(is_plain)
_path_class = lru_cache(maxsize=1024)(PathClass)


def _classify_odd(path: str) -> PathClass:
    """A name with something odd in it: what it is as it stands, and what it passes for."""
    folder, _, base = path.rpartition("/")
    plain_folder, _, plain_base = fold(path).rpartition("/")
    raw, passes_for = categories_of_name(folder, base), categories_of_name(plain_folder, plain_base)
    if not set(passes_for) <= set(raw):
        categories = ranked((*passes_for, *(catalogued_categories(folder, base, rest=False) or ())))
        odd = PathClass(categories, with_tag("lookalike", tags_of(plain_folder, plain_base, categories)))
    elif raw:
        odd = PathClass(raw, tags_of(plain_folder, plain_base, raw))
    else:
        odd = _twin_or_ordinary(plain_folder, plain_base)
    return PathClass(odd.categories, with_tag("invisible", odd.tags)) if has_invisible(path) else odd


def _twin_or_ordinary(folder: str, base: str) -> PathClass:
    """A name without categories: it may still be a digit or a capital away from one that has some."""
    base_readings, folder_readings = _known_twins(base), _folder_readings(folder)
    if base_readings or folder_readings:
        for twin_folder, twin_base in [*((folder, r) for r in base_readings), *((r, base) for r in folder_readings)]:
            categories = catalogued_categories(twin_folder, twin_base)
            if categories:
                return PathClass(categories, with_tag("lookalike", tags_of(twin_folder, twin_base, categories)))
    tags = tags_of(folder, base, ())
    if is_unknown_dot_folder(folder):
        categories = (Category.DEV_ENVIRONMENT,) if is_read_by_a_tool(folder, base) else ()
        return PathClass(categories, with_tag("unknown-dotdir", tags))
    return _path_class((), tags)


def _known_twins(segment: str) -> tuple[str, ...]:
    """The other readings of a segment that the catalogue knows in full."""
    readings = twins(segment)
    return tuple(reading for reading in readings if catalogue_index().knows(reading.lower())) if readings else ()


@lru_cache(maxsize=4096)
def _folder_readings(folder: str) -> tuple[str, ...]:
    """The folder with one segment read as a name that the catalogue knows, for each such segment and reading."""
    if not twins(folder):
        return ()
    segments = folder.split("/")
    return tuple(
        "/".join((*segments[:position], reading, *segments[position + 1 :]))
        for position, segment in enumerate(segments)
        for reading in _known_twins(segment)
    )


def _as_folder(name: str) -> PathClass:
    """What a file below a folder of this name is; an unknown folder adds nothing."""
    below = classify(f"{name}/x")
    return PathClass() if "unknown-dotdir" in below.tags else below


def _link_target(file: ChangedFile) -> tuple[bool, str]:
    """Whether a link's target lies inside the tree and outside `.git`, and the target from the root, empty when nobody knows it."""
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
    return all(segment.lower() != ".git" for segment in segments), "/".join(segments)
