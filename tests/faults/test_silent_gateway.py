"""A connection to Discord that stays open and brings nothing more: it counts as lost, and nobody pays for it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable

import pytest

from bot.match.clock import SECOND
from bot.match.uptime import LONGEST_BEAT
from bot.process import heartbeat
from bot.process.heartbeat import WELL
from bot.ui.connection.shard_silence import RECONNECT_SECONDS, SILENT_SECONDS
from sandbox.client import Sandbox
from tests.e2e.playing import accept
from tests.e2e.running import Bot

pytestmark = pytest.mark.any_database

BEAT_SECONDS = 15
"""A heartbeat is written so often while all is well."""
SLACK_SECONDS = 10
"""What a busy machine may take besides."""


async def until(bot: Bot, it_is_so: Callable[[str], bool], patience: float) -> float:
    """When the heartbeat file first told such a state of the gateway, in seconds since 1970."""
    async with asyncio.timeout(patience):
        while True:
            beat = heartbeat.read(bot.data / "health.json")
            if beat is not None and it_is_so(beat.states.get("gateway", "")):
                return beat.at
            await asyncio.sleep(0.1)


@pytest.mark.timeout(150)
async def test_a_gateway_that_goes_silent_is_noticed_renewed_and_credited(sandbox: Sandbox, bot: Bot) -> None:
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accept(ana, ben, time="5m+5s")
    await until(bot, lambda state: state == WELL, 30)
    await sandbox.silence_gateway()
    began = time.time()
    noticed = await until(bot, lambda state: state.startswith("not connected"), 60)
    assert noticed - began <= SILENT_SECONDS + BEAT_SECONDS + SLACK_SECONDS
    renewed = await until(bot, lambda state: state == WELL, 60)
    assert renewed - began <= RECONNECT_SECONDS + BEAT_SECONDS + SLACK_SECONDS
    played = await ana.settle(await ana.command("move", {"move": "h4-g4"}, channel=first.channel_id))
    assert "Played" in played.text
    given = [
        line["milliseconds"]
        for line in map(json.loads, filter(lambda one: one.startswith("{"), bot.log.splitlines()))
        if line["event"] == "clocks credited" and line["matches"]
    ]
    assert max(given) >= (RECONNECT_SECONDS - 3) * SECOND, "from the moment on which it was dead, not from the notice"
    assert max(given) <= (time.time() - began) * SECOND + LONGEST_BEAT, "and no more than has passed"
