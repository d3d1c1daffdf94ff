"""Agent runs a command on an event.

What: an agent settings file runs a command on an event: session start, before or after a tool.
Why: it runs on every machine that opens the repository with that agent, often without a question.
Instead: keep hooks in the settings of the person who wants them.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView, FileView
from rules.finding import Category, Finding, Severity
from rules.formats.node import Node
from rules.formats.positioned_yaml import read_yaml
from rules.harmless_keys import read_commented_json
from rules.rule import Rule
from rules.running_lines import running_lines
from rules.running_text import fetches_and_runs, sends, unpacks_and_runs

rule = Rule(
    __name__,
    title="agent runs a command on an event",
    severity=Severity.HIGH,
    instead="Keep hooks in each person's own settings.",
)

_FILE = re.compile(
    r"(?:^|/)\.?(?:claude|cursor|codex|gemini|windsurf|kiro|augment|factory|amp|qwen|opencode|copilot"
    r"|github/hooks|agents?|cline\w*|roo\w*|goose|zed|continue|trae|junie|devin"
    r"|openhands)[^/]*(?:/.{1,300})?\.(?:jsonc?|ya?ml|toml|hook)$|(?:^|/)(?:hooks|opencode)\.jsonc?$",
    re.IGNORECASE,
)
_COMMAND_LINE = re.compile(r"\s*(?:command|notify|run|script)\s*=\s*(.+)$")

_TOOL = (
    r"(?:(?:npx|uv run|python3? -m|(?:npm|bun|pnpm|yarn)(?: run)?) )?(?:ruff|prettier|eslint|black|biome|format|lint|fmt|gofmt|mypy"
    r"|tsc|typecheck|rustfmt|cargo (?:fmt|clippy)|go (?:fmt|vet))(?: [\w./@*:=-]{1,80}){0,8}"
)
_USUAL = re.compile(rf"{_TOOL}(?: && {_TOOL}){{0,4}}")  # formatting and linting what the agent wrote


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.of(Category.AGENT_CONFIG, Category.DEV_ENVIRONMENT):
        if file.is_removed or not _FILE.search(file.path):
            continue
        for key, line, value in _commands(file):
            if line not in file.new_numbers or value in file.before_text:
                continue
            grave = fetches_and_runs(value) or sends(value) or unpacks_and_runs(value) or bool(view.new_hosts(value))
            usual = _USUAL.fullmatch(value.strip()) is not None
            yield rule.finding(
                file,
                f"An agent runs this on {key}.",
                line=line,
                severity=Severity.CRITICAL if grave else Severity.REVIEW if usual else Severity.HIGH,
            )


def _commands(file: FileView) -> Iterator[tuple[str, int, str]]:
    root = (
        file.parsed(read_commented_json)
        if file.path.endswith((".json", ".jsonc", ".hook"))
        else file.parsed(read_yaml)
        if file.path.endswith((".yml", ".yaml"))
        else None
    )
    if root is None:
        for line in running_lines(file):
            match = _COMMAND_LINE.match(line.text)
            if match:
                yield "an event", line.number, match.group(1)
        return
    for name in (
        "hooks",
        "statusLine",
        "apiKeyHelper",
        "awsAuthRefresh",
        "otelHeadersHelper",
        "awsCredentialExport",
        "fileSuggestion",
        "notify",
        "commands",
    ):
        node = root.child(name)
        if node is None:
            continue
        for event, number, value in node.pairs():
            for scalar in _command_scalars(value, event):
                yield event if name == "hooks" else name, scalar.line or number, scalar.text
        if node.raw:
            yield name, node.line, node.raw


def _command_scalars(node: Node, key: str) -> Iterator[Node]:
    if node.entries is not None:
        for name, _line, value in node.pairs():
            yield from _command_scalars(value, name)
    elif node.items is not None:
        for item in node.items:
            yield from _command_scalars(item, key)
    elif (
        key in ("command", "bash", "powershell", "run", "script", "cmd", "exec", "args", "linux", "windows", "osx")
        and node.raw
    ):
        yield node
