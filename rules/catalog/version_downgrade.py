"""Version goes back.

What: a package or action goes back to an older version.
Why: an old version brings its known holes back.
Instead: say in the pull request why the older version is needed.
"""

from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.dependency_change import dependency_changes, is_locked
from rules.finding import Finding, Severity
from rules.manifest_names import direct_names
from rules.rule import Rule
from rules.versions import is_older
from rules.workflow_change import workflow_changes

rule = Rule(
    __name__,
    title="version goes back",
    severity=Severity.HIGH,
    instead="Say why the older version is needed; look for its known holes.",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in dependency_changes(view):
        if (
            change.before is not None
            and change.after is not None
            and is_older(change.after.version, change.before.version)
        ):
            yield rule.finding(
                change.file,
                f"{change.name} goes back from {change.before.version} to {change.after.version}.",
                line=change.after.line,
                severity=Severity.HIGH
                if not is_locked(change) or change.name in direct_names(change.file)
                else Severity.REVIEW,
            )
    for workflow in workflow_changes(view):
        for _job, use, earlier in workflow.new_uses():
            if earlier is not None and is_older(
                use.comment if use.is_pinned else use.ref, earlier.comment if earlier.is_pinned else earlier.ref
            ):
                yield rule.finding(
                    workflow.file,
                    f"{use.name} goes back from {earlier.comment or earlier.ref} to {use.comment or use.ref}.",
                    line=use.line,
                )
