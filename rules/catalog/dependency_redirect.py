"""Package name sent elsewhere.

What: a rule sends one package name to another: replace, overrides, resolutions, patch, alias.
Why: the name in the code stays while other code is installed, also deep inside other packages.
Instead: let a redirect only raise a version, and say why.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.dependency_change import dependency_changes
from rules.finding import Finding, Severity
from rules.formats.dependency import Dependency
from rules.rule import Rule

rule = Rule(
    __name__,
    title="package name sent elsewhere",
    severity=Severity.HIGH,
    instead="Let a redirect only raise a version of the same package.",
)

_VERSION = re.compile(r"[\^~<>=v\s]*\d[\w.+\- <>=|^~*]*$|\$[\w@/-]+$")

_IN_TREE = re.compile(
    r"(?:file:|link:|workspace:|path:)?\.{1,2}/[\w./@-]{1,200}$"
)  # what comes is in the diff, or was there


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in dependency_changes(view):
        new, old = change.after, change.before
        if new is None or not new.is_redirect or (old is not None and old.version == new.version):
            continue
        plain_version = _VERSION.match(new.version) is not None and not new.origin
        target = _target(new.version)
        own_name = change.name.startswith(f"{target}-") and (old is None or _target(old.version) == target)
        yield rule.finding(
            change.file,
            f"{change.name} is now {new.version or new.origin}.",
            line=new.line,
            severity=Severity.REVIEW
            if plain_version or own_name or _is_same(old, new) or _IN_TREE.match(new.version or new.origin)
            else Severity.HIGH,
        )


def _target(version: str) -> str:
    """The package that an alias of npm installs; a mark that no name begins with where the version is no such alias."""
    return version.removeprefix("npm:").rpartition("@")[0] if version.startswith("npm:") else "/"


def _is_same(old: Dependency | None, new: Dependency) -> bool:
    """The redirect was there before, and a lockfile's address still names the same package."""
    return (
        old is not None
        and old.is_redirect
        and "/-/" in new.origin
        and old.origin.partition("/-/")[0] == new.origin.partition("/-/")[0]
    )
