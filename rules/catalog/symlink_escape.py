"""Symbolic link leads elsewhere.

What: a symbolic link points outside the repository, into .git, or at a sensitive file.
Why: whatever reads the link reads, or writes, something that no review shows.
Instead: put the file itself there.
"""

import re
from collections.abc import Iterator
from posixpath import dirname, normpath
from posixpath import join as join_path

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.paths import classify
from rules.rule import Rule

rule = Rule(
    __name__,
    title="symbolic link leads elsewhere",
    severity=Severity.HIGH,
    instead="Put the file itself there.",
)

_SYSTEM = re.compile(
    r"/etc/|/proc/|\.ssh|\.aws|/root|/home|/var/run|/dev/|\.git(?:/|$)|docker\.sock|credentials|\.npmrc"
    r"|\.netrc"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if file.file.new_mode != "120000":
            continue
        target = file.file.added[0].text.strip() if file.file.added else ""
        if not target:
            yield rule.finding(file, "A symbolic link whose target is not shown.", evidence=file.path)
            continue
        joined = normpath(join_path(dirname(file.path), target))
        outside = (
            target.startswith(("/", "~")) or re.match(r"[A-Za-z]:|\\\\", target) is not None or joined.startswith("..")
        )
        line = file.file.added[0].number
        if outside or joined == ".git" or joined.startswith(".git/"):
            system = bool(_SYSTEM.search(target))
            yield rule.finding(
                file,
                f"The link leads out of the repository, to {target[:120]}.",
                line=line,
                severity=Severity.CRITICAL if system else Severity.HIGH,
            )
        elif classify(joined).categories and not file.is_quiet:
            yield rule.finding(
                file, f"The link leads to a sensitive file, {joined[:120]}.", line=line, severity=Severity.REVIEW
            )
