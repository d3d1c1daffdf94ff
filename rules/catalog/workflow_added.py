"""New workflow.

What: a new file appears under .github/workflows, by creation or by rename.
Why: it runs as soon as its trigger fires.
Instead: read it whole, its triggers and permissions first.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.workflow_change import workflow_changes

rule = Rule(
    __name__,
    title="new workflow",
    severity=Severity.REVIEW,
    instead="Read it whole, its triggers and permissions first.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view, actions=False):
        if change.file.is_new_here and change.before is None:
            first = next((line.number for line in change.file.new_lines if line.text.strip()), 1)
            triggers = ", ".join(change.after.triggers) or "no trigger"
            yield rule.finding(change.file, f"A new workflow runs on {triggers}.", line=first)
