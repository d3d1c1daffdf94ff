"""Check removed or never run.

What: a check, scan or job is removed, skipped, or made never to run.
Why: whatever it would have found is no longer found, now or later.
Instead: mend the check, or let the people who own it decide.
"""

import re
from collections.abc import Iterator

from rules.change_view import ChangeView, FileView
from rules.finding import Finding, Severity
from rules.formats.workflow import Step, Workflow, read_workflow
from rules.reach import is_workflow
from rules.rule import Rule
from rules.workflow_change import WorkflowChange, workflow_changes

rule = Rule(
    __name__,
    title="check removed or never run",
    severity=Severity.HIGH,
    instead="Mend the check, or ask the people who own it.",
)

_NEVER = re.compile(
    r"(?:\$\{\{\s*)?(?:false|!true|0|''|1\s*==\s*[02]|'?\w*'?\s*==\s*'never')(?:\s*&&.*)?(?:\s*\}\})?$"
    r"|.*&&\s*false(?:\s*\}\})?$"
)
_CHECK = re.compile(
    r"\b(?:tests?|pytest|unittest|tox|nox|jest|vitest|mocha|cypress|playwright|lint\w*|eslint|ruff|flake8"
    r"|mypy|pyright|tsc|clippy|vet|staticcheck|golangci|shellcheck|actionlint|zizmor|hadolint|semgrep"
    r"|codeql|bandit|trivy|grype|snyk|gitleaks|trufflehog|"
    r"scan\w*|audit|verify|check\w*(?<!checkout)|sonar\w*|codecov|coverage|dependency-review-action"
    r"|scorecard\w*|osv\w*|cosign|sigstore|slsa\w*|attest\w*|harden-runner|rubocop|phpstan|checkov|tfsec"
    r"|kubeconform|spectral)\b",
    re.IGNORECASE,
)
_WIDE = re.compile(r"\*{1,2}(?:/\*{1,2})?$|\*\*/\*\.\w+$|src/\*\*$")


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    elsewhere = "\n".join(line.text for file in view.files if is_workflow(file.path) for line in file.new_lines)
    for change in workflow_changes(view):
        if change.before is not None:
            yield from _gone(change, change.before, elsewhere)
            yield from _narrowed(change, change.before)
        for job in change.after.jobs.values():
            for node in (job.node, *(step.node for step in job.steps)):
                condition = node.child("if")
                if condition is not None and change.is_new(condition.line) and _NEVER.match(condition.raw.strip()):
                    yield rule.finding(change.file, "This never runs any more.", line=condition.line)
    for file in view.files:
        if file.is_removed and is_workflow(file.path):
            yield rule.finding(
                file,
                "A workflow is deleted.",
                evidence=file.path,
                severity=Severity.HIGH if _loses_checks(file, elsewhere) else Severity.REVIEW,
            )
        elif file.file.previous_path and is_workflow(file.file.previous_path) and not is_workflow(file.path):
            yield rule.finding(file, "A workflow moves to a place where it is not run.", evidence=file.path)


def _loses_checks(file: FileView, elsewhere: str) -> bool:
    """A deleted workflow had checks that no other changed workflow takes over; one that cannot be read counts as such."""
    before = file.parsed(read_workflow, after=False)
    if before is None:
        return True
    return any(_is_check(step) and not _moved(_words(step), elsewhere) for _job, step in before.steps())


def _gone(change: WorkflowChange, before: Workflow, elsewhere: str) -> Iterator[Finding]:
    kept = {old.id for job in change.after.jobs.values() if (old := change.earlier(job)) is not None}
    for name, job in before.jobs.items():
        if name not in kept and name not in change.after.jobs:
            checks = [step for step in job.steps if _is_check(step)]
            if checks or _CHECK.search(name) or job.uses is not None:
                taken_over = bool(checks) and all(_moved(_words(step), elsewhere) for step in checks)
                yield rule.finding(
                    change.file,
                    f"Job {name} is removed.",
                    evidence=f"job {name}",
                    severity=Severity.REVIEW if taken_over else Severity.HIGH,
                )
    for job in change.after.jobs.values():
        old = change.earlier(job)
        everything = "\n".join(change.after.lines)
        for step in old.steps if old is not None else ():
            if not _is_check(step) or any(_same(step, other) for _job, other in change.after.steps()):
                continue
            words = _words(step)
            if words and not _moved(words, everything):
                yield rule.finding(
                    change.file,
                    f"The step {step.label} is removed from job {job.id}.",
                    evidence=step.label,
                    severity=Severity.REVIEW if _moved(words, elsewhere) else Severity.HIGH,
                )


def _words(step: Step) -> str:
    """What the step does, in its first line."""
    return (step.run.raw if step.run is not None else step.uses.name if step.uses else "").strip().split("\n")[0]


def _moved(words: str, everything: str) -> bool:
    """The check's program is still named in the workflow, in another way."""
    tools = _CHECK.findall(words)
    return words in everything or bool(tools) and all(tool in everything for tool in tools)


def _narrowed(change: WorkflowChange, before: Workflow) -> Iterator[Finding]:
    if before.triggers and change.after.triggers and "workflow_call" not in change.after.triggers:
        automatic = {"pull_request", "push", "pull_request_target", "merge_group", "schedule"}
        lost = (automatic & set(before.triggers)) - set(change.after.triggers)
        if (
            "pull_request" in lost
            and "pull_request_target" not in change.after.triggers
            or lost == automatic & set(before.triggers)
            and lost
        ):
            if not ("pull_request_target" in change.after.triggers and lost == {"pull_request"}):
                yield rule.finding(
                    change.file,
                    f"The workflow no longer runs on {', '.join(sorted(lost))}.",
                    evidence=" ".join(sorted(lost)),
                )
    for name, (line, value) in change.after.triggers.items():
        old = before.triggers.get(name)
        for key in ("paths-ignore", "branches-ignore"):
            node = value.child(key) if value is not None else None
            earlier = old[1].child(key) if old is not None and old[1] is not None else None
            if node is None or (earlier is not None and earlier.plain() == node.plain()):
                continue
            for item in node.elements():
                if _WIDE.match(item.raw) and change.is_new(item.line):
                    yield rule.finding(change.file, f"{name} is ignored for nearly everything.", line=item.line or line)


def _is_check(step: Step) -> bool:
    text = step.run.raw if step.run is not None else step.uses.name if step.uses is not None else ""
    return bool(_CHECK.search(text) or _CHECK.search(step.name))


def _same(one: Step, other: Step) -> bool:
    if one.uses is not None and other.uses is not None:
        return one.uses.name == other.uses.name
    return one.run is not None and other.run is not None and one.run.raw.strip() == other.run.raw.strip()
