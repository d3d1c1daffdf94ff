"""Examples of the rule `cache-poisoning`."""

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

RELEASE = (
    HEAD.replace("{on}", "\n  release:\n    types: [published]")
    + "      - run: npm publish\n        env:\n          T: ${{ secrets.NPM }}\n"
)
BAD: dict[str, Bad] = {
    "a release restores a cache": Bad(
        ci(RELEASE, RELEASE + "      - uses: actions/cache@v4\n        with:\n          path: ~/.npm\n"), CI_PATH, 14
    ),
    "set-up of a release caches": Bad(
        ci(RELEASE, RELEASE + "      - uses: actions/setup-node@v4\n        with:\n          cache: npm\n"), CI_PATH, 16
    ),
}
GOOD: dict[str, Change] = {
    "a test run caches": ci(PULL, PULL + "      - uses: actions/cache@v4\n        with:\n          path: ~/.npm\n"),
    "a release without one": ci(RELEASE, RELEASE + "      - run: npm pack\n"),
}
