"""Examples of the rule `lookalike-name`."""

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
    "two letters are swapped": Bad(
        edit("requirements.txt", "requests==2.32.2\n", "reqeusts==2.32.3\n"), "requirements.txt", 1
    ),
    "a popular package misspelled": Bad(
        edit("package.json", '{\n "dependencies": {\n }\n}\n', '{\n "dependencies": {\n  "expres": "4.0.0"\n }\n}\n'),
        "package.json",
        3,
    ),
    "a much used package misspelled": Bad(
        edit("requirements.txt", "a==1\n", "a==1\npyparsng==3.1\n"), "requirements.txt", 2
    ),
    "an owner misspelled": Bad(
        ci(PULL, PULL + "      - uses: actons/cache@431842d45b125a263e221fec5d1cde42d5ae1e17 # v4\n"), CI_PATH, 9
    ),
    "a name in another script": Bad(
        edit("requirements.txt", "a==1\n", "a==1\nr\u0435quests==2.32.3\n"), "requirements.txt", 2
    ),
}
GOOD: dict[str, Change] = {
    "an ordinary new package": edit("requirements.txt", "requests==2.32.2\n", "requests==2.32.2\nrich==13.0\n"),
    "sisters of one maker": edit(
        "package.json",
        '{\n "dependencies": {\n  "@kelp/core-a": "1"\n }\n}\n',
        '{\n "dependencies": {\n  "@kelp/core-a": "1",\n  "@kelp/core-b": "1"\n }\n}\n',
    ),
    "an established package that reads like another": edit("requirements.txt", "a==1\n", "a==1\nscapy==2.6\n"),
    "a service of a family": edit("requirements.txt", "a==1\n", "a==1\nmypy-boto3-zqs==1.35\n"),
}
