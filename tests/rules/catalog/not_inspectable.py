"""Examples of the rule `not-inspectable`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit

BAD: dict[str, Bad] = {
    "a workflow that is not yaml": Bad(
        edit(".github/workflows/a.yml", "on: push\n", "on: push\njobs: [\n"), ".github/workflows/a.yml", 3
    ),
    "a key twice": Bad(
        edit(".github/workflows/a.yml", "on: push\n", "on: push\non: pull_request_target\n"),
        ".github/workflows/a.yml",
        2,
    ),
}
GOOD: dict[str, Change] = {"a workflow that is": edit(".github/workflows/a.yml", "on: push\n", "on: [push]\n")}
