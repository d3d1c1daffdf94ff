"""Examples of the rule `gate-policy-edited`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "the mode changes": Bad(
        edit(".github/gate.yml", "version: 1\n", "version: 1\nmode: observe\n"), ".github/gate.yml", 2
    )
}
GOOD: dict[str, Change] = {"another file": edit("docs/gate.yml", "a\n", "b\n")}
