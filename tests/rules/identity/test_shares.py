"""Whose lines a mixed pull request is made of."""

from __future__ import annotations

import pytest

from rules.identity import identify
from rules.identity.shares import shares
from tests.rules.identity.pull_requests import COPILOT, by_person, commit, signed_by_github


def test_lines_are_shared_by_hand() -> None:
    dossier = identify(
        by_person(commit(sha="a"), signed_by_github(COPILOT, sha="b"), signed_by_github(COPILOT, sha="c"))
    )

    assert shares(dossier.commits, {"a": 1, "b": 2, "c": 1}) == pytest.approx({"github-copilot": 0.75, "human": 0.25})


def test_without_counted_lines_there_are_no_shares() -> None:
    assert shares(identify(by_person(commit(sha="a"))).commits, {}) == {}
