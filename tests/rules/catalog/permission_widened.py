"""Examples of the rule `permission-widened`."""

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
    "read becomes write": Bad(ci(PULL, PULL.replace("contents: read", "contents: write")), CI_PATH, 3),
    "everything is writable": Bad(
        ci(PULL, PULL.replace("permissions:\n  contents: read", "permissions: write-all")), CI_PATH, 2
    ),
    "an identity token is asked for": Bad(
        ci(PULL, PULL.replace("contents: read", "contents: read\n  id-token: write")), CI_PATH, 4
    ),
    "a job asks for more than the workflow": Bad(
        ci(PULL, PULL.replace("    runs-on", "    permissions:\n      packages: write\n    runs-on")), CI_PATH, 7
    ),
    "the block is removed": Bad(ci(PULL, PULL.replace("permissions:\n  contents: read\n", "")), CI_PATH, None),
}
GOOD: dict[str, Change] = {
    "write becomes read": ci(PULL.replace("contents: read", "contents: write"), PULL),
    "a block appears where there was none": ci(PULL.replace("permissions:\n  contents: read\n", ""), PULL),
    "the block moves into the job": ci(
        PULL,
        PULL.replace("permissions:\n  contents: read\n", "").replace(
            "    runs-on", "    permissions:\n      contents: read\n    runs-on"
        ),
    ),
}
