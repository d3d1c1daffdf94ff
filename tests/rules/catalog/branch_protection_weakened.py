"""Examples of the rule `branch-protection-weakened`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

SETTINGS = ".github/settings.yml"
OLD = (
    "branches:\n  - name: main\n    protection:\n      required_approving_review_count: 2\n      "
    "enforce_admins: true\n      required_status_checks:\n        contexts:\n          - test\n          "
    "- scan\n"
)
BAD: dict[str, Bad] = {
    "fewer approvals": Bad(edit(SETTINGS, OLD, OLD.replace("count: 2", "count: 1")), SETTINGS, 4),
    "administrators are free": Bad(edit(SETTINGS, OLD, OLD.replace("admins: true", "admins: false")), SETTINGS, 5),
    "a check is dropped": Bad(edit(SETTINGS, OLD, OLD.replace("          - scan\n", "")), SETTINGS, None),
}
GOOD: dict[str, Change] = {
    "more approvals": edit(SETTINGS, OLD, OLD.replace("count: 2", "count: 3")),
    "a description": edit(SETTINGS, "repository:\n  description: a\n", "repository:\n  description: b\n"),
}
