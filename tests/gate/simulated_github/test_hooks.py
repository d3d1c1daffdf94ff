"""Deliveries are signed, sent in order, recorded, sent again; and lost, doubled, late or out of order when a test wants it."""

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from githubkit import GitHub
from githubkit.exception import RequestFailed

from gate.simulated_github import SimulatedGitHub
from gate.simulated_github.repositories import Repository
from gate.simulated_github.world import World


@dataclass
class Receiver:
    """Answers deliveries with `status` and keeps them."""

    url: str = ""
    status: int = 202
    received: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    def events(self) -> list[str]:
        return [headers["X-GitHub-Event"] for headers, _ in self.received]


@pytest.fixture
def receiver(world: World) -> Iterator[Receiver]:
    kept = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kept.received.append((dict(self.headers), body))
            self.send_response(kept.status)
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            """Keeps quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    kept.url = f"http://127.0.0.1:{server.server_port}/webhooks/github"
    world.hooks.url = kept.url
    yield kept
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def quiet_shop(world: World, receiver: Receiver) -> Repository:
    """A repository without workflows, after its installation was told of."""
    repository = world.repositories.add("octo-org/shop", {"README.md": "# Shop\n"})
    assert world.hooks.settle()
    receiver.received.clear()
    return repository


def _tag(world: World, shop: Repository, name: str) -> None:
    world.repositories.tag(shop, name, "main", by="maria")


def _tags(receiver: Receiver) -> list[str]:
    return [json.loads(body)["ref"].removeprefix("refs/tags/") for _, body in receiver.received]


def test_a_delivery_carries_its_signature_and_headers(world: World, receiver: Receiver, quiet_shop: Repository) -> None:
    _tag(world, quiet_shop, "v1")
    assert world.hooks.settle()
    headers, body = receiver.received[0]
    assert (
        headers["X-Hub-Signature-256"]
        == "sha256=" + hmac.new(world.hooks.secret.encode(), body, hashlib.sha256).hexdigest()
    )
    assert headers["X-GitHub-Event"] == "push"
    assert headers["X-GitHub-Hook-Installation-Target-ID"] == str(world.apps.app.id)
    assert headers["X-GitHub-Hook-Installation-Target-Type"] == "integration"
    assert headers["User-Agent"].startswith("GitHub-Hookshot/")


def test_deliveries_come_in_order(world: World, receiver: Receiver, quiet_shop: Repository) -> None:
    for name in ("v1", "v2", "v3"):
        _tag(world, quiet_shop, name)
    assert world.hooks.settle()
    assert _tags(receiver) == ["v1", "v2", "v3"]


def test_a_dropped_delivery_is_neither_sent_nor_recorded(
    world: World, receiver: Receiver, quiet_shop: Repository
) -> None:
    world.hooks.drop(1, event="push")
    _tag(world, quiet_shop, "v1")
    _tag(world, quiet_shop, "v2")
    assert world.hooks.settle()
    assert _tags(receiver) == ["v2"]
    assert len(world.hooks.of_event("push")) == 1


def test_a_duplicate_has_the_same_guid(world: World, receiver: Receiver, quiet_shop: Repository) -> None:
    world.hooks.duplicate(1, event="push")
    _tag(world, quiet_shop, "v1")
    assert world.hooks.settle()
    assert len({headers["X-GitHub-Delivery"] for headers, _ in receiver.received}) == 1
    assert len(receiver.received) == 2


def test_reordered_deliveries_come_last_one_first(world: World, receiver: Receiver, quiet_shop: Repository) -> None:
    world.hooks.reorder(2, event="push")
    for name in ("v1", "v2", "v3"):
        _tag(world, quiet_shop, name)
    assert world.hooks.settle()
    assert _tags(receiver) == ["v2", "v1", "v3"]


def test_others_overtake_a_delayed_delivery(world: World, receiver: Receiver, quiet_shop: Repository) -> None:
    world.hooks.delay(3600, event="push")
    _tag(world, quiet_shop, "v1")
    _tag(world, quiet_shop, "v2")
    assert world.hooks.settle()
    assert _tags(receiver) == ["v2"]


def test_a_delayed_delivery_comes_in_the_end(world: World, receiver: Receiver, quiet_shop: Repository) -> None:
    world.hooks.delay(0.01, event="push")
    _tag(world, quiet_shop, "v1")
    assert world.wait_until(lambda: _tags(receiver) == ["v1"])


def test_a_refused_delivery_is_listed_and_sent_again_under_its_guid(
    world: World, receiver: Receiver, quiet_shop: Repository, app_client: GitHub
) -> None:
    receiver.status = 500
    _tag(world, quiet_shop, "v1")
    assert world.hooks.settle()
    receiver.status = 202
    (failed,) = app_client.rest.apps.list_webhook_deliveries(status="failure").parsed_data
    assert failed.status_code == 500
    assert app_client.rest.apps.redeliver_webhook_delivery(failed.id).status_code == 202
    assert world.hooks.settle()
    first, second = world.hooks.of_event("push")
    assert (first.guid, second.redelivery, second.status_code) == (second.guid, True, 202)


def test_a_delivery_that_nobody_takes_is_listed_as_failed(
    world: World, receiver: Receiver, quiet_shop: Repository, app_client: GitHub
) -> None:
    world.hooks.url = "http://127.0.0.1:9/nobody"
    _tag(world, quiet_shop, "v1")
    assert world.hooks.settle()
    (failed,) = app_client.rest.apps.list_webhook_deliveries(status="failure").parsed_data
    assert (failed.status_code, failed.status) == (0, "failed to connect to host")


def test_an_old_delivery_is_not_sent_again(
    world: World, receiver: Receiver, quiet_shop: Repository, app_client: GitHub
) -> None:
    delivery = world.hooks.deliveries[0]
    delivery.delivered_at = delivery.delivered_at.replace(year=2020)
    with pytest.raises(RequestFailed):
        app_client.rest.apps.redeliver_webhook_delivery(delivery.id)


def test_the_list_of_deliveries_goes_on_at_its_cursor(world: World, quiet_shop: Repository, app_client: GitHub) -> None:
    for name in ("v1", "v2", "v3"):
        _tag(world, quiet_shop, name)
    assert world.hooks.settle()
    first = app_client.rest.apps.list_webhook_deliveries(per_page=2)
    cursor = first.headers["link"].partition("cursor=")[2].partition(">")[0]
    second = app_client.rest.apps.list_webhook_deliveries(per_page=2, cursor=cursor)
    ids = [row.id for row in (*first.parsed_data, *second.parsed_data)]
    assert ids == [row.id for row in reversed(world.hooks.deliveries)]


def test_an_event_that_the_app_does_not_listen_to_is_not_sent(
    world: World, receiver: Receiver, quiet_shop: Repository
) -> None:
    world.apps.installations[0].events.remove("push")
    _tag(world, quiet_shop, "v1")
    assert world.hooks.settle()
    assert receiver.events() == []


def test_a_repository_without_the_app_sends_nothing(world: World, receiver: Receiver, quiet_shop: Repository) -> None:
    other = world.repositories.add("elsewhere/shop", installed=False)
    world.repositories.push(other, "main", {"a.txt": "a\n"}, by="maria")
    assert world.hooks.settle()
    assert receiver.events() == []


def test_a_slow_receiver_is_given_up(world: World, github: SimulatedGitHub, quiet_shop: Repository) -> None:
    world.hooks.url = f"{github.api_url}/rate_limit"
    world.faults.slow(30)
    world.hooks.timeout_seconds = 0.2
    _tag(world, quiet_shop, "v1")
    assert world.wait_until(lambda: world.hooks.of_event("push")[0].status == "timed out")
