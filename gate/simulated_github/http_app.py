"""The HTTP side: who asks, what they may, what it costs, what went wrong; then the call itself, under the world's lock."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import importlib
import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote

from gate.simulated_github.api_version import OLDEST, VERSIONS, as_of
from gate.simulated_github.apps import Token
from gate.simulated_github.faults import Fault
from gate.simulated_github.refusals import Refusal
from gate.simulated_github.routing import Answer, Call, Route, find_route
from gate.simulated_github.world import World

for _family in ("apps", "repositories", "git", "pulls", "checks", "actions"):
    importlib.import_module(f"gate.simulated_github.rest.{_family}")
for _part in ("graphql_call", "pages"):
    importlib.import_module(f"gate.simulated_github.{_part}")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

ENTERPRISE_PREFIX = "/api/v3"


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """A request that was answered. `by` is "app", "installation" or "nobody"; `path` the real path, `template` its pattern."""

    method: str
    template: str
    path: str
    status: int
    by: str
    permissions: dict[str, str]
    repository_ids: frozenset[int] | None
    at: float


@dataclass(slots=True)
class _Bucket:
    """The primary rate limit of one asker."""

    reset_at: float
    used: int = 0


@dataclass(slots=True)
class _Asked:
    """What is known of a request before and while it is answered."""

    method: str
    path: str
    template: str = ""
    by: str = "nobody"
    token: Token | None = None
    is_counted: bool = True
    headers: dict[str, str] = field(default_factory=dict)


class HttpApp:
    """The ASGI application. `calls` holds every request that was answered, in order."""

    def __init__(self, world: World) -> None:
        """Serves a world."""
        self.world = world
        self.calls: list[RecordedCall] = []
        self.primary_limit = 5000
        self._buckets: dict[str, _Bucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request; start-up and shut-down messages need nothing."""
        if scope["type"] != "http":
            return
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        headers = {name.decode().lower(): value.decode("latin-1") for name, value in scope["headers"]}
        raw_path = scope.get("raw_path", scope["path"].encode()).decode("latin-1").partition("?")[0]
        asked = _Asked(scope["method"], raw_path.removeprefix(ENTERPRISE_PREFIX), headers=headers)
        if asked.path == "/api/graphql":
            asked.path = "/graphql"
        fault = self.world.faults.take(asked.method, asked.path)
        if fault is not None and fault.seconds:
            # A server that stops does not wait for the slow.
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(fault.seconds)
        if fault is not None and fault.is_reset:
            self._record(asked, 0)
            # A promised body that never comes: the server closes the connection, the client sees it broken.
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"100000")]})
            await send({"type": "http.response.body", "body": b"{", "more_body": True})
            return
        answer = await asyncio.to_thread(self._answer, asked, scope["query_string"].decode(), body, fault)
        content = self._content(answer)
        await send({"type": "http.response.start", "status": answer.status, "headers": self._headers(answer, content)})
        await send({"type": "http.response.body", "body": content})

    def _answer(self, asked: _Asked, query: str, body: bytes, fault: Fault | None) -> Answer:
        try:
            answer = self._fault(fault) or self._call(asked, query, body)
        except Refusal as refusal:
            told: dict[str, Any] = {
                "message": refusal.message,
                "documentation_url": "https://docs.github.com/rest",
                "status": str(refusal.status),
            }
            if refusal.errors is not None:
                told["errors"] = refusal.errors
            answer = Answer(refusal.status, told)
        except Exception as failure:  # noqa: BLE001 - whatever it was, it is kept and raised when the simulation ends
            self.world.failures.append(failure)
            answer = Answer(500, {"message": "Server Error"})
        if asked.method == "GET" and answer.status == 200:
            tag = f'W/"{hashlib.sha256(self._content(answer)).hexdigest()}"'
            answer.headers["etag"] = tag
            if asked.headers.get("if-none-match") in (tag, tag.removeprefix("W/")):
                asked.is_counted = False
                answer = Answer(304, None, {"etag": tag})
        answer.headers |= self._limit_headers(asked) | answer.headers
        answer.headers["x-github-request-id"] = (
            hashlib.sha256(str(time.monotonic_ns()).encode()).hexdigest()[:20].upper()
        )
        answer.headers["x-github-api-version-selected"] = asked.headers.get("x-github-api-version", OLDEST)
        self._record(asked, answer.status)
        return answer

    def _fault(self, fault: Fault | None) -> Answer | None:
        if fault is None or fault.status is None:
            return None
        return Answer(fault.status, fault.body, dict(fault.headers))

    def _call(self, asked: _Asked, query: str, body: bytes) -> Answer:
        version = asked.headers.get("x-github-api-version", OLDEST)
        if version not in VERSIONS:
            raise Refusal(400, f"{version} is not a supported version of the REST API.")
        # A segment may hold an escaped slash, so the path is split before it is unescaped.
        found, names = find_route(asked.method, asked.path)
        asked.template = found.template
        names = {name: unquote(value) for name, value in names.items()}
        self._authenticate(asked, found)
        if found.template != "/rate_limit" and self._bucket(asked).used >= self.primary_limit:
            raise Refusal(403, "API rate limit exceeded for installation.")
        values = self._values(asked, body)
        call = Call(
            self.world,
            asked.method,
            unquote(asked.path),
            names,
            dict(parse_qsl(query, keep_blank_values=True)),
            asked.headers,
            values,
            asked.token,
        )
        with self.world.lock:
            if asked.token is not None and "owner" in names:
                # What the token does not reach does not exist for it; what it may not do is refused after that.
                call.find_repository()
            if asked.token is not None and found.needs is not None and not asked.token.may(*found.needs):
                raise Refusal(403, "Resource not accessible by integration")
            answer = found.handler(call)
        if asked.path != "/graphql":
            answer.body = as_of(version, answer.body)
        return answer

    def _values(self, asked: _Asked, body: bytes) -> dict[str, Any]:
        """The body: a JSON object, or a form of one of the pages."""
        if asked.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
            return dict(parse_qsl(body.decode("utf-8", "replace")))
        try:
            values = json.loads(body) if body.strip() else {}
        except ValueError:
            raise Refusal(400, "Problems parsing JSON") from None
        if not isinstance(values, dict):
            raise Refusal(400, "Body should be a JSON object")
        return values

    def _authenticate(self, asked: _Asked, found: Route) -> None:
        kind, _, value = asked.headers.get("authorization", "").partition(" ")
        if found.by == "any" and not value:
            return
        if not value or kind.lower() not in ("bearer", "token"):
            raise Refusal(401, "Requires authentication")
        with self.world.lock:
            # An App's own token is three parts; installation tokens may hold such a token too, behind their prefix.
            if not value.startswith("ghs_"):
                self.world.apps.verify(value)
                asked.by = "app"
                if found.by == "installation":
                    raise Refusal(403, "Resource not accessible by integration")
                return
            asked.token = self.world.apps.token(value)
            asked.by = "installation"
        if found.by == "app":
            raise Refusal(401, "A JSON web token could not be decoded")

    def _bucket(self, asked: _Asked) -> _Bucket:
        asker = str(asked.token.installation.id) if asked.token else asked.by
        now = self.world.now().timestamp()
        with self.world.lock:
            bucket = self._buckets.get(asker)
            if bucket is None or bucket.reset_at <= now:
                bucket = self._buckets[asker] = _Bucket(now + 3600)
            return bucket

    def _limit_headers(self, asked: _Asked) -> dict[str, str]:
        with self.world.lock:
            bucket = self._bucket(asked)
            if asked.is_counted and asked.template != "/rate_limit":
                bucket.used += 1
            return {
                "x-ratelimit-limit": str(self.primary_limit),
                "x-ratelimit-remaining": str(max(0, self.primary_limit - bucket.used)),
                "x-ratelimit-used": str(bucket.used),
                "x-ratelimit-reset": str(int(bucket.reset_at)),
                "x-ratelimit-resource": "graphql" if asked.path == "/graphql" else "core",
            }

    def _record(self, asked: _Asked, status: int) -> None:
        token = asked.token
        self.calls.append(
            RecordedCall(
                method=asked.method,
                template=asked.template or asked.path,
                path=asked.path,
                status=status,
                by=asked.by,
                permissions=dict(token.permissions) if token else {},
                repository_ids=token.repository_ids if token else None,
                at=time.monotonic(),
            )
        )

    def _content(self, answer: Answer) -> bytes:
        if answer.body is None:
            return b""
        if isinstance(answer.body, bytes):
            return answer.body
        return json.dumps(answer.body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")

    def _headers(self, answer: Answer, content: bytes) -> list[tuple[bytes, bytes]]:
        headers = dict(answer.headers)
        if answer.status not in (204, 304):
            headers["content-length"] = str(len(content))
            headers["content-type"] = answer.media_type
        return [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()]
