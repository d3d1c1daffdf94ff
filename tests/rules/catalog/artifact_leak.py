"""Examples of the rule `artifact-leak`."""

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

UP = "      - uses: actions/upload-artifact@v4\n        with:\n          name: a\n          path: {}\n"
BAD: dict[str, Bad] = {
    "the whole workspace": Bad(ci(PULL, PULL + UP.replace("{}", ".")), CI_PATH, 12),
    "the environment file in a list": Bad(
        ci(PULL, PULL + UP.replace("{}", "|\n            dist/\n            .env")), CI_PATH, 14
    ),
}
GOOD: dict[str, Change] = {
    "the built folder": ci(PULL, PULL + UP.replace("{}", "dist/")),
    "it was there": ci(PULL + UP.replace("{}", "."), PULL + UP.replace("{}", ".") + "      - run: a\n"),
}
