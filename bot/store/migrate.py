"""Bring the database up to date: a backup copy first, then the migrations."""

from __future__ import annotations

import sqlite3
from asyncio import to_thread
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.store.engine import Database

MIGRATIONS = Path(__file__).parents[2] / "migrations"


def alembic_config() -> Config:
    """Where the migrations lie."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def make_room(database: Database) -> None:
    """Create the folder of an SQLite file. Raises OSError."""
    if database.is_sqlite and database.url.database:
        Path(database.url.database).absolute().parent.mkdir(parents=True, exist_ok=True)


async def migrate(database: Database) -> str | None:
    """Run what is missing. Returns the path of the backup copy when one was made."""
    await to_thread(make_room, database)
    config = alembic_config()
    newest = ScriptDirectory.from_config(config).get_current_head()
    async with database.read() as connection:
        present = await connection.run_sync(_revision)
    if present == newest:
        return None
    copy = await to_thread(backup, database, f"before-{newest}") if present is not None and database.is_sqlite else None
    async with database.write() as connection:
        await connection.run_sync(_upgrade, config)
    return copy


def backup(database: Database, label: str) -> str:
    """A copy of the SQLite file beside it, taken while others may read and write. Returns its path."""
    source = Path(str(database.url.database)).absolute()
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    target = source.with_name(f"{source.stem}-{stamp}-{label}.backup{source.suffix}")
    with sqlite3.connect(source) as original, sqlite3.connect(target) as copy:
        original.backup(copy)
    original.close()
    copy.close()
    return str(target)


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection, config: Config) -> None:
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
