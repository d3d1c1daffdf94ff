"""What stands around every page: who may see it, the headers that bind the browser, and an answer when something breaks."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gate import logs, page_access
from gate.answers import send_error

log = logs.get_logger(__name__)


class Guards:
    """An ASGI layer around the framework."""

    def __init__(self, inner: ASGIApp, *, listen_host: str, web_url: str, public_url: str) -> None:
        """`listen_host` decides whether pages are shown; forms may go to `web_url` (the App is made there), and nowhere else outside."""
        self._inner = inner
        self._listen_host = listen_host
        self._headers = _security_headers(web_url, public_url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request, or refuses it."""
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((name, value) for name, value in self._headers if name not in given),
                ]
            await send(message)

        if page_access.is_page(scope["path"]):
            headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
            client = scope.get("client")
            reason = page_access.refusal(self._listen_host, client[0] if client else None, scope["method"], headers)
            if reason is not None:
                log.warning("page_refused", path=scope["path"], reason=reason)
                await send_error(send_guarded, 403, reason)
                return
        try:
            await self._inner(scope, receive, send_guarded)
        except Exception:
            # The framework has answered already; left alone, the server would log it in its own way.
            log.exception("page_failed", path=scope["path"])


def _security_headers(web_url: str, public_url: str) -> list[tuple[bytes, bytes]]:
    """The headers of every answer. Scripts and styles come from files of ours only; nobody may frame a page."""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        f"form-action 'self' {web_url}; base-uri 'none'; frame-ancestors 'none'"
    )
    headers = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=()",
        "cache-control": "no-store",
    }
    if urlsplit(public_url).scheme == "https":
        headers["strict-transport-security"] = "max-age=31536000"
    return [(name.encode(), value.encode()) for name, value in headers.items()]
