"""New package.

What: a package comes in that was not there before, in a manifest or a lockfile.
Why: its code, and its install scripts, run in CI and on every developer's machine.
Instead: look at who makes it, how long it has been there, and whether it is needed.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.dependency_change import dependency_changes, named_before
from rules.finding import Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="new package",
    severity=Severity.REVIEW,
    instead="Look at who makes it, how old it is, and whether it is needed.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in dependency_changes(view):
        new = change.after
        if (
            new is None
            or change.before is not None
            or new.is_redirect
            or new.group == "plugin"
            and not new.version
            or new.place == "source"
        ):
            continue
        if new.name not in named_before(change.file).names:
            yield rule.finding(
                change.file, f"{new.name} {new.version} is new ({change.purl}).".replace("  ", " "), line=new.line
            )
