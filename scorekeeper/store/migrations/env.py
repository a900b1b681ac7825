"""Alembic's environment: migrations run on the connection that the program hands in."""

from alembic import context

from scorekeeper.store import tables

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=tables.EntryRecord.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
