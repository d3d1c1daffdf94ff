"""Examples of the rule `self-hosted-runner`."""

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
    "a job moves to a machine of ours": Bad(ci(PULL, PULL.replace("ubuntu-24.04", "[self-hosted, linux]")), CI_PATH, 6),
    "a job moves to a group": Bad(
        ci(PULL, PULL.replace("runs-on: ubuntu-24.04", "runs-on:\n      group: big")), CI_PATH, 7
    ),
}
GOOD: dict[str, Change] = {
    "another hosted image": ci(PULL, PULL.replace("ubuntu-24.04", "ubuntu-22.04")),
    "it was there": ci(
        PULL.replace("ubuntu-24.04", "self-hosted"), PULL.replace("ubuntu-24.04", "self-hosted") + "      - run: a\n"
    ),
}
