"""Package version with a known hole.

What: the change brings in a package version that an advisory names. Only where GitHub's dependency review can be asked.
Why: the hole is public, and with it the ways to use it.
Instead: take a version that the advisory calls mended.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView, FileView
from rules.dependency_change import changes_in
from rules.finding import Category, Finding, Severity
from rules.formats.dependency_files import reader_for
from rules.rule import Rule

rule = Rule(
    __name__,
    title="package version with a known hole",
    severity=Severity.HIGH,
    instead="Take a version that the advisory calls mended.",
)

_SEVERITIES = {"low": Severity.REVIEW, "moderate": Severity.REVIEW, "critical": Severity.CRITICAL}


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for advisory in view.change.advisories:
        file = view.file_at(advisory.path)
        if file is not None and file.is_quiet:
            continue
        yield rule.finding(
            file,
            f"{advisory.package} {advisory.version} has a known hole ({advisory.name}): {advisory.summary[:200]}.",
            line=_line(file, advisory.package) if file is not None else None,
            # Two advisories of one package are two findings.
            evidence=f"{advisory.name} {advisory.package} {advisory.version} {advisory.path}",
            severity=_SEVERITIES.get(advisory.severity, Severity.HIGH),
            category=None if file is not None else Category.DEPENDENCY_LOCK,
        )


def _line(file: FileView, package: str) -> int | None:
    if reader_for(file.path) is None:
        return None
    changed = (change.after for change in changes_in(file))
    return next((one.line for one in changed if one is not None and one.name.lower() == package.lower()), None)
