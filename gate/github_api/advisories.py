"""Known holes of the packages that a change brings in, where GitHub's plan has dependency review.

Docs: "Get a diff of the dependencies between commits". It needs the dependency graph, and for private repositories a plan with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gate.errors import GitHubRefusedError, GitHubUnavailableError
from gate.github_api.client import READ, GitHubClient
from gate.github_api.nouns import Address
from rules.change import Advisory

_NOT_HERE = (
    "GitHub's dependency review is not available for this repository, so known holes of packages were not looked up."
)
_NOT_NOW = "GitHub's dependency review did not answer this time, so known holes of packages were not looked up."
_MOST = 200


@dataclass(frozen=True, slots=True)
class DependencyReview:
    """What was looked up. `note` says why nothing was, and `is_available` whether asking again soon makes sense."""

    advisories: tuple[Advisory, ...] = ()
    note: str = ""
    is_available: bool = True


NOT_AVAILABLE = DependencyReview(note=_NOT_HERE, is_available=False)


def review_dependencies(client: GitHubClient, address: Address, base: str, head_sha: str) -> DependencyReview:
    """Asks for the advisories of the package versions that come in between two commits; at most 200 of them.

    A refusal or an outage is a note: the rules judge without it, and a stop must not wait for it. Raises RateLimitedError and
    InstallationGoneError.
    """
    try:
        answer = client.as_installation(
            address,
            READ,
            f"the dependency review of {head_sha[:7]}",
            lambda github: github.rest.dependency_graph.diff_range(address.owner, address.name, f"{base}...{head_sha}"),
        )
    except GitHubRefusedError:
        return NOT_AVAILABLE
    except GitHubUnavailableError:
        return DependencyReview(note=_NOT_NOW)
    found = tuple(_advisories(answer or []))
    note = f"Only the first {_MOST} of {len(found)} advisories are told." if len(found) > _MOST else ""
    return DependencyReview(found[:_MOST], note)


def _advisories(entries: list[Mapping[str, Any]]) -> Iterator[Advisory]:
    for entry in entries:
        if entry["change_type"] == "added":
            for hole in entry["vulnerabilities"]:
                yield Advisory(
                    path=entry["manifest"],
                    package=entry["name"],
                    version=entry["version"],
                    severity=hole["severity"],
                    name=hole["advisory_ghsa_id"],
                    summary=hole["advisory_summary"].rstrip("."),
                )
