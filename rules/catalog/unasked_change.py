"""Sensitive change that nobody asked for.

What: a sensitive file changes, and neither title nor body of the pull request speaks of it: not of its kind, its name or its
packages. Where the title says that the change is about words, looks or tests alone, this weighs one step more.
Why: a change that hides behind another request is how a line gets in that nobody would have agreed to.
Instead: take it out, or say in the pull request what it is for.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.edited import first_place, is_harmless_edit
from rules.finding import Confidence, Finding, Severity
from rules.request import asks_for, is_known, is_narrow
from rules.rule import Rule, Stage

rule = Rule(
    __name__,
    title="sensitive change that nobody asked for",
    severity=Severity.REVIEW,
    confidence=Confidence.LOW,
    instead="Take it out, or say in the pull request what it is for.",
    stage=Stage.LAST,
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    text = view.change.text
    if not is_known(text):
        return
    narrow = is_narrow(text)
    for file in view.live:
        if not is_harmless_edit(file) and not asks_for(text, file):
            yield rule.finding(
                file,
                "Neither title nor body of the pull request speaks of this file, its kind or its packages.",
                line=first_place(file),
                evidence=file.path,
                severity=Severity.HIGH if narrow else Severity.REVIEW,
                confidence=Confidence.MEDIUM if narrow else Confidence.LOW,
            )
