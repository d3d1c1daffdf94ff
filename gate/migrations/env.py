"""Alembic's environment: runs the migrations on the connection that `gate.migrating` hands it, in its transaction."""

from __future__ import annotations

from alembic import context

from gate.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite changes a table by making it anew
    transactional_ddl=True,  # SQLite can, though Alembic does not count on it: a migration that fails leaves nothing half done
)
with context.begin_transaction():
    context.run_migrations()
