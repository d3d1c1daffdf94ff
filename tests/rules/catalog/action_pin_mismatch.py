"""Examples of the rule `action-pin-mismatch`."""

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
NEW = "506fe64e5c5251ce85f238752b80de92c1c89276"
BAD: dict[str, Bad] = {
    "the commit changes, the comment stays": Bad(
        ci(PULL + OLD, PULL + OLD.replace("431842d45b125a263e221fec5d1cde42d5ae1e17", NEW)), CI_PATH, 9
    ),
    "the comment changes, the commit stays": Bad(ci(PULL + OLD, PULL + OLD.replace("v4.0.1", "v5.0.0")), CI_PATH, 9),
}
GOOD: dict[str, Change] = {
    "both move": ci(
        PULL + OLD, PULL + OLD.replace("431842d45b125a263e221fec5d1cde42d5ae1e17", NEW).replace("v4.0.1", "v5.0.0")
    ),
    "the comment is worded anew": ci(PULL + OLD, PULL + OLD.replace("# v4.0.1", "# tag v4.0.1, keep")),
}
