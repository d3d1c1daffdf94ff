"""Examples of the rule `untrusted-checkout`."""

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

REF = "        with:\n          ref: ${{ github.event.pull_request.head.sha }}\n"
BAD: dict[str, Bad] = {
    "the head is checked out under pull_request_target": Bad(ci(TARGET, TARGET + REF), CI_PATH, 10),
    "the trigger becomes privileged, the checkout was there": Bad(ci(PULL + REF, TARGET + REF), CI_PATH, 10),
    "gh checks the pull request out": Bad(
        ci(TARGET, TARGET + "      - run: gh pr checkout ${{ github.event.number }}\n"), CI_PATH, 9
    ),
}
GOOD: dict[str, Change] = {
    "the head is checked out on pull_request": ci(PULL, PULL + REF),
    "the base is checked out": ci(TARGET, TARGET + "        with:\n          persist-credentials: false\n"),
}
