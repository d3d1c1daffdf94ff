"""One package that a manifest asks for or a lockfile fixes, whatever the ecosystem."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

_COMMIT = re.compile(r"\b[0-9a-f]{40}\b")


@dataclass(frozen=True, slots=True)
class Dependency:
    """`ecosystem` is a Package URL type (npm, pypi, cargo …); `version` is as written (a range in a manifest).

    `origin` is the address, git address or path it comes from when one is named; empty means the ecosystem's registry as
    configured. `integrity` is every checksum as written. `place` tells two entries of one name apart. `is_redirect`: a rule
    that sends a name elsewhere (override, replace, alias), `version` then says where to.
    """

    ecosystem: str
    name: str
    version: str
    line: int
    origin: str = ""
    integrity: str = ""
    group: str = ""
    place: str = ""
    is_redirect: bool = False
    is_indirect: bool = False
    runs_on_install: bool = False

    @property
    def host(self) -> str:
        """The host of the origin, lower case; empty for registry defaults and paths."""
        address = self.origin.removeprefix("git+").removeprefix("registry+").removeprefix("sparse+")
        if "://" in address:
            try:
                return (urlsplit(address).hostname or "").lower()
            except ValueError:
                return address[:60].lower()
        match = re.match(r"(?:[\w.-]{1,64}@)([\w.-]{1,200}):", address)
        if match:
            return match.group(1).lower()
        for short, host in (
            ("github:", "github.com"),
            ("gitlab:", "gitlab.com"),
            ("bitbucket:", "bitbucket.org"),
            ("gist:", "gist.github.com"),
        ):
            if address.startswith(short):
                return host
        return ""

    @property
    def is_git(self) -> bool:
        """It comes from a git address."""
        return self.origin.startswith(
            ("git+", "git:", "git@", "ssh:", "github:", "gitlab:", "bitbucket:", "gist:")
        ) or self.origin.partition("#")[0].partition("?")[0].endswith(".git")

    @property
    def is_path(self) -> bool:
        """It comes from a folder or file of this machine."""
        return self.origin.startswith(("file:", "link:", "portal:", "./", "../", "/", "path:"))

    @property
    def is_from_outside_registry(self) -> bool:
        """A git address, an archive address or a path, in place of a registry."""
        return bool(self.origin) and (self.is_git or self.is_path or self.group == "url")
