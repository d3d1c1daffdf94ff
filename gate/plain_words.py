"""The plain words for the values that pages and checks share: places, hands, evidence, severities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.dossier import EvidenceClass, Kind
from rules.finding import Category, Finding, Severity

PLACE = {
    Category.WORKFLOW: "a workflow",
    Category.BUILD: "a build file",
    Category.DEPENDENCY_MANIFEST: "the list of dependencies",
    Category.DEPENDENCY_LOCK: "a dependency lockfile",
    Category.PACKAGE_MANAGER_CONFIG: "the settings of a package manager",
    Category.AGENT_CONFIG: "the settings of a coding agent",
    Category.DEV_ENVIRONMENT: "the set-up of developers’ machines",
    Category.REPO_POLICY: "the rules of the repository",
    Category.TEST_BOOTSTRAP: "a file that starts the tests",
    Category.RELEASE: "the way versions are published",
    Category.INFRASTRUCTURE: "the infrastructure",
    Category.CONTAINER: "a container image",
    Category.CI_REACHABLE: "code that workflows run",
    Category.CONTENT: "the text of a file",
    Category.PR_METADATA: "the pull request’s own words",
}

HAND = {
    Kind.AGENT: "a coding agent",
    Kind.DEPENDENCY_BOT: "a dependency bot",
    Kind.AUTOMATION: "an automation",
    Kind.HUMAN: "a person",
}

EVIDENCE = {
    EvidenceClass.ATTESTED: "GitHub itself says so",
    EvidenceClass.VENDOR_SIGNATURE: "a commit carries the agent vendor’s known signature",
    EvidenceClass.CONFLICT: "what is claimed contradicts what is proved",
    EvidenceClass.CLAIMED: "the commits say so, unproved",
    EvidenceClass.FORGEABLE: "marks say so that anybody can set",
    EvidenceClass.NONE: "nothing points to an agent",
}

SEVERITY = {
    Severity.NONE: "nothing found",
    Severity.REVIEW: "to review",
    Severity.HIGH: "high",
    Severity.CRITICAL: "critical",
}

SEVERITY_MEANS = {
    Severity.NONE: "nothing in it that can run needs a look",
    Severity.REVIEW: "sensitive, though nothing bad was seen",
    Severity.HIGH: "a risk that a person must weigh",
    Severity.CRITICAL: "a clear attack pattern",
}


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `count(1, "finding")` is "1 finding", `count(2, "person", "people")` is "2 people"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listing(parts: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c" """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def places(findings: Iterable[Finding], most: int = 2) -> str:
    """What the findings touch, the worst first, in at most `most` parts: "a workflow, a build file and more"."""
    ordered = sorted(findings, key=lambda finding: -finding.severity)
    parts = list(dict.fromkeys(PLACE[finding.category] for finding in ordered))
    return listing([*parts[:most], "more"] if len(parts) > most else parts)


def severities(findings: Iterable[Finding]) -> str:
    """How many of each severity, the worst first: "1 critical, 2 high"."""
    found = [finding.severity for finding in findings]
    levels = [level for level in sorted(Severity, reverse=True) if level in found]
    return ", ".join(f"{found.count(level)} {SEVERITY[level]}" for level in levels)
