"""Job on a self-hosted runner.

What: a job moves to, or is added on, a self-hosted runner.
Why: a pull request's code then runs on a machine of yours, which may keep what it leaves behind.
Instead: keep pull request jobs on hosted runners, or on runners that are thrown away after each job.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.reached import is_self_hosted
from rules.rule import Rule
from rules.workflow_change import workflow_changes

rule = Rule(
    __name__,
    title="job on a self-hosted runner",
    severity=Severity.HIGH,
    instead="Keep jobs that pull requests can start on hosted or throw-away runners.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view, actions=False):
        for job in change.after.jobs.values():
            old = change.earlier(job)
            own = is_self_hosted(job)
            if own and not (old is not None and is_self_hosted(old)):
                node = job.node.child("runs-on")
                line = next((number for number, _text in change.new_lines(node)), None) if node is not None else None
                yield rule.finding(
                    change.file,
                    f"Job {job.id} runs on a self-hosted runner ({', '.join(job.runners)}).",
                    line=line or job.node.line_of("runs-on"),
                )
