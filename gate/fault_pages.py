"""Turns the one-line answer to a refused or unknown page into a page, for browsers. Machines keep their line of JSON."""

from __future__ import annotations

import json

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gate import page_access
from gate.page_templates import render

HEADINGS = {
    403: "This page is not shown here",
    404: "There is no such page",
    500: "Gate met a fault of its own",
}


class FaultPages:
    """An ASGI layer outside of everything that may refuse a page."""

    def __init__(self, inner: ASGIApp) -> None:
        """`inner` answers faults as JSON, `{"error": "why"}`; its other headers are kept."""
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes everything on, and rewrites a fault that a person is going to read."""
        if not _is_for_a_person(scope):
            await self._inner(scope, receive, send)
            return
        start: Message | None = None
        body = b""

        async def send_page(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start" and _is_fault(message):
                start = message
                return
            if start is None:
                await send(message)
                return
            body += message.get("body", b"")
            if not message.get("more_body", False):
                await _send_fault(send, start, body, with_body=scope["method"] == "GET")

        await self._inner(scope, receive, send_page)


def _is_for_a_person(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    if not page_access.is_page(scope["path"]) or scope["path"].startswith("/static/"):
        return False
    return any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])


def _is_fault(start: Message) -> bool:
    content_type = dict(start["headers"]).get(b"content-type", b"")
    return start["status"] in HEADINGS and content_type.startswith(b"application/json")


async def _send_fault(send: Send, start: Message, body: bytes, *, with_body: bool) -> None:
    status = start["status"]
    page = render("fault.html", status=status, heading=HEADINGS[status], reason=_reason(body)).encode()
    kept = [(name, value) for name, value in start["headers"] if name not in (b"content-type", b"content-length")]
    headers = [*kept, (b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(page)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": page if with_body else b""})


def _reason(body: bytes) -> str:
    """The sentence of a fault, as a sentence."""
    try:
        reason = str(json.loads(body)["error"])
    except (ValueError, KeyError, TypeError):
        return ""
    return f"{reason[:1].upper()}{reason[1:]}".rstrip(".") + "."
