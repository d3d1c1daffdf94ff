"""Hosts that a text names, and which of them the base tree names already."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from rules.change import Absent, Change

_URL = re.compile(
    r"\b(?:https?|wss?|ftps?|git|ssh|git\+ssh|git\+https?|sftp|redis|amqps?|mongodb(?:\+srv)?"
    r"|postgres(?:ql)?|mysql|tcp|udp)://"
    r"(?:[^\s/@:'\"<>`]{0,200}(?::[^\s/@'\"<>`]{0,200})?@)?(\[[0-9a-fA-F:.]{2,45}\]"
    r"|[A-Za-z0-9.\-\u00a1-\uffff]{1,253})",
    re.IGNORECASE,
)
_SCP_LIKE = re.compile(r"(?<![\w@.-])[A-Za-z0-9_.-]{1,64}@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}):[\w~./-]")
_RAW_SOCKET = re.compile(r"/dev/(?:tcp|udp)/([A-Za-z0-9.-]{1,253})/[0-9]{1,5}")
_CLIENT = re.compile(
    r"\b(?:curl|wget|nc|ncat|netcat|telnet|ssh|scp|rsync|dig|nslookup|ping)\s+(?:-[^\s]{1,80}\s+){0,12}"
    r"([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8})(?=[\s/:\"'|;)]|$)"
)
_QUOTED = re.compile(
    r"""(?:\bhost(?:name)?["']?\s*[:=]|\bconnect\(\s*\(?|\bcreate_connection\(\s*\(|\bHTTPS?Connection\(|\bgethostbyname\(|\blookup\(|\bresolve\()\s*["']"""
    r"""([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8})["']"""
)
_LOOKED_UP = re.compile(
    r"""\b(?:gethostbyname|getaddrinfo|lookup|resolve[46]?|query|nslookup)\([^\n"']{1,100}["']\.?([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8})["']"""
)
_NOT_A_PLACE = re.compile(
    r"(?:^|\.)(?:localhost|w3\.org|json-schema\.org|schema\.org|schemastore\.org|xmlsoap\.org|purl\.org"
    r"|ietf\.org|apache\.org|opensource\.org|"
    r"spdx\.org|creativecommons\.org|gnu\.org|local|internal|svc)\Z"
)
_NAMESPACE_ONLY = frozenset(
    {
        "schemas.android.com",
        "schemas.microsoft.com",
        "schemas.openxmlformats.org",
        "java.sun.com",
        "xmlns.jcp.org",
        "www.springframework.org",
    }
)
_FILE_NAME = re.compile(
    r"\.(?:sh|gz|tgz|zip|json|py|js|ts|txt|tar|xz|bz2|deb|rpm|ya?ml|bin|exe|log|xml|html?|md|toml|jar|whl"
    r"|pem|key|crt|asc|sig|out|env|cfg|conf|sql|php|rb)\Z"
)
_MAX_LINE = 20_000
_MAX_FILES = 3_000
_MAX_CHARACTERS = 40_000_000


def hosts_in(text: str) -> tuple[str, ...]:
    """Hosts named in a text, lower case, in order, each once; names of this machine and of schemas are left out."""
    found: dict[str, None] = {}
    for line in text.split("\n"):
        line = line[:_MAX_LINE]
        for pattern in (_URL, _SCP_LIKE, _RAW_SOCKET, _CLIENT, _QUOTED, _LOOKED_UP):
            for match in pattern.finditer(line):
                host = match.group(1).lower().strip("[].-")
                if _is_a_place(host) and not (pattern in (_CLIENT, _QUOTED, _LOOKED_UP) and _FILE_NAME.search(host)):
                    found.setdefault(host)
    return tuple(found)


def _is_a_place(host: str) -> bool:
    if host in _NAMESPACE_ONLY or _NOT_A_PLACE.search(host):
        return False
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "." in host
    return not (address.is_loopback or address.is_unspecified)


class KnownHosts:
    """The hosts of the base tree, looked for only when somebody asks, in a bounded number of files."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self._hosts: set[str] | None = None

    def __contains__(self, host: str) -> bool:
        """Whether the base tree names the host, or a parent of it in a wildcard (`*.example.org`)."""
        if self._hosts is None:
            self._hosts = self._read()
        return host in self._hosts

    def __iter__(self) -> Iterator[str]:
        """The hosts, sorted."""
        if self._hosts is None:
            self._hosts = self._read()
        return iter(sorted(self._hosts))

    def _read(self) -> set[str]:
        hosts: set[str] = set()
        budget = _MAX_CHARACTERS
        paths = self._change.base.paths()
        chosen = list(paths) if paths is not None else []
        touched = [name for file in self._change.files for name in file.names]
        for path in dict.fromkeys([*touched, *sorted(chosen, key=_likely_first)][: _MAX_FILES + len(touched)]):
            text = self._change.base.read(path)
            if isinstance(text, Absent):
                continue
            budget -= len(text)
            if budget < 0:
                break
            if "://" in text or "@" in text or "." in text:
                hosts.update(hosts_in(text))
        return hosts


def _likely_first(path: str) -> tuple[int, str]:
    """Workflows and root files before the rest, so that a large tree is read where hosts are configured."""
    return (0 if path.startswith(".github/") else 1 + path.count("/"), path)
