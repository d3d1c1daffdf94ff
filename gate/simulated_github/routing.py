"""Calls and answers of the REST API, and the table of what is answered by whom."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from gate.simulated_github.accounts import Account
from gate.simulated_github.api_version import OLDEST
from gate.simulated_github.apps import Token
from gate.simulated_github.refusals import Refusal, not_found
from gate.simulated_github.repositories import Repository

if TYPE_CHECKING:
    from gate.simulated_github.world import World


@dataclass(slots=True)
class Call:
    """One request: the values of the path's names, the query, the JSON body, and who asks (None: the App itself, or nobody)."""

    world: World
    method: str
    path: str
    names: dict[str, str]
    query: dict[str, str]
    headers: dict[str, str]
    body: dict[str, Any]
    token: Token | None = None

    @property
    def repository(self) -> Repository:
        """The repository of the path, as `find_repository` gives it."""
        return self.find_repository()

    def find_repository(self) -> Repository:
        """The repository of the path; raises `Refusal` 404 when there is none or the token does not reach it."""
        found = self.world.repositories.find(self.names["owner"], self.names["repo"])
        if found is None or (self.token is not None and found not in self.token.repositories()):
            raise not_found()
        return found

    @property
    def version(self) -> str:
        """The version of the API that is asked for."""
        return self.headers.get("x-github-api-version", OLDEST)

    @property
    def account(self) -> Account:
        """Who acts: the App's bot."""
        return self.world.apps.bot

    def number(self, name: str) -> int:
        """A number of the path; raises `Refusal` 404 when it is none."""
        if not self.names[name].isdecimal():
            raise not_found()
        return int(self.names[name])

    def commit(self, expression: str) -> str:
        """The SHA of a commit-ish; raises `Refusal` 422 as GitHub does."""
        sha = self.repository.git.resolve(expression)
        if sha is None:
            raise Refusal(422, f"No commit found for SHA: {expression}")
        return sha


@dataclass(slots=True)
class Answer:
    """What is sent back. `body` None sends nothing, bytes are sent as they are, anything else as JSON."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    media_type: str = "application/json; charset=utf-8"


Handler = Callable[[Call], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    """A call that is answered. `needs` is (permission, level) of an installation token; "app" and "any" in `by` are no tokens."""

    method: str
    template: str
    pattern: re.Pattern[str]
    by: str
    needs: tuple[str, str] | None
    handler: Handler


ROUTES: list[Route] = []


def route(
    method: str, template: str, *, by: str = "installation", needs: str | None = None
) -> Callable[[Handler], Handler]:
    """Registers a handler. In the template `{name}` is one segment and `{name*}` the rest; `needs` reads "permission:level"."""
    shape = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(template))
    shape = re.sub(r"\\{(\w+)\\\*\\}", r"(?P<\1>.*)", shape)
    permission, _, level = (needs or "").partition(":")

    def register(handler: Handler) -> Handler:
        ROUTES.append(Route(method, template, re.compile(shape), by, (permission, level) if needs else None, handler))
        return handler

    return register


def find_route(method: str, path: str) -> tuple[Route, dict[str, str]]:
    """The route of a request with the values of its names; raises `Refusal` 404."""
    # A rest of a path takes anything, so it is tried last.
    for found in sorted(ROUTES, key=lambda one: one.template.endswith("*}")):
        if found.method == method and (match := found.pattern.fullmatch(path)):
            return found, match.groupdict()
    raise not_found()


def page(
    call: Call, items: list[Any], *, name: str | None = None, default: int = 30, most: int = 100, **more: Any
) -> Answer:
    """One page of a list, with the links to the others; under a `name` where GitHub wraps the list and counts it."""
    size = whole_number(call.query.get("per_page"), default, most)
    number = whole_number(call.query.get("page"), 1, 1_000_000)
    last = max(1, -(-len(items) // size))
    shown = items[(number - 1) * size : number * size]
    targets: dict[str, int] = {}
    if number > 1:
        targets |= {"first": 1, "prev": min(number - 1, last)}
    if number < last:
        targets |= {"next": number + 1, "last": last}
    links = []
    for relation, target in targets.items():
        query = urlencode(call.query | {"page": str(target)})
        links.append(f'<{call.world.api(call.path)}?{query}>; rel="{relation}"')
    headers = {"link": ", ".join(links)} if links else {}
    body: Any = shown if name is None else {"total_count": len(items), **more, name: shown}
    return Answer(200, body, headers)


def whole_number(text: str | None, default: int, most: int) -> int:
    """A positive number of the query, at most `most`; anything else is the default."""
    return min(int(text), most) if text and text.isdecimal() and int(text) > 0 else default
