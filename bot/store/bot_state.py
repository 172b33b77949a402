"""Facts about the installation that survive a restart, by name."""

from __future__ import annotations

from sqlalchemy import select

from bot.store.engine import Database
from bot.store.schema import bot_state
from bot.store.upsert import put


class SqlBotState:
    """A text for each key."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def read(self, key: str) -> str | None:
        async with self._db.read() as connection:
            value: str | None = (
                await connection.execute(select(bot_state.c.value).where(bot_state.c.key == key))
            ).scalar()
        return value

    async def write(self, key: str, value: str) -> None:
        async with self._db.write() as connection:
            await put(connection, bot_state, {"key": key, "value": value})
