"""Webhook deliveries: signed, sent in the background, recorded, sent again on request; and what can happen to them on the way."""

from __future__ import annotations

import hashlib
import hmac
import json
import queue
import ssl
import threading
import time
import uuid
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import httpx

from gate.simulated_github.apps import Installation
from gate.simulated_github.refusals import Refusal, not_found
from gate.simulated_github.repositories import Repository

if TYPE_CHECKING:
    from gate.simulated_github.world import World

LARGEST_BODY_BYTES = 25 * 1024 * 1024

ALWAYS_SENT = frozenset(
    {"installation", "installation_repositories", "github_app_authorization", "installation_target"}
)

REDELIVERABLE = timedelta(days=3)


@dataclass(eq=False, slots=True)
class HookDelivery:
    """One attempt at a delivery. `status_code` is 0 as long as nobody answered."""

    id: int
    guid: str
    event: str
    action: str | None
    installation_id: int | None
    repository_id: int | None
    body: bytes
    delivered_at: datetime
    redelivery: bool = False
    duration: float = 0.0
    status: str = "pending"
    status_code: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    response_headers: dict[str, str] = field(default_factory=dict)
    response_body: str = ""

    @property
    def payload(self) -> dict[str, Any]:
        """The body, read."""
        found: dict[str, Any] = json.loads(self.body)
        return found


@dataclass(slots=True)
class _Mishap:
    """What happens to the next `count` deliveries (of one event, where it is given)."""

    kind: str
    count: int
    event: str | None
    seconds: float = 0.0


class Hooks:
    """The App's webhook. `url` None: deliveries are recorded, and nobody answers."""

    def __init__(self, world: World, secret: str, timeout_seconds: float = 10) -> None:
        """Starts the sender's thread."""
        self._world = world
        self.secret = secret
        self.url: str | None = None
        self.timeout_seconds = timeout_seconds
        self.id = world.next_id()
        self.deliveries: list[HookDelivery] = []
        self._mishaps: list[_Mishap] = []
        self._held_back: list[HookDelivery] = []
        self._queue: queue.Queue[HookDelivery | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="simulated-github-hooks", daemon=True)
        self._thread.start()

    # what happens on the way

    def drop(self, count: int = 1, event: str | None = None) -> None:
        """Loses the next deliveries: they are never tried and never recorded."""
        self._mishaps.append(_Mishap("drop", count, event))

    def duplicate(self, count: int = 1, event: str | None = None) -> None:
        """Sends the next deliveries twice, with the same GUID."""
        self._mishaps.append(_Mishap("duplicate", count, event))

    def delay(self, seconds: float, count: int = 1, event: str | None = None) -> None:
        """Sends the next deliveries late; others overtake them."""
        self._mishaps.append(_Mishap("delay", count, event, seconds))

    def reorder(self, count: int, event: str | None = None) -> None:
        """Keeps the next deliveries back until there are `count` of them, and sends them last one first."""
        self._mishaps.append(_Mishap("reorder", count, event))

    def clear_mishaps(self) -> None:
        """Lets everything go its way again, and sends what was kept back."""
        with self._world.lock:
            self._mishaps.clear()
            for delivery in reversed(self._held_back):
                self._post(delivery)
            self._held_back.clear()

    # sending

    def send(self, repository: Repository, event: str, action: str | None, payload: dict[str, Any]) -> None:
        """Sends an event of a repository to the App, where the App is installed there and listens to the event."""
        installation = self._world.apps.of_repository(repository)
        if installation is not None:
            self.send_to(installation, event, action, payload, repository)

    def send_to(
        self,
        installation: Installation,
        event: str,
        action: str | None,
        payload: dict[str, Any],
        repository: Repository | None,
    ) -> None:
        """Sends an event to the App in an installation."""
        if event not in ALWAYS_SENT and (event not in installation.events or installation.suspended_at is not None):
            return
        body: dict[str, Any] = {"action": action} if action is not None else {}
        body |= payload
        body.setdefault("installation", {"id": installation.id, "node_id": f"MDIzOk{installation.id}"})
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        if len(text) > LARGEST_BODY_BYTES:
            return
        guid = str(uuid.uuid4())
        repository_id = repository.id if repository else None
        delivery = self._delivery(guid, event, action, installation.id, repository_id, text, False)
        with self._world.lock:
            self._dispatch(delivery)

    def redeliver(self, delivery_id: int) -> None:
        """Sends a delivery again under its old GUID; raises `Refusal` when there is none or it is older than three days."""
        with self._world.lock:
            old = self.get(delivery_id)
            if old.delivered_at < self._world.now() - REDELIVERABLE:
                raise Refusal(422, "The delivery is too old to be redelivered.")
            self._post(
                self._delivery(old.guid, old.event, old.action, old.installation_id, old.repository_id, old.body, True)
            )

    def get(self, delivery_id: int) -> HookDelivery:
        """The delivery of an id; raises `Refusal` 404."""
        found = next((delivery for delivery in self.deliveries if delivery.id == delivery_id), None)
        if found is None:
            raise not_found()
        return found

    def of_event(self, event: str, action: str | None = None) -> list[HookDelivery]:
        """All deliveries of an event, oldest first."""
        with self._world.lock:
            return [row for row in self.deliveries if row.event == event and action in (None, row.action)]

    def settle(self, seconds: float = 10) -> bool:
        """Waits until everything in the queue was tried; False when `seconds` were not enough."""
        until = time.monotonic() + seconds
        while self._queue.unfinished_tasks and time.monotonic() < until:
            time.sleep(0.005)
        return not self._queue.unfinished_tasks

    def stop(self) -> None:
        """Ends the sender."""
        self._queue.put(None)
        self._thread.join(timeout=self.timeout_seconds + 5)

    def _delivery(
        self,
        guid: str,
        event: str,
        action: str | None,
        installation_id: int | None,
        repository_id: int | None,
        body: bytes,
        again: bool,
    ) -> HookDelivery:
        key = self.secret.encode()
        headers = {
            "Accept": "*/*",
            "Content-Type": "application/json",
            "User-Agent": "GitHub-Hookshot/simulated",
            "X-GitHub-Delivery": guid,
            "X-GitHub-Event": event,
            "X-GitHub-Hook-ID": str(self.id),
            "X-GitHub-Hook-Installation-Target-ID": str(self._world.apps.app.id),
            "X-GitHub-Hook-Installation-Target-Type": "integration",
            "X-Hub-Signature": "sha1=" + hmac.new(key, body, hashlib.sha1).hexdigest(),
            "X-Hub-Signature-256": "sha256=" + hmac.new(key, body, hashlib.sha256).hexdigest(),
        }
        return HookDelivery(
            self._world.next_id(),
            guid,
            event,
            action,
            installation_id,
            repository_id,
            body,
            self._world.now(),
            again,
            headers=headers,
        )

    def _dispatch(self, delivery: HookDelivery) -> None:
        mishap = next((one for one in self._mishaps if one.event in (None, delivery.event)), None)
        if mishap is None:
            self._post(delivery)
            return
        mishap.count -= 1
        if mishap.count <= 0:
            self._mishaps.remove(mishap)
        if mishap.kind == "duplicate":
            self._post(delivery)
            self._post(delivery)
        elif mishap.kind == "delay":
            self._world.scheduler.call_later(mishap.seconds, self._post, delivery)
        elif mishap.kind == "reorder":
            self._held_back.append(delivery)
            if mishap.count <= 0:
                for held in reversed(self._held_back):
                    self._post(held)
                self._held_back.clear()

    def _post(self, delivery: HookDelivery) -> None:
        with self._world.lock:
            if delivery not in self.deliveries:
                self.deliveries.append(delivery)
        self._queue.put(delivery)

    def _run(self) -> None:
        # Deliveries go to loopback; loading the authorities of the real net would cost more than all else here.
        with httpx.Client(trust_env=False, verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)) as client:
            while (delivery := self._queue.get()) is not None:
                self._attempt(client, delivery)
                self._queue.task_done()

    def _attempt(self, client: httpx.Client, delivery: HookDelivery) -> None:
        started = time.monotonic()
        if self.url is None:
            delivery.status = "failed to connect to host"
            return
        try:
            answer = client.post(
                self.url, content=delivery.body, headers=delivery.headers, timeout=self.timeout_seconds
            )
        except httpx.TimeoutException:
            delivery.status = "timed out"
        except httpx.HTTPError:
            delivery.status = "failed to connect to host"
        else:
            delivery.status = "OK" if answer.is_success else f"Invalid HTTP Response: {answer.status_code}"
            delivery.response_headers = dict(answer.headers)
            delivery.response_body = answer.text[:10_000]
            delivery.status_code = answer.status_code
        delivery.duration = round(time.monotonic() - started, 3)
