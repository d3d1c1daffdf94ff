"""Examples of the rule `hook-source-changed`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

HOOKS = ".pre-commit-config.yaml"
OLD = "repos:\n  - repo: https://github.com/shoal/hooks\n    rev: v1.2.0\n    hooks:\n      - id: tidy\n"
BAD: dict[str, Bad] = {
    "another address": Bad(edit(HOOKS, OLD, OLD.replace("github.com/shoal", "git.example.net/shoal")), HOOKS, 2),
    "a branch": Bad(edit(HOOKS, OLD, OLD.replace("v1.2.0", "main")), HOOKS, 3),
    "a newer ref": Bad(edit(HOOKS, OLD, OLD.replace("v1.2.0", "v1.3.0")), HOOKS, 3),
    "a command of this tree": Bad(
        edit(HOOKS, OLD, OLD + "  - repo: local\n    hooks:\n      - id: x\n        entry: bash tools/x.sh\n"), HOOKS, 9
    ),
}
GOOD: dict[str, Change] = {"a hook is switched on": edit(HOOKS, OLD, OLD + "      - id: sort\n")}
