"""Examples of the rule `mixed-script-word`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "a function with a cyrillic letter": Bad(edit("src/a.js", "a\n", "a\nfunction ch\u0435ck() {}\n"), "src/a.js", 2)
}
GOOD: dict[str, Change] = {
    "words of one script each": edit("src/a.js", "a\n", "const t = 'Привет world';\n"),
    "greek letters of science": edit("src/a.py", "a\n", "Δt = 5  # μs, α_min\n"),
}
