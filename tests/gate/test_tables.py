"""Whatever a stranger wrote can be stored, in either kind of database, and times come back as they were."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy.exc import StatementError

from gate.db import Database
from gate.tables import Pull

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def _pull(**more: object) -> Pull:
    values: dict[str, object] = {
        "repository_id": 1,
        "number": 1,
        "title": "A change",
        "author_login": "rosa",
        "author_type": "User",
        "state": "open",
        "head_sha": "a" * 40,
        "head_ref": "fix",
        "base_ref": "main",
        "read_at": NOON,
    }
    return Pull(**(values | more))


def _stored(database: Database, pull: Pull) -> Pull:
    with database.transaction() as session:
        session.add(pull)
    with database.reading() as session:
        return session.get_one(Pull, pull.id)


@pytest.mark.parametrize(
    ("written", "stored"),
    [("half \ud800 a pair", "half ? a pair"), ("a \0 sign", "a \u2400 sign"), ("ordinary ✓", "ordinary ✓")],
)
def test_text_that_postgresql_would_refuse_is_made_visible(database: Database, written: str, stored: str) -> None:
    assert _stored(database, _pull(title=written)).title == stored


def test_a_time_comes_back_aware_and_in_utc(database: Database) -> None:
    elsewhere = NOON.astimezone(timezone(timedelta(hours=5)))

    found = _stored(database, _pull(read_at=elsewhere)).read_at

    assert found == NOON
    assert found.tzinfo is UTC


def test_a_time_without_a_zone_is_refused(database: Database) -> None:
    with pytest.raises(StatementError, match="naive time"):
        _stored(database, _pull(read_at=NOON.replace(tzinfo=None)))


def test_a_reader_does_not_wait_for_a_writer(database: Database) -> None:
    with database.transaction() as writing:
        writing.add(_pull())
        writing.flush()
        with database.reading() as reading:
            assert reading.get(Pull, 1) is None
