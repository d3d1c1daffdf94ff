"""Our check run on a commit. Docs: "REST API endpoints for check runs"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from gate.github_api.client import CHECK, GitHubClient
from gate.github_api.nouns import Address, CheckRead

NAME = "gate"
"""The name that a ruleset requires."""


def create_check(client: GitHubClient, address: Address, head_sha: str, body: Mapping[str, Any]) -> int:
    """Creates our check run on a commit; its id."""
    data = cast(Any, {"name": NAME, "head_sha": head_sha, **body})
    answer = client.as_installation(
        address,
        CHECK,
        f"creating the check of {head_sha[:7]}",
        lambda github: github.rest.checks.create(address.owner, address.name, data=data),
    )
    return int(answer["id"])


def update_check(client: GitHubClient, address: Address, check_run_id: int, body: Mapping[str, Any]) -> None:
    """Changes our check run. Annotations add to what is there; everything else replaces."""
    data = cast(Any, dict(body))
    client.as_installation(
        address,
        CHECK,
        f"updating check {check_run_id}",
        lambda github: github.rest.checks.update(address.owner, address.name, check_run_id, data=data),
    )


def find_check(client: GitHubClient, address: Address, head_sha: str, app_id: int) -> CheckRead | None:
    """The newest check run of our name by our App on a commit, or None."""
    answer = client.as_installation(
        address,
        CHECK,
        f"the checks of {head_sha[:7]}",
        lambda github: github.rest.checks.list_for_ref(
            address.owner, address.name, head_sha, check_name=NAME, app_id=app_id, filter_="latest", per_page=100
        ),
    )
    checks = answer["check_runs"]
    if not checks:
        return None
    newest = max(checks, key=lambda check: int(check["id"]))
    return CheckRead(newest["id"], newest["status"], newest.get("conclusion") or "", newest.get("external_id") or "")
