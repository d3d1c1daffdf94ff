"""Examples of the rule `env-injection`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI, CI_PATH, Bad, change, ci

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
    "node preloads a file": Bad(
        ci(PULL, PULL + '        env:\n          NODE_OPTIONS: "--require ./tools/pre.js"\n'), CI_PATH, 10
    ),
    "a step writes BASH_ENV for the rest": Bad(
        ci(PULL, PULL + '      - run: echo "BASH_ENV=./x.sh" >> "$GITHUB_ENV"\n'), CI_PATH, 9
    ),
    "a list that CI loads sets LD_PRELOAD": Bad(
        change(
            {"ci/versions.env": "GO=1.22\n"},
            {"ci/versions.env": "GO=1.22\nLD_PRELOAD=./libx.so\n"},
            kept={CI_PATH: CI.replace("make test", 'cat ci/versions.env >> "$GITHUB_ENV"')},
        ),
        "ci/versions.env",
        2,
    ),
}
GOOD: dict[str, Change] = {
    "more memory": ci(PULL, PULL + '        env:\n          NODE_OPTIONS: "--max-old-space-size=4096"\n'),
    "the sources on the path": ci(PULL, PULL + "        env:\n          PYTHONPATH: src\n"),
    "an ordinary variable": ci(PULL, PULL + "        env:\n          APP_ENV: test\n"),
}
