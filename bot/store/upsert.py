"""Insert rows or replace existing ones, safely with several writers at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.engine import UNANSWERED


def insert_into(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return an insert statement of the dialect that supports ON CONFLICT."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


async def put(
    connection: AsyncConnection, table: Table, values: Mapping[str, Any], changed: Collection[str] | None = None
) -> None:
    """Insert a row, or update the columns `changed` of the one with the same primary key."""
    keys = [column.name for column in table.primary_key]
    rest = {name: value for name, value in values.items() if name not in keys and (changed is None or name in changed)}
    statement = insert_into(connection, table).values(**values)
    statement = statement.on_conflict_do_update(index_elements=keys, set_=rest)
    await connection.execute(statement.execution_options(**UNANSWERED))
