"""Examples of the rule `lockfile-manifest-drift`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, change, edit

MANIFEST = '{\n "dependencies": {\n  "ms": "^2.1.0"\n }\n}\n'
LOCK = (
    '{\n "packages": {\n  "": {\n   "dependencies": {\n    "ms": "^2.1.0"\n   }\n  },\n  '
    '"node_modules/ms": {\n   "version": "2.1.3"\n  }\n }\n}\n'
)
BAD: dict[str, Bad] = {
    "the lockfile asks for one more": Bad(
        edit(
            "package-lock.json",
            LOCK,
            LOCK.replace('"ms": "^2.1.0"', '"ms": "^2.1.0",\n    "left": "1.0.0"'),
            kept={"package.json": MANIFEST},
        ),
        "package-lock.json",
        6,
    ),
    "a version outside the range": Bad(
        edit("package-lock.json", LOCK, LOCK.replace("2.1.3", "3.0.0"), kept={"package.json": MANIFEST}),
        "package-lock.json",
        8,
    ),
}
GOOD: dict[str, Change] = {
    "a version inside the range": edit(
        "package-lock.json", LOCK, LOCK.replace("2.1.3", "2.1.4"), kept={"package.json": MANIFEST}
    ),
    "both ask for it": change(
        {"package.json": MANIFEST, "package-lock.json": LOCK},
        {
            "package.json": MANIFEST.replace("^2.1.0", "^2.2.0"),
            "package-lock.json": LOCK.replace("^2.1.0", "^2.2.0").replace("2.1.3", "2.2.0"),
        },
    ),
}
