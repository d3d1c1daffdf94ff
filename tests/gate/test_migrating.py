from __future__ import annotations

import contextlib
import threading
from datetime import UTC, datetime

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from gate.db import Database
from gate.migrating import Migration, MigrationError, migrate
from gate.store import nudges
from gate.tables import Base

NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)


@pytest.fixture
def empty(database_url):
    with contextlib.closing(Database(database_url)) as database:
        yield database


def _shape(database):
    """Everything that the database itself knows of its tables, but for those of the migrations."""
    found = inspect(database.engine)
    return {
        name: {
            "columns": [{**column, "type": str(column["type"])} for column in found.get_columns(name)],
            "primary key": found.get_pk_constraint(name),
            "unique": sorted(found.get_unique_constraints(name), key=lambda one: one["name"] or ""),
            "indexes": sorted(found.get_indexes(name), key=lambda one: one["name"] or ""),
            "foreign keys": found.get_foreign_keys(name),
            "checks": found.get_check_constraints(name),
        }
        for name in found.get_table_names()
        if name != "alembic_version"
    }


def test_the_migrations_give_the_tables_that_the_program_declares(empty):
    migrate(empty)

    with empty.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []


def test_the_migrations_give_what_the_database_makes_of_the_declarations(empty):
    Base.metadata.create_all(empty.engine)
    declared = _shape(empty)
    Base.metadata.drop_all(empty.engine)

    migrate(empty)

    assert _shape(empty) == declared


def test_a_migrated_database_has_nothing_to_do(empty):
    first = migrate(empty)

    assert first.before is None
    assert migrate(empty) == Migration(first.after, first.after)


def test_what_is_stored_survives_another_start(empty):
    migrate(empty)
    with empty.transaction() as session:
        nudges.nudge(session, "pull", 7, "3", urgency=1, due_at=NOW)

    migrate(empty)

    with empty.transaction() as session:
        look = nudges.claim_nudge(session, NOW)
    assert look is not None
    assert (look.kind, look.repository_id, look.subject) == ("pull", 7, "3")


def test_of_many_processes_that_start_at_once_one_migrates(database_url):
    done: list[Migration] = []

    def start():
        with contextlib.closing(Database(database_url)) as database:
            done.append(migrate(database))

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(one.before is None for one in done) == [False, False, False, True]


def test_a_newer_versions_database_is_left_alone(empty):
    migrate(empty)
    with empty.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    with pytest.raises(MigrationError, match="9999, which a newer version"):
        migrate(empty)


def test_tables_that_no_migration_made_are_left_alone(empty):
    Base.metadata.create_all(empty.engine)

    with pytest.raises(MigrationError, match="no migration made"):
        migrate(empty)


def test_a_migration_that_fails_leaves_nothing_half_done(empty):
    with empty.engine.begin() as connection:
        connection.execute(text("CREATE TABLE verdicts (id INTEGER)"))  # the last of the tables is in the way

    with pytest.raises(Exception, match="verdicts"):
        migrate(empty)

    assert set(inspect(empty.engine).get_table_names()) == {"verdicts"}
