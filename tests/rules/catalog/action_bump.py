"""Examples of the rule `action-bump`."""

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

OLD = "      - uses: harbor-ci/paths@431842d45b125a263e221fec5d1cde42d5ae1e17 # v4.0.1\n"
BAD: dict[str, Bad] = {
    "commit and comment move together": Bad(
        ci(PULL + OLD, PULL + "      - uses: harbor-ci/paths@506fe64e5c5251ce85f238752b80de92c1c89276 # v4.1.0\n"),
        CI_PATH,
        9,
    ),
    "a tag moves": Bad(
        ci(PULL + "      - uses: actions/cache@v3\n", PULL + "      - uses: actions/cache@v4\n"), CI_PATH, 9
    ),
}
GOOD: dict[str, Change] = {"nothing moves": ci(PULL + OLD, PULL + OLD + "      - run: echo hi\n")}
