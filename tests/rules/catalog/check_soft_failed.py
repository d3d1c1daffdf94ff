"""Examples of the rule `check-soft-failed`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI_PATH, Bad, ci, edit

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

TESTS = PULL + "      - run: pytest -q\n"
BAD: dict[str, Bad] = {
    "a failure is swallowed": Bad(ci(TESTS, TESTS.replace("pytest -q", "pytest -q || true")), CI_PATH, 9),
    "a step may fail": Bad(ci(TESTS, TESTS + "        continue-on-error: true\n"), CI_PATH, 10),
    "a threshold is lowered": Bad(
        edit(
            "pyproject.toml", "[tool.coverage.report]\nfail_under = 90\n", "[tool.coverage.report]\nfail_under = 40\n"
        ),
        "pyproject.toml",
        2,
    ),
    "the makefile's check always passes": Bad(
        edit("Makefile", "test:\n\tpytest\n", "test:\n\tpytest || true\n"), "Makefile", 2
    ),
}
GOOD: dict[str, Change] = {
    "cleaning up may fail": ci(TESTS, TESTS + "      - run: docker rm test-db || true\n"),
    "a threshold is raised": edit(
        "pyproject.toml", "[tool.coverage.report]\nfail_under = 40\n", "[tool.coverage.report]\nfail_under = 90\n"
    ),
    "nothing may fail any more": ci(TESTS + "        continue-on-error: true\n", TESTS),
}
