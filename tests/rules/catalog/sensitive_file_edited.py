"""Examples of the rule `sensitive-file-edited`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {"a terraform file": Bad(edit("infra/main.tf", "a = 1\n", "a = 2\n"), "infra/main.tf", 1)}
GOOD: dict[str, Change] = {
    "ordinary source": edit("src/a.py", "a\n", "b\n"),
    "another rule has spoken": edit("Makefile", "a:\n\tb\n", "a:\n\tc\n"),
}
