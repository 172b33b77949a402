"""Rows that are put in the place of older ones, by several writers at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def insert_into(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insertion that knows what to do about a row with the same key."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


async def put(connection: AsyncConnection, table: Table, values: Mapping[str, Any]) -> None:
    """Store a row in place of the one with the same primary key."""
    keys = [column.name for column in table.primary_key]
    rest = {name: value for name, value in values.items() if name not in keys}
    statement = insert_into(connection, table).values(**values)
    await connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=rest))
