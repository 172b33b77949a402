"""`python -m bot`: everything that an admin asks the bot to do."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, NoReturn

import typer
from rich.console import Console

from bot import embedded, logs
from bot.settings import Settings, SettingsError, load

# Commands import what they need when they run: `games` reads QUINTET_GAMES_PATH on its first import, which may stand
# in `.env`, and `health` runs twice a minute and has no use for Discord and pictures.
# ruff: noqa: PLC0415

cli = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Quintet: five board games in Discord. Settings come from the environment and from .env (see .env.example).",
)
told = Console(stderr=True, highlight=False, soft_wrap=True)


def fail(sentence: str, code: int) -> NoReturn:
    """End with one plain line on standard error."""
    told.print(sentence, markup=False)
    raise typer.Exit(code)


def prepared() -> Settings:
    """The settings, with the log set up for them; a mistake in them ends the command."""
    try:
        settings = load()
    except SettingsError as error:
        fail(str(error), 2)
    secrets = [settings.token.get_secret_value()] if settings.token else []
    logs.set_up(settings.log_level, settings.log_format, secrets)
    return settings


@cli.command()
def run() -> None:
    """Start the bot: at Discord with DISCORD_TOKEN, without it in a sandbox on this machine.

    The database is created or brought up to date first, with a backup copy before a change.
    Ctrl-C or SIGTERM ends it.
    """
    settings = prepared()
    _migrate(settings)
    try:
        code = asyncio.run(_until_stopped(_live(settings)))
    except SettingsError as error:
        fail(str(error), 2)
    except KeyboardInterrupt:  # Windows, where the loop takes no signals
        code = 0
    raise typer.Exit(code)


@cli.command()
def migrate() -> None:
    """Create the database, or bring it up to date; a backup copy of an SQLite file is made before."""
    copy = _migrate(prepared())
    told.print(f"The database is up to date. Before: {copy}" if copy else "The database is up to date.", markup=False)


def _migrate(settings: Settings) -> str | None:
    from bot.store.engine import Database
    from bot.store.migrate import migrate as bring_up_to_date
    from bot.store.problems import DatabaseProblem, in_plain_words

    async def work() -> str | None:
        database = Database(settings.database_url)
        try:
            with in_plain_words(database):
                return await bring_up_to_date(database)
        finally:
            await database.close()

    try:
        return asyncio.run(work())
    except DatabaseProblem as problem:
        fail(str(problem), 2)


async def _live(settings: Settings) -> int:
    from bot import app

    if settings.token is not None:
        return await app.run(settings)
    if not settings.is_discord:
        raise SettingsError("DISCORD_API is set, and DISCORD_TOKEN is missing")
    async with embedded.sandbox(settings.sandbox_port) as sandbox:
        told.print(f"No DISCORD_TOKEN, so this is a sandbox. Play in your browser: [bold]{sandbox.address}[/]")
        told.print("For the real Discord, put DISCORD_TOKEN=… into .env and start again (README.md).")
        bot = asyncio.ensure_future(app.run(sandbox.point(settings)))
        ended = asyncio.ensure_future(sandbox.process.wait())
        try:
            await asyncio.wait((bot, ended), return_when=asyncio.FIRST_COMPLETED)
            if not bot.done():
                told.print(f"The sandbox has ended (exit code {ended.result()}), and the bot with it.")
                return 1
            return bot.result()
        finally:
            bot.cancel()
            ended.cancel()
            await asyncio.gather(bot, ended, return_exceptions=True)


async def _until_stopped(work: Coroutine[Any, Any, int]) -> int:
    """The exit code of `work`, which SIGINT and SIGTERM end in good order."""
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(number, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        return 0


if __name__ == "__main__":
    sys.exit(cli(prog_name="python -m bot"))
