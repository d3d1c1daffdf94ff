"""Examples of the rule `owners-weakened`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, change, edit

OWNERS = ".github/CODEOWNERS"
OLD = "* @shoal/dev\n/.github/ @shoal/security\n"
BAD: dict[str, Bad] = {
    "a rule goes": Bad(edit(OWNERS, OLD, "* @shoal/dev\n"), OWNERS, None),
    "an owner goes": Bad(edit(OWNERS, OLD.replace("@shoal/security", "@shoal/security @shoal/ops"), OLD), OWNERS, 2),
    "a later rule takes the place": Bad(edit(OWNERS, OLD, OLD + "* @marsh\n"), OWNERS, 3),
    "a rule without owners": Bad(edit(OWNERS, OLD, OLD + "/.github/workflows/\n"), OWNERS, 3),
    "the file goes": Bad(change({OWNERS: OLD}, {OWNERS: None}), OWNERS, None),
}
GOOD: dict[str, Change] = {
    "an owner joins": edit(OWNERS, OLD, OLD.replace("@shoal/security", "@shoal/security @shoal/ops")),
    "a folder gets owners": edit(OWNERS, OLD, OLD + "/docs/ @shoal/writers @shoal/dev @shoal/security\n"),
    "a comment": edit(OWNERS, OLD, "# Who looks at what.\n" + OLD),
}
