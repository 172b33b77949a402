"""Bring the database up to date: a backup first, then the migrations."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.store import backups
from bot.store.engine import Database

MIGRATIONS = Path(__file__).parents[2] / "migrations"


def alembic_config() -> Config:
    """Return alembic's configuration."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def create_folder(database: Database) -> None:
    """Create the folder of an SQLite file. Raises OSError."""
    if database.is_sqlite and database.url.database:
        Path(database.url.database).absolute().parent.mkdir(parents=True, exist_ok=True)


def known_revisions() -> Sequence[str]:
    """Return all revisions, newest first."""
    return [one.revision for one in ScriptDirectory.from_config(alembic_config()).walk_revisions()]


async def migrate(
    database: Database, backup_folder: Path | None = None, progress: backups.Progress | None = None
) -> Path | None:
    """Run the missing migrations. Returns the backup if one was made, by default in `backups` beside the database.

    `progress` is told how far that copy is.
    """
    await to_thread(create_folder, database)
    config = alembic_config()
    newest = known_revisions()[0]
    async with database.alone("migrate"):  # if several processes start at once, only the first one migrates
        async with database.read() as connection:
            present = await connection.run_sync(present_revision)
        if present == newest:
            return None
        copy = None
        if present and database.is_sqlite:
            copy = await to_thread(_backup, database, backup_folder, newest, progress)
        async with database.write() as connection:
            await connection.run_sync(_upgrade, config)
    return copy


def _backup(database: Database, folder: Path | None, newest: str, progress: backups.Progress | None) -> Path:
    file = Path(str(database.url.database)).absolute()
    folder = folder or file.parent / "backups"
    copy = backups.make(file, folder, f"{backups.BEFORE}{newest}", datetime.now(), progress)  # noqa: DTZ005 - the admin's
    backups.prune(folder, backups.BEFORE, backups.KEEP_BEFORE)
    return copy


def present_revision(connection: Connection) -> str | None:
    """Return the revision of the tables; None if there are none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection, config: Config) -> None:
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
