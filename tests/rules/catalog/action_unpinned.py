"""Examples of the rule `action-unpinned`."""

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

PIN = "      - uses: harbor-ci/paths@431842d45b125a263e221fec5d1cde42d5ae1e17 # v4.0.1\n"
BAD: dict[str, Bad] = {
    "a pin becomes a tag": Bad(ci(PULL + PIN, PULL + "      - uses: harbor-ci/paths@v4\n"), CI_PATH, 9),
    "a stranger's action comes in by branch": Bad(ci(PULL, PULL + "      - uses: harbor-ci/paths@main\n"), CI_PATH, 9),
}
GOOD: dict[str, Change] = {
    "a stranger's action comes in pinned": ci(PULL, PULL + PIN),
    "an action of GitHub's own by tag": ci(PULL, PULL + "      - uses: actions/cache@v4\n"),
    "an action of this repository": ci(PULL, PULL + "      - uses: ./.github/actions/say\n"),
    "a tag moves up": ci(PULL + "      - uses: harbor-ci/paths@v4\n", PULL + "      - uses: harbor-ci/paths@v5\n"),
}
