"""What an account may do in a repository. Docs: "Get repository permissions for a user"."""

from __future__ import annotations

from gate.errors import NotFoundError
from gate.github_api.client import GitHubClient
from gate.github_api.nouns import Account, Address
from gate.github_api.pulls import rest_account


def read_permission(client: GitHubClient, address: Address, login: str) -> tuple[str, Account]:
    """The permission (admin, maintain, write, triage, read or none) and the account as GitHub knows it now.

    GitHub maps custom roles to the word of what they may at least do; `role_name` tells maintain and triage apart.
    """
    try:
        answer = client.as_installation(
            address,
            {"metadata": "read"},
            f"the permission of {login}",
            lambda github: github.rest.repos.get_collaborator_permission_level(address.owner, address.name, login),
        )
    except NotFoundError:
        return "none", Account(login, None, "User")
    permission, role = answer["permission"], answer.get("role_name") or ""
    if (permission, role) in (("write", "maintain"), ("read", "triage")):
        permission = role
    account = rest_account(answer["user"]) if answer.get("user") else Account(login, None, "User")
    return permission, account
