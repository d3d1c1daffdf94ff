"""Who may see pages before anybody can sign in."""

import pytest

from gate.page_access import is_page, refusal

OWN = {"host": "127.0.0.1:8000"}


def _refusal(listen="127.0.0.1", client="127.0.0.1", method="GET", **headers):
    given = OWN | {name.replace("_", "-"): value for name, value in headers.items()}
    return refusal(listen, client, method, given)


@pytest.mark.parametrize("listen", ["127.0.0.1", "::1", "localhost", "127.8.8.8"])
def test_a_browser_on_this_machine_may_look(listen):
    assert _refusal(listen) is None


@pytest.mark.parametrize("listen", ["0.0.0.0", "::", "192.0.2.7", "gate.example.com"])
def test_on_an_open_listen_address_nobody_may_look(listen):
    assert "GATE_HOST" in str(_refusal(listen))


@pytest.mark.parametrize("client", [None, "192.0.2.7", "::ffff:192.0.2.7", "a name"])
def test_another_machine_may_not_look(client):
    assert "this machine only" in str(_refusal(client=client))


@pytest.mark.parametrize(
    "header",
    [
        "x_forwarded_for",
        "x_forwarded_host",
        "x_forwarded_anything",
        "forwarded",
        "via",
        "x_real_ip",
        "cf_connecting_ip",
    ],
)
def test_through_a_proxy_nobody_may_look(header):
    assert f"the request carries {header.replace('_', '-')}" in str(_refusal(**{header: "127.0.0.1"}))


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST:1"])
def test_every_name_of_this_machine_is_good(host):
    assert _refusal(host=host) is None


@pytest.mark.parametrize(
    "host",
    ["", "evil.example.com", "localhost.evil.example.com", "127.0.0.1.example.com", "evil@127.0.0.1x", "[::1", "["],
)
def test_under_a_name_of_somebody_else_nobody_may_look(host):
    assert "name of this machine" in str(_refusal(host=host))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_a_form_of_another_website_changes_nothing(method):
    assert "another website" in str(_refusal(method=method, origin="https://evil.example.com"))


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_request_that_the_browser_marks_as_foreign_changes_nothing(site):
    assert "another website" in str(_refusal(method="POST", sec_fetch_site=site))


def test_a_hidden_origin_changes_nothing():
    assert "another website" in str(_refusal(method="POST", origin="null"))


def test_another_port_of_this_machine_is_another_website():
    assert "another website" in str(_refusal(method="POST", origin="http://127.0.0.1:9000"))


def test_our_own_form_is_taken():
    assert _refusal(method="POST", origin="http://127.0.0.1:8000", sec_fetch_site="same-origin") is None


def test_what_is_no_browser_may_post_from_this_machine():
    assert _refusal(method="POST") is None


@pytest.mark.parametrize(
    "path", ["/", "/pulls/a/b/1", "/static/gate.css", "/setup", "/healthz/x", "/apiary", "/nothing"]
)
def test_what_people_look_at_is_a_page(path):
    assert is_page(path)


@pytest.mark.parametrize(
    "path", ["/healthz", "/readyz", "/metrics", "/api/v1/verdict/a/b/c", "/canary/token", "/webhooks/github"]
)
def test_what_machines_ask_is_no_page(path):
    assert not is_page(path)
