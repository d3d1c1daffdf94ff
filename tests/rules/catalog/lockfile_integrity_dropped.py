"""Examples of the rule `lockfile-integrity-dropped`."""

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
BAD: dict[str, Bad] = {
    "the checksum goes": Bad(
        edit("package-lock.json", entry("registry.example.org", SUM), entry("registry.example.org", "")),
        "package-lock.json",
        4,
    ),
    "another checksum for the same version": Bad(
        edit(
            "package-lock.json",
            entry("registry.example.org", SUM),
            entry("registry.example.org", SUM.replace("aaa", "bbb")),
        ),
        "package-lock.json",
        7,
    ),
    "a go module has another checksum": Bad(
        edit("go.sum", "a.example.org/b v1.0.0 h1:aaa=\n", "a.example.org/b v1.0.0 h1:bbb=\n"), "go.sum", 1
    ),
    "a requirement loses its hash": Bad(
        edit("requirements.txt", "a==1 --hash=sha256:aa\n", "a==1\n"), "requirements.txt", 1
    ),
    "a provider loses its hashes": Bad(
        edit(".terraform.lock.hcl", PROVIDER, PROVIDER.replace('    "h1:aa=",\n', "")), ".terraform.lock.hcl", 2
    ),
    "a tag of a Swift package has moved": Bad(
        edit("Package.resolved", PINS, PINS.replace('"aa"', '"bb"')), "Package.resolved", 4
    ),
}
GOOD: dict[str, Change] = {
    "version and checksum move": edit(
        "package-lock.json",
        entry("registry.example.org", SUM),
        entry("registry.example.org", SUM.replace("aaa", "bbb")).replace("2.1.3", "2.1.4"),
    ),
    "a provider gets a hash for one more system": edit(
        ".terraform.lock.hcl", PROVIDER, PROVIDER.replace('"h1:aa=",\n', '"h1:aa=",\n    "h1:bb=",\n')
    ),
}
