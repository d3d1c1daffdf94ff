"""Who may see pages before anybody can sign in: a browser on this machine, and nobody else. Pure.

A listen address of this machine alone is not enough: a proxy in front may let the world in (so any forwarding header is refused),
and a website may have its own name point at this machine (DNS rebinding, so the Host header must name this machine too), or have
a visitor's browser post a form to it (so what changes something must come from our own pages).
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from gate.github_urls import is_loopback

OPEN_PATHS = frozenset({"/healthz", "/readyz", "/metrics"})
OPEN_FOLDERS = ("/api/", "/canary/", "/webhooks/")
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_FORWARDING = frozenset(
    {
        "forwarded",
        "via",
        "x-real-ip",
        "x-client-ip",
        "x-cluster-client-ip",
        "x-original-host",
        "true-client-ip",
        "cf-connecting-ip",
        "fastly-client-ip",
    }
)


def is_page(path: str) -> bool:
    """Whether a path is one that people look at; what machines ask has its own proof."""
    return path not in OPEN_PATHS and not path.startswith(OPEN_FOLDERS)


def refusal(listen_host: str, client_host: str | None, method: str, headers: Mapping[str, str]) -> str | None:
    """Why this request for a page is refused, in one sentence; None when it may pass.

    `listen_host` is the setting GATE_HOST, `client_host` the address at the other end of the connection; `headers` have lower-case names.
    """
    if not is_loopback(listen_host):
        return "pages are shown on a loopback listen address only until people can sign in (GATE_HOST is not one)"
    forwarded = [name for name in headers if name in _FORWARDING or name.startswith("x-forwarded-")]
    if forwarded:
        return f"pages are not shown through a proxy until people can sign in (the request carries {forwarded[0]})"
    if client_host is None or not is_loopback(client_host):
        return "pages are shown to this machine only until people can sign in"
    if not is_loopback(_host_name(headers.get("host", ""))):
        return "pages are shown under the name of this machine only (localhost or its address) until people can sign in"
    if method not in _SAFE_METHODS and not _is_own(headers):
        return "this request was sent by another website"
    return None


def _host_name(host: str) -> str:
    """The Host header without its port and brackets; "" when it is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_own(headers: Mapping[str, str]) -> bool:
    """Whether a request that changes something comes from our own page, or from no browser at all."""
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return False
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")
