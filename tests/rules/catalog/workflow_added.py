"""Examples of the rule `workflow-added`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI_PATH, Bad, change, ci, new_file

HEAD = """\
on: {on}
permissions:
  contents: read
jobs:
  build:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@b4ffde65f46336ab88eb53be808477a3936bae11 # v4.1.1
"""
PULL = HEAD.replace("{on}", "pull_request")
TARGET = HEAD.replace("{on}", "pull_request_target")

BAD: dict[str, Bad] = {
    "a new workflow": Bad(new_file(".github/workflows/docs.yml", PULL), ".github/workflows/docs.yml", 1),
    "a file moves into the folder": Bad(
        change(
            {"docs/sample.yml": PULL},
            {".github/workflows/sample.yml": PULL},
            renamed={".github/workflows/sample.yml": "docs/sample.yml"},
        ),
        ".github/workflows/sample.yml",
        1,
    ),
}
GOOD: dict[str, Change] = {
    "a workflow is edited": ci(PULL, PULL + "      - run: a\n"),
    "a workflow below another folder": new_file("packages/a/.github/workflows/ci.yml", PULL),
    "a workflow is renamed": change(
        {CI_PATH: PULL}, {".github/workflows/test.yml": PULL}, renamed={".github/workflows/test.yml": CI_PATH}
    ),
}
