"""File that CI runs changes.

What: a script, action or data file that a workflow runs or loads changes, and no other rule objects to how.
Why: CI runs it with the job's token and secrets, though no workflow file is in the change.
Instead: read it as you would read the workflow that runs it.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.edited import is_harmless_edit, places
from rules.finding import Category, Finding, Severity
from rules.rule import Rule, Stage

rule = Rule(
    __name__,
    title="file that CI runs changes",
    severity=Severity.REVIEW,
    instead="Read it as you would read the workflow that runs it.",
    stage=Stage.FALLBACK,
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if (
            file.reached is None
            or file.path in view.found
            or is_harmless_edit(file)
            or file.categories
            and file.categories[0] is not Category.WORKFLOW
        ):
            continue
        for line in places(file):
            yield rule.finding(
                file,
                "A file that CI runs or loads changes.",
                line=line,
                evidence="" if line else file.path,
                category=Category.CI_REACHABLE,
            )
