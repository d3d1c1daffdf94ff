"""Examples of the rule `reusable-workflow-ref`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI_PATH, Bad, ci

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

CALL = PULL + "  call:\n    uses: shoal/ci/.github/workflows/a.yml@431842d45b125a263e221fec5d1cde42d5ae1e17 # v1\n"
BAD: dict[str, Bad] = {
    "it comes from another repository": Bad(ci(CALL, CALL.replace("shoal/ci", "shoaI/ci")), CI_PATH, 10),
    "it follows a branch": Bad(
        ci(CALL, CALL.replace("431842d45b125a263e221fec5d1cde42d5ae1e17 # v1", "main")), CI_PATH, 10
    ),
}
GOOD: dict[str, Change] = {
    "it stays": ci(CALL, CALL + "    with:\n      a: b\n"),
    "one of this repository": ci(PULL, PULL + "  call:\n    uses: ./.github/workflows/b.yml\n"),
}
