"""Outsider's text pasted into a script.

What: text that an outsider can set (title, body, branch name, label) is pasted into a script through an expression.
Why: the expression is replaced before the shell starts, so a title with a quote in it becomes a command.
Instead: hand the text over in an environment variable and quote the variable.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.formats.node import Node
from rules.formats.workflow import Job
from rules.rule import Rule
from rules.workflow_change import EXPRESSION, WorkflowChange, names_untrusted, scripts_of, workflow_changes

rule = Rule(
    __name__,
    title="outsider's text pasted into a script",
    severity=Severity.HIGH,
    instead="Put the text into an env variable and use the quoted variable in the script.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view):
        for job in change.after.jobs.values():
            tainted = _tainted(change, job)
            for _step, script in scripts_of(job):
                for number, text in change.new_lines(script):
                    for expression in EXPRESSION.findall(text):
                        if names_untrusted(expression) or any(name in expression for name in tainted):
                            grave = change.privileged or change.is_powerful(job)
                            yield rule.finding(
                                change.file,
                                f"{expression.strip()} is pasted into a script, and outsiders choose what it says.",
                                line=number,
                                severity=Severity.CRITICAL if grave else Severity.HIGH,
                            )
                            break


def _tainted(change: WorkflowChange, job: Job) -> tuple[str, ...]:
    """`env.NAME` of variables that hold an outsider's text: as an expression they are pasted like the text itself."""
    found = []
    for holder in (change.after.root, job.node, *(step.node for step in job.steps)):
        for name, _line, value in (holder.child("env") or Node(1, 1)).pairs():
            if names_untrusted(value.raw):
                found.append(f"env.{name}")
    return tuple(found)
