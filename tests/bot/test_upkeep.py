"""A bot with its heartbeat, nightly copies and metrics beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot import backups, heartbeat
from bot.settings import Settings
from bot.stopping import Stop
from bot.upkeep import beside
from tests.bot.table import open_club


def settings(data: Path, **more: object) -> Settings:
    given = {"data": data, "database_url": "", "token": None, "token_file": None, "metrics_port": None}
    return Settings(_env_file=None, **(given | more))  # type: ignore[arg-type]


async def take() -> None:
    """A database that takes a write."""


@pytest.fixture
def stop() -> Iterator[Stop]:
    """A stop that would end nothing but itself."""
    made = Stop(5, exit_now=lambda _: None)
    yield made
    made.finish()


async def until(it_is_so: Callable[[], object]) -> None:
    for _ in range(1000):
        if it_is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come to be")


async def test_a_bot_that_ends_leaves_no_heartbeat(tmp_path: Path, stop: Stop) -> None:
    given = settings(tmp_path)

    async def bot() -> None:
        await until(given.health_file.exists)
        beat = heartbeat.read(given.health_file)
        assert beat is not None
        assert beat.gateway

    assert await beside(bot(), given, lambda: True, take, take, stop) == 0
    assert not given.health_file.exists()


async def test_a_dead_gateway_ends_the_bot(tmp_path: Path, stop: Stop) -> None:
    ended = asyncio.Event()

    async def bot() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    given = settings(tmp_path).model_copy(update={"gateway_patience": 0})
    assert await beside(bot(), given, lambda: False, take, take, stop) == 1
    assert ended.is_set()


async def test_what_the_bot_raises_is_raised(tmp_path: Path, stop: Stop) -> None:
    async def bot() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await beside(bot(), settings(tmp_path), lambda: True, take, take, stop)


async def test_the_night_passes_by(tmp_path: Path, stop: Stop) -> None:
    given = settings(tmp_path)
    club = await open_club(str(tmp_path / "quintet.db"))

    async def bot() -> None:
        await until(lambda: backups.newest(given.backup_folder, backups.NIGHTLY))

    assert await beside(bot(), given, lambda: True, take, take, stop) == 0
    await club.database.close()
