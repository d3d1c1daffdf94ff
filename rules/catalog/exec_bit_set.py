"""File becomes executable where CI runs it.

What: a file becomes executable where CI will run it; its text may be the same as before.
Why: a text that did nothing can run now.
Instead: run it through its interpreter, or say in the pull request why it must be executable.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="file becomes executable where CI runs it",
    severity=Severity.HIGH,
    instead="Say why it must be executable, or run it through its interpreter.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        changed = file.file.new_mode == "100755" and file.file.old_mode not in ("100755", None)
        if changed and (file.reached is not None or file.is_live):
            yield rule.finding(file, "This file becomes executable.", evidence=file.path)
