"""Examples of the rule `script-injection`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import CI_PATH, Bad, ci, new_file

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
    "a title is pasted into a script": Bad(
        ci(PULL, PULL + "      - run: echo ${{ github.event.pull_request.title }}\n"), CI_PATH, 9
    ),
    "a branch name is pasted into github-script": Bad(
        ci(
            PULL,
            PULL
            + (
                "      - uses: actions/github-script@v7\n        with:\n          script: "
                "|\n            console.log('${{ github.head_ref }}')\n"
            ),
        ),
        CI_PATH,
        12,
    ),
    "a variable that holds a title is pasted": Bad(
        ci(PULL, PULL + "      - env:\n          T: ${{ github.event.issue.title }}\n        run: echo ${{ env.T }}\n"),
        CI_PATH,
        11,
    ),
    "a local action pastes a comment": Bad(
        new_file(
            ".github/actions/say/action.yml",
            (
                "runs:\n  using: composite\n  steps:\n    - run: echo ${{ github.event.comment.body }}\n      shell: "
                "bash\n"
            ),
        ),
        ".github/actions/say/action.yml",
        4,
    ),
}
GOOD: dict[str, Change] = {
    "the title goes through a variable": ci(
        PULL, PULL + '      - env:\n          T: ${{ github.event.pull_request.title }}\n        run: echo "$T"\n'
    ),
    "a commit is pasted": ci(
        PULL, PULL + "      - run: echo ${{ github.sha }} ${{ matrix.python }} ${{ github.event.number }}\n"
    ),
}
