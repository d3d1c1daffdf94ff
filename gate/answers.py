"""The one shape of short answers: a line of JSON, `{"error": ...}` when something is wrong. Straight ASGI, for what stands before the framework."""

from __future__ import annotations

import json
from collections.abc import Iterable

from starlette.types import Send


async def send_json(send: Send, status: int, content: bytes, headers: Iterable[tuple[bytes, bytes]] = ()) -> None:
    """Sends a whole answer whose body is `content` (JSON in bytes)."""
    length = str(len(content)).encode()
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(b"content-type", b"application/json"), (b"content-length", length), *headers],
        }
    )
    await send({"type": "http.response.body", "body": content})


async def send_error(send: Send, status: int, reason: str, headers: Iterable[tuple[bytes, bytes]] = ()) -> None:
    """Sends `{"error": reason}`; the reason is one sentence without secrets or what a stranger wrote."""
    await send_json(send, status, json.dumps({"error": reason}).encode(), headers)
