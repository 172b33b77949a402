"""The base of all stores of one database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table, select

from bot.store.engine import Database


class SqlStore:
    """The base class of stores in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def _row(self, table: Table, key: str, value: int) -> dict[str, Any] | None:
        async with self._db.read() as connection:
            row = (await connection.execute(select(table).where(table.c[key] == value))).mappings().first()
        return dict(row) if row is not None else None
