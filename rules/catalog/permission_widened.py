"""Job token gets more rights.

What: the token of a job or workflow gets more rights than before.
Why: every step, and every action it uses, can use the wider token.
Instead: give one job the one scope that it needs.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.formats.workflow import Permissions, Workflow
from rules.rule import Rule
from rules.workflow_change import WorkflowChange, workflow_changes

rule = Rule(
    __name__,
    title="job token gets more rights",
    severity=Severity.HIGH,
    instead="Give the one job that needs it the one scope it needs.",
)

_LEVELS = {"none": 0, "read": 1, "write": 2}
_MILD = frozenset(
    {"pull-requests", "issues", "checks", "statuses", "security-events", "discussions", "repository-projects", "pages"}
)
_SENSITIVE_READS = frozenset({"secret-scanning", "attestations"})


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view, actions=False):
        before = change.before.permissions if change.before is not None else None
        yield from _compare(change, before, change.after.permissions, "the workflow")
        for job in change.after.jobs.values():
            old = change.earlier(job)
            if job.permissions is not None:
                old_block = (
                    change.before.effective_permissions(old) if change.before is not None and old is not None else None
                )
                if old_block is None and change.before is not None:
                    old_block = change.before.permissions
                yield from _compare(change, old_block, job.permissions, f"job {job.id}", is_new=old is None)
        if change.before is not None:
            yield from _blocks_gone(change, change.before)


def _compare(
    change: WorkflowChange, before: Permissions | None, after: Permissions | None, who: str, *, is_new: bool = False
) -> Iterator[Finding]:
    if after is None:
        return
    if after.everything == "write-all":
        if before is None or before.everything != "write-all":
            severe = Severity.CRITICAL if change.privileged else Severity.HIGH
            yield rule.finding(change.file, f"Every scope of {who} is now writable.", line=after.line, severity=severe)
        return
    if before is None and change.before is not None and not after.writes:
        return
    for scope, level in after.scopes.items():
        had = before.level(scope) if before is not None else "none"
        if _LEVELS.get(level, 0) <= _LEVELS.get(had, 0) or (level == "read" and scope not in _SENSITIVE_READS):
            continue
        if before is None and change.before is not None and scope != "id-token":
            continue
        mild = scope in _MILD and (
            change.before is None or is_new or scope != "pull-requests" and not change.privileged
        )
        severity = Severity.REVIEW if mild or level == "read" else Severity.HIGH
        yield rule.finding(
            change.file,
            f"{who} may now {level} {scope} (before: {had}).".capitalize(),
            line=after.lines[scope],
            severity=severity,
        )


def _blocks_gone(change: WorkflowChange, before: Workflow) -> Iterator[Finding]:
    if (
        before.permissions is not None
        and change.after.permissions is None
        and before.permissions.everything != "write-all"
    ):
        covered = change.after.jobs and all(
            job.permissions is not None or job.uses is not None for job in change.after.jobs.values()
        )
        if not covered:
            yield rule.finding(
                change.file,
                "The permissions block is gone: the repository's default rights hold now.",
                evidence="permissions:",
            )
    for job in change.after.jobs.values():
        old = change.earlier(job)
        if old is None or old.permissions is None or job.permissions is not None:
            continue
        now = change.after.permissions
        if now is None or set(now.writes) - set(old.permissions.writes):
            yield rule.finding(
                change.file,
                f"Job {job.id} lost its own permissions block.",
                line=job.line if change.is_new(job.line) else None,
                evidence=f"permissions of {job.id}",
            )
