"""Invisible characters.

What: invisible characters stand where no script and no emoji explains them.
Why: people do not see them; agents, compilers and interpreters do.
Instead: take them out.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Category, Finding, Severity
from rules.hidden_text import hidden_bits, hidden_characters
from rules.rule import Rule

rule = Rule(
    __name__,
    title="invisible characters",
    severity=Severity.HIGH,
    instead="Take the invisible characters out.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        for line in file.new_lines if not file.file.is_binary else ():
            found = hidden_characters(line.text[:200_000], is_first_line=line.number == 1)
            if not found:
                continue
            many = len(found) >= 8
            said = hidden_bits(line.text)
            severity = (
                Severity.CRITICAL
                if many or (file.is_live and len(found) > 1)
                else Severity.HIGH
                if file.is_live or not file.is_prose or len(found) > 1
                else Severity.REVIEW
            )
            message = f"{len(found)} invisible characters stand here" + (f"; they spell: {said[:80]}." if said else ".")
            yield rule.finding(
                file,
                message,
                line=line.number,
                severity=severity,
                category=None if file.categories else Category.CONTENT,
            )
    for what, text in (
        ("title", view.change.text.title),
        ("body", view.change.text.body),
        ("branch name", view.change.text.head_ref),
    ):
        found = hidden_characters(text[:100_000])
        if found:
            yield rule.finding(
                None,
                f"The {what} holds {len(found)} invisible characters.",
                evidence=f"{what}: {len(found)} characters",
            )
