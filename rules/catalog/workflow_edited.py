"""Workflow changes.

What: a workflow changes in a way that no other rule objects to.
Why: what runs in CI changes; a renamed job may leave a required check without a report.
Instead: read it once.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.edited import places
from rules.finding import Category, Finding, Severity
from rules.rule import Rule, Stage

rule = Rule(
    __name__,
    title="workflow changes",
    severity=Severity.REVIEW,
    instead="Read it once; a renamed job may leave a required check without a report.",
    stage=Stage.FALLBACK,
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.of(Category.WORKFLOW):
        if file.path in view.found or file.only_comments_changed:
            continue
        for line in places(file):
            yield rule.finding(
                file, "A workflow or a file of CI changes.", line=line, evidence="" if line else file.path
            )
