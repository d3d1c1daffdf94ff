"""Examples of the rule `ci-script-changed`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI, CI_PATH, Bad, change, edit

BAD: dict[str, Bad] = {
    "a script that a workflow runs": Bad(
        edit("scripts/ci/setup.sh", "#!/bin/sh\n", "#!/bin/sh\napt-get install -y jq\n"), "scripts/ci/setup.sh", 2
    ),
    "a script that make runs": Bad(
        change(
            {"tools/gen.py": "print(1)\n"},
            {"tools/gen.py": "print(2)\n"},
            kept={CI_PATH: CI, "Makefile": "test: gen\n\tpytest\n\ngen:\n\tpython tools/gen.py\n"},
        ),
        "tools/gen.py",
        1,
    ),
}
GOOD: dict[str, Change] = {
    "a script that nothing runs": edit("scripts/dev/notes.sh", "#!/bin/sh\n", "#!/bin/sh\necho hi\n"),
    "a target that CI does not ask for": change(
        {"tools/gen.py": "print(1)\n"},
        {"tools/gen.py": "print(2)\n"},
        kept={CI_PATH: CI, "Makefile": "test:\n\tpytest\n\ngen:\n\tpython tools/gen.py\n"},
    ),
    "only a comment": edit("scripts/ci/setup.sh", "#!/bin/sh\n", "#!/bin/sh\n# hi\n"),
}
