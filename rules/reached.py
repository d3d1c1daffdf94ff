"""How a file comes to run, and what the job that runs it holds: secrets, write rights, an environment, a machine of one's own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.formats.workflow import Job, Workflow

PRIVILEGED_TRIGGERS = frozenset(
    "pull_request_target workflow_run issue_comment issues discussion discussion_comment pull_request_comment".split()
)
"""Triggers that run with the base repository's rights on what outsiders write (docs: "Events that trigger workflows")."""

ALL_SECRETS = "all of them"
_SECRET = re.compile(r"\bsecrets\.(?!(?i:github_token)\b)([A-Za-z_][A-Za-z0-9_]*)")
_EVERY_SECRET = re.compile(
    r"\bsecrets\s{0,9}\[|\btoJSON\(\s{0,9}secrets\b|^\s{0,99}secrets:\s{0,9}inherit\b", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Reached:
    """How a file comes to run: workflow, job, triggers, what the job may do, and the files on the way.

    `writes` are the scopes that the job's token may write (`id-token` is OIDC), `everything` for all of them. Where neither job nor
    workflow says anything, the repository's setting decides, which nobody here knows: then `writes` is empty.
    """

    workflow: str
    job: str
    triggers: tuple[str, ...]
    writes: tuple[str, ...]
    secrets: tuple[str, ...]
    environment: str
    is_self_hosted: bool
    way: tuple[str, ...]

    @property
    def is_privileged(self) -> bool:
        """What the job runs could take or change something beyond the run itself."""
        return bool(self.writes or self.secrets or self.environment or self.is_self_hosted)

    def words(self) -> str:
        """One sentence for people."""
        through = f" through {' > '.join(self.way)}" if self.way else ""
        power = []
        if self.writes:
            power.append(f"write access to {', '.join(self.writes)}")
        if self.secrets:
            power.append(f"secrets {', '.join(self.secrets[:5])}")
        if self.environment:
            power.append(f"environment {self.environment}")
        if self.is_self_hosted:
            power.append("a self-hosted runner")
        held = f", with {' and '.join(power)}" if power else ""
        events = ", ".join(self.triggers[:4]) or "its trigger"
        return f"Job {self.job or 'of the action'} of {self.workflow} runs it on {events}{through}{held}."


def reached_by(path: str, workflow: Workflow, job: Job) -> Reached:
    """The beginning of a way: a job of the workflow at a path, with what it holds."""
    permissions = workflow.effective_permissions(job)
    writes = permissions.writes if permissions is not None else ()
    if permissions is None and PRIVILEGED_TRIGGERS.intersection(workflow.triggers):
        writes = ("everything",)
    seen = [text for _number, text in workflow.region(job.node)]
    shared = workflow.root.child("env")
    if shared is not None:
        seen.extend(text for _number, text in workflow.region(shared))
    region = "\n".join(seen)
    secrets = dict.fromkeys(_SECRET.findall(region))
    if _EVERY_SECRET.search(region):
        secrets[ALL_SECRETS] = None
    return Reached(
        workflow=path,
        job=job.id,
        triggers=tuple(workflow.triggers),
        writes=writes,
        secrets=tuple(secrets),
        environment=job.environment,
        is_self_hosted=is_self_hosted(job),
        way=(),
    )


def is_self_hosted(job: Job) -> bool:
    """The job asks for a machine of the owner's by the usual label, or for a group of runners."""
    node = job.node.child("runs-on")
    matrix = job.node.child("strategy", "matrix") if any("matrix." in label for label in job.runners) else None
    turned = {scalar.raw for scalar in matrix.scalars()} if matrix is not None else set()
    return "self-hosted" in {*job.runners, *turned} or (node is not None and node.child("group") is not None)
