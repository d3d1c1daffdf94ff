"""Pinned commit and version comment do not move together.

What: the pinned commit of an action changes while its version comment stays, or the comment changes while the commit
stays.
Why: a commit of a fork resolves under the parent's name, so a line that looks normal can run anybody's code.
Instead: look the commit up in the action's own repository and let commit and comment move together.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.workflow_change import workflow_changes

rule = Rule(
    __name__,
    title="pinned commit and version comment do not move together",
    severity=Severity.CRITICAL,
    instead="Look the commit up in the action's own tags; commit and comment must move together.",
)

_VERSION = re.compile(r"\bv?(\d+(?:\.\d+){0,3}[\w.+-]{0,20})")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view):
        for _job, use, earlier in change.new_uses():
            if earlier is None or not (use.is_pinned and earlier.is_pinned) or use.is_local:
                continue
            if (
                use.ref != earlier.ref
                and _version(earlier.comment)
                and _version(use.comment) in ("", _version(earlier.comment))
            ):
                said = f"still says {use.comment}" if use.comment else "is gone"
                severity = Severity.CRITICAL if use.comment else Severity.HIGH
                yield rule.finding(
                    change.file,
                    f"The commit of {use.name} changes while its version comment {said}.",
                    line=use.line,
                    severity=severity,
                )
            elif (
                use.ref == earlier.ref
                and _version(use.comment) != _version(earlier.comment)
                and _version(use.comment)
                and _version(earlier.comment)
            ):
                yield rule.finding(
                    change.file,
                    f"The version comment of {use.name} changes while its commit stays.",
                    line=use.line,
                    severity=Severity.HIGH,
                )


def _version(comment: str) -> str:
    found = _VERSION.search(comment)
    return found.group(1) if found else ""
