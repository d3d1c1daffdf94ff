"""What GitHub is answered, and what is on disk then. A real server, and both databases wherever something is stored."""

import asyncio
import io
import json
import logging
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, text, update

from gate import intake, logs
from gate.app import create_app
from gate.db import Database
from gate.delivery_writer import DeliveryWriter
from gate.settings import Settings
from gate.tables import Base, Delivery
from tests.gate.serving import SECRET, headers, served

PATH = "/webhooks/github"
MB = 1024 * 1024
BODY = b'{"action": "opened", "number": 1}'


@pytest.fixture
def sqlite(tmp_path):
    database = Database(f"sqlite:///{tmp_path}/gate.db")
    Base.metadata.create_all(database.engine)
    yield database
    database.close()


def _app(database, secret=f"{SECRET},another secret", **more):
    return create_app(Settings(webhook_secret=secret), database, **more)


@pytest.fixture
def client(sqlite):
    with served(_app(sqlite)) as client:
        yield client


def _rows(database):
    with database.transaction() as session:
        return list(session.scalars(select(Delivery).order_by(Delivery.id)))


# --- stored ---------------------------------------------------------------------------------------------------------


def test_a_delivery_is_on_disk_when_it_is_answered(database):
    with served(_app(database)) as client:
        before = datetime.now(UTC)
        answer = client.post(PATH, content=BODY, headers=headers(BODY, guid="a-guid"))
        [row] = _rows(database)

    assert answer.status_code == 202
    assert (row.guid, row.event, row.payload, row.state) == ("a-guid", "pull_request", BODY, "stored")
    assert (row.urgency, row.attempts, row.reason) == (2, 0, "")
    assert (row.due_at, row.leased_until, row.finished_at) == (None, None, None)
    assert before - timedelta(seconds=1) < row.received_at < before + timedelta(seconds=30)


def test_a_delivery_that_comes_twice_is_stored_once_and_answered_twice(database):
    with served(_app(database)) as client:
        answers = [client.post(PATH, content=BODY, headers=headers(BODY, guid="a-guid")) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [202, 202]
    assert len(_rows(database)) == 1


@pytest.mark.parametrize("state", ["stored", "working", "processed", "ignored"])
def test_a_redelivery_of_what_is_finished_or_under_way_changes_nothing(database, state):
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    with served(_app(database)) as client:
        client.post(PATH, content=BODY, headers=headers(BODY, guid="a-guid"))
        with database.transaction() as session:
            session.execute(update(Delivery).values(state=state, attempts=1, reason="words", leased_until=moment))
        answer = client.post(PATH, content=BODY, headers=headers(BODY, guid="a-guid"))

    [row] = _rows(database)
    assert answer.status_code == 202
    assert (row.state, row.attempts, row.reason, row.leased_until) == (state, 1, "words", moment)


def test_a_redelivery_of_what_failed_is_taken_up_again(database):
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    with served(_app(database)) as client:
        client.post(PATH, content=BODY, headers=headers(BODY, guid="a-guid"))
        with database.transaction() as session:
            session.execute(
                update(Delivery).values(state="failed", attempts=9, reason="words", due_at=moment, finished_at=moment)
            )
        client.post(PATH, content=BODY, headers=headers(BODY, guid="a-guid"))

    [row] = _rows(database)
    assert (row.state, row.attempts, row.reason, row.due_at, row.finished_at) == ("stored", 0, "", None, None)


@pytest.mark.parametrize(
    ("event", "urgency"),
    [
        ("workflow_run", 0),
        ("check_run", 1),
        ("pull_request_review", 1),
        ("pull_request", 2),
        ("push", 2),
        ("installation", 5),
        ("an_event_of_next_year", 5),
    ],
)
def test_every_event_is_kept_with_its_urgency(client, sqlite, event, urgency):
    answer = client.post(PATH, content=BODY, headers=headers(BODY, event))

    assert answer.status_code == 202
    assert [(row.event, row.urgency) for row in _rows(sqlite)] == [(event, urgency)]


def test_the_former_secret_is_accepted_while_rotating(client):
    assert client.post(PATH, content=BODY, headers=headers(BODY, secret="another secret")).status_code == 202


def test_whoever_works_is_woken_after_the_row_is_there(sqlite):
    seen = []
    with served(_app(sqlite, on_stored=lambda: seen.append(len(_rows(sqlite))))) as client:
        client.post(PATH, content=BODY, headers=headers(BODY))

    assert seen == [1]


def test_a_delivery_as_large_as_github_sends_is_stored(client, sqlite):
    body = b'{"x": "' + b"x" * (25 * MB - 9) + b'"}'

    answer = client.post(PATH, content=body, headers=headers(body))

    assert answer.status_code == 202
    assert [len(row.payload) for row in _rows(sqlite)] == [25 * MB]


# --- refused --------------------------------------------------------------------------------------------------------


def _refused(client, database, status, words, **request):
    answer = client.post(PATH, **request)

    assert answer.status_code == status
    assert list(answer.json()) == ["error"]
    assert words in answer.json()["error"]
    assert "\n" not in answer.text
    assert _rows(database) == []


def test_a_wrong_signature_is_refused(client, sqlite):
    _refused(client, sqlite, 401, "signature", content=BODY, headers=headers(BODY, secret="a guess"))


def test_a_signature_of_another_body_is_refused(client, sqlite):
    _refused(client, sqlite, 401, "signature", content=BODY + b" ", headers=headers(BODY))


def test_a_missing_signature_is_refused(client, sqlite):
    given = headers(BODY)
    del given["X-Hub-Signature-256"]

    _refused(client, sqlite, 401, "signature", content=BODY, headers=given)


def test_without_a_good_signature_nothing_else_is_told(client, sqlite):
    _refused(client, sqlite, 401, "signature", content=b"no JSON")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nonsense",
        b"{",
        b'{"a": 1} {"b": 2}',
        b"[]",
        b'"text"',
        b"null",
        b"payload=%7B%22a%22%3A1%7D",
        b"\xff\xfe{}",
        b'{"a": "\xff"}',
        b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    ],
    ids=lambda body: repr(body[:16]),
)
def test_a_body_that_is_no_json_object_is_refused(client, sqlite, body):
    _refused(client, sqlite, 400, "not a JSON object", content=body, headers=headers(body))


@pytest.mark.parametrize("name", ["X-GitHub-Event", "X-GitHub-Delivery"])
def test_a_missing_header_is_refused_by_its_name(client, sqlite, name):
    given = headers(BODY)
    del given[name]

    _refused(client, sqlite, 400, f"{name} is missing", content=BODY, headers=given)


@pytest.mark.parametrize("name", ["X-GitHub-Event", "X-GitHub-Delivery"])
@pytest.mark.parametrize("value", ["", "a b", "../x", "x" * 101, "caf\u00e9".encode()])
def test_a_header_that_github_never_sends_is_refused(client, sqlite, name, value):
    _refused(client, sqlite, 400, name, content=BODY, headers=headers(BODY) | {name: value})


def test_more_than_github_ever_sends_is_refused(client, sqlite):
    body = b"x" * (25 * MB + 1)

    _refused(client, sqlite, 413, "larger than 25 MB", content=body, headers=headers(BODY))


def test_too_much_is_refused_though_no_length_was_announced(client, sqlite):
    parts = (b"x" * MB for _ in range(26))

    _refused(client, sqlite, 413, "larger than 25 MB", content=parts, headers=headers(BODY))


def test_a_service_that_is_not_set_up_says_so(sqlite):
    with served(create_app(Settings(), sqlite)) as client:
        _refused(client, sqlite, 503, "not set up", content=BODY, headers=headers(BODY))


def test_another_method_is_refused(client):
    answer = client.get(PATH)

    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


def test_after_a_refusal_the_next_delivery_is_stored(client, sqlite):
    client.post(PATH, content=b"x" * (26 * MB), headers=headers(BODY))
    client.post(PATH, content=b"nonsense", headers=headers(BODY))

    assert client.post(PATH, content=BODY, headers=headers(BODY)).status_code == 202


def test_a_database_that_cannot_store_is_answered_503_and_works_again_after(database):
    with served(_app(database)) as client:
        with database.engine.begin() as connection:
            connection.execute(text("ALTER TABLE deliveries RENAME TO away"))
        refused = client.post(PATH, content=BODY, headers=headers(BODY, guid="a-guid"))
        with database.engine.begin() as connection:
            connection.execute(text("ALTER TABLE away RENAME TO deliveries"))
        stored = client.post(PATH, content=BODY, headers=headers(BODY, guid="a-guid"))

    assert (refused.status_code, refused.headers["retry-after"]) == (503, "60")
    assert stored.status_code == 202
    assert [row.guid for row in _rows(database)] == ["a-guid"]


# --- the log --------------------------------------------------------------------------------------------------------


@pytest.fixture
def log():
    """The lines that were logged, parsed."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    logs.configure("json", stream=stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.handlers[:] = before
    root.setLevel(level)


def test_a_refused_delivery_is_one_line_without_anything_of_it(sqlite, log):
    body = b'{"title": "a marker", "token": "ghp_0123456789abcdef0123456789abcdef0123"}'
    with served(_app(sqlite)) as client:
        client.post(PATH, content=body, headers=headers(body, guid="a-guid", secret="a guess"))
        lines = [line for line in log() if line["event"] == "delivery_rejected"]

    [line] = lines
    assert (line["status"], line["delivery"], line["github_event"]) == (401, "a-guid", "pull_request")
    assert "a marker" not in json.dumps(log())
    assert "ghp_" not in json.dumps(log())


def test_a_header_cannot_write_into_the_log(sqlite, log):
    with served(_app(sqlite)) as client:
        client.post(PATH, content=BODY, headers={"X-GitHub-Event": "forged\tline", "X-GitHub-Delivery": "[info] fine"})
        lines = [line for line in log() if line["event"] == "delivery_rejected"]

    assert [(line["github_event"], line["delivery"]) for line in lines] == [(None, None)]


def test_a_stored_delivery_leaves_nothing_of_its_content_in_the_log(sqlite, log):
    body = b'{"title": "a marker", "token": "ghp_0123456789abcdef0123456789abcdef0123"}'
    with served(_app(sqlite)) as client:
        assert client.post(PATH, content=body, headers=headers(body)).status_code == 202

    assert "a marker" not in json.dumps(log())
    assert "ghp_" not in json.dumps(log())


# --- the layer alone ------------------------------------------------------------------------------------------------


def _ask(layer, messages, given=None, path=PATH):
    """The messages with which the layer answers a request whose parts are `messages`."""
    sent = []
    waiting = iter(messages)

    async def receive():
        message = next(waiting, None)
        return message if message is not None else await asyncio.Event().wait()

    async def send(message):
        sent.append(message)

    names = [(name.lower().encode(), value.encode()) for name, value in (given or headers(BODY)).items()]
    scope = {"type": "http", "method": "POST", "path": path, "headers": names}
    asyncio.run(layer(scope, receive, send))
    return sent


async def _nothing(scope, receive, send):
    await send({"type": "inner", "path": scope["path"]})


@pytest.fixture
def layer(sqlite):
    return intake.Intake(_nothing, DeliveryWriter(sqlite), [SECRET.encode()], lambda: datetime(2026, 1, 2, tzinfo=UTC))


def test_every_other_path_is_handed_on(layer):
    assert _ask(layer, [], path=PATH + "/") == [{"type": "inner", "path": PATH + "/"}]


def test_who_hangs_up_is_not_answered(layer):
    assert _ask(layer, [{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}]) == []


def test_a_body_that_never_ends_is_given_up(layer, monkeypatch):
    monkeypatch.setattr(intake, "READ_SECONDS", 0.05)

    start, _ = _ask(layer, [{"type": "http.request", "body": b"{", "more_body": True}])

    assert start["status"] == 408


def test_too_many_large_bodies_at_one_time_are_refused(layer, monkeypatch):
    monkeypatch.setattr(intake, "HELD_LIMIT", 10)

    start, _ = _ask(layer, [{"type": "http.request", "body": BODY}])

    assert start["status"] == 503


def test_what_was_refused_no_longer_counts_as_held(layer, monkeypatch):
    monkeypatch.setattr(intake, "HELD_LIMIT", len(BODY))
    wrong = headers(BODY, secret="a guess")

    statuses = [_ask(layer, [{"type": "http.request", "body": BODY}], wrong)[0]["status"] for _ in range(3)]

    assert statuses == [401, 401, 401]


def test_a_body_that_goes_on_and_on_is_not_read_to_its_end(layer):
    part = {"type": "http.request", "body": b"x" * (5 * MB), "more_body": True}

    start, _ = _ask(layer, [part] * 100)

    assert start["status"] == 413


def test_far_too_much_is_refused_before_it_is_sent(layer):
    start, _ = _ask(layer, [], headers(BODY) | {"Content-Length": str(10**12)})

    assert start["status"] == 413


def test_who_asks_before_sending_too_much_is_told_at_once(layer):
    given = headers(BODY) | {"Content-Length": str(26 * MB), "Expect": "100-continue"}

    start, _ = _ask(layer, [], given)

    assert start["status"] == 413
