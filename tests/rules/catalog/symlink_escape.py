"""Examples of the rule `symlink-escape`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, change


def link(path: str, target: str) -> Change:
    """A symbolic link appears."""
    return change({}, {path: target}, modes={path: ("", "120000")})


BAD: dict[str, Bad] = {
    "to a system file": Bad(link("docs/a", "/etc/passwd"), "docs/a", 1),
    "out of the tree": Bad(link("docs/a", "../../outside"), "docs/a", 1),
    "to a sensitive file": Bad(link("docs/a", "../.github/workflows/ci.yml"), "docs/a", 1),
}
GOOD: dict[str, Change] = {"to a page": link("docs/a.md", "../README.md")}
