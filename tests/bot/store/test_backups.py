"""Copies of the SQLite database, with real files: made while somebody plays, checked, kept, brought back."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from bot.store import backups
from bot.store.backups import BEFORE, BY_HAND, NIGHTLY, BackupError
from tests.bot.table import Club, open_club

NIGHT = datetime(2026, 5, 4, 4, 0)  # noqa: DTZ001 - the admin's own time, as in the names of files


async def play_some(path: Path, matches: int = 3) -> Club:
    """A club in which some matches have begun; its database is open."""
    club = await open_club(str(path))
    for _ in range(matches):
        await club.begin()
    return club


class Looks:
    """Counts the looks whether a copy is due, as each of them ends."""

    def __init__(self) -> None:
        self.ended = asyncio.Semaphore(0)

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Around one look."""
        try:
            yield
        finally:
            self.ended.release()


def matches_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        (count,) = database.execute("SELECT count(*) FROM match").fetchone()
    return int(count)


async def test_a_copy_holds_what_was_committed_though_the_bot_goes_on(tmp_path: Path) -> None:
    club = await play_some(tmp_path / "quintet.db")
    copy = backups.make(tmp_path / "quintet.db", tmp_path / "copies", BY_HAND, NIGHT)
    await club.begin()
    assert copy == tmp_path / "copies" / "quintet-20260504-040000-by-hand.db"
    assert matches_in(copy) == 3
    await club.database.close()


async def test_a_copy_is_one_file(tmp_path: Path) -> None:
    club = await play_some(tmp_path / "quintet.db")
    copy = backups.make(tmp_path / "quintet.db", tmp_path / "copies", BY_HAND, NIGHT)
    matches_in(copy)
    assert list((tmp_path / "copies").iterdir()) == [copy]
    await club.database.close()


async def test_writers_are_not_kept_waiting_and_do_not_make_the_copy_begin_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move is committed between any two pages; the copy still shows the moment it was begun, and ends."""
    monkeypatch.setattr(backups, "_PAGES", 1)
    club = await play_some(tmp_path / "quintet.db")
    pages: list[int] = []

    def play_on(done: int, total: int) -> None:
        pages.append(done)
        assert len(pages) <= total
        with closing(sqlite3.connect(tmp_path / "quintet.db", timeout=0)) as other, other:
            other.execute("UPDATE match SET posted_revision = posted_revision + 1")

    copy = backups.make(tmp_path / "quintet.db", tmp_path / "copies", BY_HAND, NIGHT, play_on)
    assert pages == sorted(pages)
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT DISTINCT posted_revision FROM match").fetchall() == [(0,)]
    await club.database.close()


async def test_a_copy_is_brought_back(tmp_path: Path) -> None:
    database, folder = tmp_path / "quintet.db", tmp_path / "copies"
    club = await play_some(database)
    copy = backups.make(database, folder, BY_HAND, NIGHT)
    await club.begin()
    await club.database.close()
    kept = backups.restore(copy, database, folder, NIGHT + timedelta(hours=1))
    assert matches_in(database) == 3
    assert kept == folder / "quintet-20260504-050000-before-restore.db"
    assert matches_in(kept) == 4
    club = await open_club(str(database))
    await club.begin()
    await club.database.close()


async def test_nothing_is_replaced_while_the_bot_has_it_open(tmp_path: Path) -> None:
    database = tmp_path / "quintet.db"
    club = await play_some(database)
    copy = backups.make(database, tmp_path / "copies", BY_HAND, NIGHT)
    with pytest.raises(BackupError, match="in use: stop the bot first"):
        backups.restore(copy, database, tmp_path / "copies", NIGHT)
    await club.begin()
    assert matches_in(database) == 4
    await club.database.close()


async def test_a_database_that_cannot_be_read_is_put_aside_as_it_is(tmp_path: Path) -> None:
    database, folder = tmp_path / "quintet.db", tmp_path / "copies"
    club = await play_some(database)
    copy = backups.make(database, folder, BY_HAND, NIGHT)
    await club.database.close()
    database.write_bytes(b"no database" * 1000)
    kept = backups.restore(copy, database, folder, NIGHT)
    assert matches_in(database) == 3
    assert kept is not None
    assert kept.read_bytes() == b"no database" * 1000


async def test_a_copy_is_brought_back_to_where_nothing_is_left(tmp_path: Path) -> None:
    club = await play_some(tmp_path / "quintet.db")
    copy = backups.make(tmp_path / "quintet.db", tmp_path / "copies", BY_HAND, NIGHT)
    await club.database.close()
    assert backups.restore(copy, tmp_path / "new.db", tmp_path / "copies", NIGHT) is None
    assert matches_in(tmp_path / "new.db") == 3


async def test_a_damaged_copy_replaces_nothing(tmp_path: Path) -> None:
    database = tmp_path / "quintet.db"
    club = await play_some(database)
    copy = backups.make(database, tmp_path / "copies", BY_HAND, NIGHT)
    await club.database.close()
    damaged = bytearray(copy.read_bytes())
    damaged[4096:8192] = os.urandom(4096)
    copy.write_bytes(damaged)
    with pytest.raises(BackupError):
        backups.restore(copy, database, tmp_path / "copies", NIGHT)
    assert matches_in(database) == 3


def test_a_strange_database_replaces_nothing(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "strange.db")) as strange, strange:
        strange.execute("CREATE TABLE bookmarks (url)")
    with pytest.raises(BackupError, match="not one of Quintet's"):
        backups.check(tmp_path / "strange.db")


def test_there_has_to_be_a_database(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="There is no database at"):
        backups.make(tmp_path / "quintet.db", tmp_path, BY_HAND, NIGHT)
    with pytest.raises(BackupError, match="There is no file"):
        backups.check(tmp_path / "quintet.db")


def touch(folder: Path, label: str, days: range) -> None:
    folder.mkdir(exist_ok=True)
    for day in days:
        (folder / f"quintet-202605{day:02}-040000-{label}.db").touch()


def test_the_oldest_nightly_copies_go_and_all_others_stay(tmp_path: Path) -> None:
    touch(tmp_path, NIGHTLY, range(1, 11))
    touch(tmp_path, BY_HAND, range(1, 3))
    touch(tmp_path, f"{BEFORE}0002", range(1, 3))
    removed = backups.prune(tmp_path, NIGHTLY, 7)
    assert sorted(file.name[8:16] for file in removed) == ["20260501", "20260502", "20260503"]
    assert len(backups.newest(tmp_path, NIGHTLY)) == 7
    assert len(backups.newest(tmp_path, BY_HAND)) == len(backups.newest(tmp_path, BEFORE)) == 2


def test_the_newest_copy_comes_first_whatever_its_label(tmp_path: Path) -> None:
    touch(tmp_path, NIGHTLY, range(1, 3))
    touch(tmp_path, BY_HAND, range(3, 4))
    assert [file.name[14:16] for file in backups.newest(tmp_path, "")] == ["03", "02", "01"]


@pytest.mark.parametrize(
    "made, now, due",
    [
        (None, NIGHT, True),
        (NIGHT, NIGHT + timedelta(hours=23), False),
        (NIGHT, NIGHT + timedelta(hours=24), True),
        (NIGHT - timedelta(hours=1), NIGHT, True),
        (NIGHT + timedelta(hours=6), NIGHT + timedelta(hours=19), False),
    ],
    ids=["none yet", "the same day", "the next night", "before the hour", "made good in the morning"],
)
def test_one_copy_is_due_each_night(tmp_path: Path, made: datetime | None, now: datetime, due: bool) -> None:  # noqa: FBT001
    if made is not None:
        file = tmp_path / f"quintet-{made:%Y%m%d-%H%M%S}-{NIGHTLY}.db"
        file.touch()
        os.utime(file, (made.timestamp(), made.timestamp()))
    assert backups.is_due(tmp_path, now) is due


async def test_nights_come_and_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten days later there are as many copies as are to be kept."""
    monkeypatch.setattr(backups, "LOOK_SECONDS", 0)
    club = await play_some(tmp_path / "quintet.db", matches=1)
    now = datetime.now()  # noqa: DTZ005 - as above
    days = iter(range(10))

    def clock() -> datetime:
        try:
            return now + timedelta(days=next(days) // 2)
        except StopIteration:
            raise asyncio.CancelledError from None

    with pytest.raises(asyncio.CancelledError):
        await backups.every_night(tmp_path / "quintet.db", tmp_path / "copies", 2, clock)
    assert len(backups.newest(tmp_path / "copies", NIGHTLY)) == 2
    await club.database.close()


async def test_a_start_in_the_daytime_tells_when_the_last_copy_was_made(tmp_path: Path) -> None:
    """Otherwise every restart would look like a missing backup until the next night."""
    made = datetime.now().replace(microsecond=0)  # noqa: DTZ005 - as above
    touch(tmp_path, NIGHTLY, range(4, 5))
    (file,) = tmp_path.iterdir()
    os.utime(file, (made.timestamp(), made.timestamp()))
    looks = Looks()
    nights = asyncio.create_task(backups.every_night(tmp_path / "no.db", tmp_path, 2, lambda: made, looks.watch))
    await looks.ended.acquire()
    assert REGISTRY.get_sample_value("quintet_last_backup_timestamp_seconds") == made.timestamp()
    nights.cancel()


async def test_zero_copies_means_none(tmp_path: Path) -> None:
    await backups.every_night(tmp_path / "quintet.db", tmp_path, 0)
    assert list(tmp_path.iterdir()) == []


async def test_a_night_that_fails_is_told_and_does_not_end_the_nights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "LOOK_SECONDS", 0)
    looks = Looks()
    nights = asyncio.create_task(backups.every_night(tmp_path / "no.db", tmp_path, 2, watch=looks.watch))
    with capture_logs() as lines:
        for _ in range(2):
            await looks.ended.acquire()
        nights.cancel()
    assert "no nightly backup" in [line["event"] for line in lines]
