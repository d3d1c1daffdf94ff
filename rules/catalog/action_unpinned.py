"""Action without a full-commit pin.

What: a full-commit pin becomes a tag or branch, or a third-party action comes in without a full-commit pin. In a job without
secrets, rights or an environment of its own the second is a mere review.
Why: a tag can be moved to other code after you have looked at it.
Instead: pin the full commit and keep the version in a comment.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.known_names import FIRST_PARTY
from rules.rule import Rule
from rules.workflow_change import workflow_changes

rule = Rule(
    __name__,
    title="action without a full-commit pin",
    severity=Severity.HIGH,
    instead="Pin the action to a full commit, with its version in a comment.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view):
        for job, use, earlier in change.new_uses():
            if use.is_pinned or use.is_local or not change.is_new(use.line):
                continue
            if earlier is not None and earlier.is_pinned:
                yield rule.finding(
                    change.file,
                    f"{use.name} was pinned to a commit and now follows {use.ref or 'no ref'}.",
                    line=use.line,
                )
            elif earlier is None and use.owner not in FIRST_PARTY:
                yield rule.finding(
                    change.file,
                    f"{use.name} comes in without a full-commit pin.",
                    line=use.line,
                    severity=Severity.HIGH if change.is_powerful(job) else Severity.REVIEW,
                )
