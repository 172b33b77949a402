"""Small facts that outlive a restart, by name."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from bot.store.engine import Database
from bot.store.schema import note


class SqlNotes:
    """A text for each key."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def read(self, key: str) -> str | None:
        """The note under this key."""
        async with self._db.read() as connection:
            value: str | None = (await connection.execute(select(note.c.value).where(note.c.key == key))).scalar()
        return value

    async def keep(self, key: str, value: str) -> None:
        """Store a note in place of an older one."""
        async with self._db.write() as connection:
            await connection.execute(delete(note).where(note.c.key == key))
            await connection.execute(insert(note).values(key=key, value=value))
