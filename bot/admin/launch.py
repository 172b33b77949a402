"""Build the bot from its settings and run it, on Discord or in a sandbox of its own."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Literal

import structlog

from bot.admin import account, embedded
from bot.process.lease_keeper import serve
from bot.process.startup import TOKEN_REFUSED, Unreachable, reserve
from bot.process.stopping import Stop, run_to_the_end
from bot.settings import Settings, SettingsError, sqlite_url
from bot.store import backups
from bot.store.copy import Progress, copy
from bot.store.engine import Database
from bot.store.layout import check_layout
from bot.store.migrate import known_revisions, migrate, present_revision
from bot.store.problems import check_file, translate_errors

_log = structlog.get_logger(__name__)
Tell = Callable[[str], object]
"""Prints a line to the admin."""


async def prepare(settings: Settings, progress: backups.Progress | None = None) -> Path | None:
    """Create or migrate the database. Returns the backup made before.

    `progress` is told how far the copy is. Raises DatabaseProblem, BackupError, OSError.
    """
    await asyncio.to_thread(check_file, settings.sqlite_file)
    database = Database(settings.database_url)
    try:
        with translate_errors(database):
            copy = await migrate(database, settings.backup_folder, progress)
    finally:
        await database.close()
    if copy is not None:
        _log.info("database migrated", backup=str(copy))
    return copy


async def is_up_to_date(settings: Settings) -> bool:
    """Whether the tables are up to date; changes nothing. Raises DatabaseProblem, OSError."""
    return await state_of_tables(settings) == "newest"


async def state_of_tables(settings: Settings) -> Literal["none", "other", "newest"]:
    """Return whether there are tables, and whether they are up to date; changes nothing.

    Raises DatabaseProblem, OSError.
    """
    if settings.sqlite_file is not None and not settings.sqlite_file.is_file():  # connecting would create it
        return "none"
    await asyncio.to_thread(check_file, settings.sqlite_file)
    database = Database(settings.database_url)
    try:
        with translate_errors(database):
            async with database.read() as connection:
                present = await connection.run_sync(present_revision)
        return "none" if present is None else "newest" if present == known_revisions()[0] else "other"
    finally:
        await database.close()


async def copy_database(file: Path, settings: Settings, progress: Progress) -> int:
    """Copy an SQLite file into the empty database of the settings; returns the number of rows.

    Both are brought up to date first. Raises DatabaseProblem, BackupError, OSError.
    """
    backups.check(file)
    check_layout(file)
    source, target = Database(sqlite_url(file)), Database(settings.database_url)
    try:
        with translate_errors(source):
            await migrate(source, settings.backup_folder)
        with translate_errors(target):
            await migrate(target, settings.backup_folder)
            return await copy(source, target, progress)
    finally:
        await source.close()
        await target.close()


async def sync_commands(settings: Settings) -> int:
    """Register the slash commands with Discord; returns how many. Raises CannotStart."""
    from bot import app  # noqa: PLC0415 - see bot.__main__

    return await app.sync_commands(settings)


async def live(settings: Settings, tell: Tell) -> int:
    """Run the bot until it ends or this process is stopped. Returns the exit code.

    Raises SettingsError, CannotStart, CannotLock, DatabaseProblem, BackupError, OSError.
    """
    if settings.token is None and not settings.is_discord:
        raise SettingsError("DISCORD_API is set, and DISCORD_TOKEN is missing")
    stop = Stop(settings.stop_seconds)
    lives = _in_sandbox if settings.token is None else _at_discord
    return await _until_stopped(lives(settings, tell, stop), stop)


async def _at_discord(settings: Settings, tell: Tell, stop: Stop) -> int:
    from bot import app  # noqa: PLC0415 - see bot.__main__

    assert settings.token is not None  # noqa: S101 - `live` has looked
    try:
        found = await account.ask(settings.api, settings.token.get_secret_value())
    except account.TokenRefused:
        raise SettingsError(TOKEN_REFUSED) from None
    except account.Unreachable as error:
        raise Unreachable(f"{settings.api} cannot be reached: {error}") from None
    with reserve(settings):
        await prepare(settings)
        tell(f"I am {found.name}. To invite me into a server: {found.invite_link}")
        return await serve(settings, lambda mine, may_answer: app.run(mine, stop, may_answer))


async def _in_sandbox(settings: Settings, tell: Tell, stop: Stop) -> int:
    from bot import app  # noqa: PLC0415 - see bot.__main__

    async with embedded.sandbox(settings.sandbox_port) as sandbox:
        here = sandbox.point(settings)
        with reserve(here):
            restart_process(here)
            await prepare(here)
            tell(f"There is no DISCORD_TOKEN, so this is a sandbox. Play in your browser: {sandbox.address}/")
            tell("To go to real Discord, put DISCORD_TOKEN=… into the file .env and start again; README.md says how.")
            bot = asyncio.ensure_future(app.run(here, stop))
            ended = asyncio.ensure_future(sandbox.process.wait())
            try:
                await asyncio.wait((bot, ended), return_when=asyncio.FIRST_COMPLETED)
                if bot.done():
                    return bot.result()
                tell(f"The sandbox has ended (exit code {ended.result()}), and the bot with it")
                return 1
            finally:
                bot.cancel()
                ended.cancel()
                await run_to_the_end(asyncio.wait((bot, ended)))


def restart_process(settings: Settings) -> None:
    """Delete the matches of an earlier sandbox, whose servers and messages are gone as well."""
    if settings.sqlite_file is not None:
        for rest in ("", "-wal", "-shm"):
            settings.sqlite_file.with_name(settings.sqlite_file.name + rest).unlink(missing_ok=True)


async def _until_stopped(work: Coroutine[Any, Any, int], stop: Stop) -> int:
    """Return the exit code of `work`, which SIGINT and SIGTERM end gracefully; a second signal changes nothing.

    The handlers are Python's own and not the loop's, which would be asleep when the loop hangs.
    """
    task, loop = asyncio.ensure_future(work), asyncio.get_running_loop()

    def end(number: int, _frame: object) -> None:
        if stop.begin(signal.Signals(number).name):
            loop.call_soon_threadsafe(task.cancel)

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        return await task
    except asyncio.CancelledError:
        return 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
