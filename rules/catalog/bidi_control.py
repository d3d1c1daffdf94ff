"""Text reads in another order than it runs.

What: bidirectional control characters make text read in another order than it runs.
Why: what a reviewer reads is not what is compiled or run.
Instead: take them out, or write them as escapes.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Category, Finding, Severity
from rules.hidden_text import bidi_controls
from rules.rule import Rule

rule = Rule(
    __name__,
    title="text reads in another order than it runs",
    severity=Severity.CRITICAL,
    instead="Take the controls out, or write them as escapes.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        for line in file.new_lines if not file.file.is_binary else ():
            if bidi_controls(line.text[:200_000]):
                severity = Severity.HIGH if file.is_prose else Severity.CRITICAL
                yield rule.finding(
                    file,
                    "Bidirectional controls change the order in which this line reads.",
                    line=line.number,
                    severity=severity,
                    category=None if file.categories else Category.CONTENT,
                )
    for what, text in (("title", view.change.text.title), ("body", view.change.text.body)):
        if bidi_controls(text[:100_000]):
            yield rule.finding(None, f"The {what} holds bidirectional controls.", evidence=what, severity=Severity.HIGH)
