"""A fault becomes a page for a person, whoever answered it and however the answer came in."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from gate.fault_pages import FaultPages
from tests.gate.dashboard.page_reading import read_page


class Answers:
    """Answers everything with one status and a body in pieces."""

    def __init__(self, status: int, pieces: list[bytes], content_type: bytes = b"application/json") -> None:
        self.status, self.pieces, self.content_type = status, pieces, content_type

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        headers = [(b"content-type", self.content_type), (b"x-kept", b"yes")]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        for place, piece in enumerate(self.pieces, 1):
            await send({"type": "http.response.body", "body": piece, "more_body": place < len(self.pieces)})


def client(answers: Answers, accept: str = "text/html,*/*") -> TestClient:
    return TestClient(FaultPages(answers), headers={"accept": accept})


def test_a_fault_that_comes_in_pieces_becomes_one_page() -> None:
    answer = client(Answers(403, [b'{"error": "pages are ', b'shown here only"}'])).get("/")

    assert (answer.status_code, answer.headers["x-kept"]) == (403, "yes")
    assert "Pages are shown here only." in read_page(answer.text).words


@pytest.mark.parametrize("body", [b"not JSON", b"[]", b'{"status": "?"}'])
def test_a_fault_without_a_reason_is_still_a_page(body: bytes) -> None:
    page = read_page(client(Answers(500, [body])).get("/").text)

    assert (1, "Gate met a fault of its own") in page.headings


def test_a_head_request_gets_the_headers_of_the_page_and_no_body() -> None:
    answer = client(Answers(404, [b'{"error": "x"}'])).head("/")

    assert (answer.content, answer.headers["content-type"]) == (b"", "text/html; charset=utf-8")
    assert int(answer.headers["content-length"]) > 500


@pytest.mark.parametrize(
    ("answers", "accept", "path"),
    [
        (Answers(404, [b'{"error": "x"}']), "application/json", "/"),
        (Answers(404, [b'{"error": "x"}']), "text/html", "/static/gate.css"),
        (Answers(503, [b'{"error": "x"}']), "text/html", "/readyz"),
        (Answers(200, [b'{"error": "x"}']), "text/html", "/"),
        (Answers(404, [b'{"error": "x"}'], b"text/plain"), "text/html", "/"),
    ],
)
def test_everything_else_passes_as_it_is(answers: Answers, accept: str, path: str) -> None:
    assert client(answers, accept).get(path).content == b'{"error": "x"}'


def test_what_changes_something_is_answered_for_machines() -> None:
    assert client(Answers(404, [b'{"error": "x"}'])).post("/").content == b'{"error": "x"}'
