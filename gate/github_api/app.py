"""What the App itself may ask: who it is, where it is installed, which deliveries failed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from gate.errors import NotFoundError
from gate.github_api.client import GitHubClient, moment
from gate.github_api.nouns import Address, FailedDelivery

_MOST_PAGES = 100


def read_app(client: GitHubClient) -> tuple[int, str]:
    """The App's id and slug; its account is `SLUG[bot]`."""
    answer = client.as_app("the App itself", lambda github: github.rest.apps.get_authenticated())
    return int(answer["id"]), str(answer["slug"])


def list_installations(client: GitHubClient) -> list[tuple[int, str, bool]]:
    """Every installation as (id, account login, whether it is suspended)."""
    found: list[tuple[int, str, bool]] = []
    for page in range(1, 101):
        answer = client.as_app(
            "the installations",
            lambda github, page=page: github.rest.apps.list_installations(per_page=100, page=page),  # type: ignore[misc]
        )
        found += [
            (int(one["id"]), str((one.get("account") or {}).get("login") or ""), bool(one.get("suspended_at")))
            for one in answer
        ]
        if len(answer) < 100:
            break
    return found


def is_installed(client: GitHubClient, installation_id: int) -> bool:
    """Whether an installation exists and is not suspended."""
    try:
        answer = client.as_app(
            f"installation {installation_id}", lambda github: github.rest.apps.get_installation(installation_id)
        )
    except NotFoundError:
        return False
    return not answer.get("suspended_at")


def list_repositories(client: GitHubClient, installation_id: int) -> list[dict[str, Any]]:
    """The repositories of an installation as dicts with id, owner, name and default_branch."""
    found: list[dict[str, Any]] = []
    for page in range(1, 101):
        answer = client.as_installation(
            Address(installation_id, 0, "", ""),
            {"metadata": "read"},
            "the repositories of the installation",
            lambda github, page=page: github.rest.apps.list_repos_accessible_to_installation(  # type: ignore[misc]
                per_page=100, page=page
            ),
            whole=True,
        )
        found += [
            {
                "id": int(one["id"]),
                "owner": str(one["owner"]["login"]),
                "name": str(one["name"]),
                "default_branch": str(one.get("default_branch") or ""),
            }
            for one in answer["repositories"]
        ]
        if len(answer["repositories"]) < 100:
            break
    return found


def failed_deliveries(client: GitHubClient, since: datetime) -> list[FailedDelivery]:
    """The deliveries since then that GitHub could not hand over (it does not try again by itself), newest first."""
    found: list[FailedDelivery] = []
    cursor = ""
    for _page in range(_MOST_PAGES):
        more: dict[str, Any] = {"cursor": cursor} if cursor else {}
        answer, cursor = client.as_app_page(
            "the failed deliveries",
            lambda github, more=more: github.rest.apps.list_webhook_deliveries(per_page=100, status="failure", **more),  # type: ignore[misc]
        )
        found += [FailedDelivery(int(one["id"]), str(one["guid"]), moment(one["delivered_at"])) for one in answer]
        if not cursor or (found and found[-1].delivered_at < since):
            break
    return [one for one in found if one.delivered_at >= since]


def redeliver(client: GitHubClient, delivery_id: int) -> None:
    """Asks GitHub to hand a delivery over again, under the same GUID."""
    client.as_app("a redelivery", lambda github: github.rest.apps.redeliver_webhook_delivery(delivery_id))
