"""The command line, `python -m bot`: everything that an admin can ask the bot to do."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar

import structlog
import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.admin import logs
from bot.admin.version import read_version
from bot.process import heartbeat
from bot.process.lock import CannotLock, exclusive
from bot.settings import Settings, SettingsError, load, wanted_log_format
from bot.store import backups

# Commands import what they need when they run, for two reasons. `games` reads QUINTET_GAMES_PATH on its first import,
# and that setting may be in `.env`. Most commands don't need Discord, SQL or pictures: with these imports `--help`
# takes 3 s and 115 MB, without them 0.6 s and 47 MB.
# ruff: noqa: PLC0415

T = TypeVar("T")

MARKS = {"good": "[green]✓[/]", "note": "[yellow]![/]", "bad": "[red]✗[/]"}

cli = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Quintet: five board games in Discord. Settings come from the environment and from .env (see .env.example).",
)
told = Console(stderr=True, highlight=False, soft_wrap=True)


def print_version(wanted: bool) -> None:  # noqa: FBT001 - typer's way of a flag
    """Print the version for `--version`, which needs no settings."""
    if wanted:
        typer.echo(f"Quintet {read_version()}")
        raise typer.Exit


@cli.callback()
def options(
    *, version: Annotated[bool, typer.Option("--version", callback=print_version, is_eager=True)] = False
) -> None:
    """The options that need no command."""


# ---------------------------------------------------------------- commands


@cli.command()
def run() -> None:
    """Start the bot: on Discord if DISCORD_TOKEN is set, otherwise in a sandbox on this machine.

    First the database is created or brought up to date; a copy is made before any change.
    SIGUSR1 makes it log more, SIGUSR2 as much as before. Ctrl-C or SIGTERM stops the bot.
    Exit code 2: the bot cannot start; the last line says why. Exit code 1: the bot has ended, or cannot reach Discord
    or the database; start it again.
    """
    from bot.admin.launch import live
    from bot.process.startup import CannotStart, Unreachable

    with in_the_log():
        settings = prepare()
        logs.obey_signals(settings.log_level)
        try:
            code = run_or_fail(live(settings, tell), 2)
        except Unreachable as error:
            fail(str(error), 1)
        except (SettingsError, CannotStart) as error:
            fail(str(error), 2)
        except KeyboardInterrupt:  # on Windows, where the event loop handles no signals
            code = 0
        raise typer.Exit(code)


@cli.command()
def doctor() -> None:
    """Check settings, files, database and Discord, and say what to do. Changes nothing.

    Exit code 1: something is wrong.
    """
    from bot.admin.doctor import examine

    settings = prepare("error")

    async def show() -> bool:
        well = True
        async for subject, verdict, words, remedy in examine(settings):
            tell(f"{MARKS[verdict]} [bold]{escape(subject)}[/] {escape(words)}", markup=True)
            if remedy:
                tell(f"  → {remedy}")
            well = well and verdict != "bad"
        return well

    raise typer.Exit(0 if asyncio.run(show()) else 1)


@cli.command()
def backup(
    to: Annotated[Path | None, typer.Option(help="The folder for the copy. Default: QUINTET_BACKUPS")] = None,
) -> None:
    """Back up the SQLite database now. The bot can be running."""
    settings = prepare()
    source = sqlite_file(settings, "pg_dump --format=custom --file=quintet.dump <address>")
    with bar("Copying") as progress, translate_errors():
        made = backups.make(source, to or settings.backup_folder, backups.BY_HAND, here_and_now(), progress)
    tell(f"The copy is {made}")


@cli.command()
def restore(
    file: Annotated[Path | None, typer.Argument(help="The copy to restore. Without it, all copies are listed")] = None,
) -> None:
    """Replace the SQLite database with a copy. The bot must be stopped.

    The replaced database is kept as a copy.
    """
    from bot.store.layout import check_layout

    settings = prepare()
    target = sqlite_file(settings, "pg_restore --clean --dbname=<address> quintet.dump")
    if file is None:
        copies = backups.newest(settings.backup_folder, "")
        for copy in copies:
            typer.echo(copy)
        found = "" if copies else f"There are no copies in {settings.backup_folder}. "
        fail(f"{found}Name the copy to restore: python -m bot restore FILE", 2)
    with while_stopped(settings):
        with bar("Restoring") as progress, translate_errors():
            backups.check(file)
            check_layout(file)
            kept = backups.restore(file, target, settings.backup_folder, here_and_now(), progress)
        brought_up_to_date(settings)
    tell(f"{file} is now the database." + (f" The previous one was kept as {kept}" if kept else ""))


@cli.command()
def export(
    to: Annotated[Path | None, typer.Option(help="The file to write to. Default: standard output")] = None,
) -> None:
    """Write every match as one line of JSON: who, when, how it ended, and the record of all moves.

    The bot can be running, and nothing is changed. A match that cannot be read is listed with its code and the problem.
    """
    from bot.admin.launch import is_up_to_date
    from bot.store.engine import Database
    from bot.store.export import count_matches, every_match

    settings = prepare()
    must_exist(settings)
    if not run_or_fail(is_up_to_date(settings)):
        fail("The tables belong to another version. First run: python -m bot migrate")

    async def write() -> tuple[int, int]:
        database, written, damaged = Database(settings.database_url), 0, 0
        try:
            total = await count_matches(database)
            opened = to.open("w", encoding="utf-8") if to else nullcontext(sys.stdout)
            with opened as out, bar("Exporting") as progress:
                async for match in every_match(database):
                    out.write(json.dumps(match, ensure_ascii=False) + "\n")
                    written, damaged = written + 1, damaged + ("damaged" in match)
                    progress(written, total)
        finally:
            await database.close()
        return written, damaged

    written, damaged = run_or_fail(write())
    tell(f"{written} matches written." + (f" {damaged} of them are damaged: their lines say so." if damaged else ""))


@cli.command(name="copy-db")
def copy_db(
    source: Annotated[Path | None, typer.Argument(help="The SQLite file. Default: the one in QUINTET_DATA")] = None,
) -> None:
    """Copy an SQLite database into the empty one that DATABASE_URL names. The bot must be stopped.

    The SQLite file stays as it is.
    """
    from bot.admin.launch import copy_database

    settings = prepare()
    file = source or settings.data / "quintet.db"
    if not file.is_file():
        fail(f"There is no database at {file}.", 2)
    if settings.sqlite_file is not None and settings.sqlite_file.resolve() == file.resolve():
        fail("DATABASE_URL names this same database. Set it to the new one.", 2)
    with while_stopped(settings, file), bar("Copying") as progress:
        rows = run_or_fail(copy_database(file, settings, progress))
    tell(f"{rows} rows copied. {file} stays as it was; start the bot with the new DATABASE_URL.")


@cli.command()
def migrate() -> None:
    """Create the database, or bring it up to date. An SQLite file is copied first.

    If the tables have to change, the bot must be stopped.
    """
    from bot.admin.launch import state_of_tables

    settings = prepare()
    before = run_or_fail(state_of_tables(settings))
    with nullcontext() if before == "newest" else while_stopped(settings):
        copy = brought_up_to_date(settings)
    done = {
        "none": f"There was no database. Created {settings.sqlite_file}.",
        "other": "The database is up to date now.",
        "newest": "The database is already up to date.",
    }
    if settings.sqlite_file is None:
        done["none"] = "The database was empty. Created its tables."
    tell(done[before] + (f" Copy of the old one: {copy}" if copy else ""))


@cli.command(name="health")
def is_healthy() -> None:
    """Report the health of the running bot and its parts: gateway, database, commands, clocks, AIs and so on.

    Exit code 1: matches cannot continue.
    """
    code, lines = heartbeat.verdict(prepare().health_file, time.time())
    tell("\n".join(lines))
    raise typer.Exit(code)


@cli.command()
def sync() -> None:
    """Register the slash commands with Discord, even if they have not changed. The bot can be running.

    The bot registers changed commands itself when it starts.
    """
    from bot.admin.launch import sync_commands
    from bot.process.startup import CannotStart

    settings = prepare()
    if settings.token is None:
        fail("DISCORD_TOKEN is missing.", 2)
    try:
        count = run_or_fail(sync_commands(settings))
    except CannotStart as error:
        fail(str(error))
    tell(f"Discord has {count} commands now.")


# ---------------------------------------------------------------- what they share


_logging: ContextVar[bool] = ContextVar("logging", default=False)


@contextmanager
def in_the_log() -> Iterator[None]:
    """If the log is JSON, write messages to the admin as log lines too, so that every line can be parsed."""
    if wanted_log_format() == "json":
        logs.set_up("info", "json")
        _logging.set(True)
    try:
        yield
    finally:
        _logging.set(False)


def tell(words: str, *, markup: bool = False) -> None:
    """Print a message to the admin on standard error; standard output stays free for data."""
    if _logging.get():
        structlog.get_logger(__name__).info(words)
    else:
        told.print(words, markup=markup)


def fail(sentence: str, code: int = 1) -> NoReturn:
    """End with one plain line on standard error."""
    if _logging.get():
        structlog.get_logger(__name__).error(sentence)
    else:
        tell(sentence)
    raise typer.Exit(code)


def here_and_now() -> datetime:
    """Return the local time, for file names."""
    return datetime.now()  # noqa: DTZ005 - as said


def prepare(level: str | None = None) -> Settings:
    """Load the settings and set up logging; end the command if a setting is wrong."""
    try:
        settings = load()
    except SettingsError as error:
        fail(str(error), 2)
    secrets = [settings.token.get_secret_value()] if settings.token else []
    logs.set_up(level or settings.log_level, settings.log_format, secrets)
    return settings


def sqlite_file(settings: Settings, instead: str) -> Path:
    """Return the SQLite file; with PostgreSQL end the command and name what to use instead."""
    if settings.sqlite_file is None:
        fail(f"PostgreSQL has its own tool for this: {instead}", 2)
    return settings.sqlite_file


def must_exist(settings: Settings) -> None:
    """End the command if there is no SQLite file, because reading would create one."""
    if settings.sqlite_file is not None and not settings.sqlite_file.is_file():
        fail(f"There is no database at {settings.sqlite_file}.")


@contextmanager
def while_stopped(settings: Settings, *others: Path) -> Iterator[None]:
    """Hold the database lock so that no bot can start; end the command if one is running."""
    if settings.sqlite_file is None:
        beat = heartbeat.read(settings.health_file)
        if beat is not None and beat.is_alive(time.time()):
            fail(f"The bot is running (process {beat.pid}): stop it first. If it was killed, try again in a minute.")
    with ExitStack() as locks, translate_errors():
        for file in filter(None, (settings.sqlite_file, *others)):
            locks.enter_context(exclusive(file))
        yield


def brought_up_to_date(settings: Settings) -> Path | None:
    """Create or migrate the database. Returns the copy made before."""
    from bot.admin.launch import prepare

    with bar("Copying") as progress:
        return run_or_fail(prepare(settings, progress))


def run_or_fail(work: Coroutine[Any, Any, T], code: int = 1) -> T:
    """Return the result of `work`; an error that the admin can fix ends the command with one line and this code."""
    with translate_errors(code):
        return asyncio.run(work)


@contextmanager
def translate_errors(code: int = 1) -> Iterator[None]:
    """End the command with one line for errors that the admin can fix."""
    from bot.store.problems import DatabaseProblem, DatabaseUnreachable

    try:
        yield
    except DatabaseUnreachable as problem:
        fail(str(problem), 1)
    except (DatabaseProblem, backups.BackupError, CannotLock) as problem:
        fail(str(problem), code)
    except OSError as error:
        fail(f"{error.filename or 'A file'}: {error.strerror or error}", code)


@contextmanager
def bar(title: str) -> Iterator[backups.Progress]:
    """Show a progress bar on standard error; it is called with the amount done and the total."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=told, transient=True, disable=not told.is_terminal) as progress:
        task = progress.add_task(title, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


if __name__ == "__main__":
    sys.exit(cli(prog_name="python -m bot"))
