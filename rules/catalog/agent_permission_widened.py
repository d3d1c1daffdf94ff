"""Agent may do more without asking.

What: an agent's allow-list, mode or server approval is widened.
Why: the agent then does on every machine what it had to ask for before.
Instead: let each person widen it in their own settings.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView, FileView
from rules.finding import Category, Finding, Severity
from rules.formats.node import Node
from rules.harmless_keys import read_commented_json
from rules.rule import Rule
from rules.running_lines import running_lines

rule = Rule(
    __name__,
    title="agent may do more without asking",
    severity=Severity.HIGH,
    instead="Let each person widen it in their own settings.",
)

_MODE = re.compile(
    r"bypassPermissions|\bdefaultMode[\"']?\s*[:=]\s*[\"'](?:acceptEdits|dontAsk|auto)"
    r"|enableAllProjectMcpServers[\"']?\s*[:=]\s*true"
    r"|\bchat\.tools\.(?:global\.)?autoApprove[\"']?\s*[:=]\s*true|\bautoApprove\w*[\"']?\s*[:=]\s*true"
    r"|\bapproval[_-](?:policy|mode)[\"']?\s*[:=]\s*[\"']?(?:never|on-failure|full-auto|auto|yolo)"
    r"|\bsandbox(?:_mode)?[\"']?\s*[:=]\s*[\"']?(?:false|danger-full-access|none|off)"
    r"|\byolo(?:Mode)?[\"']?\s*[:=]\s*true|\btrust(?:ed)?(?:_level)?[\"']?\s*[:=]\s*[\"']?(?:true"
    r"|trusted)|skipDangerousModePermissionPrompt|dangerously\w*[\"']?\s*[:=]\s*true"
    r"|\bnetwork_access[\"']?\s*[:=]\s*true|\bauto(?:Run|Execute|Accept)\w*[\"']?\s*[:=]\s*(?:true"
    r"|[\"'](?:always|all|on)[\"'])|security\.workspace\.trust\.enabled[\"']?\s*:\s*false"
    r"|allowUnsandboxedCommands[\"']?\s*:\s*true|\byes-always[\"']?\s*[:=]\s*true"
    r"|disableBypassPermissionsMode[\"']?\s*:\s*[\"']?(?:enable|false)",
    re.IGNORECASE,
)
_GRAVE = re.compile(
    r"bypassPermissions|danger|yolo|autoApprove[\"']?\s*[:=]\s*true|enableAllProject|never\b", re.IGNORECASE
)
_DENIES = re.compile(
    r"^\s*[\"']?(?:Read|Write|Edit|Bash|WebFetch)\((?:[^)]{0,200}(?:\.env|secret|curl|wget|rm|push|\.ssh"
    r"|\.aws|credential)[^)]{0,200})\)",
    re.IGNORECASE,
)
_BROAD = re.compile(
    r"^(?:Bash|\*|Bash\(\*(?::\*)?\)|mcp__\*|Write\(?(?:/?\*\*?)?\)?|Edit\((?:/\*\*|~)|WebFetch\(?\*?\)?"
    r"|run_shell_command|.*\((?:curl|wget|sudo|rm|bash|sh|eval|ssh|nc|python3?|node|npx)(?:[ :]\*"
    r"|:\*)?.{0,3}\*\)?)$|curl|wget|sudo|\brm\b",
    re.IGNORECASE,
)
_READS = re.compile(
    r"(?:Read|Glob|Grep|LS)\(|Bash\((?:git (?:status|diff|log|show)|npm (?:test|run (?:test|lint|build))"
    r"|pytest|make (?:test|lint)|ls|cat|cargo (?:test|check|build)|go (?:test|vet|build)|ruff|mypy|eslint"
    r"|pnpm (?:test|lint)|yarn (?:test|lint))\b"
)

# One command without a wildcard, that lints or formats.
_LINTS = re.compile(
    r"Bash\((?:(?:npx|uv run|python3? -m|(?:npm|bun|pnpm|yarn)(?: run)?) )?(?:ruff|prettier|eslint|black|biome|format|lint|mypy|tsc)"
    r"(?: [\w./=-]{1,80}){0,8}\)"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.of(Category.AGENT_CONFIG, Category.DEV_ENVIRONMENT):
        if file.is_removed or file.is_prose:
            continue
        if file.path.endswith((".json", ".jsonc")):
            before, after = file.parsed(read_commented_json, after=False), file.parsed(read_commented_json)
            if after is not None:
                yield from _lists(file, before, after)
        for line in running_lines(file):
            if _MODE.search(line.text) and line.text.strip() not in file.before_text:
                yield rule.finding(
                    file,
                    "The agent no longer asks before it acts.",
                    line=line.number,
                    severity=Severity.CRITICAL if _GRAVE.search(line.text) else Severity.HIGH,
                )
        if Category.AGENT_CONFIG in file.categories:
            for old in file.file.removed:
                if (
                    _DENIES.search(old.text)
                    and _DENIES.search(old.text)
                    and old.text.strip().rstrip(",") not in file.after_text
                ):
                    yield rule.finding(
                        file, "A thing that was denied to the agent is no longer denied.", evidence=old.text
                    )


def _lists(file: FileView, before: Node | None, after: Node) -> Iterator[Finding]:
    for path in (
        ("permissions", "allow"),
        ("permissions", "additionalDirectories"),
        ("allowedTools",),
        ("tools", "allowed"),
        ("coreTools",),
        ("autoApprove",),
        ("alwaysAllow",),
        ("enabledMcpjsonServers",),
        ("tools", "core"),
        ("sandbox", "excludedCommands"),
    ):
        new, old = after.child(*path), before.child(*path) if before is not None else None
        had = {item.text for item in old.elements()} if old is not None else set()
        for item in new.elements() if new is not None else ():
            if item.text not in had:
                broad = _BROAD.search(item.text) is not None
                mild = _READS.match(item.text) is not None or _LINTS.fullmatch(item.text) is not None
                yield rule.finding(
                    file,
                    f"The agent may now use {item.text[:80]} without asking.",
                    line=item.line,
                    severity=Severity.CRITICAL if broad else Severity.REVIEW if mild else Severity.HIGH,
                )
    for key in ("deny", "ask"):
        old = before.child("permissions", key) if before is not None else None
        new = after.child("permissions", key)
        kept = {item.text for item in new.elements()} if new is not None else set()
        for item in old.elements() if old is not None else ():
            if item.text not in kept:
                yield rule.finding(file, f"{item.text[:80]} is no longer denied or asked about.", evidence=item.text)
