"""Python's files: requirements, pyproject.toml, poetry.lock, uv.lock, pdm.lock, pylock.toml, Pipfile and its lock."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.formats.dependency import Dependency
from rules.formats.node import Node
from rules.formats.positioned_json import read_json
from rules.formats.positioned_toml import read_toml

_REQUIREMENT = re.compile(r"^([^\W_][\w.-]{0,200})\s*(?:\[[^\]\n]{0,300}\])?\s*(@\s*\S+|[^;#\n]*)")
_HASH = re.compile(r"--hash[= ](\S+)")
_SEPARATORS = re.compile(r"[-_.]+")


def python_name(name: str) -> str:
    """A project's name in its one normal form (PyPA specification "Names and normalization")."""
    return _SEPARATORS.sub("-", name).lower()


def requirement(text: str, line: int, group: str = "") -> Dependency | None:
    """One requirement line (PyPA "Dependency specifiers", and pip's git, address and path forms); None for options and blanks."""
    body = text.strip()
    editable = re.match(r"(?:-e|--editable)[= ]\s*(\S+)", body)
    if editable:
        body = editable.group(1)
    if re.match(r"(?:git|hg|svn|bzr)\+|https?:|file:|\.{1,2}(?:/|\Z|\[)|/", body):
        name = re.search(r"#egg=([\w.-]+)", body)
        address = body.partition(" ")[0]
        return Dependency(
            "pypi",
            python_name(name.group(1)) if name else address.partition("#")[0],
            "",
            line,
            origin=address,
            group="url" if address.startswith("http") else group,
            integrity=" ".join(_HASH.findall(text)),
        )
    match = _REQUIREMENT.match(body)
    if match is None or body.startswith("-"):
        return None
    spec = match.group(2).strip()
    origin = spec[1:].strip() if spec.startswith("@") else ""
    version = "" if origin else spec.partition("--hash")[0].partition(" \\")[0].strip().rstrip("\\").strip()
    return Dependency(
        "pypi",
        python_name(match.group(1)),
        version,
        line,
        origin=origin,
        integrity=" ".join(_HASH.findall(text)),
        group="url" if origin.startswith("http") else group,
    )


def read_requirements(text: str) -> tuple[Dependency, ...]:
    """The requirements of a requirements or constraints file; options such as `-r` and `--index-url` are not dependencies."""
    found: list[Dependency] = []
    joined, start = "", 0
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.rstrip()
        if not joined:
            start = number
        if line.endswith("\\"):
            joined += line[:-1] + " "
            continue
        full = re.sub(r"(?:^|\s)#.*$", "", joined + line)
        joined = ""
        one = requirement(full, start) if full.strip() else None
        if one is not None:
            found.append(one)
    return tuple(found)


def read_pyproject(text: str) -> tuple[Dependency, ...]:
    """What a pyproject.toml asks for: project, build system, dependency groups, Poetry, uv sources, PDM. Raises `FormatError`."""
    return tuple(_pyproject(read_toml(text)))


def _lists(root: Node) -> Iterator[tuple[str, Node]]:
    for path in (
        ("project", "dependencies"),
        ("build-system", "requires"),
        ("tool", "uv", "dev-dependencies"),
        ("tool", "uv", "override-dependencies"),
        ("tool", "uv", "constraint-dependencies"),
    ):
        node = root.child(*path)
        if node is not None:
            yield path[-1], node
    for table in (
        ("project", "optional-dependencies"),
        ("dependency-groups",),
        ("tool", "pdm", "dev-dependencies"),
        ("tool", "hatch", "envs", "default"),
    ):
        for name, _line, value in (root.child(*table) or Node(1, 1)).pairs():
            if value.items is not None:
                yield name, value


def _pyproject(root: Node) -> Iterator[Dependency]:
    for group, node in _lists(root):
        for item in node.elements():
            one = (
                requirement(item.text, item.line, "build-system" if group == "requires" else group)
                if item.entries is None
                else None
            )
            if one is not None:
                yield one
    poetry = root.child("tool", "poetry") or Node(1, 1)
    tables = [poetry.child("dependencies"), poetry.child("dev-dependencies")]
    tables.extend(value.child("dependencies") for _name, _line, value in (poetry.child("group") or Node(1, 1)).pairs())
    for table in tables:
        for name, line, value in table.pairs() if table is not None else ():
            if name != "python":
                yield _table_entry(name, line, value)
    for name, line, value in (root.child("tool", "uv", "sources") or Node(1, 1)).pairs():
        origin = value.text_at("git") or value.text_at("url") or value.text_at("path") or value.text_at("index")
        if value.text_at("workspace") != "true" and origin:
            kind = "git+" if value.text_at("git") else "./" if value.text_at("path") else ""
            yield Dependency(
                "pypi",
                python_name(name),
                "",
                line,
                origin=kind + origin,
                place="source",
                group="url" if value.text_at("url") else "source",
            )


def _table_entry(name: str, line: int, value: Node) -> Dependency:
    git, url, path = value.text_at("git"), value.text_at("url") or value.text_at("file"), value.text_at("path")
    origin = f"git+{git}" if git else url or (f"./{path}" if path else "")
    return Dependency(
        "pypi",
        python_name(name),
        value.text or value.text_at("version"),
        line,
        origin=origin,
        group="url" if url else "",
    )


def read_python_lock(text: str) -> tuple[Dependency, ...]:
    """The entries of poetry.lock, uv.lock, pdm.lock or pylock.toml. Raises `FormatError`."""
    root = read_toml(text)
    packages = (root.child("package") or root.child("packages") or Node(1, 1, items=())).elements()
    return tuple(_locked(package, root.child("metadata", "files")) for package in packages)


def _locked(package: Node, hashes: Node | None) -> Dependency:
    source = package.child("source") or Node(1, 1)
    is_git = bool(source.text_at("git")) or source.text_at("type") == "git"
    address = source.text_at("git") or source.text_at("url") or source.text_at("registry")
    path = (
        source.text_at("path") or source.text_at("editable") or source.text_at("virtual") or source.text_at("directory")
    )
    files = [node for key in ("files", "wheels", "sdist", "archive") for node in _files(package.child(key))]
    sums = [node.text_at("hash") or node.text_at("hashes", "sha256") for node in files]
    if hashes is not None:
        sums.extend(item.text_at("hash") for item in (hashes.child(package.text_at("name")) or Node(1, 1)).elements())
    urls = [node.text_at("url") for node in files if node.text_at("url")]
    origin = f"git+{address}" if is_git else _odd_host(urls) or address or (f"./{path}" if path else "")
    return Dependency(
        "pypi", python_name(package.text_at("name")), package.text_at("version"), package.line_of("name"),
        origin=origin, integrity=" ".join(sorted(filter(None, sums))),
    )  # fmt: skip


def _odd_host(urls: list[str]) -> str:
    """The first address; where the files of one package come from several hosts, the first that differs."""
    hosts = [Dependency("", "", "", 0, origin=url).host for url in urls]
    return next((url for url, host in zip(urls, hosts, strict=True) if host != hosts[0]), urls[0] if urls else "")


def _files(node: Node | None) -> tuple[Node, ...]:
    if node is None:
        return ()
    return node.items if node.items is not None else (node,)


def read_pipfile(text: str) -> tuple[Dependency, ...]:
    """What a Pipfile asks for. Raises `FormatError`."""
    root = read_toml(text)
    return tuple(
        _table_entry(name, line, value)
        for group in ("packages", "dev-packages")
        for name, line, value in (root.child(group) or Node(1, 1)).pairs()
    )


def read_pipfile_lock(text: str) -> tuple[Dependency, ...]:
    """The entries of Pipfile.lock. Raises `FormatError`."""
    root = read_json(text)
    found = []
    for group in ("default", "develop"):
        for name, line, value in (root.child(group) or Node(1, 1)).pairs():
            git = value.text_at("git")
            hashes = value.child("hashes")
            found.append(
                Dependency(
                    "pypi",
                    python_name(name),
                    value.text_at("version"),
                    line,
                    origin=f"git+{git}" if git else value.text_at("file"),
                    integrity=" ".join(item.text for item in (hashes.elements() if hashes else ())),
                    place=group,
                )
            )
    return tuple(found)
