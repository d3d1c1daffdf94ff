"""Examples of the rule `workflow-edited`."""

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

BAD: dict[str, Bad] = {
    "a job gets a name": Bad(ci(PULL, PULL.replace("    runs-on", "    name: unit\n    runs-on")), CI_PATH, 6)
}
GOOD: dict[str, Change] = {
    "a comment": ci(PULL, "# Runs the tests.\n" + PULL),
    "another rule has spoken": ci(PULL, PULL.replace("contents: read", "contents: write")),
}
