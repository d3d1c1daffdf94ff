"""The signature check: what GitHub signed passes, everything else does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.signature import sign, verify


def test_githubs_own_example_is_verified():
    # GitHub docs, "Validating webhook deliveries": the published test values.
    header = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"

    assert verify([b"It's a Secret to Everybody"], b"Hello, World!", header)


def test_a_missing_header_is_refused():
    assert not verify([b"secret"], b"{}", None)


def test_an_empty_secret_never_verifies_anything():
    assert not verify([b""], b"{}", sign(b"", b"{}"))


def test_without_secrets_nothing_verifies():
    assert not verify([], b"{}", sign(b"secret", b"{}"))


@pytest.mark.parametrize("position", [0, 1, 2])
def test_each_of_several_secrets_is_accepted_while_rotating(position):
    secrets = [b"old", b"", b"new"]
    secrets[position] = b"the one that signed"

    assert verify(secrets, b"{}", sign(b"the one that signed", b"{}"))


@pytest.mark.parametrize(
    "header",
    ["", "sha256=", "sha1=5d61605c3feea9799210ddcb71307d4ba264225f", "sha256=é", "sha256=\udcff", "SHA256=" + "0" * 64],
)
def test_a_header_of_another_form_is_refused(header):
    assert not verify([b"secret"], b"{}", header)


def test_a_signature_without_its_prefix_is_refused():
    assert not verify([b"secret"], b"{}", sign(b"secret", b"{}").removeprefix("sha256="))


def test_a_signature_with_something_after_it_is_refused():
    assert not verify([b"secret"], b"{}", sign(b"secret", b"{}") + " ")


@given(body=st.binary(max_size=200), secret=st.binary(min_size=1, max_size=40), at=st.integers(0, 10_000))
def test_a_signature_holds_for_its_own_body_only(body, secret, at):
    changed = bytearray(body + b"x")
    changed[at % len(changed)] ^= 1
    header = sign(secret, body + b"x")

    assert verify([secret], body + b"x", header)
    assert not verify([secret], bytes(changed), header)
