"""Agent step reads outsiders' text.

What: an AI agent step in CI reads text of outsiders while it holds tools, secrets or write rights.
Why: whoever writes an issue or a title then gives the agent its orders.
Instead: let only members start it, give it read rights and no shell, and show what it wants to do to a person.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.workflow_change import UNTRUSTED, workflow_changes

rule = Rule(
    __name__,
    title="agent step reads outsiders' text",
    severity=Severity.HIGH,
    instead="Let only members start the agent, with read rights and no shell.",
)

_ACTION = re.compile(
    r"claude|codex|gemini|copilot|aider|cursor|openhands|devin|ai-inference|llm|gpt|qwen|amp-|opencode"
    r"|\b(?:ai|coding)-agent|agent-action",
    re.IGNORECASE,
)
_COMMAND = re.compile(
    r"(?:^|[\s;&|(])(?:npx\s+(?:-y\s+)?)?(?:claude(?:-code)?|codex\s+exec|codex|gemini|aider|cursor-agent"
    r"|opencode|goose|qwen|copilot|llm|gh\s+models\s+run|amp|crush)\s+(?:[^\n]{0,60})(?:-p\b|--print|exec"
    r"|run|--prompt|--message|--yolo|-x\b|\")",
    re.MULTILINE,
)
_POWER = re.compile(r"allowed[-_]tools|dangerously|yolo|Bash|sandbox|danger-full-access|bypass|write", re.IGNORECASE)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view):
        for job in change.after.jobs.values():
            for step in job.steps:
                text = "\n".join(line for _number, line in change.after.region(step.node))
                is_agent = bool(step.uses is not None and _ACTION.search(step.uses.name)) or bool(
                    step.run is not None and _COMMAND.search(step.run.raw)
                )
                outsiders = bool(change.privileged) or UNTRUSTED.search(text)
                if not is_agent or not outsiders:
                    continue
                newly = (
                    change.touches(step.node)
                    or change.before is None
                    or any(trigger not in change.before.triggers for trigger in change.privileged)
                )
                if newly:
                    line = next(
                        (
                            number
                            for number, raw in change.new_lines(step.node)
                            if UNTRUSTED.search(raw) or _POWER.search(raw)
                        ),
                        None,
                    )
                    line = line or next(
                        (number for number, _raw in change.new_lines(step.node)),
                        step.uses.line if step.uses else step.line,
                    )
                    grave = change.is_powerful(job) and (UNTRUSTED.search(text) or _POWER.search(text))
                    yield rule.finding(
                        change.file,
                        "An AI agent reads what outsiders write while it holds tools or rights.",
                        line=line,
                        severity=Severity.CRITICAL if grave else Severity.HIGH,
                    )
