"""What an inspection says: severities, findings, and the report on each changed file."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum


class Severity(IntEnum):
    """How bad, from nothing to a clear attack pattern. Comparable: `Severity.HIGH > Severity.REVIEW`."""

    NONE = 0
    REVIEW = 1  # merely sensitive: an ordinary version bump
    HIGH = 2  # a risk that a person must weigh
    CRITICAL = 3  # a clear attack pattern

    @property
    def word(self) -> str:
        """The lower-case word of output, policy and pages."""
        return self.name.lower()


class Confidence(IntEnum):
    """How sure a rule is of what it says; kept apart from how bad it would be."""

    LOW = 1
    MEDIUM = 2
    HIGH = 3

    @property
    def word(self) -> str:
        """The lower-case word of output."""
        return self.name.lower()


class Category(StrEnum):
    """Why a file is sensitive. The last three are of findings only."""

    WORKFLOW = "workflow"
    BUILD = "build"
    DEPENDENCY_MANIFEST = "dependency-manifest"
    DEPENDENCY_LOCK = "dependency-lock"
    PACKAGE_MANAGER_CONFIG = "package-manager-config"
    AGENT_CONFIG = "agent-config"
    DEV_ENVIRONMENT = "dev-environment"
    REPO_POLICY = "repo-policy"
    TEST_BOOTSTRAP = "test-bootstrap"
    RELEASE = "release"
    INFRASTRUCTURE = "infrastructure"
    CONTAINER = "container"
    CI_REACHABLE = "ci-reachable"
    CONTENT = "content"
    PR_METADATA = "pr-metadata"


@dataclass(frozen=True, slots=True)
class Finding:
    """One place where a rule fired.

    `path` is None when the place is the title, body or branch name. `line` and `end_line` number the new side from 1 and
    are None for removed text, renames, mode changes and binary files. `evidence` is a short excerpt of the change: hostile
    text, to be escaped wherever it is shown. `fingerprint` names the finding by rule, path and content, never by line.
    """

    rule: str
    reason: str
    path: str | None
    line: int | None
    end_line: int | None
    category: Category
    severity: Severity
    confidence: Confidence
    message: str
    instead: str
    evidence: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class FileReport:
    """What the inspection says of one changed file; severity is the highest of its findings."""

    path: str
    previous_path: str | None
    status: str
    categories: tuple[Category, ...]
    tags: tuple[str, ...]
    severity: Severity


@dataclass(frozen=True, slots=True)
class Inspection:
    """Everything that was seen in one change, whoever made it."""

    files: tuple[FileReport, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    reading_order: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = field(default=())

    @property
    def severity(self) -> Severity:
        """The highest severity of all findings; `NONE` when there is none."""
        return max((finding.severity for finding in self.findings), default=Severity.NONE)
