"""SSH commit signatures, checked without any other program: what holds, and everything that must not."""

from __future__ import annotations

import base64
import hashlib
import struct
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from rules.dossier import CommitText, EvidenceClass
from rules.identity.catalogue import Catalogue, load_catalogue
from rules.identity.commit_signals import clues_of_commit, message_end, signature_word
from rules.identity.vendor_signature import find_signing_key, fingerprint, is_ssh_signature

PAYLOAD = """tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904
author Example Agent <agent@example.com> 1780000000 +0000
committer Example Agent <agent@example.com> 1780000000 +0000

Add nothing
"""
# Made by OpenSSH (`ssh-keygen -Y sign -n git`) over the payload, with a key made for this and thrown away.
OPENSSH_SIGNATURE = """-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgzvkEmMBbhWOItWgMJgvFM/2EnQ
g3CBWInQLmR1z7Bm0AAAADZ2l0AAAAAAAAAAZzaGE1MTIAAABTAAAAC3NzaC1lZDI1NTE5
AAAAQNVcvaYv/aoTOYKxz8V1W/ocvJK5UFRcJOyS0WeluqeF0Rh62udden5Sg315hmq2XP
nCX9mXyXDwucS/UsgKNA0=
-----END SSH SIGNATURE-----"""
OPENSSH_FINGERPRINT = "SHA256:e4luhRYW2AinQdDxQKlv9EX1ghB7LfWmETQX0HlU3Nc"

KEY = Ed25519PrivateKey.from_private_bytes(b"a key that only this test knows.")


def _string(value: bytes) -> bytes:
    return struct.pack(">I", len(value)) + value


PUBLIC = _string(b"ssh-ed25519") + _string(KEY.public_key().public_bytes_raw())


def _armor(blob: bytes) -> str:
    text = base64.b64encode(blob).decode()
    return f"-----BEGIN SSH SIGNATURE-----\n{text}\n-----END SSH SIGNATURE-----\n"


def _blob(
    payload: str = PAYLOAD,
    *,
    namespace: bytes = b"git",
    algorithm: bytes = b"sha512",
    public: bytes = PUBLIC,
    version: int = 1,
    kind: bytes = b"ssh-ed25519",
    tail: bytes = b"",
) -> bytes:
    digest = hashlib.new(
        algorithm.decode() if algorithm in (b"sha256", b"sha512") else "sha1", payload.encode()
    ).digest()
    head = _string(namespace) + _string(b"") + _string(algorithm)
    value = _string(kind) + _string(KEY.sign(b"SSHSIG" + head + _string(digest)))
    return b"SSHSIG" + struct.pack(">I", version) + _string(public) + head + _string(value) + tail


def _catalogue() -> Catalogue:
    """The catalogue with this test's key in the place of a vendor's."""
    known = load_catalogue()
    agent, key = known.keys["SHA256:32dP45eSMmVSt/G/CGvcxl/P+MO3Nwj9xeTh/GSA2wc"]
    key = replace(key, fingerprint=fingerprint(PUBLIC))
    return replace(known, keys={key.fingerprint: (agent, key)})


def _commit(armored: str = "", **fields: str) -> CommitText:
    written = {
        "author_name": "Example Agent",
        "author_email": "agent@example.com",
        "payload": PAYLOAD,
        "signature_text": armored or _armor(_blob()),
        "date": "2026-06-01",
        **fields,
    }
    return CommitText(**written)  # type: ignore[arg-type] # all fields given here are texts


def test_a_signature_made_by_openssh_holds() -> None:
    assert find_signing_key(PAYLOAD, OPENSSH_SIGNATURE) == OPENSSH_FINGERPRINT


@pytest.mark.parametrize("algorithm", [b"sha256", b"sha512"])
def test_both_hash_algorithms_of_the_format_are_read(algorithm: bytes) -> None:
    assert find_signing_key(PAYLOAD, _armor(_blob(algorithm=algorithm))) == fingerprint(PUBLIC)


def test_a_changed_payload_does_not_hold() -> None:
    assert find_signing_key(PAYLOAD.replace("nothing", "something"), OPENSSH_SIGNATURE) is None


@pytest.mark.parametrize(
    "blob",
    [
        pytest.param(_blob(namespace=b"file"), id="another namespace"),
        pytest.param(_blob(algorithm=b"sha1"), id="another hash"),
        pytest.param(_blob(version=2), id="another version"),
        pytest.param(_blob(kind=b"ssh-rsa"), id="another kind of signature"),
        pytest.param(_blob(public=_string(b"ssh-ed25519") + _string(b"x" * 32)), id="another key"),
        pytest.param(_blob(public=_string(b"ssh-ed25519") + _string(b"short")), id="a short key"),
        pytest.param(_blob(tail=b"x"), id="something behind it"),
        pytest.param(_blob()[:12], id="cut short"),
        pytest.param(b"", id="nothing"),
    ],
)
def test_what_is_not_exactly_gits_signature_does_not_hold(blob: bytes) -> None:
    assert find_signing_key(PAYLOAD, _armor(blob)) is None


def test_a_known_key_is_only_text_until_the_signature_holds() -> None:
    copied = _blob().replace(_blob()[-64:], b"\x00" * 64)
    assert find_signing_key(PAYLOAD, _armor(copied)) is None


@given(st.text(), st.text())
def test_any_text_is_answered(payload: str, signature: str) -> None:
    assert find_signing_key(payload, signature) is None
    assert find_signing_key(payload, f"-----BEGIN SSH SIGNATURE-----{signature}-----END SSH SIGNATURE-----") is None


@given(st.integers(0, len(_blob()) - 1), st.integers(1, 255))
def test_any_changed_byte_is_noticed(index: int, change: int) -> None:
    blob = bytearray(_blob())
    blob[index] ^= change
    assert find_signing_key(PAYLOAD, _armor(bytes(blob))) is None


def test_another_kind_of_signature_is_told_apart() -> None:
    assert is_ssh_signature(OPENSSH_SIGNATURE)
    assert not is_ssh_signature("-----BEGIN PGP SIGNATURE-----")


def test_a_vendors_signature_is_its_evidence() -> None:
    commit = _commit()
    found = clues_of_commit(commit, _catalogue(), message_end(commit))

    assert [(clue.name, clue.evidence_class) for clue in found] == [("claude-code", EvidenceClass.VENDOR_SIGNATURE)]


def test_a_signature_by_nobodys_known_key_is_other() -> None:
    assert signature_word(_commit(), load_catalogue()) == "ssh:other"


def test_a_signature_that_covers_another_author_is_a_conflict() -> None:
    assert signature_word(_commit(author_email="ada@example.com"), _catalogue()) == "conflict"


def test_a_signature_of_something_else_is_shown_as_a_conflict() -> None:
    commit = _commit(author_email="ada@example.com")
    found = clues_of_commit(commit, _catalogue(), message_end(commit))

    assert [clue.evidence_class for clue in found] == [EvidenceClass.CONFLICT]


def test_a_word_that_the_signature_does_not_bear_out_is_a_conflict() -> None:
    broken = _armor(_blob(namespace=b"file"))
    assert signature_word(_commit(broken, signature="ssh:claude-web"), _catalogue()) == "conflict"


def test_without_the_payload_the_callers_word_is_taken() -> None:
    assert signature_word(_commit(payload="", signature="ssh:cursor-cloud"), _catalogue()) == "ssh:cursor-cloud"
