"""Workflow gains a privileged trigger.

What: a workflow gains a trigger that runs with the base repository's rights on input that an outsider controls.
Why: such runs see secrets and a write token while titles, comments, branches or artifacts come from anybody.
Instead: use `pull_request`, or split the privileged part into a second workflow that takes no code and no text from
the first.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.workflow_change import WorkflowChange, workflow_changes

rule = Rule(
    __name__,
    title="workflow gains a privileged trigger",
    severity=Severity.HIGH,
    instead="Use pull_request, or keep the privileged part in a workflow that touches nothing an outsider wrote.",
)

_STRONGEST = frozenset({"pull_request_target", "workflow_run"})
_FOREIGN = ("pull_request.head", "head_ref", "refs/pull/", "workflow_run.head", "gh pr checkout", "download-artifact")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view, actions=False):
        before = change.before.triggers if change.before is not None else {}
        for name in change.privileged:
            if name in before:
                continue
            line = change.after.triggers[name][0]
            strong = name in _STRONGEST and _takes_foreign_code(change)
            yield rule.finding(
                change.file,
                f"The workflow now runs on {name}, with the repository's own rights, on what outsiders write.",
                line=line,
                severity=Severity.CRITICAL if strong else Severity.HIGH,
            )


def _takes_foreign_code(change: WorkflowChange) -> bool:
    return any(word in text for text in change.after.lines for word in _FOREIGN)
