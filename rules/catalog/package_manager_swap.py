"""Package manager's program changes.

What: the package manager's program is replaced: yarnPath, packageManager, a bundled release file.
Why: it runs first, with everything that an install may do.
Instead: take releases from their own site, with their checksum, and compare them.
"""

import re
from collections.abc import Iterator

from rules.change import Absent
from rules.change_view import ChangeView, FileView
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.running_lines import running_lines
from rules.versions import is_older

rule = Rule(
    __name__,
    title="package manager's program changes",
    severity=Severity.HIGH,
    instead="Take the release from its own site and compare its checksum.",
)

_RELEASE = re.compile(
    r"(?:^|/)\.yarn/(?:releases|plugins)/[^\n]+\.c?js$|(?:^|/)\.pnpm[^/]*\.c?js$|(?:^"
    r"|/)install-run-rush[^/]*\.js$|(?:^|/)composer\.phar$"
)
_SETTING = re.compile(
    r"\byarnPath\b|\byarn-path\b|\"packageManager\"\s*:|\bscript-shell\b|\bnode-options\b"
    r"|\bonload-script\b|^\s*plugins:\s*$|^\s*(?:-\s+)?(?:path|spec):\s*.{0,300}(?:\.yarn/plugins|https?:)"
    r"|\"onlyBuiltDependencies\"|\bignore-scripts\s*=\s*false|\benableScripts:\s*true|\bpnpmfile\b"
    r"|\bgit\s*=\s*\S"
)
_FILES = frozenset({"package.json", ".yarnrc.yml", ".yarnrc", ".npmrc", "pnpm-workspace.yaml"})
_NAMED = re.compile(r"packageManager\W{1,6}(\w+)@([\w.-]+)(\+sha\d+\.\w+)?")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.live:
        if file.is_removed:
            continue
        if _RELEASE.search(file.path):
            yield rule.finding(
                file,
                "This file is the package manager that later installs run.",
                line=1 if file.is_new_here and not file.file.is_binary else None,
                evidence=file.path,
            )
            continue
        for line in running_lines(file) if file.name in _FILES else ():
            if _SETTING.search(line.text) and line.text.strip() not in file.before_text:
                yield rule.finding(
                    file,
                    "The package manager's program changes.",
                    line=line.number,
                    severity=_severity(view, file, line.text),
                )


def _severity(view: ChangeView, file: FileView, text: str) -> Severity:
    """A newer version of the same manager, by name and number, is an ordinary bump; a new package takes the root's own."""
    new = _NAMED.search(text)
    root = view.change.base.read("package.json")
    own = _NAMED.search(root) if not isinstance(root, Absent) else None
    if new is not None and own is not None and file.is_new_here and own.group(1) == new.group(1):
        return Severity.REVIEW
    old = next((match for line in file.file.removed if (match := _NAMED.search(line.text))), None)
    same = (
        new is not None
        and old is not None
        and new.group(1) == old.group(1)
        and not is_older(new.group(2), old.group(2))
    )
    kept = old is None or not old.group(3) or bool(new is not None and new.group(3))
    return Severity.REVIEW if same and kept else Severity.HIGH
