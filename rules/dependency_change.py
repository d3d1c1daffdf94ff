"""What changed among the packages that a manifest or lockfile names: one pair (before, after) for each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from packageurl import PackageURL

from rules.change_view import ChangeView, FileView
from rules.formats.dependency import Dependency
from rules.formats.dependency_files import is_lock, reader_for
from rules.formats.npm_packages import locked_packages, read_package_lock
from rules.formats.positioned_json import read_json


@dataclass(frozen=True, slots=True)
class DependencyChange:
    """One package in one file: `before` None where it is new, `after` None where it is gone."""

    file: FileView
    before: Dependency | None
    after: Dependency | None

    @property
    def name(self) -> str:
        """The package's name."""
        one = self.after or self.before
        return one.name if one is not None else ""

    @property
    def purl(self) -> str:
        """The Package URL without a version, for messages and other tools."""
        one = self.after or self.before
        if one is None or not one.name:
            return ""
        space, _, name = (
            one.name.rpartition("/")
            if one.ecosystem in ("npm", "golang", "composer", "terraform")
            else one.name.rpartition(":")
        )
        return PackageURL(type=one.ecosystem, namespace=space or None, name=name or one.name).to_string()


def dependencies(file: FileView, *, after: bool = True) -> tuple[Dependency, ...] | None:
    """The packages that one side of a file names; None when the file is none of a known format or cannot be read."""
    reader = reader_for(file.path)
    if reader is read_package_lock:  # large, and its document is asked for elsewhere too
        return file.remembered(_locked_after if after else _locked_before)
    return file.parsed(reader, after=after) if reader is not None else None


def _locked_before(file: FileView) -> tuple[Dependency, ...] | None:
    root = file.parsed(read_json, after=False)
    return locked_packages(root) if root is not None else None


def _locked_after(file: FileView) -> tuple[Dependency, ...] | None:
    root = file.parsed(read_json)
    return locked_packages(root) if root is not None else None


@dataclass(frozen=True, slots=True)
class Named:
    """What one side of a file names: its packages' names and the hosts that they come from."""

    names: frozenset[str]
    hosts: frozenset[str]
    all_have_integrity: bool


def named_before(file: FileView) -> Named:
    """What the old side names."""
    return file.remembered(_named_before)


def named_after(file: FileView) -> Named:
    """What the new side names."""
    return file.remembered(_named_after)


def _named_before(file: FileView) -> Named:
    return _named(dependencies(file, after=False) or ())


def _named_after(file: FileView) -> Named:
    return _named(dependencies(file) or ())


def _named(entries: tuple[Dependency, ...]) -> Named:
    fetched = [one for one in entries if one.origin.startswith("http")]
    return Named(
        names=frozenset(one.name for one in entries),
        hosts=frozenset(one.host for one in entries if one.host),
        all_have_integrity=bool(fetched) and all(one.integrity for one in fetched),
    )


def changes_in(file: FileView) -> tuple[DependencyChange, ...]:
    """The packages of one file that differ between its sides. An entry is told by name and place, else by name alone."""
    return file.remembered(_changes_in)


def _changes_in(file: FileView) -> tuple[DependencyChange, ...]:
    after = dependencies(file) or ()
    before = dependencies(file, after=False) or ()
    return tuple(_paired(file, before, after))


def _paired(
    file: FileView, before: tuple[Dependency, ...], after: tuple[Dependency, ...]
) -> Iterator[DependencyChange]:
    old: dict[tuple[str, str, bool], list[Dependency]] = {}
    for one in before:
        old.setdefault((one.name, one.place, one.is_redirect), []).append(one)
    left: list[Dependency] = []
    for one in after:
        same = old.get((one.name, one.place, one.is_redirect))
        if same:
            match = next((other for other in same if _content(other) == _content(one)), None)
            if match is not None:
                same.remove(match)
                continue
        left.append(one)
    remaining: dict[tuple[str, bool], list[Dependency]] = {}
    for entries in old.values():
        for entry in entries:
            remaining.setdefault((entry.name, entry.is_redirect), []).append(entry)
    for one in left:
        candidates = remaining.get((one.name, one.is_redirect), [])
        best = next((other for other in candidates if other.place == one.place), candidates[0] if candidates else None)
        if best is not None:
            candidates.remove(best)
        yield DependencyChange(file, best, one)
    for entries in remaining.values():
        for entry in entries:
            yield DependencyChange(file, entry, None)


def _content(one: Dependency) -> tuple[str, str, str, bool]:
    return one.version, one.origin, one.integrity, one.runs_on_install


def dependency_changes(view: ChangeView) -> Iterator[DependencyChange]:
    """The packages that differ, over all live dependency files of the change."""
    for file in view.live:
        if reader_for(file.path) is not None and not file.is_removed:
            yield from changes_in(file)


def is_locked(change: DependencyChange) -> bool:
    """The change is in a lockfile."""
    return is_lock(change.file.path)
