"""Examples of the rule `agent-step-untrusted-input`."""

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

ISSUES = HEAD.replace("{on}", "issues")
AGENT = (
    "      - uses: anthropics/claude-code-action@v1\n        with:\n          prompt: Triage ${{ "
    "github.event.issue.body }}\n"
)
BAD: dict[str, Bad] = {
    "an agent reads issues": Bad(ci(ISSUES, ISSUES + AGENT), CI_PATH, 11),
    "an agent in a script reads a title": Bad(
        ci(ISSUES, ISSUES + '      - run: claude -p "Look at ${{ github.event.issue.title }}" --allowedTools Bash\n'),
        CI_PATH,
        9,
    ),
}
GOOD: dict[str, Change] = {
    "an agent on a schedule": ci(
        HEAD.replace("{on}", "workflow_dispatch"),
        HEAD.replace("{on}", "workflow_dispatch") + AGENT.replace("${{ github.event.issue.body }}", "the code"),
    ),
    "an issue is labelled": ci(ISSUES, ISSUES + "      - uses: actions/labeler@v5\n"),
}
