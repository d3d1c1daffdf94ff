"""Examples of the rule `agent-config-edited`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "a line in the guide": Bad(edit("AGENTS.md", "# Guide\n", "# Guide\n- Keep functions short.\n"), "AGENTS.md", 2),
    "a model": Bad(edit(".codex/config.toml", 'model = "a"\n', 'model = "b"\n'), ".codex/config.toml", 1),
}
GOOD: dict[str, Change] = {"another page": edit("docs/guide.md", "a\n", "b\n")}
