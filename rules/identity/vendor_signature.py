"""SSH commit signatures, checked offline: which key signed this commit.

Two vendors sign their agents' commits with one key each, of which the fingerprint is known. The key that a signature carries is only
text; it counts when it has the known fingerprint and the signature over the commit's payload holds.

Format: OpenSSH, PROTOCOL.sshsig. Armor around base64 of: "SSHSIG", uint32 version 1, then strings (uint32 length, bytes) public
key, namespace, reserved, hash algorithm, signature. Signed is "SSHSIG" followed by the strings namespace, reserved, hash
algorithm and hash of the message. Git signs in the namespace "git". The fingerprint is SHA-256 of the public key in unpadded base64.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

_BEGIN = "-----BEGIN SSH SIGNATURE-----"
_END = "-----END SSH SIGNATURE-----"
_MAGIC = b"SSHSIG"
_NAMESPACE = b"git"
_ED25519 = b"ssh-ed25519"
_LONGEST_SIGNATURE = 8_192
_HASHES = {b"sha256": hashlib.sha256, b"sha512": hashlib.sha512}


class _MalformedSignatureError(ValueError):
    """Not a signature in this format."""


def is_ssh_signature(text: str) -> bool:
    """Whether the text has the armor of an SSH signature."""
    return text.lstrip().startswith(_BEGIN)


def fingerprint(public_key: bytes) -> str:
    """OpenSSH's SHA-256 fingerprint of a public key in wire format: "SHA256:" and unpadded base64."""
    return "SHA256:" + base64.b64encode(hashlib.sha256(public_key).digest()).decode("ascii").rstrip("=")


def find_signing_key(payload: str, signature: str) -> str | None:
    """The fingerprint of the ed25519 key that made this SSH signature over the payload in namespace "git".

    Payload is the commit object without its signature, as in GitHub's `commit.verification.payload`. None when anything is
    malformed, of another kind, or does not hold.
    """
    try:
        blob = _unarmor(signature)
        public_key, signed_hash, value = _read(blob, payload.encode("utf-8", "surrogateescape"))
        Ed25519PublicKey.from_public_bytes(_key_of(public_key)).verify(value, signed_hash)
    except (_MalformedSignatureError, InvalidSignature, UnicodeEncodeError):
        return None
    return fingerprint(public_key)


def _unarmor(text: str) -> bytes:
    text = text.strip()
    if len(text) > _LONGEST_SIGNATURE or not text.startswith(_BEGIN) or not text.endswith(_END):
        raise _MalformedSignatureError
    try:
        return base64.b64decode("".join(text[len(_BEGIN) : -len(_END)].split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise _MalformedSignatureError from error


def _take(blob: bytes) -> tuple[bytes, bytes]:
    """The string at the front, and the rest."""
    if len(blob) < 4:
        raise _MalformedSignatureError
    (length,) = struct.unpack_from(">I", blob)
    if length > len(blob) - 4:
        raise _MalformedSignatureError
    return blob[4 : 4 + length], blob[4 + length :]


def _string(value: bytes) -> bytes:
    return struct.pack(">I", len(value)) + value


def _read(blob: bytes, message: bytes) -> tuple[bytes, bytes, bytes]:
    """The public key in wire format, the bytes that were signed, and the raw signature."""
    if not blob.startswith(_MAGIC + struct.pack(">I", 1)):
        raise _MalformedSignatureError
    public_key, rest = _take(blob[len(_MAGIC) + 4 :])
    namespace, rest = _take(rest)
    reserved, rest = _take(rest)
    algorithm, rest = _take(rest)
    wrapped, rest = _take(rest)
    if rest or namespace != _NAMESPACE or algorithm not in _HASHES:
        raise _MalformedSignatureError
    kind, raw = _take(wrapped)
    value, rest = _take(raw)
    if rest or kind != _ED25519:
        raise _MalformedSignatureError
    digest = _HASHES[algorithm](message).digest()
    return public_key, _MAGIC + _string(namespace) + _string(reserved) + _string(algorithm) + _string(digest), value


def _key_of(public_key: bytes) -> bytes:
    kind, rest = _take(public_key)
    key, rest = _take(rest)
    if rest or kind != _ED25519 or len(key) != 32:
        raise _MalformedSignatureError
    return key
