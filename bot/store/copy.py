"""Copy all rows of one database into another, empty one: how a bot moves from SQLite to PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from sqlalchemy import Table, func, insert, select, text, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import schema
from bot.store.engine import Database
from bot.store.problems import DatabaseProblem

Progress = Callable[[int, int], object]
"""Called with the rows done and the total."""
BATCH = 1000


async def copy(source: Database, target: Database, progress: Progress) -> int:
    """Copy every row in one transaction and return how many there were. Both databases must have their tables.

    Raises DatabaseProblem if the target is in use: nothing is mixed, and nothing is overwritten.
    """
    tables = [table for table in schema.metadata.sorted_tables if table not in (schema.work_claim, schema.shard_lease)]
    done = 0
    async with source.view() as old, target.write() as new:
        if await _count(new, schema.match):
            where = target.url.render_as_string(hide_password=True)
            raise DatabaseProblem(f"{where} already holds matches. Copy into an empty database.")
        total = sum([await _count(old, table) for table in tables])
        for table in tables:
            await new.execute(table.delete())  # rows that the bot wrote at its first start
            async for rows in _batches(old, table):
                await new.execute(insert(table), rows)
                done += len(rows)
                progress(done, total)
        await _go_on_counting(new, tables)
    return done


async def _count(connection: AsyncConnection, table: Table) -> int:
    return (await connection.execute(select(func.count()).select_from(table))).scalar_one()


async def _batches(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[dict[str, Any]]]:
    """Yield the rows in batches, ordered by key."""
    keys = list(table.primary_key)
    query = select(table).order_by(*keys).limit(BATCH)
    found = [dict(row) for row in (await connection.execute(query)).mappings()]
    while found:
        yield found
        last = tuple_(*(found[-1][key.name] for key in keys))
        found = [dict(row) for row in (await connection.execute(query.where(tuple_(*keys) > last))).mappings()]


async def _go_on_counting(connection: AsyncConnection, tables: Sequence[Table]) -> None:
    """Advance PostgreSQL's sequences past the copied rows; SQLite needs nothing."""
    if connection.dialect.name != "postgresql":
        return
    for table in tables:
        number = table.autoincrement_column
        if number is not None:
            sequence = f"pg_get_serial_sequence('{table.name}', '{number.name}')"
            query = f"SELECT setval({sequence}, coalesce(max({number.name}), 0) + 1, false) FROM {table.name}"  # noqa: S608 - names of ours
            await connection.execute(text(query))
