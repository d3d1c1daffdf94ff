"""Examples of the rule `lookalike-path`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, new_file

BAD: dict[str, Bad] = {
    "a cyrillic letter": Bad(
        new_file(".github/workfl\u043ews/ci.yml", "on: push\n"), ".github/workfl\u043ews/ci.yml", None
    )
}
GOOD: dict[str, Change] = {"a plain name": new_file("docs/workflows.md", "a\n")}
