"""Backups of the SQLite database: made while the bot runs, verified, kept for a while, restored."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import structlog

from bot import metrics

Progress = Callable[[int, int], None]
"""Called with the pages done and the total."""

NIGHTLY: Final = "nightly"
BY_HAND: Final = "by-hand"
BEFORE: Final = "before-"
"""Labels with this prefix are backups from before a migration or a restore."""
KEEP_BEFORE: Final = 5
NIGHT_HOUR: Final = 4
LOOK_SECONDS: Final = 1800
_PAGES: Final = 2000
_NAME: Final = re.compile(r"-(?P<at>\d{8}-\d{6})-(?P<label>[\w-]+)\.\w+$")

_log = structlog.get_logger(__name__)


class BackupError(Exception):
    """A backup cannot be made or restored; `str()` is a sentence for the admin."""


def make(source: Path, folder: Path, label: str, now: datetime, progress: Progress | None = None) -> Path:
    """Make a verified copy of the database in `folder`; the file gets its name only when it is complete.

    Others may read and write meanwhile: the copy shows one moment. Raises BackupError.
    """
    if not source.is_file():
        raise BackupError(f"There is no database at {source}.")
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{source.stem}-{now:%Y%m%d-%H%M%S}-{label}{source.suffix or '.db'}"
    _copy(source, target, progress)
    metrics.note_backup(now.timestamp())
    return target


def restore(file: Path, target: Path, folder: Path, now: datetime, progress: Progress | None = None) -> Path | None:
    """Replace the database by a backup. Returns where the replaced one went. Raises BackupError.

    The replaced database is kept in `folder`: as a copy, or as the very file when it cannot be read any more.
    """
    check(file)
    kept = _put_aside(target, folder, now) if target.exists() else None
    _copy(file, target, progress)
    return kept


def prune(folder: Path, label: str, keep: int) -> Sequence[Path]:
    """Remove the oldest copies with this label beyond those to keep. Returns what was removed."""
    removed = newest(folder, label)[keep:]
    for file in removed:
        file.unlink(missing_ok=True)
    return removed


def newest(folder: Path, label: str) -> Sequence[Path]:
    """Return the backups whose label starts with this, newest first."""
    found = ((_NAME.search(file.name), file) for file in folder.glob("*"))
    dated = [(name["at"], file) for name, file in found if name and name["label"].startswith(label)]
    return [file for _, file in sorted(dated, reverse=True)]


def check(file: Path) -> None:
    """Raise BackupError unless the file is an undamaged database of this bot."""
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    _check(file, file)


def is_due(folder: Path, now: datetime) -> bool:
    """Whether no nightly backup has been made since the last night hour."""
    night = now.replace(hour=NIGHT_HOUR, minute=0, second=0, microsecond=0)
    if night > now:
        night -= timedelta(days=1)
    found = newest(folder, NIGHTLY)
    return not found or found[0].stat().st_mtime < night.timestamp()


async def every_night(
    source: Path,
    folder: Path,
    keep: int,
    clock: Callable[[], datetime] = datetime.now,
    watch: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> None:
    """Make the nightly backups as long as the bot runs. A missed night is made up for later.

    `watch` is entered for each look whether one is due.
    """
    while keep > 0:
        try:
            with watch():
                await _look(source, folder, keep, clock())
        except (BackupError, OSError) as error:
            _log.error("no nightly backup", reason=str(error))
        await asyncio.sleep(LOOK_SECONDS)


async def _look(source: Path, folder: Path, keep: int, now: datetime) -> None:
    """Make a nightly backup if one is due. Raises BackupError, OSError."""
    if await asyncio.to_thread(is_due, folder, now):
        made = await asyncio.to_thread(make, source, folder, NIGHTLY, now)
        removed = await asyncio.to_thread(prune, folder, NIGHTLY, keep)
        _log.info("nightly backup", file=str(made), removed=len(removed))
    else:
        metrics.note_backup(await asyncio.to_thread(_last, folder))  # perhaps made before the last restart


def _last(folder: Path) -> float:
    """Return when the newest backup was made, in seconds since 1970. Raises OSError if one was just removed."""
    return max((file.stat().st_mtime for file in newest(folder, "")), default=0.0)


def _copy(source: Path, target: Path, progress: Progress | None) -> None:
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(unfinished)) as copy:
            # One reading transaction around it all: otherwise the copy starts over whenever somebody writes.
            original.isolation_level = None
            original.execute("BEGIN")
            original.execute("SELECT 1 FROM sqlite_master").fetchone()
            original.backup(copy, pages=_PAGES, progress=_for_sqlite(progress))
            copy.execute("PRAGMA journal_mode=DELETE")  # a single file, without a write-ahead log
        _check(unfinished, source)
        _sync(unfinished)
        unfinished.replace(target)
    except sqlite3.Error as error:
        raise BackupError(f"{source} could not be copied: {error}.") from error
    finally:
        unfinished.unlink(missing_ok=True)


def _check(file: Path, called: Path) -> None:
    """Raise BackupError if something is wrong with a file, which the error calls by the name `called`."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error as error:
        raise BackupError(f"{called} cannot be read: {error}.") from error
    if verdict != "ok":
        raise BackupError(f"{called} is damaged: {' '.join(verdict.split())}.")
    if not {"alembic_version", "match", "seat"} <= tables:
        raise BackupError(f"{called} is a database, but not one of Quintet's.")


def _for_sqlite(progress: Progress | None) -> Callable[[int, int, int], None] | None:
    if progress is None:
        return None
    return lambda _status, remaining, total: progress(total - remaining, total)


def _put_aside(target: Path, folder: Path, now: datetime) -> Path:
    """Keep the file that is to be replaced. Raises BackupError while a bot has it open."""
    try:
        with closing(sqlite3.connect(target, timeout=0)) as database:
            # Leaving WAL mode takes an exclusive lock and empties the write-ahead log.
            database.execute("PRAGMA journal_mode=DELETE").fetchone()
        return make(target, folder, f"{BEFORE}restore", now)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise BackupError("The database is in use: stop the bot first.") from error
        raise BackupError(f"{target} cannot be replaced: {error}.") from error
    except (sqlite3.DatabaseError, BackupError):
        folder.mkdir(parents=True, exist_ok=True)
        kept = folder / f"{target.stem}-{now:%Y%m%d-%H%M%S}-{BEFORE}restore-unreadable{target.suffix}"
        log = target.with_name(f"{target.name}-wal")
        if log.exists():  # it belongs to the old database and would damage the restored one
            log.replace(kept.with_name(f"{kept.name}-wal"))
        return target.replace(kept)


def _sync(file: Path) -> None:
    with file.open("rb+") as handle:
        os.fsync(handle.fileno())
