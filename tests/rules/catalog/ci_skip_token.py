"""Examples of the rule `ci-skip-token`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "in the title": Bad(edit("src/a.py", "a\n", "b\n", title="fix: a [skip ci]"), None, None),
    "in a commit message": Bad(
        edit("src/a.py", "a\n", "b\n", commit_messages=("fix\n\nskip-checks: true",)), None, None
    ),
}
GOOD: dict[str, Change] = {"words about CI": edit("src/a.py", "a\n", "b\n", title="fix: skip the slow test")}
