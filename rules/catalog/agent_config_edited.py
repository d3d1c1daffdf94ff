"""Agent settings change.

What: an agent instruction or settings file changes, and no other rule objects to how.
Why: it steers every agent that works here.
Instead: read it as you would read code.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.edited import edits
from rules.finding import Category, Finding, Severity
from rules.rule import Rule, Stage

rule = Rule(
    __name__,
    title="agent settings change",
    severity=Severity.REVIEW,
    instead="Read it as you would read code.",
    stage=Stage.FALLBACK,
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    yield from edits(rule, view, (Category.AGENT_CONFIG,), "Instructions or settings of agents change.")
