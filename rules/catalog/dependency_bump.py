"""Package version changes.

What: a package's version changes, and registry and checksum stay in order.
Why: new code of a known package runs, in the ordinary way.
Instead: read the release notes.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.dependency_change import dependency_changes, named_after
from rules.finding import Category, Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="package version changes",
    severity=Severity.REVIEW,
    instead="Read the release notes of the new version.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in dependency_changes(view):
        old, new = change.before, change.after
        if old is not None and new is not None and old.version != new.version and not new.is_redirect:
            yield rule.finding(
                change.file,
                f"{change.name} moves from {old.version or 'any version'} to {new.version or 'any version'}.",
                line=new.line,
            )
        elif new is None and old is not None and old.name not in named_after(change.file).names:
            yield rule.finding(
                change.file, f"{change.name} {old.version} is removed.", evidence=f"{old.name} {old.version}"
            )
    for file in view.of(Category.DEPENDENCY_LOCK):
        if file.path not in view.found and file.file.new_mode == "160000":
            yield rule.finding(file, "The submodule moves to another commit.", evidence=file.path)
