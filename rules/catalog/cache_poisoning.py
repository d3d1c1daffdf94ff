"""Release job restores a shared cache.

What: a privileged or release job restores a cache that pull request runs can write.
Why: what an outsider's run stores there is unpacked and run with the release's rights.
Instead: build releases without a cache.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView
from rules.finding import Finding, Severity
from rules.formats.workflow import Step, Workflow
from rules.rule import Rule
from rules.workflow_change import WorkflowChange, workflow_changes

rule = Rule(
    __name__,
    title="release job restores a shared cache",
    severity=Severity.HIGH,
    instead="Build releases and privileged jobs without a cache.",
)

_PUBLISHES = re.compile(
    r"\b(?:npm|pnpm|yarn|cargo|poetry|twine|gem|uv)\s+(?:publish|upload|push)\b|gh-action-pypi-publish"
    r"|docker\s+push|gh\s+release|goreleaser|\bsecrets\.(?!GITHUB_TOKEN)"
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for change in workflow_changes(view, actions=False):
        releases = bool({"release", "workflow_run", "pull_request_target"} & set(change.after.triggers)) or _on_tags(
            change.after
        )
        for job in change.after.jobs.values():
            permissions = change.after.effective_permissions(job)
            publishes = (
                bool(job.environment)
                or (
                    permissions is not None
                    and bool({"id-token", "packages", "contents", "everything"} & set(permissions.writes))
                )
                or any(_PUBLISHES.search(line) for _n, line in change.after.region(job.node))
            )
            for step in job.steps:
                if step.uses is None or not (releases and publishes or "pull_request_target" in change.after.triggers):
                    continue
                number = _restores(change, step)
                if number is not None:
                    yield rule.finding(
                        change.file,
                        f"Job {job.id} restores a cache that other runs can write, and then publishes or holds power.",
                        line=number,
                    )


def _restores(change: WorkflowChange, step: Step) -> int | None:
    if step.uses is None:
        return None
    name = step.uses.name.lower()
    if (name.startswith("actions/cache") or "rust-cache" in name or "gradle/actions" in name) and change.is_new(
        step.uses.line
    ):
        return step.uses.line
    inputs = step.node.child("with")
    for key in ("cache", "cache-from", "enable-cache", "bundler-cache"):
        if inputs is not None and inputs.text_at(key) not in ("", "false") and change.is_new(inputs.line_of(key)):
            return inputs.line_of(key)
    return None


def _on_tags(workflow: Workflow) -> bool:
    push = workflow.triggers.get("push")
    return push is not None and push[1] is not None and push[1].child("tags") is not None
