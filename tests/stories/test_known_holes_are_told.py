"""Known holes of packages: looked up where GitHub can tell, said where it cannot, and asked for only when packages change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from gate.github_api.client import GitHubClient
from gate.github_api.door import GitHubDoor
from gate.github_api.nouns import Address
from gate.store.inspection_json import inspection_from_json
from gate.tables import InspectionRow
from rules.finding import Inspection, Severity
from tests.stories.stage import REPOSITORY, Stage

PATH = "requirements.txt"
HOLE: dict[str, Any] = {
    "change_type": "added",
    "manifest": PATH,
    "ecosystem": "pip",
    "name": "reef",
    "version": "1.1",
    "package_url": "pkg:pypi/reef@1.1",
    "license": None,
    "source_repository_url": None,
    "scope": "runtime",
    "vulnerabilities": [
        {
            "severity": "critical",
            "advisory_ghsa_id": "GHSA-aaaa-bbbb-cccc",
            "advisory_summary": "Reads files of others.",
            "advisory_url": "https://advisories.example.com/GHSA-aaaa-bbbb-cccc",
        }
    ],
}


def inspected(stage: Stage, files: dict[str, str]) -> Inspection:
    """Opens an agent's pull request and gives what was seen in it."""
    pull = stage.open(files=files)
    row = stage.eventually("it is judged", lambda: _judged(stage, pull.number, pull.head_sha))
    return inspection_from_json(row.body)


def _judged(stage: Stage, number: int, head_sha: str) -> InspectionRow | None:
    verdict = stage.verdict(number, head_sha)
    if verdict is None or verdict.inspection_id is None:
        return None
    with stage.gate.database.transaction() as session:
        return session.get(InspectionRow, verdict.inspection_id)


def reviews(stage: Stage) -> list[str]:
    return [call.path for call in stage.github.calls if "/dependency-graph/" in call.path]


def test_a_version_with_a_known_hole_is_a_finding(stage: Stage) -> None:
    stage.world.repositories.get(REPOSITORY).dependency_review = [HOLE, HOLE | {"change_type": "removed"}]

    seen = inspected(stage, {PATH: "reef==1.1\n"})

    [finding] = [one for one in seen.findings if one.reason == "vulnerable-dependency"]
    assert (finding.path, finding.line, finding.severity) == (PATH, 1, Severity.CRITICAL)


def test_where_there_is_no_review_a_note_says_so(stage: Stage) -> None:
    seen = inspected(stage, {PATH: "reef==1.1\n"})

    assert [note for note in seen.notes if "dependency review is not available" in note]


def test_a_change_without_packages_asks_for_none(stage: Stage) -> None:
    inspected(stage, {"src/prices.js": "export const tax = 0.19\n"})

    assert reviews(stage) == []


def test_a_refusal_is_remembered_for_a_day(stage: Stage) -> None:
    here = stage.world.repositories.get(REPOSITORY)
    head = stage.push("devin/fix", {PATH: "reef==1.1\n"})
    address = Address(stage.github.installation_id, here.id, "octo-org", "shop")
    github = stage.github
    door = GitHubDoor(
        GitHubClient(
            api_url=github.api_url,
            graphql_url=github.graphql_url,
            app_id=str(github.app_id),
            private_key=github.private_key_pem,
        )
    )
    begin = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
    try:
        for hours in (0, 23):
            assert not door.review_dependencies(address, "main", head, begin + timedelta(hours=hours)).is_available
        here.dependency_review = [HOLE]
        review = door.review_dependencies(address, "main", head, begin + timedelta(hours=25))
    finally:
        door.close()

    assert [one.package for one in review.advisories] == ["reef"]
