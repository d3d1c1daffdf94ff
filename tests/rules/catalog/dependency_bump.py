"""Examples of the rule `dependency-bump`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "a requirement moves": Bad(edit("requirements.txt", "httpx==0.27.2\n", "httpx==0.27.3\n"), "requirements.txt", 1),
    "a locked crate moves": Bad(
        edit(
            "Cargo.lock", '[[package]]\nname = "a"\nversion = "1.0.0"\n', '[[package]]\nname = "a"\nversion = "1.0.1"\n'
        ),
        "Cargo.lock",
        2,
    ),
    "a requirement goes": Bad(edit("requirements.txt", "a==1\nb==1\n", "a==1\n"), "requirements.txt", None),
}
GOOD: dict[str, Change] = {
    "nothing moves": edit("requirements.txt", "a==1\n", "a==1\n# end\n"),
    "a package is new": edit("requirements.txt", "a==1\n", "a==1\nb==1\n"),
}
