"""Called workflow comes from elsewhere.

What: the repository or the ref of a called workflow changes.
Why: a called workflow runs with the caller's token and the secrets it is handed.
Instead: pin it to a full commit of a repository that you own.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.rule import Rule
from rules.workflow_change import workflow_changes

rule = Rule(
    __name__,
    title="called workflow comes from elsewhere",
    severity=Severity.HIGH,
    instead="Pin the called workflow to a full commit of a repository you own.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view, actions=False):
        for job in change.after.jobs.values():
            old = change.earlier(job)
            if job.uses is None or job.uses.is_local or not change.is_new(job.uses.line):
                continue
            if old is not None and old.uses is not None and old.uses.text == job.uses.text:
                continue
            if old is None and job.uses.is_pinned:
                continue
            was = old.uses.text if old is not None and old.uses is not None else ""
            moved_in_order = was.partition("@")[0] == job.uses.name and job.uses.is_pinned and bool(job.uses.comment)
            yield rule.finding(
                change.file,
                f"Job {job.id} calls {job.uses.text}" + (f" in place of {was}." if was else "."),
                line=job.uses.line,
                severity=Severity.REVIEW if moved_in_order else Severity.HIGH,
            )
