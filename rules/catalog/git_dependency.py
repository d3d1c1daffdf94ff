"""Package from outside the registry.

What: a package comes from a git address, an archive address or a local path in place of the registry.
Why: no registry keeps it, no version names it, and what the address gives can change.
Instead: use a released version, or pin the full commit of a repository that you own.
"""

import posixpath
import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.dependency_change import dependency_changes, is_locked
from rules.finding import Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="package from outside the registry",
    severity=Severity.HIGH,
    instead="Use a released version, or pin the full commit of a repository you own.",
)

_COMMIT = re.compile(r"[0-9a-f]{40}")

_SCHEME = re.compile(r"(?:file|link|path|portal):")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in dependency_changes(view):
        new, old = change.after, change.before
        if (
            new is None
            or is_locked(change)
            or not new.is_from_outside_registry
            or (old is not None and old.origin == new.origin)
        ):
            continue
        inside = new.is_path and _stays_inside(change.file.path, new.origin)
        same_repository = old is not None and old.host == new.host and old.host
        severity = Severity.REVIEW if inside or same_repository and _COMMIT.search(new.origin) else Severity.HIGH
        yield rule.finding(
            change.file, f"{change.name} now comes from {new.origin[:120]}.", line=new.line, severity=severity
        )


def _stays_inside(path: str, origin: str) -> bool:
    """A relative place that, seen from the manifest's folder, is in the repository: what comes is in the tree."""
    place = _SCHEME.sub("", origin, count=1)
    if place.startswith(("/", "~")) or "\\" in place or ":" in place:
        return False
    return not posixpath.normpath(posixpath.join(posixpath.dirname(path), place)).startswith("..")
