"""Examples of the rule `lockfile-source-swap`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit


def entry(host: str, integrity: str) -> str:
    """A package-lock.json with one entry."""
    return (
        '{\n "lockfileVersion": 3,\n "packages": {\n  "node_modules/ms": {\n   "version": "2.1.3",\n'
        f'   "resolved": "https://{host}/ms/-/ms-2.1.3.tgz"{integrity}\n'
        "  }\n }\n}\n"
    )


SUM = ',\n   "integrity": "sha512-aaa"'

PROVIDER = (
    'provider "registry.terraform.io/hashicorp/aws" {\n  version = "5.1.0"\n  hashes = [\n    "h1:aa=",\n  ]\n}\n'
)
PINS = """\
{"pins": [{
  "identity": "swift-nio",
  "location": "https://git.example.com/apple/swift-nio.git",
  "state": {"revision": "aa", "version": "2.60.0"}
}]}
"""
HEX = '%{\n  "plug": {:hex, :plug, "1.14.0", "aa", [:mix], [], "hexpm", "' + "b" * 64 + '"},\n}\n'
BAD: dict[str, Bad] = {
    "another registry": Bad(
        edit("package-lock.json", entry("registry.example.org", SUM), entry("registry.example.net", SUM)),
        "package-lock.json",
        6,
    ),
    "a crate from a git address": Bad(
        edit(
            "Cargo.lock",
            '[[package]]\nname = "a"\nversion = "1.0.0"\nsource = '
            '"registry+https://github.com/rust-lang/crates.io-index"\n',
            '[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "git+https://git.example.net/a"\n',
        ),
        "Cargo.lock",
        4,
    ),
    "a poetry source": Bad(
        edit(
            "uv.lock",
            '[[package]]\nname = "a"\nversion = "1"\nsource = { registry = "https://pypi.org/simple" }\n',
            '[[package]]\nname = "a"\nversion = "1"\nsource = { registry = "https://pypi.example.net/simple" }\n',
        ),
        "uv.lock",
        4,
    ),
    "a yarn entry": Bad(
        edit(
            "yarn.lock",
            'ms@^2.1.0:\n  version "2.1.3"\n  resolved "https://registry.yarnpkg.com/ms/-/ms-2.1.3.tgz#aa"\n',
            'ms@^2.1.0:\n  version "2.1.3"\n  resolved "https://cdn.example.net/ms/-/ms-2.1.3.tgz#aa"\n',
        ),
        "yarn.lock",
        3,
    ),
    "a provider of another registry": Bad(
        edit(".terraform.lock.hcl", PROVIDER, PROVIDER.replace("registry.terraform.io", "registry.example.net")),
        ".terraform.lock.hcl",
        2,
    ),
    "a Swift package of another owner": Bad(
        edit("Package.resolved", PINS, PINS.replace("/apple/", "/appl3/").replace("2.60.0", "2.61.0")),
        "Package.resolved",
        4,
    ),
    "a hex package of another repository": Bad(
        edit("mix.lock", HEX, HEX.replace('"hexpm"', '"mirror"')), "mix.lock", 2
    ),
}
GOOD: dict[str, Change] = {
    "the same registry": edit(
        "package-lock.json",
        entry("registry.example.org", SUM),
        entry("registry.example.org", SUM).replace("2.1.3", "2.1.4"),
    ),
    "a fixture": edit(
        "tests/fixtures/package-lock.json", entry("registry.example.org", SUM), entry("registry.example.net", SUM)
    ),
    "a Swift package moves up": edit("Package.resolved", PINS, PINS.replace("2.60.0", "2.61.0")),
}
