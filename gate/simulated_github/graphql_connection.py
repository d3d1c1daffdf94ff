"""Connections: GraphQL's pages, cut as GitHub cuts them."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from graphql import GraphQLError

MOST_NODES = 100

Item = TypeVar("Item")
Field = Callable[..., dict[str, Any]]


def connection(name: str, items: Callable[..., Sequence[Item]], shape: Callable[[Item], dict[str, Any]]) -> Field:
    """A field that gives one page. `items` gets the field's own arguments and gives everything; `shape` writes one node."""

    def resolve(
        _info: Any,
        first: int | None = None,
        after: str | None = None,
        last: int | None = None,
        before: str | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        if first is None and last is None:
            raise GraphQLError(
                f"You must provide a `first` or `last` value to properly paginate the `{name}` connection."
            )
        side, wanted = ("first", first) if first is not None else ("last", last or 0)
        if not 0 < wanted <= MOST_NODES:
            raise GraphQLError(
                f"Requesting {wanted} records on the `{name}` connection exceeds the `{side}` limit of {MOST_NODES} records."
            )
        found = list(items(**more))
        start = 0 if after is None else _position(after)
        stop = len(found) if before is None else _position(before) - 1
        if first is not None:
            stop = min(stop, start + first)
        else:
            start = max(start, stop - wanted)
        nodes = [shape(item) for item in found[start:stop]]
        return {
            "nodes": nodes,
            "totalCount": len(found),
            "pageInfo": {
                "startCursor": _cursor(start + 1) if nodes else None,
                "endCursor": _cursor(start + len(nodes)) if nodes else None,
                "hasNextPage": stop < len(found),
                "hasPreviousPage": start > 0,
            },
        }

    return resolve


def _cursor(position: int) -> str:
    return base64.b64encode(f"cursor:{position}".encode()).decode()


def _position(cursor: str) -> int:
    try:
        return int(base64.b64decode(cursor).decode().removeprefix("cursor:"))
    except ValueError:
        raise GraphQLError(f"`{cursor}` does not appear to be a valid cursor.") from None
