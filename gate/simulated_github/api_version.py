"""Versions of the REST API: what the newer one leaves out (docs: rest/about-the-rest-api/breaking-changes)."""

from __future__ import annotations

from typing import Any

OLDEST = "2022-11-28"
NEWEST = "2026-03-10"
VERSIONS = (OLDEST, NEWEST)

REMOVED = frozenset({"has_downloads", "merge_commit_sha", "rate"})

NOT_OURS = frozenset({"payload"})
"""A recorded delivery is told as it was sent."""


def as_of(version: str, body: Any) -> Any:
    """A JSON answer as a version gives it. The newest one has no `merge_commit_sha`, no single `assignee`, no `has_downloads`."""
    if version == OLDEST:
        return body
    if isinstance(body, list):
        return [as_of(version, item) for item in body]
    if not isinstance(body, dict):
        return body
    removed = REMOVED | {"assignee"} if "assignees" in body else REMOVED
    return {
        name: value if name in NOT_OURS else as_of(version, value)
        for name, value in body.items()
        if name not in removed
    }
