"""The GitHub App, its installations, and the tokens it mints."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from gate.simulated_github import payloads
from gate.simulated_github.accounts import Account
from gate.simulated_github.refusals import Refusal
from gate.simulated_github.repositories import Repository

if TYPE_CHECKING:
    from gate.simulated_github.world import World

DEFAULT_PERMISSIONS = {
    "metadata": "read",
    "pull_requests": "read",
    "contents": "read",
    "checks": "write",
    "actions": "write",
    "deployments": "write",
    "merge_queues": "read",
}

DEFAULT_EVENTS = (
    "check_run",
    "check_suite",
    "deployment_protection_rule",
    "merge_group",
    "pull_request",
    "pull_request_review",
    "pull_request_review_comment",
    "pull_request_review_thread",
    "push",
    "repository",
    "workflow_run",
)

RANK = {"none": 0, "read": 1, "write": 2, "admin": 3}


@dataclass(eq=False, slots=True)
class App:
    """A GitHub App. `private_key_pem` is what its owner was given; GitHub itself keeps the public half."""

    id: int
    slug: str
    owner: Account
    client_id: str
    private_key_pem: str
    public_key_pem: str
    created_at: datetime
    permissions: dict[str, str] = field(default_factory=lambda: dict(DEFAULT_PERMISSIONS))
    events: list[str] = field(default_factory=lambda: list(DEFAULT_EVENTS))


@dataclass(eq=False, slots=True)
class Installation:
    """The App on one account, with the repositories that it was given."""

    id: int
    account: Account
    permissions: dict[str, str]
    events: list[str]
    created_at: datetime
    repositories: list[Repository] = field(default_factory=list)
    suspended_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """An installation token: what it may do, and where (None: everywhere in the installation)."""

    value: str
    installation: Installation
    permissions: dict[str, str]
    repository_ids: frozenset[int] | None
    expires_at: datetime

    def may(self, permission: str, level: str) -> bool:
        """Whether the token carries a permission at a level or above."""
        return RANK[self.permissions.get(permission, "none")] >= RANK[level]

    def repositories(self) -> list[Repository]:
        """The repositories that the token reaches."""
        ids = self.repository_ids
        return [repository for repository in self.installation.repositories if ids is None or repository.id in ids]


@cache
def _key() -> rsa.RSAPrivateKey:
    """One key for a process: making one takes longer than most tests."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


class Apps:
    """The App under test, and its installations and tokens. Every method holds the world's lock."""

    def __init__(self, world: World, token_seconds: float = 3600) -> None:
        """Makes the App with a 2048-bit key of its own."""
        self._world = world
        self.token_seconds = token_seconds
        key = _key()
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
        )
        public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        self.app = App(
            id=world.next_id(),
            slug="gate",
            owner=world.accounts.add("gate-owner", kind="Organization"),
            client_id="Iv23li" + secrets.token_hex(7),
            private_key_pem=private.decode(),
            public_key_pem=public.decode(),
            created_at=world.now(),
        )
        self.bot = world.accounts.add("gate[bot]", kind="Bot")
        self.actions_app = App(
            15368, "github-actions", world.accounts.add("github", kind="Organization"), "", "", "", world.now()
        )
        self.installations: list[Installation] = []
        self._tokens: dict[str, Token] = {}

    def install(self, repository: Repository) -> Installation:
        """Puts a repository under the App's installation on its owner, which is made where there is none."""
        with self._world.lock:
            installation = self.on_account(repository.owner)
            if installation is not None:
                installation.repositories.append(repository)
                body = payloads.installation_repositories(self._world, installation, "added", [repository])
                self._world.hooks.send_to(installation, "installation_repositories", "added", body, None)
                return installation
            installation = Installation(
                self._world.next_id(),
                repository.owner,
                dict(self.app.permissions),
                list(self.app.events),
                self._world.now(),
                [repository],
            )
            self.installations.append(installation)
            body = payloads.installation(self._world, installation, "created")
            self._world.hooks.send_to(installation, "installation", "created", body, None)
            return installation

    def suspend(self, installation: Installation, suspended: bool = True) -> None:
        """Suspends an installation or lets it go on."""
        with self._world.lock:
            installation.suspended_at = self._world.now() if suspended else None
            action = "suspend" if suspended else "unsuspend"
            self._world.hooks.send_to(
                installation, "installation", action, payloads.installation(self._world, installation, action), None
            )

    def uninstall(self, installation: Installation) -> None:
        """Removes the App from an account."""
        with self._world.lock:
            body = payloads.installation(self._world, installation, "deleted")
            self._world.hooks.send_to(installation, "installation", "deleted", body, None)
            self.installations.remove(installation)

    def on_account(self, account: Account) -> Installation | None:
        """The installation on an account, or None."""
        return next((found for found in self.installations if found.account is account), None)

    def of_repository(self, repository: Repository) -> Installation | None:
        """The installation that a repository is under, or None."""
        return next((found for found in self.installations if repository in found.repositories), None)

    def verify(self, text: str) -> None:
        """Checks an App's own token: RS256 with the App's key, at most ten minutes ahead, issued by its id or client id."""
        try:
            claims = jwt.decode(
                text,
                self.app.public_key_pem,
                algorithms=["RS256"],
                options={"require": ["exp", "iat", "iss"]},
                leeway=60,
            )
        except jwt.ExpiredSignatureError:
            raise Refusal(
                401, "'Expiration time' claim ('exp') must be a numeric value representing the future time"
            ) from None
        except jwt.PyJWTError:
            raise Refusal(401, "A JSON web token could not be decoded") from None
        if str(claims["iss"]) not in (str(self.app.id), self.app.client_id):
            raise Refusal(404, "Integration not found")
        if claims["exp"] > self._world.now().timestamp() + 660:
            raise Refusal(401, "'Expiration time' claim ('exp') is too far in the future")

    def mint(
        self, installation: Installation, permissions: dict[str, str] | None, repository_ids: list[int] | None
    ) -> Token:
        """Makes an installation token, narrowed as asked; raises `Refusal` where more is asked than was granted."""
        with self._world.lock:
            if installation.suspended_at is not None:
                raise Refusal(403, "This installation has been suspended")
            granted = installation.permissions
            for name, level in (permissions or {}).items():
                if RANK.get(level, 4) > RANK[granted.get(name, "none")]:
                    raise Refusal(422, "The permissions requested are not granted to this installation.")
            known = {repository.id for repository in installation.repositories}
            if repository_ids and not known.issuperset(repository_ids):
                raise Refusal(
                    422,
                    "There is at least one repository that does not exist or is not accessible to the parent installation.",
                )
            token = Token(
                # Newer tokens are long and of varying length; nobody may lean on a format.
                value=f"ghs_{self.app.id}_{secrets.token_urlsafe(48 + secrets.randbelow(60))}",
                installation=installation,
                permissions={"metadata": "read", **(permissions or granted)},
                repository_ids=frozenset(repository_ids) if repository_ids else None,
                expires_at=self._world.now() + timedelta(seconds=self.token_seconds),
            )
            self._tokens[token.value] = token
            return token

    def token(self, value: str) -> Token:
        """The token of a value; raises `Refusal` 401 when it is unknown or has expired."""
        found = self._tokens.get(value)
        if found is None or found.expires_at <= self._world.now() or found.installation not in self.installations:
            raise Refusal(401, "Bad credentials")
        if found.installation.suspended_at is not None:
            raise Refusal(403, "This installation has been suspended")
        return found

    def revoke(self, token: Token) -> None:
        """Ends a token."""
        self._tokens.pop(token.value, None)
