"""The policy's keys for editors and for readers: JSON Schema (draft 2020-12), and the table of `docs/policy.md`.

Both are made from `rules.policy_keys`, so that neither can say something else than the reader does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rules.policy import DEFAULT_POLICY
from rules.policy_document import document_of
from rules.policy_keys import POLICY
from rules.policy_shape import Group, Key, ListOf

_NOT_YET = "Read and checked; this version does not act on it yet."


def policy_schema() -> dict[str, Any]:
    """The schema of a policy file. Contradictions between keys, which no schema can say well, are the reader's alone."""
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Gate's policy",
        "description": "The file .github/gate.yml on the default branch.",
        **POLICY.schema(),
    }
    _add_defaults(schema, document_of(DEFAULT_POLICY))
    _add_state(schema, POLICY)
    return schema


def schema_text() -> str:
    """The published file."""
    return json.dumps(policy_schema(), indent=2, ensure_ascii=True) + "\n"


def key_rows() -> Iterator[str]:
    """A row of a Markdown table for each key: the key, what it means, what is expected, its default, whether it is in force."""
    yield "| key | meaning | expected | default | in force |"
    yield "|---|---|---|---|---|"
    default = document_of(DEFAULT_POLICY)
    for path, key in POLICY.paths():
        expects = "keys, see below" if isinstance(key.shape, Group) else _expected(key)
        in_force = "yes" if key.in_force else "not yet"
        yield f"| `{path}` | {key.about} | {expects} | {_default(key, _at(default, path))} | {in_force} |"


def _expected(key: Key) -> str:
    if isinstance(key.shape, ListOf) and isinstance(key.shape.item, Group):
        return "a list of groups, keys see below"
    return key.shape.expects + (" (required)" if key.required else "")


def _default(key: Key, value: Any) -> str:
    if isinstance(key.shape, Group):
        return ""
    if value is None or value == []:
        return "none"
    return f"`{json.dumps(value)}`".replace('"', "")


def _at(document: Any, path: str) -> Any:
    for name in path.split("."):
        document = document.get(name) if isinstance(document, dict) else None
    return document


def _add_defaults(schema: dict[str, Any], value: Any) -> None:
    """Writes a value as the default of a schema and of its properties; what is required has no default."""
    for name, inner in schema.get("properties", {}).items():
        if isinstance(value, Mapping) and name in value and name not in schema.get("required", ()):
            if inner["type"] != "object":
                inner["default"] = value[name]
            _add_defaults(inner, value[name])


def _add_state(schema: dict[str, Any], group: Group) -> None:
    """Says in the description of a key that it is not in force."""
    for key in group.keys:
        inner = schema["properties"][key.name]
        if not key.in_force:
            inner["description"] += f" {_NOT_YET}"
        below = key.shape.item if isinstance(key.shape, ListOf) else key.shape
        if isinstance(below, Group):
            _add_state(inner["items"] if isinstance(key.shape, ListOf) else inner, below)
