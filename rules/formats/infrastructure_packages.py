"""What Terraform and Helm bring in: providers, modules and charts, asked for and locked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.formats.dependency import Dependency
from rules.formats.node import Node
from rules.formats.positioned_yaml import read_yaml

_PROVIDER = re.compile(r'\s{0,20}provider\s{1,20}"([^"\n]{1,200})"\s{0,20}\{')
_SETTING = re.compile(r'\s{0,80}(version|source)\s{0,40}=\s{0,40}"([^"\n]{0,500})"')
_HASH = re.compile(r'"((?:h1|zh):[^"\n]{1,200})"')
_MODULE = re.compile(r'\s{0,20}module\s{1,20}"([\w-]{1,100})"\s{0,20}\{')
_REQUIRED = re.compile(r"\s{0,40}required_providers\s{0,20}\{")
_NAMED = re.compile(r'\s{0,80}([\w-]{1,100})\s{0,40}=\s{0,40}(\{|"([^"\n]{0,200})")')
_INLINE = re.compile(r'\b(version|source)\s{0,40}=\s{0,40}"([^"\n]{0,500})"')
_REGISTRY_MODULE = re.compile(r"(?:[\w.-]{1,100}\.[a-z]{2,20}/)?[\w-]{1,100}/[\w-]{1,100}/[\w-]{1,100}\Z")
_DEFAULT_REGISTRY = "registry.terraform.io"


def read_terraform_lock(text: str) -> tuple[Dependency, ...]:
    """The providers of a `.terraform.lock.hcl`, each with its registry as origin and all its hashes."""
    return tuple(_locked_providers(text))


def _locked_providers(text: str) -> Iterator[Dependency]:
    address, line, version = "", 0, ""
    hashes: list[str] = []
    for number, row in enumerate(text.split("\n"), 1):
        opened = _PROVIDER.match(row)
        if opened:
            address, line, version, hashes = opened.group(1), number, "", []
        if not address:
            continue
        setting = _SETTING.match(row)
        if setting and setting.group(1) == "version":
            version, line = setting.group(2), number
        hashes.extend(_HASH.findall(row))
        if row.startswith("}"):
            yield _provider(address, version, line, " ".join(hashes))
            address = ""


def _provider(source: str, version: str, line: int, integrity: str = "") -> Dependency:
    parts = source.split("/")
    host = parts[0] if len(parts) > 2 else _DEFAULT_REGISTRY
    name = "/".join(parts[-2:]) if len(parts) > 1 else f"hashicorp/{source}"
    return Dependency(
        "terraform", name, version, line, origin=f"https://{host}/{name}", integrity=integrity, group="provider"
    )


def read_terraform(text: str) -> tuple[Dependency, ...]:
    """The providers and modules that a Terraform file asks for; modules of the same tree are none."""
    return tuple(_asked(text))


def _asked(text: str) -> Iterator[Dependency]:
    """Line by line, by the braces: a module's block, or the entries of `required_providers`."""
    module, required, depth, opened_at = "", False, 0, 0
    found: dict[str, tuple[str, int]] = {}
    for number, raw in enumerate(text.split("\n"), 1):
        row = "" if raw.lstrip().startswith(("#", "//")) else raw[:2000]
        opened = _MODULE.match(row)
        if opened and not module and not required:
            module, found, opened_at = opened.group(1), {}, depth
        elif _REQUIRED.match(row) and not module:
            required, opened_at = True, depth
        elif required:
            named = _NAMED.match(row)
            if named and depth == opened_at + 1:
                inline = dict(_INLINE.findall(row))
                found = {key: (value, number) for key, value in inline.items()}
                if named.group(3) is not None:
                    yield _provider(named.group(1), named.group(3), number)
                elif "}" in row and "source" in inline:
                    yield _provider(inline["source"], inline.get("version", ""), number)
        if module or required:
            setting = _SETTING.match(row)
            if setting and depth >= opened_at + 1:
                found[setting.group(1)] = (setting.group(2), number)
        before = depth
        depth = max(0, depth + row.count("{") - row.count("}"))
        if required and before == opened_at + 2 and depth == opened_at + 1 and "source" in found:
            yield _provider(found["source"][0], *found.get("version", ("", found["source"][1])))
            found = {}
        if (module or required) and depth <= opened_at and "}" in row:
            if module and "source" in found:
                yield from _module(module, *found["source"], *found.get("version", ("", 0)))
            module, required = "", False


def _module(label: str, source: str, source_line: int, version: str, version_line: int) -> Iterator[Dependency]:
    """One module: of a registry by its address, of elsewhere by its label, since its address is what may change."""
    if source.startswith(("./", "../")):
        return
    if _REGISTRY_MODULE.match(source):
        yield Dependency("terraform", source, version, version_line or source_line, place=label, group="module")
        return
    address, _, query = source.partition("?")
    ref = re.search(r"\bref=([^&]{1,200})", query)
    is_git = address.startswith(("git::", "git@", "github.com/", "bitbucket.org/")) or address.endswith(".git")
    plain = re.sub(r"^(?:git|hg|s3|gcs)::", "", address)
    origin = plain if "://" in plain or plain.startswith("git@") else f"https://{plain}"
    yield Dependency(
        "terraform",
        f"module.{label}",
        ref.group(1) if ref else version,
        source_line,
        origin=f"git+{origin}" if is_git and not origin.startswith("git@") else origin,
        group="module" if is_git else "url",
    )


def read_chart(text: str) -> tuple[Dependency, ...]:
    """The charts that a Chart.yaml asks for, or a Chart.lock fixes (Helm docs, "Charts"). Raises `FormatError`."""
    root = read_yaml(text)
    return tuple(
        Dependency(
            "helm",
            chart.text_at("name"),
            chart.text_at("version"),
            chart.line_of("version"),
            origin=chart.text_at("repository"),
            place=chart.text_at("alias"),
        )
        for chart in (root.child("dependencies") or Node(1, 1)).elements()
        if chart.text_at("name")
    )
