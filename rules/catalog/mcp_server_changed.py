"""Agent's tool server changes.

What: a tool server that an agent starts is added, or its command, arguments or address change.
Why: the agent starts it on every machine, and it can read and do what the agent can.
Instead: name allowed servers in the policy (mcp.allow), and pin what they run.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView, FileView
from rules.finding import Category, Finding, Severity
from rules.formats.node import Node
from rules.formats.positioned_toml import read_toml
from rules.formats.positioned_yaml import read_yaml
from rules.harmless_keys import read_commented_json
from rules.rule import Rule
from rules.running_text import fetches_and_runs, sends, unpacks_and_runs

rule = Rule(
    __name__,
    title="agent's tool server changes",
    severity=Severity.HIGH,
    instead="Allow the server in the policy (mcp.allow), and pin what it runs.",
)

_KEYS = frozenset({"command", "url", "args", "type", "serverUrl", "httpUrl", "cmd", "uri"})
_TELLING = re.compile(r"[\w@]")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if file.is_removed or file.is_quiet:
            continue
        before, after = _servers(file, after=False), _servers(file)
        for name, node in after.items():
            old = before.get(name)
            if old is not None and old.plain() == node.plain():
                continue
            line = next(
                (
                    number
                    for number in range(node.line, node.end_line + 1)
                    if number in file.new_numbers and _TELLING.search(file.line_text(number))
                ),
                None,
            )
            line = line if old is not None and line else _name_line(file, name, node.line)
            text = " ".join(scalar.text for scalar in node.scalars())
            if view.policy.mcp_allow and name not in view.policy.mcp_allow:
                yield rule.finding(
                    file,
                    f"The tool server {name} is not one that the policy allows.",
                    line=line,
                    severity=Severity.CRITICAL,
                )
                continue
            shell = (
                fetches_and_runs(text)
                or sends(text)
                or re.search(r"\b(?:ba)?sh\s+-c\b", text) is not None
                or unpacks_and_runs(text)
            )
            grave = shell or bool(view.new_hosts(text)) or "http://" in text
            word = "changes" if old is not None else "is added"
            yield rule.finding(
                file,
                f"The tool server {name} {word}: {text[:120]}.",
                line=line,
                severity=Severity.CRITICAL if grave else Severity.HIGH,
            )


def _servers(file: FileView, *, after: bool = True) -> dict[str, Node]:
    reader = (
        read_commented_json
        if file.path.endswith((".json", ".jsonc"))
        else read_toml
        if file.path.endswith(".toml")
        else read_yaml
        if file.path.endswith((".yml", ".yaml"))
        else None
    )
    sensitive = bool({Category.AGENT_CONFIG, Category.DEV_ENVIRONMENT}.intersection(file.categories))
    if reader is None or not (sensitive or file.name in ("mcp.json", ".mcp.json")):
        return {}
    root = file.parsed(reader, after=after)
    found: dict[str, Node] = {}
    if root is None:
        return found
    for path in (
        ("mcpServers",),
        ("servers",),
        ("mcp_servers",),
        ("mcp",),
        ("mcp", "servers"),
        ("context_servers",),
        ("amp.mcpServers",),
        ("customizations", "vscode", "mcp", "servers"),
        ("extensions",),
    ):
        node = root.child(*path)
        for name, _line, value in node.pairs() if node is not None else ():
            if value.entries is not None and not _KEYS.isdisjoint(value.entries):
                found[name] = value  # noqa: PERF403  # several tables fill it
    return found


def _name_line(file: FileView, name: str, line: int) -> int:
    for number in range(line, max(line - 3, 0), -1):
        if name in file.line_text(number):
            return number
    return line
