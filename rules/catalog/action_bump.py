"""Action version changes.

What: an action's version changes, and commit and comment move together.
Why: new code runs in CI, in the ordinary way.
Instead: read the release notes of the new version.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.workflow_change import workflow_changes

rule = Rule(
    __name__,
    title="action version changes",
    severity=Severity.REVIEW,
    instead="Read the release notes of the new version.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view):
        for _job, use, earlier in change.new_uses():
            if (
                earlier is None
                or use.is_local
                or use.ref == earlier.ref
                or use.text == earlier.text
                or (earlier.is_pinned and not use.is_pinned)
            ):
                continue
            yield rule.finding(
                change.file,
                f"{use.name} moves from {earlier.comment or earlier.ref} to {use.comment or use.ref}.",
                line=use.line,
            )
