"""Examples of the rule `check-disabled`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI_PATH, Bad, change, ci

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

TESTS = PULL + "      - run: pytest -q\n  scan:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: semgrep scan\n"
BAD: dict[str, Bad] = {
    "a job never runs": Bad(ci(TESTS, TESTS.replace("  scan:\n", "  scan:\n    if: ${{ false }}\n")), CI_PATH, 11),
    "a job is removed": Bad(ci(TESTS, TESTS.partition("  scan:")[0]), CI_PATH, None),
    "a step is removed": Bad(ci(TESTS, TESTS.replace("      - run: pytest -q\n", "")), CI_PATH, None),
    "pull requests no longer start it": Bad(
        ci(TESTS, TESTS.replace("on: pull_request", "on: workflow_dispatch")), CI_PATH, None
    ),
    "everything is ignored": Bad(
        ci(TESTS, TESTS.replace("on: pull_request", "on:\n  pull_request:\n    paths-ignore: ['**']")), CI_PATH, 3
    ),
    "a workflow is deleted": Bad(
        change({".github/workflows/scan.yml": TESTS}, {".github/workflows/scan.yml": None}),
        ".github/workflows/scan.yml",
        None,
    ),
}
GOOD: dict[str, Change] = {
    "a job is renamed": ci(TESTS, TESTS.replace("  scan:", "  static-scan:")),
    "a condition on the event": ci(TESTS, TESTS.replace("  scan:\n", "  scan:\n    if: github.event_name == 'push'\n")),
    "a check gets an option": ci(TESTS, TESTS.replace("pytest -q", "pytest -q --durations=5")),
    "a build step is removed": ci(TESTS + "      - run: echo done\n", TESTS),
}
