"""Examples of the rule `untrusted-artifact-exec`."""

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

RUN = HEAD.replace("{on}", "\n  workflow_run:\n    workflows: [ci]\n    types: [completed]")
GET = (
    "      - uses: actions/download-artifact@v4\n        with:\n          run-id: ${{ github.event.workflow_run.id }}\n"
)
BAD: dict[str, Bad] = {
    "its script is run": Bad(ci(RUN, RUN + GET + "      - run: bash ./out/report.sh\n"), CI_PATH, 15),
    "its content becomes environment": Bad(
        ci(RUN + GET, RUN + GET + '      - run: cat out/pr.env >> "$GITHUB_ENV"\n'), CI_PATH, 15
    ),
}
GOOD: dict[str, Change] = {
    "a number is read from it": ci(RUN, RUN + GET + "      - run: jq -r .number out/pr.json\n"),
    "an unprivileged workflow": ci(PULL, PULL + GET + "      - run: bash ./out/report.sh\n"),
}
