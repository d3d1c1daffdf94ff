"""npm's files: package.json, package-lock.json, yarn.lock (1 and berry), pnpm-lock.yaml, bun.lock."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.formats.dependency import Dependency
from rules.formats.node import Node
from rules.formats.positioned_json import read_json
from rules.formats.positioned_yaml import YamlLimits, read_yaml

GROUPS = ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies")
_REDIRECTS = ("overrides", "resolutions")
_FROM_ELSEWHERE = re.compile(
    r"(?:git\+|git:|git@|ssh:|https?:|file:|link:|portal:|github:|gitlab:|bitbucket:|gist:|\.{0,2}/)"
    r"|[\w.-]{1,40}/[\w.-]{1,100}(?:#.{0,100})?\Z"
)
_YARN_KEY = re.compile(r'^"?((?:@[^@/"\s]+/)?[^@"\s]+)@([^",]*)')
_LOCK_LIMITS = YamlLimits(characters=40_000_000, nodes=3_000_000, documents=2)


def read_package_json(text: str) -> tuple[Dependency, ...]:
    """What a package.json asks for, its overrides and resolutions included. Raises `FormatError`."""
    root = read_json(text)
    return tuple(_manifest(root))


def _manifest(root: Node) -> Iterator[Dependency]:
    for group in GROUPS:
        for name, line, value in (root.child(group) or Node(1, 1)).pairs():
            yield _asked(name, line, value.text, group)
    for path in (*((group,) for group in _REDIRECTS), ("pnpm", "overrides")):
        yield from _redirects(root.child(*path), "")


def _redirects(node: Node | None, prefix: str) -> Iterator[Dependency]:
    for name, line, value in node.pairs() if node is not None else ():
        full = f"{prefix}>{name}" if prefix else name
        if value.entries is not None:
            yield from _redirects(value, full)
        else:
            yield Dependency(
                "npm", full, value.text, line, origin=_origin(value.text), place="redirect", is_redirect=True
            )


def _origin(spec: str) -> str:
    return spec if _FROM_ELSEWHERE.match(spec) else ""


def _asked(name: str, line: int, spec: str, group: str) -> Dependency:
    if spec.startswith("npm:"):
        return Dependency("npm", name, spec, line, group=group, is_redirect=True)
    origin = _origin(spec)
    archive = origin.startswith("http") and not origin.partition("#")[0].endswith(".git")
    if origin and not archive and "/" in spec and ":" not in spec and not spec.startswith((".", "/")):
        origin = f"github:{spec}"
    return Dependency("npm", name, spec, line, origin=origin, group="url" if archive else group)


def read_pnpm_workspace(text: str) -> tuple[Dependency, ...]:
    """The overrides of a pnpm-workspace.yaml, and the packages of its catalogs. Raises `FormatError`."""
    root = read_yaml(text)
    catalogs = [
        root.child("catalog"),
        *(value for _name, _line, value in (root.child("catalogs") or Node(1, 1)).pairs()),
    ]
    asked = (
        _asked(name, line, value.text, "catalog")
        for catalog in catalogs
        if catalog is not None
        for name, line, value in catalog.pairs()
    )
    return (*asked, *_redirects(root.child("overrides"), ""))


def read_package_lock(text: str) -> tuple[Dependency, ...]:
    """The entries of package-lock.json or npm-shrinkwrap.json, versions 1 to 3. Raises `FormatError`."""
    return locked_packages(read_json(text))


def locked_packages(root: Node) -> tuple[Dependency, ...]:
    """The same from a document that was read already."""
    packages = root.child("packages")
    if packages is not None:
        return tuple(
            _locked(key.rpartition("node_modules/")[2] or key, key, line, value)
            for key, line, value in packages.pairs()
            if key and (key.startswith("node_modules/") or "/node_modules/" in key) and value.text_at("link") != "true"
        )
    return tuple(_version_one(root.child("dependencies"), ""))


def _version_one(node: Node | None, prefix: str) -> Iterator[Dependency]:
    for name, line, value in node.pairs() if node is not None else ():
        place = f"{prefix}/{name}"
        yield _locked(name, place, line, value)
        yield from _version_one(value.child("dependencies"), place)


def _locked(name: str, place: str, line: int, value: Node) -> Dependency:
    real = value.text_at("name")
    return Dependency(
        "npm",
        name,
        value.text_at("version") if not real else f"npm:{real}@{value.text_at('version')}",
        line,
        origin=value.text_at("resolved"),
        integrity=value.text_at("integrity"),
        group="dev" if value.text_at("dev") == "true" else "",
        place=place,
        is_redirect=bool(real and real != name),
        runs_on_install=value.text_at("hasInstallScript") == "true",
    )


def lock_requests(document: Node) -> dict[str, str]:
    """What the root package asks for according to package-lock.json: name to range."""
    root = document.child("packages", "")
    found: dict[str, str] = {}
    for group in GROUPS:
        for name, _line, value in ((root.child(group) if root is not None else None) or Node(1, 1)).pairs():
            found.setdefault(name, value.text)
    return found


def read_yarn_lock(text: str) -> tuple[Dependency, ...]:
    """The entries of yarn.lock, version 1 (own format) or berry (YAML)."""
    return tuple(_yarn(text))


def _yarn(text: str) -> Iterator[Dependency]:
    name, spec, start = "", "", 0
    fields: dict[str, str] = {}
    for number, raw in enumerate([*text.split("\n"), "end"], 1):
        line = raw.rstrip("\r")
        if line and not line.startswith((" ", "#")):
            if name and name != "__metadata":
                yield _yarn_entry(name, spec, start, fields)
            match = _YARN_KEY.match(line)
            name, spec, start, fields = (match.group(1), match.group(2), number, {}) if match else ("", "", number, {})
        elif line.startswith("  ") and not line.startswith("   "):
            key, _, value = line.strip().partition(" ")
            fields[key.rstrip(":")] = value.strip().strip('"')
    return


def _yarn_entry(name: str, spec: str, line: int, fields: dict[str, str]) -> Dependency:
    resolution = fields.get("resolution", "")
    origin = fields.get("resolved", "")
    if resolution and "@npm:" not in resolution:
        origin = resolution.removeprefix(f"{name}@")
    archive = re.search(r"::__archiveUrl=(\S+)", resolution)
    if archive:
        origin = archive.group(1).replace("%3A", ":").replace("%2F", "/")
    elsewhere = "npm:" in spec and not re.match(r"npm:[\^~<>=*0-9v|\s]", spec)
    return Dependency(
        "npm", name, fields.get("version", ""), line,
        origin=origin.partition("#")[0] if origin.startswith("http") else origin,
        integrity=fields.get("integrity", "") or fields.get("checksum", "") or origin.partition("#")[2],
        place=spec, is_redirect=elsewhere,
    )  # fmt: skip


def read_pnpm_lock(text: str) -> tuple[Dependency, ...]:
    """The entries of pnpm-lock.yaml. Raises `FormatError`."""
    root = read_yaml(text, _LOCK_LIMITS)
    return tuple(_pnpm(root))


def _pnpm(root: Node) -> Iterator[Dependency]:
    for key, line, value in (root.child("packages") or Node(1, 1)).pairs():
        bare = key.lstrip("/").partition("(")[0]
        name, _, version = bare.rpartition("@") if "@" in bare[1:] else bare.rpartition("/")
        resolution = value.child("resolution")
        origin = (resolution.text_at("tarball") or resolution.text_at("repo")) if resolution is not None else ""
        if version.startswith(("http", "git", "file:")):
            origin = origin or version
        yield Dependency(
            "npm", name or bare, version, line, origin=origin,
            integrity=resolution.text_at("integrity") if resolution is not None else "", place=key,
            runs_on_install=value.text_at("requiresBuild") == "true",
        )  # fmt: skip
    for name, line, value in (root.child("overrides") or Node(1, 1)).pairs():
        yield Dependency("npm", name, value.text, line, place="redirect", is_redirect=True, origin=_origin(value.text))


def read_bun_lock(text: str) -> tuple[Dependency, ...]:
    """The entries of the text lockfile bun.lock. Raises `FormatError`."""
    root = read_json(text, comments=True)
    found = []
    for key, line, value in (root.child("packages") or Node(1, 1)).pairs():
        parts = value.elements()
        name, _, version = (parts[0].text if parts else key).rpartition("@")
        found.append(
            Dependency(
                "npm",
                name or key,
                version,
                line,
                origin=parts[1].text if len(parts) > 1 else "",
                integrity=parts[-1].text if len(parts) > 2 else "",
                place=key,
            )
        )
    return tuple(found)
