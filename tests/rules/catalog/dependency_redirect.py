"""Examples of the rule `dependency-redirect`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "go replaces a module": Bad(
        edit("go.mod", "module a\n", "module a\n\nreplace golang.org/x/net => git.example.net/marsh/net v0.1.0\n"),
        "go.mod",
        3,
    ),
    "npm overrides a package": Bad(
        edit(
            "package.json",
            '{\n "name": "a"\n}\n',
            '{\n "name": "a",\n "overrides": {\n  "ms": "npm:mss@1.0.0"\n }\n}\n',
        ),
        "package.json",
        4,
    ),
    "cargo patches a crate": Bad(
        edit(
            "Cargo.toml",
            "[dependencies]\n",
            '[dependencies]\n[patch.crates-io]\nserde = { git = "https://git.example.net/serde" }\n',
        ),
        "Cargo.toml",
        3,
    ),
}
GOOD: dict[str, Change] = {
    "an ordinary requirement": edit("go.mod", "module a\n", "module a\n\nrequire github.com/google/uuid v1.6.0\n"),
    "it was there": edit(
        "go.mod",
        "module a\n\nreplace b.example.org/b => ./b\n",
        "module a\n\nreplace b.example.org/b => ./b\n\ngo 1.22\n",
    ),
}
