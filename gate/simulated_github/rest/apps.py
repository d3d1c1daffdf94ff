"""Calls of the App about itself: installations, tokens, deliveries; and what everybody may ask."""

from __future__ import annotations

from gate.simulated_github.apps import Installation
from gate.simulated_github.refusals import Refusal, not_found
from gate.simulated_github.routing import Answer, Call, page, route, whole_number
from gate.simulated_github.shapes import apps as shapes
from gate.simulated_github.shapes.repositories import repository
from gate.simulated_github.shapes.users import public_user


@route("GET", "/app", by="app")
def get_app(call: Call) -> Answer:
    """The App itself."""
    return Answer(
        200, shapes.app(call.world, call.world.apps.app) | {"installations_count": len(call.world.apps.installations)}
    )


@route("GET", "/app/installations", by="app")
def list_installations(call: Call) -> Answer:
    """All installations."""
    return page(call, [shapes.installation(call.world, found) for found in call.world.apps.installations])


@route("GET", "/app/installations/{installation_id}", by="app")
def get_installation(call: Call) -> Answer:
    """One installation."""
    return Answer(200, shapes.installation(call.world, _installation(call)))


@route("POST", "/app/installations/{installation_id}/access_tokens", by="app")
def create_token(call: Call) -> Answer:
    """A token, narrowed to permissions and repositories."""
    installation = _installation(call)
    ids = call.body.get("repository_ids")
    names = call.body.get("repositories")
    if ids is None and names is not None:
        known = {found.name.casefold(): found.id for found in installation.repositories}
        if any(name.casefold() not in known for name in names):
            raise Refusal(
                422,
                "There is at least one repository that does not exist or is not accessible to the parent installation.",
            )
        ids = [known[name.casefold()] for name in names]
    token = call.world.apps.mint(installation, call.body.get("permissions"), ids)
    return Answer(201, shapes.token(call.world, token))


@route("DELETE", "/installation/token")
def revoke_token(call: Call) -> Answer:
    """Ends the token that asks."""
    if call.token is not None:
        call.world.apps.revoke(call.token)
    return Answer(204)


@route("GET", "/installation/repositories", needs="metadata:read")
def list_repositories(call: Call) -> Answer:
    """The repositories that the token reaches."""
    repositories = call.token.repositories() if call.token else []
    return page(call, [repository(call.world, found) for found in repositories], name="repositories")


@route("GET", "/repos/{owner}/{repo}/installation", by="app")
def get_repository_installation(call: Call) -> Answer:
    """The installation that a repository is under."""
    installation = call.world.apps.of_repository(call.repository)
    if installation is None:
        raise not_found()
    return Answer(200, shapes.installation(call.world, installation))


@route("GET", "/app/hook/deliveries", by="app")
def list_deliveries(call: Call) -> Answer:
    """Deliveries, newest first, with a cursor; `status` is `success` or `failure`."""
    rows = [row for row in reversed(call.world.hooks.deliveries) if row.status != "pending"]
    wanted = call.query.get("status")
    if wanted is not None:
        rows = [row for row in rows if (200 <= row.status_code < 400) == (wanted == "success")]
    size = whole_number(call.query.get("per_page"), 30, 100)
    cursor = call.query.get("cursor")
    if cursor is not None:
        rows = [row for row in rows if row.id <= whole_number(cursor.removeprefix("v1_"), 0, 2**63)]
    headers = {}
    if len(rows) > size:
        query = f"per_page={size}&cursor=v1_{rows[size].id}" + (f"&status={wanted}" if wanted else "")
        headers["link"] = f'<{call.world.api(call.path)}?{query}>; rel="next"'
    return Answer(200, [shapes.delivery_item(call.world, row) for row in rows[:size]], headers)


@route("GET", "/app/hook/deliveries/{delivery_id}", by="app")
def get_delivery(call: Call) -> Answer:
    """One delivery with its bodies."""
    return Answer(200, shapes.delivery(call.world, call.world.hooks.get(call.number("delivery_id"))))


@route("POST", "/app/hook/deliveries/{delivery_id}/attempts", by="app")
def redeliver(call: Call) -> Answer:
    """Sends a delivery again."""
    call.world.hooks.redeliver(call.number("delivery_id"))
    return Answer(202, {})


@route("GET", "/users/{username}", by="any")
def get_user(call: Call) -> Answer:
    """An account. Agents that GitHub runs are not shown here."""
    account = call.world.accounts.find(call.names["username"])
    if account is None or account is call.world.accounts.copilot:
        raise not_found()
    return Answer(200, public_user(call.world, account))


@route("GET", "/rate_limit", by="any")
def get_rate_limit(call: Call) -> Answer:
    """The state of the rate limits; asking does not count."""
    limit = {
        "limit": 5000,
        "remaining": 5000,
        "used": 0,
        "reset": int(call.world.now().timestamp()) + 3600,
        "resource": "core",
    }
    resources = {name: limit | {"resource": name} for name in ("core", "search", "graphql")}
    return Answer(200, {"resources": resources, "rate": limit})


@route("GET", "/meta", by="any")
def get_meta(call: Call) -> Answer:
    """Facts about this GitHub."""
    return Answer(
        200,
        {
            "verifiable_password_authentication": False,
            "hooks": ["127.0.0.1/32"],
            "domains": {"website": [call.world.web_url]},
            "api": [],
            "web": [],
            "actions": [],
        },
    )


def _installation(call: Call) -> Installation:
    number = call.number("installation_id")
    found = next((one for one in call.world.apps.installations if one.id == number), None)
    if found is None:
        raise not_found()
    return found
