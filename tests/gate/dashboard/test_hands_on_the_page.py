"""What the page of a pull request tells of several hands and of corrections by label."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from gate.db import Database
from gate.store.verdict_body import CorrectionLine, VerdictBody
from gate.tables import VerdictRow
from rules.identity.contributions import Contributions, Push, Share, Touch
from tests.gate.dashboard import story
from tests.gate.dashboard.page_reading import read_page

WORK = Contributions(
    shares=(Share("human", 2, 90), Share("devin", 1, 10)),
    uncounted=1,
    pushes=(Push("ada", "a" * 40, 2, "human"), Push("devin[bot]", "b" * 40, 1, "devin")),
    touched=(Touch("Makefile", ("devin",), True), Touch("package.json", (), False)),
)
SAID = (
    CorrectionLine("maria", "gate: agent", True, True, "", story.before(hours=1)),
    CorrectionLine("", "gate: not an agent", True, False, "Nobody is known to have set this label.", None),
)


@pytest.fixture
def words(told: Database, client_of: Callable[[Database], TestClient]) -> str:
    with told.transaction() as session:
        for row in session.scalars(select(VerdictRow).where(VerdictRow.number == 128)):
            body = VerdictBody.from_json(row.body)
            row.body = replace(body, contributions=WORK, corrections=SAID).to_json()
    return read_page(client_of(told).get("/pulls/acme/shop/128").text).words


def test_it_tells_whose_lines_they_are(words: str) -> None:
    assert "a person: 2 commits, 90 changed lines (90 %)" in words
    assert "devin: 1 commit, 10 changed lines (10 %)" in words


def test_it_tells_who_pushed_what(words: str) -> None:
    assert "devin[bot] pushed 1 commit up to bbbbbbbbbbbb: devin" in words


def test_it_tells_whose_commits_touched_what_and_what_is_not_known(words: str) -> None:
    assert "Makefile: devin" in words
    assert "package.json: not known: the pushes that Gate saw do not tell the files of every commit" in words


def test_it_tells_who_corrected_it_and_whether_that_counts(words: str) -> None:
    assert "maria set the label gate: agent 1 hour ago Counts." in words
    assert "Somebody set the label gate: not an agent Does not count. Nobody is known to have set this label." in words
