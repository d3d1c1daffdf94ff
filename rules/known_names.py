"""Names that many projects use, from `rules/data`: to tell an imitation from an invention."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rules.formats.positioned_yaml import read_yaml

# With so many, 1 in 180 (PyPI) and 1 in 450 (npm) of the packages ranked 5,001 to 15,000 read like one of them.
_WORTH_IMITATING = 1000


@cache
def _names() -> dict[str, frozenset[str]]:
    root = read_yaml((files("rules") / "data" / "known_names.yaml").read_text("utf-8"))
    return {
        name: frozenset(word for item in value.elements() for word in item.text.split())
        for name, _line, value in root.pairs()
    }


@cache
def _ranked(ecosystem: str) -> tuple[str, ...]:
    """The most downloaded packages of an ecosystem, the most downloaded first; the files say where the ranks are from."""
    file = files("rules") / "data" / "popular_names" / f"{ecosystem}.txt"
    if not file.is_file():
        return ()
    return tuple(line for line in file.read_text("utf-8").splitlines() if not line.startswith("#"))


@cache
def popular(ecosystem: str) -> frozenset[str]:
    """Packages that are worth imitating, by Package URL type; empty for an ecosystem that is not listed."""
    return _names().get(ecosystem, frozenset()).union(_ranked(ecosystem)[:_WORTH_IMITATING])


@cache
def established(ecosystem: str) -> frozenset[str]:
    """Packages that so many use that none of them is an imitation, whatever it reads like; `popular` is among them."""
    return popular(ecosystem).union(_ranked(ecosystem))


FIRST_PARTY = _names()["first-party-owners"]
KNOWN_OWNERS = _names()["action-owners"] | FIRST_PARTY
KNOWN_ACTIONS = _names()["actions"]
KNOWN_IMAGES = _names()["images"]
KNOWN_HOSTS = _names()["hosts"]
KNOWN_GIT_HOSTS = _names()["git-hosts"]
VENDOR_INSTALLERS = _names()["installers"]
OFFICIAL_REGISTRIES = _names()["registries"]
