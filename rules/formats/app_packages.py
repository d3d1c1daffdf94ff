"""Dependency files of Swift, Dart and Elixir: Package.swift and Package.resolved, pubspec, mix."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.formats.dependency import Dependency
from rules.formats.node import Node
from rules.formats.positioned_json import read_json
from rules.formats.positioned_yaml import read_yaml

_SWIFT = re.compile(r"\.package\(([^()]{0,400})(?:\(([^()]{0,200})\))?")
_SWIFT_PLACE = re.compile(r'\b(url|path|id):\s{0,20}"([^"\n]{1,300})"')
_SWIFT_VERSION = re.compile(r'\b(from|exact|branch|revision):\s{0,20}"([^"\n]{1,100})"|"([^"\n]{1,60})"\s{0,9}\.\.[.<]')
_MIX = re.compile(r"\{\s{0,20}:([a-z_]\w{0,80})\s{0,20},([^{}]{0,400})\}")
_MIX_VERSION = re.compile(r'\s{0,20}"((?:~>|>=|<=|==|!=|>|<)?\s{0,4}\d[^"\n]{0,60})"')
_MIX_PLACE = re.compile(r'\b(git|github|path):\s{0,20}"([^"\n]{1,300})"')
_MIX_REF = re.compile(r'\b(?:tag|ref|branch):\s{0,20}"([^"\n]{1,100})"')
_MIX_ALIAS = re.compile(r"\bhex:\s{0,20}:(\w{1,80})")
_MIX_LOCKED = re.compile(r'\s{0,20}"(\w{1,80})":\s{0,9}\{:(hex|git),\s{0,9}(.{0,4000})')
_HEX = re.compile(r':(\w{1,80}),\s{0,9}"([^"\n]{1,60})",\s{0,9}"([0-9a-f]{0,64})"')
_HEX_END = re.compile(r'"([\w:.-]{1,80})"(?:,\s{0,9}"([0-9a-f]{64})")?\},?\s{0,9}\Z')
_GIT = re.compile(r'"([^"\n]{1,300})",\s{0,9}"([0-9a-f]{7,64})"')


def read_package_swift(text: str) -> tuple[Dependency, ...]:
    """The packages of a Package.swift. Swift has no registry of its own: an address with a version is the ordinary way."""
    return tuple(_swift(text))


def _swift(text: str) -> Iterator[Dependency]:
    for match in _SWIFT.finditer(text):
        inside = f"{match.group(1)} {match.group(2) or ''}"
        place, version = _SWIFT_PLACE.search(inside), _SWIFT_VERSION.search(inside)
        if place is None:
            continue
        kind, where = place.groups()
        stated = (version.group(2) or version.group(3)) if version else ""
        is_loose = version is not None and version.group(1) == "branch"
        line = text.count("\n", 0, match.start(1) + place.start()) + 1
        if kind == "path":
            yield Dependency("swift", _last(where), "", line, origin=where if where.startswith(".") else f"./{where}")
        else:
            origin = _repository(where) if kind == "url" else ""
            yield Dependency("swift", _last(where), stated, line, origin=f"git+{origin}" if is_loose else origin)


def _repository(address: str) -> str:
    return address.removesuffix("/").removesuffix(".git")


def _last(address: str) -> str:
    return _repository(address).rpartition("/")[2].lower()


def read_package_resolved(text: str) -> tuple[Dependency, ...]:
    """The pins of a Package.resolved, of any of its three versions. Raises `FormatError`."""
    root = read_json(text)
    pins = root.child("pins") or root.child("object", "pins") or Node(1, 1, items=())
    found = []
    for pin in pins.elements():
        where = pin.text_at("location") or pin.text_at("repositoryURL")
        state = pin.child("state") or Node(pin.line, pin.line)
        version, revision = _told(state, "version"), _told(state, "revision")
        found.append(
            Dependency(
                "swift",
                _last(where),
                version or _told(state, "branch") or revision,
                state.line_of("version" if version else "revision"),
                origin=_repository(where),
                # A version is a tag, and a tag that names another commit than before has been moved.
                integrity=f"git:{revision}" if version and revision else "",
            )
        )
    return tuple(found)


def _told(node: Node, key: str) -> str:
    child = node.child(key)
    return child.raw if child is not None and child.scalar is not None else ""


def read_pubspec(text: str) -> tuple[Dependency, ...]:
    """What a pubspec.yaml asks for, overrides included. Raises `FormatError`."""
    root = read_yaml(text)
    found = []
    for group in ("dependencies", "dev_dependencies", "dependency_overrides"):
        for name, line, value in (root.child(group) or Node(1, 1)).pairs():
            if value.text_at("sdk"):
                continue
            is_redirect = group == "dependency_overrides"
            origin = _pub_origin(value)
            version = value.raw or value.text_at("version") or value.text_at("git", "ref")
            found.append(
                Dependency(
                    "pub",
                    name,
                    origin or version if is_redirect else version,
                    line,
                    origin=origin,
                    group=group,
                    place="redirect" if is_redirect else "",
                    is_redirect=is_redirect,
                )
            )
    return tuple(found)


def _pub_origin(value: Node) -> str:
    git = value.text_at("git") or value.text_at("git", "url")
    path = value.text_at("path")
    if git:
        return f"git+{git}"
    if path:
        return path if path.startswith((".", "/")) else f"./{path}"
    return value.text_at("hosted") or value.text_at("hosted", "url")


def read_pubspec_lock(text: str) -> tuple[Dependency, ...]:
    """The packages of a pubspec.lock. Raises `FormatError`."""
    found = []
    for name, line, value in (read_yaml(text).child("packages") or Node(1, 1)).pairs():
        source, description = value.text_at("source"), value.child("description") or Node(line, line)
        if source == "sdk":
            continue
        url = description.text_at("url")
        path = description.text_at("path") if source == "path" else ""
        found.append(
            Dependency(
                "pub",
                name,
                value.text_at("version"),
                value.line_of("version"),
                origin=f"./{path}"
                if path
                else f"git+{url}#{description.text_at('resolved-ref')}"
                if source == "git"
                else url,
                integrity=f"sha256:{description.text_at('sha256')}" if description.text_at("sha256") else "",
                is_indirect=value.text_at("dependency") == "transitive",
            )
        )
    return tuple(found)


def read_mix(text: str) -> tuple[Dependency, ...]:
    """The dependency tuples of a mix.exs (Mix docs, "mix deps")."""
    found = []
    for match in _MIX.finditer(text):
        name, rest = match.groups()
        version, place = _MIX_VERSION.match(rest), _MIX_PLACE.search(rest)
        alias = _MIX_ALIAS.search(rest)
        if version is None and place is None and alias is None:
            continue
        prefix = {"git": "git+", "github": "github:", "path": ""}[place.group(1)] if place else ""
        where = f"{prefix}{place.group(2)}" if place else ""
        ref = _MIX_REF.search(rest)
        found.append(
            Dependency(
                "hex",
                name,
                alias.group(1) if alias else version.group(1) if version else ref.group(1) if ref else "",
                text.count("\n", 0, match.start()) + 1,
                origin=f"./{where}"
                if place and place.group(1) == "path" and not where.startswith((".", "/"))
                else where,
                place="redirect" if alias else "",
                is_redirect=alias is not None,
            )
        )
    return tuple(found)


def read_mix_lock(text: str) -> tuple[Dependency, ...]:
    """The entries of a mix.lock, one a line, with both checksums of a package and the name of its repository."""
    found = []
    for number, row in enumerate(text.split("\n"), 1):
        entry = _MIX_LOCKED.match(row)
        if entry is None:
            continue
        name, kind, rest = entry.groups()
        package, end, git = _HEX.match(rest), _HEX_END.search(rest[-200:]), _GIT.match(rest)
        if kind == "hex" and package is not None:
            sums = [f"inner:{package.group(3)}"] if package.group(3) else []
            sums += [f"outer:{end.group(2)}"] if end and end.group(2) else []
            # A repository of hex has a name, no address: as a host it can be compared all the same.
            origin = f"hex://{end.group(1)}" if end else ""
            found.append(
                Dependency(
                    "hex",
                    name,
                    package.group(2),
                    number,
                    origin=origin,
                    integrity=" ".join(sums),
                    place=package.group(1),
                )
            )
        elif kind == "git" and git is not None:
            found.append(Dependency("hex", name, git.group(2), number, origin=f"git+{git.group(1)}"))
    return tuple(found)
