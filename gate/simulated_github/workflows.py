"""Workflow files: which events start them, and the jobs and steps that they plan. Nothing of them is ever executed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml

from gate.simulated_github.git_repository import GitRepository

PULL_REQUEST_DEFAULTS = ("opened", "synchronize", "reopened")

FOLDER = ".github/workflows/"


@dataclass(frozen=True, slots=True)
class StepPlan:
    """A step as written: its name, its command or action, and whether it outlives a cancel (`always()`)."""

    name: str
    command: str
    is_always: bool
    seconds: float | None


@dataclass(frozen=True, slots=True)
class JobPlan:
    """A job as written."""

    key: str
    name: str
    needs: tuple[str, ...]
    environment: str | None
    is_always: bool
    labels: tuple[str, ...]
    steps: tuple[StepPlan, ...]


@dataclass(frozen=True, slots=True)
class WorkflowFile:
    """A workflow file at one commit. `triggers` maps events to their filters; `fault` says why it cannot be read."""

    path: str
    name: str
    triggers: dict[str, dict[str, Any]]
    jobs: tuple[JobPlan, ...]
    fault: str | None = None


def read_workflows(git: GitRepository, commit: str) -> list[WorkflowFile]:
    """All workflow files of a commit's tree."""
    entries = [
        entry
        for entry in git.tree(commit, recursive=True)
        if entry.type == "blob"
        and re.fullmatch(r"\.github/workflows/[^/]+\.ya?ml", entry.path)
        and entry.mode != "120000"
    ]
    return [parse_workflow(entry.path, git.blob(entry.sha)) for entry in entries]


def parse_workflow(path: str, data: bytes) -> WorkflowFile:
    """Reads one workflow file; a fault is kept, not raised."""
    try:
        document = yaml.safe_load(data)  # noqa: TID251 - files of tests and the demo, in a world of their own
        return _workflow(path, document)
    except (yaml.YAMLError, ValueError, TypeError, AttributeError, UnicodeDecodeError) as fault:
        return WorkflowFile(path, path, {}, (), str(fault) or type(fault).__name__)


def is_started(
    workflow: WorkflowFile, event: str, action: str | None, reference: str, base_branch: str | None, paths: list[str]
) -> bool:
    """Whether an event starts a workflow: by its types, branches or tags, and paths."""
    if event not in workflow.triggers:
        return False
    filters = workflow.triggers[event]
    if event in ("pull_request", "pull_request_target"):
        if action not in _names(filters.get("types", PULL_REQUEST_DEFAULTS)):
            return False
        branch, is_tag = base_branch or "", False
    else:
        if action is not None and "types" in filters and action not in _names(filters["types"]):
            return False
        is_tag = reference.startswith("refs/tags/")
        branch = reference.removeprefix("refs/tags/").removeprefix("refs/heads/")
    kind, other = ("tags", "branches") if is_tag else ("branches", "tags")
    if kind in filters or f"{kind}-ignore" in filters:
        if not _admits(filters, kind, [branch]):
            return False
    elif other in filters or f"{other}-ignore" in filters:
        return False
    return is_tag or _admits(filters, "paths", paths)


def _admits(filters: dict[str, Any], key: str, names: list[str]) -> bool:
    if key in filters:
        return any(_matches(_names(filters[key]), name) for name in names)
    if f"{key}-ignore" in filters:
        return any(not _matches(_names(filters[f"{key}-ignore"]), name) for name in names)
    return True


def _matches(patterns: tuple[str, ...], name: str) -> bool:
    found = False
    for pattern in patterns:
        is_exception = pattern.startswith("!")
        if _glob(pattern.removeprefix("!")).fullmatch(name):
            found = not is_exception
    return found


def _glob(pattern: str) -> re.Pattern[str]:
    pieces = re.split(r"(\*\*/?|\*|\?|\+|\[[^\]]*\])", pattern)
    shapes = {"**": ".*", "**/": "(?:.*/)?", "*": "[^/]*", "?": "?", "+": "+"}
    return re.compile(
        "".join(shapes.get(piece, piece if piece.startswith("[") else re.escape(piece)) for piece in pieces)
    )


def _names(value: Any) -> tuple[str, ...]:
    return (str(value),) if isinstance(value, str) else tuple(str(one) for one in value or ())


def _workflow(path: str, document: Any) -> WorkflowFile:
    if not isinstance(document, dict):
        raise TypeError("a workflow is a mapping")
    # YAML 1.1 reads the key `on` as true.
    on = document.get("on", document.get(True))
    if isinstance(on, dict):
        triggers = {str(event): (filters if isinstance(filters, dict) else {}) for event, filters in on.items()}
    else:
        triggers = {event: {} for event in _names(on)}
    if not triggers:
        raise ValueError("no event triggers are defined in `on`")
    jobs = document.get("jobs")
    if not isinstance(jobs, dict) or not jobs:
        raise ValueError("no jobs are defined in `jobs`")
    return WorkflowFile(
        path, str(document.get("name") or path), triggers, tuple(_job(str(key), job) for key, job in jobs.items())
    )


def _job(key: str, job: dict[str, Any]) -> JobPlan:
    environment = job.get("environment")
    if isinstance(environment, dict):
        environment = environment.get("name")
    if "uses" in job:
        steps: tuple[StepPlan, ...] = (StepPlan(f"Run {job['uses']}", f"uses: {job['uses']}", False, None),)
    else:
        steps = tuple(_step(step) for step in job.get("steps") or ())
    return JobPlan(
        key=key,
        name=str(job.get("name") or key),
        needs=_names(job.get("needs")),
        environment=str(environment) if environment else None,
        is_always=_is_always(job),
        labels=_names(job.get("runs-on") or "ubuntu-latest"),
        steps=steps,
    )


def _step(step: dict[str, Any]) -> StepPlan:
    command = str(step["run"]).strip() if "run" in step else f"uses: {step.get('uses', '')}"
    first = command.splitlines()[0] if command else ""
    name = str(step.get("name") or f"Run {first.removeprefix('uses: ')}")
    # A step that only sleeps takes its time, so that a test can have a long one.
    sleeps = re.fullmatch(r"sleep (\d+(?:\.\d+)?)", command)
    return StepPlan(name, command, _is_always(step), float(sleeps[1]) if sleeps else None)


def _is_always(part: dict[str, Any]) -> bool:
    return "always()" in str(part.get("if", ""))
