"""What a bot has stored, in SQLite as in PostgreSQL: for tests that look into it, and for those that let time pass."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, Table, Update, select

from bot.store.engine import Database
from bot.store.schema import log_entry, match, metadata
from tests import postgres

KIND = "QUINTET_TEST_DATABASE"
"""Where bots of tests keep their matches: `sqlite`, as usual, or `postgresql`."""


async def new_database_setting() -> dict[str, str]:
    """The setting that names an empty database; none for the usual one, a file in the bot's folder."""
    kind = os.environ.get(KIND) or "sqlite"
    assert kind in {"sqlite", "postgresql"}, f"{KIND} cannot be {kind!r}"
    return {"DATABASE_URL": await postgres.server().another()} if kind == "postgresql" else {}


@dataclass(frozen=True)
class BotDatabase:
    """Reads and changes behind the bot's back, each with a connection of its own."""

    address: str

    async def rows(self, query: Select[*tuple[Any, ...]]) -> Sequence[Row[*tuple[Any, ...]]]:
        """All rows that are found."""
        async with self._open() as database, database.read() as connection:
            return (await connection.execute(query)).all()

    async def row(self, query: Select[*tuple[Any, ...]]) -> Row[*tuple[Any, ...]]:
        """The one row that there must be."""
        (row,) = await self.rows(query)
        return row

    async def value(self, query: Select[*tuple[Any, ...]]) -> Any:  # noqa: ANN401 - what the column holds
        """The one value that there must be."""
        (value,) = await self.row(query)
        return value

    async def until(self, query: Select[*tuple[Any, ...]]) -> None:
        """Return as soon as something is found."""
        for _ in range(3000):
            if await self.rows(query):
                return
            await asyncio.sleep(0.01)
        raise TimeoutError(f"nothing found by {query}")

    async def change(self, update: Update) -> int:
        """Returns how many rows have changed."""
        async with self._open() as database, database.write() as connection:
            return (await connection.execute(update)).rowcount

    async def insert(self, table: Table, row: Mapping[str, object]) -> None:
        """Add one row."""
        async with self._open() as database, database.write() as connection:
            await connection.execute(table.insert().values(**row))

    async def moves(self, code: str) -> list[str]:
        """The log of a match."""
        log = select(log_entry.c.move).join(match).where(match.c.code == code).order_by(log_entry.c.ply)
        return [text for (text,) in await self.rows(log)]

    async def everything(self) -> str:
        """All rows of all tables, to be searched."""
        tables = [await self.rows(select(table)) for table in metadata.sorted_tables]
        return "\n".join(str(row) for rows in tables for row in rows)

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[Database]:
        database = Database(self.address)
        try:
            yield database
        finally:
            await database.close()
