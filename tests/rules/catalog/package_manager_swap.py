"""Examples of the rule `package-manager-swap`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "yarn starts another program": Bad(
        edit(".yarnrc.yml", "nodeLinker: x\n", "nodeLinker: x\nyarnPath: .yarn/releases/yarn-4.cjs\n"), ".yarnrc.yml", 2
    ),
    "a release file changes": Bad(
        edit(".yarn/releases/yarn-4.1.0.cjs", "a\n", "b\n"), ".yarn/releases/yarn-4.1.0.cjs", None
    ),
    "another manager": Bad(
        edit("package.json", '{\n "packageManager": "pnpm@9.1.0"\n}\n', '{\n "packageManager": "yarn@4.1.0"\n}\n'),
        "package.json",
        2,
    ),
}
GOOD: dict[str, Change] = {"another setting": edit(".yarnrc.yml", "nodeLinker: x\n", "nodeLinker: node-modules\n")}
