"""Accounts, as GitHub writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gate.simulated_github.accounts import Account
    from gate.simulated_github.world import World


def user(world: World, account: Account) -> dict[str, Any]:
    """The short form that is part of most other objects."""
    url = world.api(f"/users/{account.login}")
    return {
        "login": account.login,
        "id": account.id,
        "node_id": account.node_id,
        "avatar_url": world.web(f"/avatars/{account.id}"),
        "gravatar_id": "",
        "url": url,
        "html_url": world.web(f"/{account.login}"),
        "followers_url": f"{url}/followers",
        "following_url": f"{url}/following{{/other_user}}",
        "gists_url": f"{url}/gists{{/gist_id}}",
        "starred_url": f"{url}/starred{{/owner}}{{/repo}}",
        "subscriptions_url": f"{url}/subscriptions",
        "organizations_url": f"{url}/orgs",
        "repos_url": f"{url}/repos",
        "events_url": f"{url}/events{{/privacy}}",
        "received_events_url": f"{url}/received_events",
        "type": account.type,
        "user_view_type": "public",
        "site_admin": False,
    }


def public_user(world: World, account: Account) -> dict[str, Any]:
    """The long form of the users call."""
    return user(world, account) | {
        "name": account.name,
        "company": None,
        "blog": "",
        "location": None,
        "email": account.email or None,
        "hireable": None,
        "bio": None,
        "public_repos": 0,
        "public_gists": 0,
        "followers": 0,
        "following": 0,
        "created_at": world.stamp(account.created_at),
        "updated_at": world.stamp(account.created_at),
    }


def collaborator(world: World, account: Account, permission: str) -> dict[str, Any]:
    """The form inside the collaborator-permission answer."""
    rank = ("none", "read", "triage", "write", "maintain", "admin").index(permission)
    names = (("pull", 1), ("triage", 2), ("push", 3), ("maintain", 4), ("admin", 5))
    return user(world, account) | {
        "role_name": permission,
        "permissions": {name: rank >= needed for name, needed in names},
    }
