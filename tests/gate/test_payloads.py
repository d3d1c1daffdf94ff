"""The selection of payload fields, proved on GitHub's sample payloads and on bodies made from its webhook schema."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate import payloads
from gate.errors import PayloadError

FOLDER = Path(__file__).parents[1] / "payloads"


def _stored(name):
    return json.loads(gzip.decompress((FOLDER / name).read_bytes()))


EXAMPLES = [(event, body) for event, bodies in _stored("examples.json.gz").items() for body in bodies]
SCHEMA_BODIES = [(event, made) for event, bodies in _stored("schema_bodies.json.gz").items() for made in bodies]


def _example(event, action=""):
    return next(body for name, body in EXAMPLES if name == event and body.get("action", "") == action)


def _read(event, body):
    return payloads.read(event, json.dumps(body).encode())


@pytest.mark.parametrize(
    ("event", "body"), EXAMPLES, ids=[f"{event}-{body.get('action')}-{n}" for n, (event, body) in enumerate(EXAMPLES)]
)
def test_every_sample_payload_of_github_is_read(event, body):
    payload = _read(event, body)

    assert payload.action == body.get("action", "")


@pytest.mark.parametrize(("event", "made"), SCHEMA_BODIES, ids=[made["of"] for _, made in SCHEMA_BODIES])
def test_every_body_that_the_schema_allows_is_read(event, made):
    payload = _read(event, made["body"])

    assert payload.action == made["body"].get("action", "")


def test_there_is_a_sample_or_a_schema_body_of_every_event_that_is_read():
    assert {event for event, _ in EXAMPLES} | {event for event, _ in SCHEMA_BODIES} == payloads.EVENTS


def test_a_pull_request_tells_its_address_and_sides():
    payload = _read("pull_request", _example("pull_request", "synchronize"))

    assert isinstance(payload, payloads.PullRequestPayload)
    assert (payload.repository.full_name, payload.number) == ("Codertocat/Hello-World", 2)
    assert payload.pull_request.head.sha == payload.after
    assert payload.pull_request.user is not None
    assert payload.pull_request.user.login == "Codertocat"


def test_a_review_tells_its_state_and_commit():
    payload = _read("pull_request_review", _example("pull_request_review", "submitted"))

    assert isinstance(payload, payloads.PullRequestReviewPayload)
    assert (payload.review.state, payload.review.commit_id) == ("commented", "ec26c3e57ca3a959ca5aad62de7213c562f8c821")


def test_a_held_run_tells_that_it_waits_for_a_person():
    held = next(
        body
        for event, body in EXAMPLES
        if event == "workflow_run" and body["workflow_run"]["conclusion"] == "action_required"
    )

    payload = _read("workflow_run", held)

    assert isinstance(payload, payloads.WorkflowRunPayload)
    assert (payload.action, payload.workflow_run.status, payload.workflow_run.conclusion) == (
        "requested",
        "completed",
        "action_required",
    )


def test_a_pressed_button_tells_which_one():
    payload = _read("check_run", _example("check_run", "requested_action"))

    assert isinstance(payload, payloads.CheckRunPayload)
    assert payload.requested_action is not None
    assert payload.requested_action.identifier == "lgtm|26764"


def test_a_push_tells_its_branch_and_commits():
    payload = _read("push", next(body for event, body in EXAMPLES if event == "push" and body["commits"]))

    assert isinstance(payload, payloads.PushPayload)
    assert payload.ref.startswith("refs/heads/")
    assert payload.commits[0].author is not None
    assert payload.commits[0].author.username == "Codertocat"


def test_a_renamed_repository_tells_its_former_name():
    payload = _read("repository", _example("repository", "renamed"))

    assert isinstance(payload, payloads.RepositoryEventPayload)
    assert payload.changes is not None
    assert payload.changes.repository is not None
    assert payload.changes.repository.name is not None
    assert payload.changes.repository.name.before == "Hello-World"


def test_an_installation_lists_its_repositories():
    payload = _read("installation", _example("installation", "created"))

    assert isinstance(payload, payloads.InstallationPayload)
    assert payload.installation.account is not None
    assert [repository.full_name for repository in payload.repositories or ()] != []


def test_an_unknown_event_is_none():
    assert payloads.read("an_event_of_next_year", b'{"action": "made"}') is None


def test_an_unknown_action_and_unknown_fields_are_no_fault():
    body = _example("pull_request", "opened") | {
        "action": "an action of next year",
        "a_field": {"of": ["next", "year"]},
    }

    payload = _read("pull_request", body)

    assert payload.action == "an action of next year"


def test_an_unknown_state_is_no_fault():
    body = _example("workflow_run", "requested")
    changed = body | {"workflow_run": body["workflow_run"] | {"status": "dreaming", "conclusion": "woken"}}

    assert _read("workflow_run", changed).workflow_run.conclusion == "woken"


def test_the_installation_is_read_wherever_an_app_is_sent_it():
    body = _example("pull_request", "opened") | {"installation": {"id": 7, "node_id": "x"}}

    assert _read("pull_request", body).installation.id == 7


def test_a_missing_field_is_named_and_the_body_is_not_quoted():
    body = _example("pull_request", "opened")
    del body["pull_request"]["head"]["sha"]
    body["pull_request"]["title"] = "a marker"

    with pytest.raises(PayloadError, match=r"pull_request.*`sha`.*\$\.pull_request\.head") as raised:
        _read("pull_request", body)
    assert "a marker" not in str(raised.value)


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b"nonsense", b"\xff\xfe", b'{"number": 1e999}'])
def test_a_body_that_is_no_payload_is_a_payload_error(body):
    with pytest.raises(PayloadError):
        payloads.read("pull_request", body)


def test_a_deeply_nested_body_is_a_payload_error():
    deep = b'{"x": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"

    with pytest.raises(PayloadError, match="nested too deeply"):
        payloads.read("pull_request", deep)


@given(event=st.sampled_from(sorted(payloads.EVENTS)), body=st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_and_nothing_else(event, body):
    try:
        payload = payloads.read(event, body)
    except PayloadError:
        return
    assert isinstance(payload, payloads.Payload)
