"""A workflow or action file before and after, job by job."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules.change_view import ChangeView, FileView
from rules.formats.node import Node
from rules.formats.workflow import Job, Step, Uses, Workflow, read_workflow
from rules.reach import is_workflow
from rules.reached import PRIVILEGED_TRIGGERS, reached_by

_ACTION = re.compile(r"(?:^|/)action\.ya?ml\Z")
UNTRUSTED = re.compile(
    r"github\.(?:head_ref\b|event\.(?:issue|pull_request|comment|review|review_comment|discussion|release|milestone)\.(?:title|body|name|description)\b"
    r"|event\.pull_request\.head\.(?:ref|label|repo\.(?:default_branch|description|homepage|full_name|name|clone_url))\b"
    r"|event\.workflow_run\.(?:head_branch|display_title|head_commit\.\w+(?:\.\w+)?|head_repository\.\w+|pull_requests\[?\w*\]?\.head\.ref)\b"
    r"|event\.(?:head_commit|commits\[[^\]]{0,10}\]|commits\.\*)\.(?:message|author\.(?:name|email))\b|event\.pages\[?[^\]]{0,5}\]?\.?\*?\.?page_name\b"
    r"|event\.(?:label|pull_request\.labels\S{0,12}|issue\.labels\S{0,12})\.name\b|event\.changes\.\S{1,40}|event\.client_payload\.\S{1,60}|event\.sender\.name\b)",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\[\s*'([\w-]{1,60})'\s*\]")
EXPRESSION = re.compile(r"\$\{\{(.{0,2000}?)\}\}")


@dataclass(frozen=True, slots=True)
class WorkflowChange:
    """One workflow or action file; `before` is None where it is new (or could not be read)."""

    file: FileView
    before: Workflow | None
    after: Workflow

    def is_new(self, line: int) -> bool:
        """The line was added."""
        return line in self.file.new_numbers

    def touches(self, node: Node) -> bool:
        """A line of the node's region was added."""
        return any(number in self.file.new_numbers for number in range(node.line, node.end_line + 1))

    def new_lines(self, node: Node) -> Iterator[tuple[int, str]]:
        """(number, raw text) of the added lines inside a node."""
        return ((number, text) for number, text in self.after.region(node) if number in self.file.new_numbers)

    def earlier(self, job: Job) -> Job | None:
        """The job as it was: by id, else a job of the same steps that is gone (a renamed one)."""
        if self.before is None:
            return None
        same = self.before.jobs.get(job.id)
        if same is not None:
            return same
        gone = [old for name, old in self.before.jobs.items() if name not in self.after.jobs]
        return next((old for old in gone if _steps_alike(old, job)), None)

    @property
    def privileged(self) -> tuple[str, ...]:
        """The triggers of the new side that run with the base repository's rights on what outsiders write."""
        return tuple(trigger for trigger in self.after.triggers if trigger in PRIVILEGED_TRIGGERS)

    @property
    def outsiders_start(self) -> bool:
        """Somebody without write access can start it: by a pull request, an issue, a comment, or unknown callers do."""
        return bool(
            self.privileged or {"pull_request", "workflow_call"} & set(self.after.triggers) or not self.after.triggers
        )

    def is_powerful(self, job: Job) -> bool:
        """The job has secrets, write rights, an environment, a self-hosted runner or a privileged trigger."""
        return bool(self.privileged) or reached_by(self.file.path, self.after, job).is_privileged

    def new_uses(self) -> Iterator[tuple[Job, Uses, Uses | None]]:
        """(job, what is used, what the same place or name used before) for every action whose text or comment is new."""
        for job in self.after.jobs.values():
            old = self.earlier(job)
            before = list(_uses_of(old)) if old is not None else []
            elsewhere = [use for _job, use in self.before.all_uses()] if self.before is not None else []
            for use in _uses_of(job):
                if any((one.text, one.comment) == (use.text, use.comment) for one in before):
                    continue
                earlier = next((one for one in before if one.name == use.name), None) or next(
                    (one for one in elsewhere if one.name == use.name), None
                )
                yield job, use, earlier


def _uses_of(job: Job) -> Iterator[Uses]:
    if job.uses is not None:
        yield job.uses
    for step in job.steps:
        if step.uses is not None:
            yield step.uses


def _steps_alike(old: Job, new: Job) -> bool:
    if old.uses is not None or new.uses is not None:
        return old.uses is not None and new.uses is not None and old.uses.name == new.uses.name
    labels = {_content(step) for step in old.steps}
    shared = labels & {_content(step) for step in new.steps}
    return bool(labels) and len(shared) * 2 >= len(labels)


def _content(step: Step) -> str:
    return step.uses.name if step.uses is not None else (step.run.raw.strip() if step.run is not None else step.label)


def names_untrusted(text: str) -> bool:
    """The text names what an outsider can set, in dots or brackets and in any case, as GitHub reads expressions."""
    return bool(UNTRUSTED.search(_BRACKETS.sub(r".\1", text)))


def is_action_file(path: str) -> bool:
    """An action's own description."""
    return bool(_ACTION.search(path))


def workflow_changes(view: ChangeView, *, actions: bool = True) -> Iterator[WorkflowChange]:
    """Every changed workflow, and with `actions` every changed action file, that has a new side that can be read."""
    for file in view.files:
        if not (is_workflow(file.path) or (actions and is_action_file(file.path) and file.is_live)):
            continue
        after = file.parsed(read_workflow)
        if after is None:
            continue
        was_live = is_workflow(file.file.previous_path or file.path) or is_action_file(file.path)
        yield WorkflowChange(file, file.parsed(read_workflow, after=False) if was_live else None, after)


def scripts_of(job: Job) -> Iterator[tuple[Step, Node]]:
    """(step, text) of every place in a job whose text a program runs: `run`, and the script of github-script and its kin."""
    for step in job.steps:
        if step.run is not None:
            yield step, step.run
        script = step.node.child("with", "script") or step.node.child("with", "run") or step.node.child("with", "cmd")
        if script is not None:
            yield step, script
