"""Dependency files of Go, Rust, Ruby, PHP and .NET, read line by line or with the format's own reader."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.formats.dependency import Dependency
from rules.formats.java_packages import read_xml
from rules.formats.node import Node
from rules.formats.positioned_json import read_json
from rules.formats.positioned_toml import read_toml

_GO_REQUIRE = re.compile(
    r"^\s*(?:require\s+)?([\w.\-~]+\.[\w.\-~]+/\S+|[\w.\-~]+\.[a-z]{2,}\S*)\s+(v\S+)(\s*//\s*indirect)?"
)
_GO_REPLACE = re.compile(r"^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(\S+)(?:\s+(v\S+))?")
_GEM = re.compile(r"""^\s*gem\s*\(?\s*["']([\w.-]+)["']\s*,?\s*(.*)$""")
_GEM_LOCKED = re.compile(r"^ {4}([\w.-]+) \(([^)\n]+)\)")


def read_go_mod(text: str) -> tuple[Dependency, ...]:
    """What a go.mod requires and replaces (Go modules reference)."""
    return tuple(_go_mod(text))


def _go_mod(text: str) -> Iterator[Dependency]:
    block = ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        opened = re.match(r"(\w+)\s*\($", line)
        if opened:
            block = opened.group(1)
            continue
        if line == ")":
            block = ""
            continue
        word = block or line.partition(" ")[0]
        if word == "replace":
            match = _GO_REPLACE.match(line)
            if match:
                target = match.group(2)
                yield Dependency(
                    "golang",
                    match.group(1),
                    f"{target} {match.group(3) or ''}".strip(),
                    number,
                    origin=target if target.startswith((".", "/")) else "",
                    place="redirect",
                    is_redirect=True,
                )
        elif word == "require":
            match = _GO_REQUIRE.match(line)
            if match:
                yield Dependency("golang", match.group(1), match.group(2), number, is_indirect=bool(match.group(3)))


def read_go_sum(text: str) -> tuple[Dependency, ...]:
    """The checksums of a go.sum: one entry a line."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if len(words) == 3:
            found.append(
                Dependency(
                    "golang", words[0], words[1].removesuffix("/go.mod"), number, integrity=words[2], place=words[1]
                )
            )
    return tuple(found)


def read_cargo_toml(text: str) -> tuple[Dependency, ...]:
    """What a Cargo.toml asks for, patches and replacements included. Raises `FormatError`."""
    return tuple(_cargo(read_toml(text)))


def _cargo(root: Node) -> Iterator[Dependency]:
    tables = [("", root), ("", root.child("workspace") or Node(1, 1))]
    tables.extend(("", value) for _name, _line, value in (root.child("target") or Node(1, 1)).pairs())
    for _prefix, table in tables:
        for group in ("dependencies", "dev-dependencies", "build-dependencies"):
            for name, line, value in (table.child(group) or Node(1, 1)).pairs():
                if value.text_at("workspace") != "true":
                    yield _crate(name, line, value, group)
    for registry, _line, crates in (root.child("patch") or Node(1, 1)).pairs():
        for name, line, value in crates.pairs():
            one = _crate(name, line, value, "patch")
            yield Dependency(
                "cargo",
                name,
                one.version or one.origin,
                line,
                origin=one.origin,
                place=f"patch {registry}",
                is_redirect=True,
            )


def _crate(name: str, line: int, value: Node, group: str) -> Dependency:
    git, path, renamed = value.text_at("git"), value.text_at("path"), value.text_at("package")
    origin = f"git+{git}" if git else f"./{path}" if path else ""
    return Dependency(
        "cargo",
        name,
        f"{renamed}@{value.text_at('version')}" if renamed else value.text or value.text_at("version"),
        line,
        origin=origin,
        group=group,
        is_redirect=bool(renamed),
    )


def read_cargo_lock(text: str) -> tuple[Dependency, ...]:
    """The entries of Cargo.lock. Raises `FormatError`."""
    root = read_toml(text)
    found = []
    for package in (root.child("package") or Node(1, 1, items=())).elements():
        version = package.text_at("version")
        found.append(
            Dependency(
                "cargo",
                package.text_at("name"),
                version,
                package.line_of("name"),
                origin=package.text_at("source"),
                integrity=package.text_at("checksum"),
                is_indirect=True,
            )
        )
    return tuple(found)


def read_gemfile(text: str) -> tuple[Dependency, ...]:
    """The `gem` lines of a Gemfile or gemspec-like file."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        match = _GEM.match(line)
        if match:
            rest = match.group(2)
            elsewhere = re.search(
                r"""(?:\b(git|github|gitlab|path|source):|:(git|github|path|source)\s*=>)\s*["']([^"'\n]+)["']""", rest
            )
            version = re.match(r"""["']([^"'\n]+)["']""", rest)
            origin = ""
            if elsewhere:
                kind = elsewhere.group(1) or elsewhere.group(2)
                origin = {"git": "git+", "github": "github:", "gitlab": "gitlab:", "path": "./"}.get(
                    kind, ""
                ) + elsewhere.group(3)
            found.append(Dependency("gem", match.group(1), version.group(1) if version else "", number, origin=origin))
    return tuple(found)


def read_gemfile_lock(text: str) -> tuple[Dependency, ...]:
    """The locked gems of a Gemfile.lock with the remote that each block names."""
    found = []
    block, remote = "", ""
    sums: dict[str, str] = {}
    rows = text.split("\n")
    for line in rows:
        match = re.match(r"^  ([\w.-]+) \(([^)\n]+)\) (sha\d+=\S+)", line)
        if match:
            sums[f"{match.group(1)} {match.group(2)}"] = match.group(3)
    for number, line in enumerate(rows, 1):
        if line and not line.startswith(" "):
            block, remote = line.strip(), ""
        elif line.startswith("  remote:"):
            remote = line.partition(":")[2].strip()
        match = _GEM_LOCKED.match(line)
        if match and block in ("GEM", "GIT", "PATH"):
            prefix = {"GIT": "git+", "PATH": "./"}.get(block, "")
            found.append(
                Dependency(
                    "gem",
                    match.group(1),
                    match.group(2),
                    number,
                    origin=prefix + remote,
                    integrity=sums.get(f"{match.group(1)} {match.group(2)}", ""),
                )
            )
    return tuple(found)


def read_composer_json(text: str) -> tuple[Dependency, ...]:
    """What a composer.json requires. Raises `FormatError`."""
    root = read_json(text)
    return tuple(
        Dependency("composer", name, value.text, line, group=group)
        for group in ("require", "require-dev")
        for name, line, value in (root.child(group) or Node(1, 1)).pairs()
        if "/" in name
    )


def read_composer_lock(text: str) -> tuple[Dependency, ...]:
    """The entries of composer.lock. Raises `FormatError`."""
    root = read_json(text)
    found = []
    for group in ("packages", "packages-dev"):
        for package in (root.child(group) or Node(1, 1, items=())).elements():
            found.append(
                Dependency(
                    "composer",
                    package.text_at("name"),
                    package.text_at("version"),
                    package.line_of("name"),
                    origin=package.text_at("dist", "url") or package.text_at("source", "url"),
                    integrity=package.text_at("dist", "shasum"),
                )
            )
    return tuple(found)


def read_nuget_lock(text: str) -> tuple[Dependency, ...]:
    """The entries of packages.lock.json. Raises `FormatError`."""
    root = read_json(text)
    found = []
    for framework, _line, packages in (root.child("dependencies") or Node(1, 1)).pairs():
        for name, line, value in packages.pairs():
            found.append(
                Dependency(
                    "nuget",
                    name,
                    value.text_at("resolved"),
                    line,
                    integrity=value.text_at("contentHash"),
                    place=framework,
                )
            )
    return tuple(found)


def read_msbuild(text: str) -> tuple[Dependency, ...]:
    """Package references of a .csproj, Directory.Packages.props or packages.config. Raises `FormatError`."""
    root = read_xml(text)
    found = [
        Dependency("nuget", name, one.attributes.get("Version") or one.text_at("Version"), one.line)
        for kind in ("PackageReference", "PackageVersion", "GlobalPackageReference", "DotNetCliToolReference")
        for one in root.walk(kind)
        if (name := one.attributes.get("Include") or one.attributes.get("Update"))
    ]
    found += [
        Dependency("nuget", one.attributes.get("id", ""), one.attributes.get("version", ""), one.line)
        for one in root.walk("package")
    ]
    return tuple(found)
