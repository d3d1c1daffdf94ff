"""Good policies for tests, drawn from the description of the keys, and written out so that the line of each value is known."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from rules.policy_keys import POLICY
from rules.policy_shape import Choice, Day, Group, Key, ListOf, Number, Shape, Switch, Text

_DIALS = (("hold", "runs"), ("hold", "merge"), ("release", "approvals"))
_FALLING = ("critical", "high", "review")
_TEXTS = {
    "a login, without @": ["ada", "grace-hopper", "mona_corp", "007-bond"],
    "a team such as security or example/security": ["security", "example/security"],
    "a mail address": ["ada@example.com", "1+ada[bot]@users.noreply.example.com"],
    "a time such as 24h or 7d": ["24h", "7d", "1h", "999d"],
    "the fingerprint of a finding": ["0123456789abcdef0123", "deadbeef", "1234567812345678"],
}


@dataclass(frozen=True)
class WrittenLine:
    """One line of a written policy: the path of its key without numbers, the shape of its value, and where it stands."""

    text: str
    path: str
    shape: Shape
    is_key: bool
    indent: int

    @property
    def head(self) -> str:
        """The line up to its value: `  key:` or `  -`."""
        return self.text[: self.indent] + (self.text.strip().split(":")[0] + ":" if self.is_key else "-")


def written(document: dict[str, Any]) -> list[WrittenLine]:
    """A document in block style, a value a line; texts are in double quotes."""
    return _group(document, POLICY, "", 0)


def text_of(document: dict[str, Any]) -> str:
    return "".join(f"{line.text}\n" for line in written(document))


def _group(values: dict[str, Any], group: Group, path: str, indent: int) -> list[WrittenLine]:
    shapes = {key.name: key.shape for key in group.keys}
    lines = []
    for name, value in values.items():
        lines += _value(f"{name}:", value, shapes[name], f"{path}.{name}".lstrip("."), indent, is_key=True)
    return lines


def _value(head: str, value: Any, shape: Shape, path: str, indent: int, *, is_key: bool) -> list[WrittenLine]:
    space = " " * indent
    if value in ({}, []) or not isinstance(value, dict | list):
        return [WrittenLine(f"{space}{head} {json.dumps(value)}", path, shape, is_key, indent)]
    first = WrittenLine(f"{space}{head}", path, shape, is_key, indent)
    if isinstance(value, dict):
        assert isinstance(shape, Group)
        return [first, *_group(value, shape, path, indent + 2)]
    assert isinstance(shape, ListOf)
    lines = [first]
    for one in value:
        lines += _value("-", one, shape.item, path, indent + 2, is_key=False)
    return lines


def documents(*only: str) -> st.SearchStrategy[dict[str, Any]]:
    """Documents without contradictions: with any choice of keys, or with exactly these beside the version."""
    shape = Group(tuple(replace(key, required=True) for key in POLICY.keys if key.name in ("version", *only)))
    return _values(shape if only else POLICY).map(_without_contradictions)


def releases(key: str) -> st.SearchStrategy[dict[str, Any]]:
    """Documents that say this one key of `release`."""
    values = _values(_keys()[f"release.{key}"].shape)
    return values.map(lambda value: _without_contradictions({"version": 1, "release": {key: value}}))


def _values(shape: Shape) -> st.SearchStrategy[Any]:
    match shape:
        case Switch():
            return st.booleans()
        case Choice():
            return st.sampled_from([str(word) for word in shape.words])
        case Number(whole=True):
            least, most = int(shape.least), int(shape.most)
            return st.sampled_from([least, min(least + 1, most), most])
        case Number():
            return st.sampled_from([shape.least, 0.25, 0.5, shape.most])
        case Day():
            return st.dates().map(lambda day: day.isoformat())
        case Text():
            return st.sampled_from(_TEXTS.get(shape.what, ["a", "yes", "12", "é: #", "a/**", "*", "- x", "null"]))
        case ListOf():
            return st.lists(_values(shape.item), min_size=shape.least, max_size=3)
        case Group():
            needed = {key.name: _values(key.shape) for key in shape.keys if key.required}
            others = {key.name: _values(key.shape) for key in shape.keys if not key.required}
            return st.fixed_dictionaries(needed, optional=others)
        case _:
            raise AssertionError(shape)


def _without_contradictions(document: dict[str, Any]) -> dict[str, Any]:
    for above, name in _DIALS:
        dial = document.get(above, {}).get(name)
        if dial:
            values = sorted((dial.get(word, 1) for word in _FALLING), reverse=True)
            dial.update(zip(_FALLING, values, strict=True))
            if name != "approvals":
                dial.update({word: bool(value) for word, value in dial.items()})
    if "agents" in document:
        document["agents"] = document["agents"][:1]
    if "waivers" in document:
        document["waivers"] = list({one["fingerprint"]: one for one in document["waivers"]}.values())
    release = document.get("release", {})
    people = {user.lower() for user in release.get("users", ())}
    if people and len(people) < release.get("approvals", {}).get("critical", 1):
        del release["users"]
    return document


def required(document_path: str) -> bool:
    """Whether the key at a path without numbers is required."""
    return _keys()[document_path].required


def _keys() -> dict[str, Key]:
    return dict(POLICY.paths())
