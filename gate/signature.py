"""The webhook signature: HMAC-SHA256 of the raw body, as the header `X-Hub-Signature-256` carries it.

Source: GitHub docs, "Validating webhook deliveries". The older SHA-1 header is never looked at.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

HEADER = "X-Hub-Signature-256"
_PREFIX = "sha256="


def sign(secret: bytes, body: bytes) -> str:
    """The header's value for `body`: "sha256=" and 64 lower-case hexadecimal digits."""
    return _PREFIX + hmac.digest(secret, body, hashlib.sha256).hex()


def verify(secrets: Sequence[bytes], body: bytes, header: str | None) -> bool:
    """Whether `header` was made from `body` with one of `secrets` (several while the secret is rotated).

    Every secret is tried in constant time, whichever fits, so the time tells nothing. An empty secret is never accepted: with it
    anybody could sign.
    """
    if header is None:
        return False
    found = header.encode("utf-8", "surrogateescape")
    fits = False
    for secret in secrets:
        if secret:
            fits |= hmac.compare_digest(sign(secret, body).encode(), found)
    return fits
