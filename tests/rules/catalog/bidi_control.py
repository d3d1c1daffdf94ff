"""Examples of the rule `bidi-control`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "an override in source": Bad(
        edit("src/a.py", "a\n", "a\nif role != 'user\u202e \u2066# admin\u2069 \u2066':\n"), "src/a.py", 2
    ),
    "an isolate in a page": Bad(edit("docs/a.md", "a\n", "a\n\u2067b\n"), "docs/a.md", 2),
}
GOOD: dict[str, Change] = {"right-to-left letters": edit("src/a.py", "a\n", "a = 'שלום'\n")}
