"""Path imitates a sensitive one.

What: a path reads like a sensitive one but is spelled with other characters, another case, or invisible ones.
Why: some readers and file systems take it for the real one, others do not.
Instead: give the file a plain name.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="path imitates a sensitive one",
    severity=Severity.HIGH,
    instead="Give the file a plain name.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if "lookalike" in file.tags and not file.is_removed:
            yield rule.finding(
                file, "This path reads like a sensitive one and is spelled differently.", evidence=file.path
            )
