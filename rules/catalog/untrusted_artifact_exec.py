"""Privileged job trusts an outsider's artifact.

What: a privileged job runs, sources or trusts content of an artifact that an unprivileged run made.
Why: anybody who opens a pull request decides what is in that artifact.
Instead: read single values from it as data, check their form, and run nothing from it.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.formats.workflow import Step
from rules.rule import Rule
from rules.workflow_change import WorkflowChange, workflow_changes

rule = Rule(
    __name__,
    title="privileged job trusts an outsider's artifact",
    severity=Severity.CRITICAL,
    instead="Take single, checked values from the artifact; run and source nothing from it.",
)

_TRUSTS = re.compile(
    r"(?:^|[\s;&|(])(?:bash|sh|source|\.|python3?|node|chmod\s+\+x|npm\s+(?:ci|install|run)|make"
    r"|unzip\s+-o|eval)\s|(?:^|[\s;&|])\./\S|>>?\s*[\"']?\$\{?GITHUB_(?:ENV|PATH|OUTPUT)|(?:^"
    r"|\s)tar\s+\S*x"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view, actions=False):
        if "workflow_run" not in change.after.triggers and not set(change.privileged) & {
            "pull_request_target",
            "issue_comment",
        }:
            continue
        for job in change.after.jobs.values():
            fetched = False
            for step in job.steps:
                text = "\n".join(line for _number, line in change.after.region(step.node))
                if (
                    (step.uses is not None and "download-artifact" in step.uses.name)
                    or "gh run download" in text
                    or "artifacts" in text
                    and "listWorkflowRunArtifacts" in text
                ):
                    fetched = True
                if not fetched or step.run is None:
                    continue
                for number, line in change.after.region(step.run):
                    if _TRUSTS.search(line) and (change.is_new(number) or _fetch_is_new(change, job.steps)):
                        yield rule.finding(
                            change.file,
                            "Content of an artifact that outsiders make is run or put into the environment.",
                            line=number,
                        )


def _fetch_is_new(change: WorkflowChange, steps: tuple[Step, ...]) -> bool:
    return any(
        change.touches(step.node) for step in steps if step.uses is not None and "download-artifact" in step.uses.name
    )
