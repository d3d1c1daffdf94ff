"""Apps, installations, tokens and deliveries, as GitHub writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.simulated_github.shapes.repositories import repository
from gate.simulated_github.shapes.users import user

if TYPE_CHECKING:
    from gate.simulated_github.apps import App, Installation, Token
    from gate.simulated_github.hooks import HookDelivery
    from gate.simulated_github.world import World


def app(world: World, app_: App) -> dict[str, Any]:
    """An App."""
    return {
        "id": app_.id,
        "slug": app_.slug,
        "node_id": f"A_{app_.id}",
        "client_id": app_.client_id,
        "owner": user(world, app_.owner),
        "name": app_.slug,
        "description": None,
        "external_url": "https://gate.example.com",
        "html_url": world.web(f"/apps/{app_.slug}"),
        "created_at": world.stamp(app_.created_at),
        "updated_at": world.stamp(app_.created_at),
        "permissions": app_.permissions,
        "events": app_.events,
    }


def installation(world: World, installation_: Installation) -> dict[str, Any]:
    """An installation."""
    url = world.api(f"/app/installations/{installation_.id}")
    return {
        "id": installation_.id,
        "account": user(world, installation_.account),
        "repository_selection": "selected",
        "access_tokens_url": f"{url}/access_tokens",
        "repositories_url": world.api("/installation/repositories"),
        "html_url": world.web(f"/settings/installations/{installation_.id}"),
        "app_id": world.apps.app.id,
        "client_id": world.apps.app.client_id,
        "app_slug": world.apps.app.slug,
        "target_id": installation_.account.id,
        "target_type": installation_.account.type,
        "permissions": installation_.permissions,
        "events": installation_.events,
        "created_at": world.stamp(installation_.created_at),
        "updated_at": world.stamp(installation_.created_at),
        "single_file_name": None,
        "has_multiple_single_files": False,
        "single_file_paths": [],
        "suspended_by": user(world, installation_.account) if installation_.suspended_at else None,
        "suspended_at": world.stamp(installation_.suspended_at),
    }


def token(world: World, token_: Token) -> dict[str, Any]:
    """A fresh installation token."""
    body: dict[str, Any] = {
        "token": token_.value,
        "expires_at": world.stamp(token_.expires_at),
        "permissions": token_.permissions,
        "repository_selection": "selected",
    }
    if token_.repository_ids is not None:
        body["repositories"] = [repository(world, found) for found in token_.repositories()]
    return body


def delivery_item(world: World, delivery: HookDelivery) -> dict[str, Any]:
    """A row of the list of deliveries."""
    return {
        "id": delivery.id,
        "guid": delivery.guid,
        "delivered_at": world.stamp(delivery.delivered_at),
        "redelivery": delivery.redelivery,
        "duration": delivery.duration,
        "status": delivery.status,
        "status_code": delivery.status_code,
        "event": delivery.event,
        "action": delivery.action,
        "installation_id": delivery.installation_id,
        "repository_id": delivery.repository_id,
        "throttled_at": None,
    }


def delivery(world: World, delivery_: HookDelivery) -> dict[str, Any]:
    """One delivery with request and response."""
    return delivery_item(world, delivery_) | {
        "url": world.hooks.url or "",
        "request": {"headers": delivery_.headers, "payload": delivery_.payload},
        "response": {"headers": delivery_.response_headers, "payload": delivery_.response_body},
    }
