"""Agent step reads outsiders' text.

What: an AI agent step in CI reads text of outsiders while it holds tools, secrets or write rights.
Why: whoever writes an issue or a title then gives the agent its orders.
Instead: let only members start it, give it read rights and no shell, and show what it wants to do to a person.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.formats.workflow import Step
from rules.rule import Rule
from rules.workflow_change import UNTRUSTED, WorkflowChange, workflow_changes

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
_POWER = re.compile(
    r"allowed[-_]?tools|dangerously|yolo|\bBash\b|sandbox|danger-full-access|bypass|allowed_(?:non_write_users|bots)",
    re.IGNORECASE,
)
_UNBOUND = re.compile(
    r"dangerously|yolo|danger-full-access|bypassPermissions|\bBash(?!\s*\()\b|\bBash\(\s*(?:\*|:\*)|full-auto"
    r"|allowed_non_write_users:\s*[\"']?\*",
    re.IGNORECASE,
)

_BETWEEN = re.compile(r"[,\"'\n]|--?allowed[-_]?[tT]ools\b=?")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view):
        for job in change.after.jobs.values():
            for step in job.steps:
                if not _is_agent(step):
                    continue
                text = "\n".join(line for _number, line in change.after.region(step.node))
                outsiders = UNTRUSTED.search(text)
                if not (change.privileged or outsiders) or not _is_worse(change, step):
                    continue
                new = [(number, raw) for number, raw in change.new_lines(step.node)]
                telling = (number for number, raw in new if UNTRUSTED.search(raw) or _POWER.search(raw))
                line = next(telling, new[0][0] if new else step.uses.line if step.uses else step.line)
                grave = change.is_powerful(job) and outsiders and _UNBOUND.search(text)
                yield rule.finding(
                    change.file,
                    "An AI agent reads what outsiders write while it holds tools or rights.",
                    line=line,
                    severity=Severity.CRITICAL if grave else Severity.HIGH,
                )


def _is_agent(step: Step) -> bool:
    return bool(step.uses is not None and _ACTION.search(step.uses.name)) or bool(
        step.run is not None and _COMMAND.search(step.run.raw)
    )


def _is_worse(change: WorkflowChange, step: Step) -> bool:
    """The agent is new here, outsiders reach it newly, or a line gives it more: another model alone does not."""
    if change.before is None or any(trigger not in change.before.triggers for trigger in change.privileged):
        return True
    before = [old for _job, old in change.before.steps() if _is_agent(old)]
    if not before:
        return True
    if step.uses is not None and not any(old.uses is not None and old.uses.name == step.uses.name for old in before):
        return True
    told = {word for line in change.before.lines for word in _words(line)}
    return any(
        (UNTRUSTED.search(raw) or _POWER.search(raw)) and not raw.lstrip().startswith("#") and not _words(raw) <= told
        for _number, raw in change.new_lines(step.node)
    )


def _words(line: str) -> set[str]:
    """What stands between commas and quotation marks: tools of a list, so that a shorter list says nothing new."""
    return {word.strip() for word in _BETWEEN.split(line)} - {""}
