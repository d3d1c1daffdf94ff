"""Examples of the rule `install-script-added`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

PACKAGE = '{\n  "name": "a",\n  "scripts": {\n    "test": "node --test"\n  }\n}\n'
BAD: dict[str, Bad] = {
    "a postinstall script": Bad(
        edit("package.json", PACKAGE, PACKAGE.replace('--test"', '--test",\n    "postinstall": "node x.js"')),
        "package.json",
        5,
    ),
    "a prepare script": Bad(
        edit("package.json", PACKAGE, PACKAGE.replace('--test"', '--test",\n    "prepare": "sh ./x.sh"')),
        "package.json",
        5,
    ),
    "a command class": Bad(edit("setup.py", "setup(\n)\n", "setup(\n    cmdclass={'install': X},\n)\n"), "setup.py", 2),
    "a locked package gains a script": Bad(
        edit(
            "package-lock.json",
            '{\n "packages": {\n  "node_modules/a": {\n   "version": "1.0.0"\n  }\n }\n}\n',
            '{\n "packages": {\n  "node_modules/a": {\n   "version": "1.0.0",\n   "hasInstallScript": true\n  '
            "}\n }\n}\n",
        ),
        "package-lock.json",
        3,
    ),
}
GOOD: dict[str, Change] = {
    "a test script": edit("package.json", PACKAGE, PACKAGE.replace('--test"', '--test",\n    "lint": "eslint ."')),
    "the hook was there": edit(
        "package.json",
        PACKAGE.replace('"test"', '"postinstall"'),
        PACKAGE.replace('"test"', '"postinstall"').replace('"a"', '"b"'),
    ),
}
