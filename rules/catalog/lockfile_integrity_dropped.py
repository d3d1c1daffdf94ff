"""Checksum lost or changed.

What: an entry loses its checksum, or the checksum of the same version changes.
Why: without it, or with another one, whatever the server sends is installed.
Instead: make the lockfile anew; a published version never gets another checksum.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.dependency_change import DependencyChange, dependency_changes, is_locked, named_before
from rules.finding import Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="checksum lost or changed",
    severity=Severity.HIGH,
    instead="Make the lockfile anew; a published version never gets another checksum.",
)

_SWITCH = re.compile(
    r"\bGONOSUMCHECK=|\bGONOSUMDB=|\bGOFLAGS=\S*-insecure|\bGOSUMDB=[\"']?off|<verify-metadata>false"
    r"|checksumBehavior:\s*[\"']?(?:ignore|update)|\bpackage-lock\s*=\s*false|--no-verify-integrity"
    r"|\bsecure-http\W{1,4}false"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in dependency_changes(view):
        old, new = change.before, change.after
        if new is None:
            continue
        if old is not None and old.integrity and not new.integrity and not new.is_path:
            yield rule.finding(change.file, f"{change.name} loses its checksum.", line=new.line)
        elif (
            old is not None
            and old.integrity
            and new.integrity
            and old.version == new.version
            and not _shares(old.integrity, new.integrity)
            and old.origin == new.origin
        ):
            yield rule.finding(
                change.file,
                f"{change.name} {new.version} has another checksum than before.",
                line=_line(change, new.line, new.integrity),
                severity=Severity.CRITICAL,
            )
        elif (
            old is None
            and is_locked(change)
            and not new.integrity
            and not new.is_git
            and not new.is_path
            and not new.is_redirect
            and new.origin.startswith("http")
        ):
            if named_before(change.file).all_have_integrity:
                yield rule.finding(
                    change.file, f"{change.name} has no checksum, unlike every entry before it.", line=new.line
                )
    for file in view.live:
        for line in file.file.added:
            if _SWITCH.search(line.text):
                yield rule.finding(file, "Checksums are no longer asked for.", line=line.number)


def _shares(old: str, new: str) -> bool:
    """One checksum in common, or other kinds of checksum altogether."""
    before, after = set(old.split()), set(new.split())
    kinds = {one.partition("-")[0].partition(":")[0] for one in before} & {
        one.partition("-")[0].partition(":")[0] for one in after
    }
    return bool(before & after) or not kinds


def _line(change: DependencyChange, start: int, integrity: str) -> int:
    for number in range(start, start + 40):
        if integrity[:40] in change.file.line_text(number):
            return number
    return start
