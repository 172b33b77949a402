"""A silent connection is asked for a sign of life, and one that has just said something is left alone."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ui.connection.shard_silence import JUST_HEARD_SECONDS, ask_for_sign, seconds_silent


class KeepAlive:
    """What discord.py keeps of the heartbeats of a connection."""

    def __init__(self, silent: float) -> None:
        self._last_recv = time.perf_counter() - silent

    def beat(self) -> str:
        return "a heartbeat"


@dataclass
class Socket:
    """A connection that notes what is sent on it, or has ended."""

    _keep_alive: KeepAlive | None
    ended: Exception | None = None
    sent: list[str] = field(default_factory=list)

    async def send_heartbeat(self, payload: str) -> None:
        if self.ended is not None:
            raise self.ended
        self.sent.append(payload)


def shard(socket: Socket) -> Any:  # noqa: ANN401 - stands for discord.ShardInfo
    """A shard with this connection."""
    return SimpleNamespace(_parent=SimpleNamespace(ws=socket))


def test_a_shard_without_a_connection_is_silent_for_ever() -> None:
    assert seconds_silent(shard(Socket(None))) == float("inf")


def test_silence_is_counted_from_what_came_last() -> None:
    assert seconds_silent(shard(Socket(KeepAlive(8)))) == pytest.approx(8, abs=1)


@pytest.mark.parametrize("silent, sent", [(0.0, []), (JUST_HEARD_SECONDS + 1, ["a heartbeat"])])
async def test_only_a_connection_on_which_nothing_came_lately_is_asked(silent: float, sent: list[str]) -> None:
    socket = Socket(KeepAlive(silent))
    await ask_for_sign(shard(socket))
    assert socket.sent == sent


async def test_a_shard_without_a_connection_is_not_asked() -> None:
    socket = Socket(None)
    await ask_for_sign(shard(socket))
    assert socket.sent == []


async def test_a_connection_that_has_ended_raises_nothing() -> None:
    await ask_for_sign(shard(Socket(KeepAlive(5), ended=ConnectionResetError())))


async def test_what_is_not_the_end_of_a_connection_is_raised() -> None:
    with pytest.raises(discord.DiscordException):
        await ask_for_sign(shard(Socket(KeepAlive(5), ended=discord.DiscordException("another fault"))))
