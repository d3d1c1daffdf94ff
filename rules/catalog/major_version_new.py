"""Fresh major version.

What: a package moves to a new major version that is at most its first releases (x.0.0).
Why: a fresh major version has had few eyes on it.
Instead: wait a few days, or read what changed.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.dependency_change import dependency_changes, is_locked
from rules.finding import Confidence, Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="fresh major version",
    severity=Severity.REVIEW,
    confidence=Confidence.MEDIUM,
    instead="Wait a few days, or read what changed.",
)

_MAJOR = re.compile(r"(\d{1,9})\.(\d{1,9}\.\d{1,9})")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in dependency_changes(view):
        old, new = change.before, change.after
        if old is None or new is None or is_locked(change):
            continue
        before, after = _MAJOR.search(old.version), _MAJOR.search(new.version)
        if before and after and int(after.group(1)) > int(before.group(1)) and after.group(2) == "0.0":
            yield rule.finding(
                change.file, f"{change.name} moves to the first release of {after.group(1)}.", line=new.line
            )
