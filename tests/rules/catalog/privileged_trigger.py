"""Examples of the rule `privileged-trigger`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI_PATH, Bad, ci, edit, new_file

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
    "pull_request becomes pull_request_target": Bad(ci(PULL, TARGET), CI_PATH, 1),
    "issue_comment joins a list": Bad(ci(PULL, HEAD.replace("{on}", "[pull_request, issue_comment]")), CI_PATH, 1),
    "a new workflow listens to workflow_run": Bad(
        new_file(".github/workflows/after.yml", "on:\n  workflow_run:\n    workflows: [ci]\njobs: {}\n"),
        ".github/workflows/after.yml",
        2,
    ),
}
GOOD: dict[str, Change] = {
    "it was there before": ci(TARGET, TARGET + "      - run: echo hi\n"),
    "a push trigger": ci(PULL, HEAD.replace("{on}", "[pull_request, push]")),
    "a page names it": edit("docs/ci.md", "a\n", "on: pull_request_target\n"),
}
