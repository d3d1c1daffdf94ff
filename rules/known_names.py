"""Names that many projects use, from `rules/data/known_names.yaml`: to tell an imitation from an invention."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rules.formats.positioned_yaml import read_yaml


@cache
def _names() -> dict[str, frozenset[str]]:
    root = read_yaml((files("rules") / "data" / "known_names.yaml").read_text("utf-8"))
    return {
        name: frozenset(word for item in value.elements() for word in item.text.split())
        for name, _line, value in root.pairs()
    }


def popular(ecosystem: str) -> frozenset[str]:
    """Well-known packages of an ecosystem, by its Package URL type; empty for one that is not listed."""
    return _names().get(ecosystem, frozenset())


FIRST_PARTY = _names()["first-party-owners"]
KNOWN_OWNERS = _names()["action-owners"] | FIRST_PARTY
KNOWN_ACTIONS = _names()["actions"]
KNOWN_IMAGES = _names()["images"]
KNOWN_HOSTS = _names()["hosts"]
KNOWN_GIT_HOSTS = _names()["git-hosts"]
VENDOR_INSTALLERS = _names()["installers"]
OFFICIAL_REGISTRIES = _names()["registries"]
