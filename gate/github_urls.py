"""Where GitHub's other two addresses are, once its REST address is known.

Three layouts exist: github.com, GitHub Enterprise Server (`https://HOST/api/v3`) and GitHub Enterprise Cloud with data residency
(`https://api.SUBDOMAIN.ghe.com`). Any other address (a server on this machine, a company's API gateway) is taken as the REST root.
Source: GitHub docs, "Getting started with the REST API" and "Forming calls with GraphQL", in their product versions.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

GITHUB_API_URL = "https://api.github.com"
_ENTERPRISE_SERVER = "/api/v3"


def graphql_url(api_url: str) -> str:
    """The GraphQL address that belongs to a REST base URL without a trailing slash."""
    if api_url.endswith(_ENTERPRISE_SERVER):
        return api_url.removesuffix(_ENTERPRISE_SERVER) + "/api/graphql"
    return api_url + "/graphql"


def web_url(api_url: str) -> str:
    """The address of GitHub's pages that belongs to a REST base URL without a trailing slash."""
    if api_url.endswith(_ENTERPRISE_SERVER):
        return api_url.removesuffix(_ENTERPRISE_SERVER)
    parts = urlsplit(api_url)
    host = parts.netloc
    if host == "api.github.com" or (host.startswith("api.") and host.endswith(".ghe.com")):
        host = host.removeprefix("api.")
    return f"{parts.scheme}://{host}"


def is_loopback(host: str) -> bool:
    """Whether a host name or address (no port, no brackets) can only mean this machine."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
