"""Examples of the rule `version-downgrade`."""

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

BAD: dict[str, Bad] = {
    "a requirement goes back": Bad(
        edit("requirements.txt", "httpx==0.27.2\n", "httpx==0.23.0\n"), "requirements.txt", 1
    ),
    "an action goes back": Bad(
        ci(PULL + "      - uses: actions/cache@v4\n", PULL + "      - uses: actions/cache@v2\n"), CI_PATH, 9
    ),
}
GOOD: dict[str, Change] = {
    "a requirement moves up": edit("requirements.txt", "httpx==0.9.2\n", "httpx==0.10.0\n"),
    "a range is widened": edit("requirements.txt", "httpx>=0.27.2,<1\n", "httpx>=0.20,<1\n"),
    "a tag says less": ci(PULL + "      - uses: actions/cache@v4.1\n", PULL + "      - uses: actions/cache@v4\n"),
}
