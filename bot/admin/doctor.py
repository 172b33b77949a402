"""Check everything that can be wrong with an installation: `python -m bot doctor`."""

from __future__ import annotations

import difflib
import os
import shutil
import stat
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, NamedTuple

from bot.admin import account, embedded
from bot.process import heartbeat
from bot.settings import Settings, variables
from bot.store import backups, checkup
from bot.store.engine import Database
from bot.store.problems import DatabaseProblem, check_file, translate_errors

Verdict = Literal["good", "note", "bad"]

LITTLE_SPACE: Final = 500_000_000
"""Free bytes below which the disk may soon be full."""
CLOCK_SECONDS: Final = 5
FEW_STARTS: Final = 50
OTHER_VARIABLES: Final = frozenset({"QUINTET_MEMORY", "QUINTET_PROMTOOL", "QUINTET_CHROMIUM", "QUINTET_OPENAPI"})
"""Variables that are read by compose.yaml, the tests and the sandbox."""


class Finding(NamedTuple):
    """The result of one check: what was checked, its state, and what to do about it."""

    subject: str
    verdict: Verdict
    words: str
    remedy: str = ""


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Run all checks, local ones first, without changing anything. Without a token, check what the sandbox uses."""
    if settings.token is None and settings.is_discord:
        settings = embedded.without_discord(settings)
    yield python(sys.version_info[:3])
    for finding in (*environment(os.environ), *secrecy(Path(".env"), settings), *folder(settings.data)):
        yield finding
    async for finding in database(settings):
        yield finding
    for finding in (*copies(settings, datetime.now()), running(settings, time.time())):  # noqa: DTZ005 - local files
        yield finding
    for found in (games, opponents, pictures):
        yield guard(found)
    yield await discord(settings)


def python(version: tuple[int, ...]) -> Finding:
    """Check the interpreter."""
    words = ".".join(map(str, version))
    if version < (3, 11):
        return Finding("Python", "bad", words, "Install Python 3.11 or newer.")
    return Finding("Python", "good", words)


def environment(given: Iterable[str]) -> Iterator[Finding]:
    """Check for misspelt variables, which would otherwise be ignored silently."""
    known = variables()
    for name in sorted(given):
        if name.startswith(("QUINTET_", "DISCORD_")) and name not in known and name not in OTHER_VARIABLES:
            near = difflib.get_close_matches(name, known, n=1)
            yield Finding(name, "note", "is no setting of mine", f"Did you mean {near[0]}?" if near else "Remove it.")


def secrecy(env: Path, settings: Settings) -> Iterator[Finding]:
    """Check that files with the token are readable by their owner only."""
    for file in filter(None, (env, settings.token_file)):
        if os.name == "posix" and file.is_file() and file.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
            yield Finding(str(file), "note", "can be read by other users of this machine", f"chmod 600 {file}")


def folder(data: Path) -> Iterator[Finding]:
    """Check the folder that the bot writes to."""
    existing = next(place for place in (data.absolute(), *data.absolute().parents) if place.exists())
    if not os.access(existing, os.W_OK | os.X_OK):
        yield Finding("Data folder", "bad", f"{existing} is not writable", "Give it to the user that runs the bot.")
        return
    free = shutil.disk_usage(existing).free
    words = f"{data}, {free / 1e9:.1f} GB free"
    if free < LITTLE_SPACE:
        yield Finding("Data folder", "note", words, "Make room: backups need as much as the database, each.")
    else:
        yield Finding("Data folder", "good", words)


async def database(settings: Settings) -> AsyncIterator[Finding]:
    """Check that the database exists, is undamaged and up to date, and accepts writes."""
    if settings.sqlite_file is not None and not settings.sqlite_file.exists():
        yield Finding("Database", "note", f"{settings.sqlite_file} does not exist yet", "The first run creates it.")
        return
    base = Database(settings.database_url)
    try:
        with translate_errors(base):
            check_file(settings.sqlite_file)
            found = await checkup.examine(base)
            yield _tables(found)
            if found.present is not None:
                await checkup.write_and_undo(base)
                yield Finding("Database", "good", f"takes writes; {found.matches} matches, {found.live} of them live")
    except DatabaseProblem as problem:
        yield Finding("Database", "bad", str(problem), "Check DATABASE_URL, the server, rights and disk.")
    finally:
        await base.close()


def _tables(found: checkup.Findings) -> Finding:
    if found.damage is not None:
        return Finding("Database", "bad", f"damaged: {found.damage}", "Stop the bot, then: python -m bot restore")
    if found.present != found.newest:
        words = f"tables are at {found.present or 'nothing'}, this version needs {found.newest}"
        return Finding("Tables", "note", words, "python -m bot migrate, or just start the bot.")
    return Finding("Tables", "good", f"up to date ({found.newest}), undamaged")


def copies(settings: Settings, now: datetime) -> Iterator[Finding]:
    """Check the newest backup."""
    if settings.sqlite_file is None:
        yield Finding("Backups", "note", "PostgreSQL looks after itself", "Make sure that pg_dump runs every night.")
        return
    if settings.sqlite_file.name == embedded.DATABASE:
        yield Finding("Backups", "good", "none are made in the sandbox, which is empty at every start")
        return
    if settings.keep_backups == 0:
        yield Finding("Backups", "note", "nightly copies are switched off", "QUINTET_KEEP_BACKUPS=7 keeps a week.")
        return
    found = backups.newest(settings.backup_folder, "")
    if not found:
        yield Finding("Backups", "note", f"none yet in {settings.backup_folder}", "The running bot makes one a night.")
        return
    age = now - datetime.fromtimestamp(found[0].stat().st_mtime)  # noqa: DTZ006 - compared with local time
    words = f"{len(found)} in {settings.backup_folder}, the newest {age.total_seconds() / 3600:.0f} h old"
    if age > timedelta(days=2):
        yield Finding("Backups", "note", words, "Is the bot running? It makes one every night.")
    else:
        yield Finding("Backups", "good", words)


def running(settings: Settings, now: float) -> Finding:
    """Check the heartbeat of a bot with these settings."""
    beat = heartbeat.read(settings.health_file)
    if beat is None:
        return Finding("Bot", "note", "is not running with these settings", "make run")
    trouble = beat.trouble(now)
    if trouble is None:
        return Finding("Bot", "good", f"runs and is well (process {beat.pid})")
    return Finding("Bot", "bad", trouble, "Look into its log; restart it if need be.")


def guard(look: Callable[[], Finding]) -> Finding:
    """Run a check that may raise anything, because it runs games or draws with installed libraries."""
    try:
        return look()
    except Exception as error:  # noqa: BLE001 - whatever it is, the admin wants to read it here
        return Finding(look.__name__.title(), "bad", f"{type(error).__name__}: {error}", "Install again: make run")


def games() -> Finding:
    """Check the installed games."""
    import games as registry  # noqa: PLC0415 - reads QUINTET_GAMES_PATH when it is first imported

    found = [f"{game.info.title} {game.info.version}" for game in registry.every()]
    return Finding("Games", "good" if found else "bad", ", ".join(found) or "none", "" if found else "Install again.")


def opponents() -> Finding:
    """Check whether the AIs' searches are compiled."""
    from games.core.kernel.compiler import cache_folder, can_compile  # noqa: PLC0415 - as above

    if not can_compile():
        return Finding("Opponents", "note", "think in plain Python", "For stronger ones: make fast.")
    return Finding("Opponents", "good", f"compiled, kept in {cache_folder()}")


def pictures() -> Finding:
    """Check that a picture of every game can be drawn."""
    import games as registry  # noqa: PLC0415 - as above
    from render import png  # noqa: PLC0415 - loads Pillow and fonts, which may be what is broken

    began = time.perf_counter()
    sizes = []
    for game in registry.every():
        state = game.rules.start(game.info.min_seats, game.info.check_options({}))
        sizes.append(len(png(game.presenter.table(state, None))))
    words = f"{len(sizes)} boards drawn in {time.perf_counter() - began:.1f} s, {sum(sizes) // 1000} kB"
    return Finding("Pictures", "good", words)


async def discord(settings: Settings) -> Finding:
    """Check that Discord accepts the token, and report what it says about it."""
    if settings.token is None and not settings.is_discord:
        return Finding("Discord", "bad", "DISCORD_API is set, and DISCORD_TOKEN is missing", "Set both, or neither.")
    if settings.token is None:
        sandbox = "the sandbox will be used" if find_spec("sandbox") else "and there is no sandbox here"
        return Finding("Discord", "note", f"no DISCORD_TOKEN: {sandbox}", "README.md says how to get a token.")
    try:
        found = await account.ask(settings.api, settings.token.get_secret_value())
    except account.TokenRefused:
        return Finding("Discord", "bad", "does not accept the token", "Reset it in the developer portal and copy it.")
    except account.Unreachable as error:
        return Finding("Discord", "bad", f"cannot be reached: {error}", "Check network, firewall, DISCORD_API.")
    if abs(found.ahead) > CLOCK_SECONDS:
        words = f"this machine's clock differs from Discord's by {found.ahead:+.0f} s"
        return Finding("Discord", "note", words, "Let the machine set its clock by NTP.")
    install = "User Install is on" if found.user_install else "User Install is off (docs/hosting.md)"
    words = f"{found.name}; {found.starts_left} starts left today; {found.shards} shards advised; {install}"
    verdict: Verdict = "note" if found.starts_left < FEW_STARTS else "good"
    return Finding("Discord", verdict, words, f"Invite: {found.invite_link}")
