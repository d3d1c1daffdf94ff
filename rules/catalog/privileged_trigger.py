"""Workflow gains a privileged trigger.

What: a workflow gains a trigger that runs with the base repository's rights on input that an outsider controls.
Why: such runs see secrets and a write token while titles, comments, branches or artifacts come from anybody.
Instead: use `pull_request`, or split the privileged part into a second workflow that takes no code and no text from
the first.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.workflow_change import UNTRUSTED, WorkflowChange, workflow_changes

rule = Rule(
    __name__,
    title="workflow gains a privileged trigger",
    severity=Severity.HIGH,
    instead="Use pull_request, or keep the privileged part in a workflow that touches nothing an outsider wrote.",
)

_STRONGEST = frozenset({"pull_request_target", "workflow_run"})
_FOREIGN = ("pull_request.head", "head_ref", "refs/pull/", "workflow_run.head", "gh pr checkout", "download-artifact")

_CONDITION = re.compile(r"\s*(?:-\s+)?if\s*:")
_AGENT = re.compile(
    r"\buses:.{0,200}(?:claude|codex|gemini|copilot|openhands|ai-inference|agent|llm|gpt)|\b(?:claude|codex|gemini)\s+-",
    re.IGNORECASE,
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view, actions=False):
        before = change.before.triggers if change.before is not None else {}
        for name in change.privileged:
            if name in before:
                continue
            line = change.after.triggers[name][0]
            strong = name in _STRONGEST and _takes_foreign_code(change)
            mild = name not in _STRONGEST and not _uses_foreign_text(change)
            yield rule.finding(
                change.file,
                f"The workflow now runs on {name}, with the repository's own rights, on what outsiders write.",
                line=line,
                severity=Severity.CRITICAL if strong else Severity.REVIEW if mild else Severity.HIGH,
            )


def _takes_foreign_code(change: WorkflowChange) -> bool:
    return any(word in text for text in change.after.lines if not _CONDITION.match(text) for word in _FOREIGN)


def _uses_foreign_text(change: WorkflowChange) -> bool:
    """What outsiders wrote reaches a script, or an agent may read it: a comment trigger alone runs the base's own steps."""
    return any(UNTRUSTED.search(text) or _AGENT.search(text) for text in change.after.lines)
