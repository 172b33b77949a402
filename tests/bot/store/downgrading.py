"""Databases as they were before one of the migrations."""

from __future__ import annotations

from alembic import command
from sqlalchemy import Connection

from bot.store.migrate import alembic_config
from tests.bot.table import Club


async def downgrade(club: Club, revision: str) -> None:
    """The tables become those of this version."""

    def change(connection: Connection) -> None:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.downgrade(config, revision)

    async with club.database.write() as connection:
        await connection.run_sync(change)
    club.database.clear_caches()
