"""Examples of the rule `secrets-inherit`."""

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
    "every secret goes to a called workflow": Bad(
        ci(PULL, PULL + "  call:\n    uses: shoal/ci/.github/workflows/a.yml@main\n    secrets: inherit\n"), CI_PATH, 11
    ),
    "a job is handed a secret": Bad(
        ci(PULL, PULL + "        env:\n          KEY: ${{ secrets.SIGNING_KEY }}\n"), CI_PATH, 10
    ),
}
GOOD: dict[str, Change] = {
    "the job had the secret": ci(
        PULL + "      - run: a\n        env:\n          KEY: ${{ secrets.KEY }}\n",
        PULL + "      - run: b\n        env:\n          KEY: ${{ secrets.KEY }}\n",
    ),
    "the job's own token": ci(PULL, PULL + "        env:\n          GH_TOKEN: ${{ secrets.GITHUB_TOKEN }}\n"),
}
