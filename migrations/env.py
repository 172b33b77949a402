"""How alembic runs: on the connection that the bot hands over, never by itself."""

from __future__ import annotations

from alembic import context

from bot.store.schema import metadata

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("Migrations are run by the bot: python -m bot migrate")

context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
