"""Artifact takes in too much.

What: an uploaded artifact takes in .git, environment files or the whole workspace.
Why: the checkout keeps the job's token in .git/config, and everybody who can read the run can download the artifact.
Instead: upload the one folder that the build made.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.workflow_change import workflow_changes

rule = Rule(
    __name__,
    title="artifact takes in too much",
    severity=Severity.HIGH,
    instead="Upload only the folder that the build made.",
)

_KEY = re.compile(r"^\s*(?:-\s*)?(?:path|include-hidden-files)\s*:\s*\|?")
_BROAD = re.compile(
    r"(?:\.|\./?\*\*?(?:/\*)?|\*\*?(?:/\*)?|\$\{\{\s*github\.workspace\s*\}\}(?:/\*\*?)?|~"
    r"|(?:.*/)?\.git(?:/.*)?|(?:.*/)?\.env(?:\..*)?|/home/runner.*|\$\{\{\s*runner\.temp\s*\}\}|\.\./?.*)$"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view):
        for _job, step in change.after.steps():
            if step.uses is None or "upload" not in step.uses.name or not change.touches(step.node):
                continue
            for key in ("path", "include-hidden-files"):
                node = step.node.child("with", key)
                if node is None:
                    continue
                for number, text in change.after.region(node):
                    told = text if node.raw.count("\n") or node.items else node.raw
                    value = _KEY.sub("", told).strip().strip("\"'").rstrip("/") or told.strip()
                    if (key == "path" and _BROAD.match(value)) or (key != "path" and value == "true"):
                        if change.is_new(number) or change.is_new(step.line):
                            yield rule.finding(
                                change.file, "The artifact takes in hidden files or the whole workspace.", line=number
                            )
