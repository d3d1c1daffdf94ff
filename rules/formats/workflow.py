"""A GitHub Actions workflow or action file as triggers, permissions, jobs and steps, each with its line.

Syntax: GitHub docs, "Workflow syntax for GitHub Actions" and "Metadata syntax for GitHub Actions".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.errors import FormatError
from rules.formats.node import Node
from rules.formats.positioned_yaml import read_yaml

_COMMIT = re.compile(r"[0-9a-f]{40}\Z|[0-9a-f]{64}\Z")
_DIGEST = re.compile(r"@sha256:[0-9a-f]{64}\Z")
_COMMENT = re.compile(r"\s#\s*(.*)$")


@dataclass(frozen=True, slots=True)
class Uses:
    """What a `uses:` names: `owner/name[/path]@ref`, `./local`, or `docker://image`; and the comment behind it."""

    text: str
    line: int
    comment: str

    @property
    def is_local(self) -> bool:
        """An action or workflow of this repository."""
        return self.text.startswith(("./", "$/"))

    @property
    def is_image(self) -> bool:
        """A container image."""
        return self.text.startswith("docker://")

    @property
    def name(self) -> str:
        """Everything before the ref."""
        if self.is_image:
            return self.text.partition("@")[0].removeprefix("docker://").rpartition(":")[0] or self.text
        return self.text.partition("@")[0]

    @property
    def owner(self) -> str:
        """The account that the action belongs to, lower case; empty for local ones and images."""
        return "" if self.is_local or self.is_image else self.text.partition("/")[0].lower()

    @property
    def ref(self) -> str:
        """The branch, tag or commit; empty when there is none."""
        return self.text.partition("@")[2]

    @property
    def is_pinned(self) -> bool:
        """Named by a full commit or digest (or local, which moves with the tree)."""
        return self.is_local or bool(_DIGEST.search(self.text) if self.is_image else _COMMIT.match(self.ref))


@dataclass(frozen=True, slots=True)
class Permissions:
    """A `permissions:` block: one level for everything, or a level for each scope; scopes not named are none."""

    line: int
    everything: str = ""  # "read-all", "write-all" or empty
    scopes: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)

    def level(self, scope: str) -> str:
        """`none`, `read` or `write`."""
        if self.everything:
            return self.everything.partition("-")[0]
        return self.scopes.get(scope, "none")

    @property
    def writes(self) -> tuple[str, ...]:
        """The scopes with write; `everything` for write-all."""
        if self.everything == "write-all":
            return ("everything",)
        return tuple(scope for scope, level in self.scopes.items() if level == "write")


@dataclass(frozen=True, slots=True)
class Step:
    """One step: an action (`uses`) or a script (`run`)."""

    node: Node
    line: int
    name: str
    identity: str
    uses: Uses | None
    run: Node | None
    condition: str
    shell: str
    folder: str

    @property
    def label(self) -> str:
        """What people call it: its name, id, action or the first words of its script."""
        return (
            self.name
            or self.identity
            or (self.uses.name if self.uses else "")
            or (self.run.raw if self.run else "").strip()[:60]
        )


@dataclass(frozen=True, slots=True)
class Job:
    """One job of a workflow; of an action file the only one, called by the empty id."""

    id: str
    node: Node
    line: int
    permissions: Permissions | None
    uses: Uses | None
    condition: str
    folder: str
    steps: tuple[Step, ...]

    @property
    def runners(self) -> tuple[str, ...]:
        """The labels that `runs-on` asks for."""
        node = self.node.child("runs-on")
        return tuple(scalar.raw for scalar in node.scalars()) if node is not None else ()

    @property
    def environment(self) -> str:
        """The deployment environment's name; empty when there is none."""
        return self.node.text_at("environment") or self.node.text_at("environment", "name")


@dataclass(frozen=True, slots=True)
class Workflow:
    """A workflow or action file. `lines` are the raw lines of the text."""

    root: Node
    lines: tuple[str, ...]
    triggers: Mapping[str, tuple[int, Node | None]]
    permissions: Permissions | None
    jobs: Mapping[str, Job]

    def region(self, node: Node) -> Iterator[tuple[int, str]]:
        """(line number, raw text) of every line that a node covers."""
        for number in range(node.line, min(node.end_line, len(self.lines)) + 1):
            yield number, self.lines[number - 1]

    def steps(self) -> Iterator[tuple[Job, Step]]:
        """Every step with its job."""
        for job in self.jobs.values():
            for step in job.steps:
                yield job, step

    def all_uses(self) -> Iterator[tuple[Job, Uses]]:
        """Every action and called workflow."""
        for job in self.jobs.values():
            if job.uses is not None:
                yield job, job.uses
            for step in job.steps:
                if step.uses is not None:
                    yield job, step.uses

    def effective_permissions(self, job: Job) -> Permissions | None:
        """The job's own block, else the workflow's; None when neither says anything (then the repository's default holds)."""
        return job.permissions or self.permissions


def read_workflow(text: str) -> Workflow:
    """A workflow file, or an action file (`action.yml`), from its text. Raises `FormatError`."""
    root = read_yaml(text)
    if root.entries is None:
        raise FormatError(1, "is not a mapping")
    lines = tuple(text.split("\n"))
    jobs: dict[str, Job] = {}
    runs = root.child("runs")
    if runs is not None:
        jobs[""] = _job("", runs, runs.line, lines)
    for name, line, node in (root.child("jobs") or Node(1, 1)).pairs():
        jobs[name] = _job(name, node, line, lines)
    return Workflow(
        root=root,
        lines=lines,
        triggers=_triggers(root),
        permissions=_permissions(root),
        jobs=jobs,
    )


def _triggers(root: Node) -> dict[str, tuple[int, Node | None]]:
    node = root.child("on")
    if node is None:
        return {}
    if node.entries is not None:
        return {name: (line, value) for name, line, value in node.pairs()}
    return {item.raw: (item.line, None) for item in node.elements()}


def _permissions(node: Node) -> Permissions | None:
    block = node.child("permissions")
    if block is None:
        return None
    line = node.line_of("permissions")
    if block.entries is None:
        return Permissions(line=line, everything=block.raw)
    pairs = list(block.pairs())
    return Permissions(
        line=line,
        scopes={name: value.raw for name, _line, value in pairs},
        lines={name: at for name, at, _value in pairs},
    )


def _uses(node: Node, lines: tuple[str, ...]) -> Uses | None:
    value = node.child("uses")
    if value is None or not value.raw:
        return None
    raw = lines[value.line - 1] if value.line <= len(lines) else ""
    comment = _COMMENT.search(raw)
    return Uses(text=value.raw.strip(), line=value.line, comment=comment.group(1).strip() if comment else "")


def _job(name: str, node: Node, line: int, lines: tuple[str, ...]) -> Job:
    steps = node.child("steps")
    return Job(
        id=name,
        node=node,
        line=line,
        permissions=_permissions(node),
        uses=_uses(node, lines),
        condition=node.text_at("if"),
        folder=node.text_at("defaults", "run", "working-directory"),
        steps=tuple(
            Step(
                node=step,
                line=step.line,
                name=step.text_at("name"),
                identity=step.text_at("id"),
                uses=_uses(step, lines),
                run=step.child("run"),
                condition=step.text_at("if"),
                shell=step.text_at("shell"),
                folder=step.text_at("working-directory"),
            )
            for step in (steps.items or () if steps is not None else ())
        ),
    )
