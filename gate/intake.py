"""`POST /webhooks/github`: GitHub's deliveries, answered 202 once they are on disk.

A thin layer in front of the web framework, since routing alone costs as much as everything that is done here. Nothing is looked at
before the signature is found good, and no content of a delivery reaches the log.
Source of headers, sizes and answers: GitHub docs, "Webhook events and payloads" and "Best practices for using webhooks".
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec
from starlette.types import ASGIApp, Receive, Scope, Send

from gate import logs, metrics, signature
from gate.answers import send_error, send_json
from gate.delivery_writer import DeliveryWriter
from gate.errors import (
    DeliveryRejectedError,
    DeliveryTooLargeError,
    MalformedDeliveryError,
    SignatureError,
    StoreUnavailableError,
)
from gate.payloads import EVENTS
from gate.received_delivery import ReceivedDelivery

log = logs.get_logger(__name__)

PATH = "/webhooks/github"
SIZE_LIMIT = 25 * 1024 * 1024
# All bodies in memory at one time: strangers may send large ones before their signature is looked at.
HELD_LIMIT = 8 * SIZE_LIMIT
READ_SECONDS = 30.0

_EVENT = re.compile(r"[a-z0-9_]{1,64}\Z")
_GUID = re.compile(r"[A-Za-z0-9._:-]{1,100}\Z")
_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])


class SlowBodyError(DeliveryRejectedError):
    """The body did not arrive in time."""

    status = 408


class _HungUpError(Exception):
    """The sender closed the connection: nobody is there to be answered."""


class Intake:
    """The layer: takes `POST /webhooks/github` and hands every other request to `inner`."""

    def __init__(
        self, inner: ASGIApp, writer: DeliveryWriter, secrets: Sequence[bytes], now: Callable[[], datetime]
    ) -> None:
        """`secrets` are the webhook secrets, empty in set-up mode (then every delivery is answered 503); `now` gives aware UTC."""
        self._inner = inner
        self._writer = writer
        self._secrets = tuple(secrets)
        self._now = now
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if scope["type"] != "http" or scope["path"] != PATH:
            await self._inner(scope, receive, send)
            return
        if scope["method"] != "POST":
            await send_error(send, 405, "only POST is answered here", ((b"allow", b"POST"),))
            return
        headers = _headers(scope)
        event = headers.get("x-github-event", "")
        started = time.monotonic()
        try:
            await self._take(headers, event, receive)
        except _HungUpError:
            return
        except DeliveryRejectedError as error:
            guid = headers.get("x-github-delivery", "")
            # What was sent is unproved: only words that look like GitHub's are repeated.
            log.warning(
                "delivery_rejected",
                status=error.status,
                reason=str(error),
                github_event=event if _EVENT.match(event) else None,
                delivery=guid if _GUID.match(guid) else None,
            )
            metrics.DELIVERIES.labels(_label(event), error.status).inc()
            retry = ((b"retry-after", b"60"),) if error.status == 503 else ()
            await send_error(send, error.status, str(error), retry)
            return
        metrics.DELIVERIES.labels(_label(event), 202).inc()
        metrics.INTAKE_SECONDS.observe(time.monotonic() - started)
        await send_json(send, 202, b'{"status":"stored"}')

    async def _take(self, headers: dict[str, str], event: str, receive: Receive) -> None:
        """Reads, proves and stores one delivery; raises the error that says why not."""
        if not self._secrets:
            raise StoreUnavailableError("Gate is not set up yet: it has no webhook secret")
        body = bytearray()
        try:
            await self._read(headers, receive, body)
            content = bytes(body)
            if not signature.verify(self._secrets, content, headers.get("x-hub-signature-256")):
                raise SignatureError("the signature is missing or was not made with a webhook secret of this App")
            guid = headers.get("x-github-delivery", "")
            if not _EVENT.match(event):
                raise MalformedDeliveryError("the header X-GitHub-Event is missing or not an event's name")
            if not _GUID.match(guid):
                raise MalformedDeliveryError("the header X-GitHub-Delivery is missing or not a delivery's id")
            _check_json(content)
            await self._writer.store(ReceivedDelivery(guid, event, content, self._now()))
        finally:
            self._held -= len(body)

    async def _read(self, headers: dict[str, str], receive: Receive, body: bytearray) -> None:
        """Reads the body into `body`. What is too large is still taken in for a while, unkept: who is cut off reads no answer."""
        announced = headers.get("content-length", "0")
        is_too_large = announced.isdecimal() and len(announced) < 20 and int(announced) > SIZE_LIMIT
        if is_too_large and (int(announced) > 2 * SIZE_LIMIT or "expect" in headers):
            raise DeliveryTooLargeError("the delivery is larger than 25 MB")
        received = 0
        try:
            async with asyncio.timeout(READ_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise _HungUpError
                    part = message.get("body", b"")
                    received += len(part)
                    if received > 2 * SIZE_LIMIT:
                        break
                    if received <= SIZE_LIMIT and not is_too_large:
                        if self._held + len(part) > HELD_LIMIT:
                            raise StoreUnavailableError(
                                "too many large deliveries at one time, this one was not stored"
                            )
                        body += part
                        self._held += len(part)
                    if not message.get("more_body", False):
                        break
        except TimeoutError as error:
            raise SlowBodyError("the delivery did not arrive in time") from error
        if is_too_large or received > SIZE_LIMIT:
            raise DeliveryTooLargeError("the delivery is larger than 25 MB")


def _headers(scope: Scope) -> dict[str, str]:
    """The request's headers; of one that comes twice the last counts. Names are lower-case in ASGI."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def _check_json(content: bytes) -> None:
    """Refuses what is not one JSON object in UTF-8; what the event must carry is looked at by the worker."""
    try:
        content.decode()
        _OBJECT.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedDeliveryError(
            "the body is not a JSON object (the webhook's content type must be application/json)"
        ) from error


def _label(event: str) -> str:
    return event if event in EVENTS else "other"
