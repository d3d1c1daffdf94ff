"""The GraphQL call: queries are executed against the subset of GitHub's schema in `schema.graphql`."""

from __future__ import annotations

from importlib import resources
from typing import Any

from graphql import GraphQLError, GraphQLSchema, build_schema, graphql_sync

from gate.simulated_github.graphql_repository import repository
from gate.simulated_github.refusals import Refusal
from gate.simulated_github.routing import Answer, Call, route


def read_schema() -> GraphQLSchema:
    """The schema that is answered."""
    return build_schema(resources.files("gate.simulated_github").joinpath("schema.graphql").read_text(encoding="utf-8"))


SCHEMA = read_schema()


@route("POST", "/graphql")
def query(call: Call) -> Answer:
    """Executes a query; faults come with status 200, as GitHub sends them."""
    text = call.body.get("query")
    if not isinstance(text, str):
        raise Refusal(400, "A query attribute must be specified and must be a string.")
    variables = call.body.get("variables") or {}
    done = graphql_sync(
        SCHEMA, text, _root(call), variable_values=variables, operation_name=call.body.get("operationName")
    )
    body: dict[str, Any] = {}
    # A query that is not valid has errors and no data.
    if done.data is not None or not done.errors:
        body["data"] = done.data
    if done.errors:
        body["errors"] = [_fault(error) for error in done.errors]
    return Answer(200, body)


def _root(call: Call) -> dict[str, Any]:
    def find(_info: Any, owner: str, name: str, **_more: Any) -> dict[str, Any]:
        found = call.world.repositories.find(owner, name)
        if found is None or (call.token is not None and found not in call.token.repositories()):
            raise GraphQLError(
                f"Could not resolve to a Repository with the name '{owner}/{name}'.", extensions={"type": "NOT_FOUND"}
            )
        return repository(call, found)

    limit = {
        "cost": 1,
        "limit": 5000,
        "nodeCount": 0,
        "remaining": 4999,
        "used": 1,
        "resetAt": call.world.stamp(call.world.now()),
    }
    return {"repository": find, "rateLimit": limit}


def _fault(error: GraphQLError) -> dict[str, Any]:
    told = error.formatted
    body: dict[str, Any] = {"message": told["message"]}
    if error.extensions and "type" in error.extensions:
        body["type"] = error.extensions["type"]
    for name in ("path", "locations"):
        if name in told:
            body[name] = told[name]
    return body
