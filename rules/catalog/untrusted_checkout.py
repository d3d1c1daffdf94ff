"""Privileged job takes the pull request's code.

What: a job of a privileged workflow checks out or fetches the pull request's own code, or switches off the guard
against that.
Why: the code of the pull request then runs next to the repository's secrets and write token.
Instead: check out the base only, or do the work in an unprivileged `pull_request` run and hand over data, not code.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.workflow_change import workflow_changes

rule = Rule(
    __name__,
    title="privileged job takes the pull request's code",
    severity=Severity.CRITICAL,
    instead="Check out the base only; build foreign code in an unprivileged run.",
)

_FOREIGN_REF = re.compile(
    r"(?:^|[{,])\s*[\"']?(?:ref|repository)[\"']?\s*:.*(?:event\.pull_request\.head|head_ref|refs/pull/|workflow_run\.head"
    r"|merge_commit_sha|event\.number|head_sha|head_branch)"
)
_FETCHES = re.compile(
    r"\bgh\s+pr\s+checkout\b|\bgit\s+(?:fetch|pull|checkout|clone)\b.{0,300}(?:pull/|pull_request\.head"
    r"|head_ref|workflow_run\.head|HEAD_SHA|HEAD_REF|PR_HEAD)"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view):
        newly = change.before is None or any(trigger not in change.before.triggers for trigger in change.privileged)
        for _job, step in change.after.steps():
            region = list(change.after.region(step.node))
            text = "\n".join(line for _number, line in region)
            guard_off = "allow-unsafe-pr-checkout" in text and "true" in text
            if not (change.privileged or guard_off) or not (newly or change.touches(step.node)):
                continue
            is_checkout = step.uses is not None and "checkout" in step.uses.name
            for number, line in region:
                if (
                    (is_checkout and _FOREIGN_REF.search(line))
                    or _FETCHES.search(line)
                    or (guard_off and "allow-unsafe" in line)
                ):
                    yield rule.finding(change.file, "A privileged run takes the pull request's own code.", line=number)
                    break
