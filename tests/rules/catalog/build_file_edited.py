"""Examples of the rule `build-file-edited`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "a recipe changes": Bad(
        edit("Makefile", "test:\n\tgo test ./...\n", "test:\n\tgo test -race ./...\n"), "Makefile", 2
    )
}
GOOD: dict[str, Change] = {
    "a comment": edit("Makefile", "test:\n\tgo test ./...\n", "# All tests.\ntest:\n\tgo test ./...\n"),
    "ordinary source": edit("src/a.py", "a\n", "b\n"),
}
