"""Secret newly handed to a job.

What: every secret is passed on to a called workflow, or a secret is handed to a job that did not have it.
Why: each job that holds a secret is one more place where it can leak, and a called workflow may be someone else's.
Instead: name the one secret that the job needs, in the one step that needs it.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.formats.workflow import Job, Workflow
from rules.rule import Rule
from rules.workflow_change import workflow_changes

rule = Rule(
    __name__,
    title="secret newly handed to a job",
    severity=Severity.HIGH,
    instead="Hand the one secret to the one step that needs it.",
)

_SECRET = re.compile(r"\bsecrets(?:\.|\[['\"])(?!GITHUB_TOKEN\b|github_token\b)([A-Za-z_][A-Za-z0-9_]*)")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view):
        for job in change.after.jobs.values():
            secrets = job.node.child("secrets")
            old = change.earlier(job)
            if (
                secrets is not None
                and secrets.raw == "inherit"
                and (old is None or old.node.text_at("secrets") != "inherit")
            ):
                yield rule.finding(
                    change.file,
                    f"Job {job.id} passes every secret to {job.uses.text if job.uses else 'a called workflow'}.",
                    line=secrets.line,
                )
            had = _names(change.before, old) if change.before is not None and old is not None else frozenset()
            seen: set[str] = set()
            for number, text in change.new_lines(job.node):
                if text.lstrip().startswith("#"):
                    continue
                for name in _SECRET.findall(text):
                    if name not in had and name not in seen:
                        seen.add(name)
                        yield rule.finding(
                            change.file,
                            f"Job {job.id or 'of the action'} is handed the secret {name}, which it did not have.",
                            line=number,
                            severity=Severity.HIGH if change.outsiders_start or old is not None else Severity.REVIEW,
                        )


def _names(workflow: Workflow, job: Job) -> frozenset[str]:
    return frozenset(name for _number, text in workflow.region(job.node) for name in _SECRET.findall(text))
