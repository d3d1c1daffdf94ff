"""Build file changes.

What: a build file changes, and no other rule objects to how.
Why: what CI and developers run when they build changes.
Instead: read it once.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.edited import edits
from rules.finding import Category, Finding, Severity
from rules.rule import Rule, Stage

rule = Rule(
    __name__,
    title="build file changes",
    severity=Severity.REVIEW,
    instead="Read it once; builds run it.",
    stage=Stage.FALLBACK,
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    yield from edits(rule, view, (Category.BUILD,), "A build file changes.")
