"""Examples of the rule `unasked-change`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI, CI_PATH, Bad, change, ci, edit

LONGER = CI.replace("    runs-on", "    timeout-minutes: 10\n    runs-on")
PACKAGE = '{\n "dependencies": {\n  "reef": "1.0.0"\n }\n}\n'
MORE = PACKAGE.replace('"1.0.0"', '"1.0.1"')

BAD: dict[str, Bad] = {
    "a workflow behind a feature": Bad(ci(CI, LONGER, title="feat: greet people by name"), CI_PATH, 7),
    "a workflow behind a typo": Bad(ci(CI, LONGER, title="Fix a typo on the front page"), CI_PATH, 7),
    "a package behind a feature": Bad(
        edit("package.json", PACKAGE, MORE, title="feat: greet people"), "package.json", 3
    ),
    "a comment of a template asks for nothing": Bad(
        ci(CI, LONGER, title="feat: greet", body="<!-- Is CI green? -->"), CI_PATH, 7
    ),
}
GOOD: dict[str, Change] = {
    "nobody knows what was asked": ci(CI, LONGER),
    "the title asks for it": ci(CI, LONGER, title="ci: more time for tests"),
    "the body asks for it": ci(CI, LONGER, title="feat: greet people", body="The workflow gets more time."),
    "the package is named": edit("package.json", PACKAGE, MORE, title="fix: use reef as it is meant"),
    "the file is named": edit("Makefile", "a:\n\tb\n", "a:\n\tc\n", title="Mend the Makefile"),
    "an ordinary file": edit("src/a.py", "a = 1\n", "a = 2\n", title="docs: say more"),
    "a fixture": change(
        {"tests/fixtures/package.json": PACKAGE}, {"tests/fixtures/package.json": MORE}, title="docs: say more"
    ),
}
