"""A check of a document against a JSON Schema of draft 4: the keywords that the schema of SARIF uses, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

KNOWN = frozenset(
    "$ref additionalProperties anyOf default definitions description enum format id items maximum minItems minimum oneOf "
    "pattern properties required title type uniqueItems $schema".split()
)
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,),
    "null": (type(None),),
}  # fmt: skip


class UnknownKeywordError(Exception):
    """The schema uses a keyword that this check does not know, so nothing it says can be relied on."""


def faults(document: Any, schema: dict[str, Any], root: dict[str, Any], place: str = "$") -> Iterator[str]:
    """Every fault of a document under a schema, each with its place; `root` is the whole schema, for references."""
    if unknown := schema.keys() - KNOWN:
        raise UnknownKeywordError(", ".join(sorted(unknown)))
    if "$ref" in schema:
        target: Any = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        yield from faults(document, target, root, place)
        return
    kinds = [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", [])
    if kinds and not any(_is_of(document, kind) for kind in kinds):
        yield f"{place}: is no {' or '.join(kinds)}"
        return
    if "enum" in schema and document not in schema["enum"]:
        yield f"{place}: is none of {schema['enum']}"
    for keyword, fits in (("anyOf", lambda count: count > 0), ("oneOf", lambda count: count == 1)):
        if keyword in schema and not fits(sum(not any(faults(document, one, root)) for one in schema[keyword])):
            yield f"{place}: does not fit {keyword}"
    if isinstance(document, dict):
        yield from _of_object(document, schema, root, place)
    elif isinstance(document, list):
        if len(document) < schema.get("minItems", 0):
            yield f"{place}: holds too few"
        if schema.get("uniqueItems") and any(one in document[:index] for index, one in enumerate(document)):
            yield f"{place}: holds one twice"
        for index, item in enumerate(document):
            yield from faults(item, schema.get("items", {}), root, f"{place}[{index}]")
    elif isinstance(document, str):
        if not re.search(schema.get("pattern", ""), document):
            yield f"{place}: does not fit {schema['pattern']}"
    elif isinstance(document, int | float) and not isinstance(document, bool):
        if not schema.get("minimum", document) <= document <= schema.get("maximum", document):
            yield f"{place}: is out of range"


def _of_object(document: dict[str, Any], schema: dict[str, Any], root: dict[str, Any], place: str) -> Iterator[str]:
    known, more = schema.get("properties", {}), schema.get("additionalProperties", {})
    for name in schema.get("required", ()):
        if name not in document:
            yield f"{place}: lacks {name}"
    for name, value in document.items():
        if name in known:
            yield from faults(value, known[name], root, f"{place}.{name}")
        elif more is False:
            yield f"{place}: holds {name}, which is unknown"
        elif isinstance(more, dict):
            yield from faults(value, more, root, f"{place}.{name}")


def _is_of(document: Any, kind: str) -> bool:
    return isinstance(document, _TYPES[kind]) and not (isinstance(document, bool) and kind in ("integer", "number"))
