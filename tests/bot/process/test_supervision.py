"""A bot with its heart beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.process import heartbeat
from bot.process.health import HeartbeatWriter
from bot.process.stopping import Stop
from bot.process.supervision import run_with_heartbeat
from bot.settings import Settings
from tests.waiting import until


def settings(data: Path, **more: object) -> Settings:
    given = {"data": data, "database_url": "", "token": None, "token_file": None, "metrics_port": None}
    return Settings(_env_file=None, **(given | more))  # type: ignore[arg-type]


async def take() -> None:
    """A database that takes a write."""


def heart_of(given: Settings, *, gateway: bool = True) -> HeartbeatWriter:
    return HeartbeatWriter(given.health_file, lambda: gateway, take, given.gateway_patience)


@pytest.fixture
def stop() -> Iterator[Stop]:
    """A stop that would end nothing but itself."""
    made = Stop(5, exit_now=lambda _: None)
    yield made
    made.finish()


async def test_a_bot_that_ends_leaves_no_heartbeat(tmp_path: Path, stop: Stop) -> None:
    given = settings(tmp_path)

    async def bot() -> None:
        await until(given.health_file.exists)
        beat = heartbeat.read(given.health_file)
        assert beat is not None
        assert beat.gateway

    assert await run_with_heartbeat(bot(), heart_of(given), take, stop) == 0
    assert not given.health_file.exists()


async def test_a_dead_gateway_ends_the_bot(tmp_path: Path, stop: Stop) -> None:
    ended = asyncio.Event()

    async def bot() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    given = settings(tmp_path).model_copy(update={"gateway_patience": 0})
    assert await run_with_heartbeat(bot(), heart_of(given, gateway=False), take, stop) == 1
    assert ended.is_set()


async def test_what_the_bot_raises_is_raised(tmp_path: Path, stop: Stop) -> None:
    async def bot() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await run_with_heartbeat(bot(), heart_of(settings(tmp_path)), take, stop)
