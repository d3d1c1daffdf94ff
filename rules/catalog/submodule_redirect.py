"""Submodule points elsewhere.

What: a submodule points at another address or branch, or is added.
Why: the checkout then brings other code, which a diff shows as one line.
Instead: keep the address, and look at the commits that the pointer moves over.
"""

import re
from collections.abc import Iterator

from rules.change import Absent
from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule

rule = Rule(
    __name__,
    title="submodule points elsewhere",
    severity=Severity.HIGH,
    instead="Keep the address; look at the commits that the pointer moves over.",
)

_SETTING = re.compile(r"\s*(?:url|branch|update|path|fetchRecurseSubmodules)\s*=")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if file.name == ".gitmodules" and not file.is_removed:
            old = {line.strip() for line in file.before_text.split("\n")}
            for line in file.new_lines:
                if _SETTING.match(line.text) and line.text.strip() not in old:
                    harmful = "!" in line.text.partition("=")[2][:3] or "ext::" in line.text
                    severity = Severity.CRITICAL if harmful or view.new_hosts(line.text) else Severity.HIGH
                    yield rule.finding(
                        file,
                        "A submodule's address, branch or update command changes.",
                        line=line.number,
                        severity=severity,
                    )
        elif file.file.new_mode == "160000":
            known = view.change.head.read(".gitmodules")
            if not isinstance(known, Absent) and f"path = {file.path}" in known:
                fresh = file.file.old_mode is None
                yield rule.finding(
                    file,
                    "A submodule " + ("is added." if fresh else "moves to another commit."),
                    evidence=file.path,
                    severity=Severity.HIGH if fresh else Severity.REVIEW,
                )
            else:
                yield rule.finding(file, "A submodule pointer without an entry in .gitmodules.", evidence=file.path)
