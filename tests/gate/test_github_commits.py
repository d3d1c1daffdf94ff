"""How a commit of GitHub's GraphQL answer becomes ours: lines are counted, and a merge's are nobody's."""

from __future__ import annotations

from typing import Any

import pytest

from gate.github_api.pulls import _graphql_commit, commit_from_rest

COMMIT: dict[str, Any] = {
    "oid": "a" * 40,
    "message": "Change",
    "committedDate": "2026-03-02T12:00:00Z",
    "additions": 7,
    "deletions": 2,
    "author": {"name": "Ada", "email": "ada@example.com", "user": None},
    "committer": {"name": "Ada", "email": "ada@example.com", "user": None},
    "signature": None,
}


@pytest.mark.parametrize(("parents", "lines"), [(0, 9), (1, 9), (2, None)], ids=["first", "ordinary", "merge"])
def test_the_lines_of_a_commit_are_counted_unless_it_merges(parents: int, lines: int | None) -> None:
    assert _graphql_commit({**COMMIT, "parents": {"totalCount": parents}}).changed_lines == lines


def test_rest_gives_no_count() -> None:
    rest = {"sha": "a" * 40, "commit": {"message": "Change", "author": None, "committer": None}}

    assert commit_from_rest(rest).changed_lines is None
