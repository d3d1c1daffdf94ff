"""Brings a database to the tables of this version, by Alembic's revisions in `gate/migrations`.

Any number of processes may start at once: the first takes a lock and migrates, the others wait and find nothing to do
(docs/adr/0013).
"""

from __future__ import annotations

from dataclasses import dataclass

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, inspect, select

from gate.db import Database
from gate.errors import GateError

_LOCK = 4_283_649_173
"""The name of PostgreSQL's advisory lock, any number that nothing else in the database uses."""


class MigrationError(GateError):
    """The database's tables are not ones that this version can bring up to date; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Migration:
    """What was done: the revisions before and after; `before` is None for an empty database."""

    before: str | None
    after: str

    def __str__(self) -> str:
        """One line for a person."""
        if self.before == self.after:
            return f"the database is at revision {self.after}, nothing to do"
        return f"the database was {self.before and f'at revision {self.before}' or 'empty'} and is now at revision {self.after}"


def migrate(database: Database) -> Migration:
    """Brings the tables up to date in one transaction, so that a migration that fails has changed nothing.

    Raises `MigrationError` where the tables are a newer version's or no migration's, and what SQLAlchemy raises where the
    database does not answer or refuses.
    """
    config = Config()
    config.set_main_option("script_location", "gate:migrations")
    scripts = ScriptDirectory.from_config(config)
    head = scripts.get_current_head()
    assert head is not None  # noqa: S101  # the first revision is part of the program
    # On SQLite a transaction takes the one write lock at its beginning (gate.db); PostgreSQL needs one made for this.
    with database.engine.begin() as connection:
        if not database.is_sqlite:
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        before = _revision(connection, scripts)
        if before != head:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    return Migration(before, head)


def _revision(connection: Connection, scripts: ScriptDirectory) -> str | None:
    """The revision that the tables are at. Raises `MigrationError` where it is none that this version knows."""
    found = MigrationContext.configure(connection).get_current_revision()
    if found is None:
        if inspect(connection).has_table("deliveries"):
            raise MigrationError("the database holds tables of Gate that no migration made; use an empty one")
    elif found not in {script.revision for script in scripts.walk_revisions()}:
        raise MigrationError(
            f"the database is at revision {found}, which a newer version of Gate made; use that version"
        )
    return found
