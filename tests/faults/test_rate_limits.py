"""Discord's rate limits: moves faster than boards may be posted. Nothing is refused, doubled or left behind."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest

from sandbox.client import Message, Sandbox
from tests.e2e.playing import IN_TIME_MS, accept
from tests.e2e.running import Bot

pytestmark = pytest.mark.any_database

LINE = ("h4-g4", "d4-e4", "h3-g3", "d3-e3", "h5-g5", "d5-e5", "g4-f4", "e3-d3", "g3-h3", "e5-d5", "g5-h5", "d3-e3")


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox that keeps to Discord's limits: five messages in five seconds to a channel."""
    async with Sandbox.spawn(["--identify-seconds", "0"]) as started:
        yield started


async def test_a_storm_of_moves_is_acknowledged_at_once_and_shown_in_the_end(sandbox: Sandbox, bot: Bot) -> None:
    ana, ben = sandbox.member("Ana"), sandbox.member("Ben")
    first = await accept(ana, ben)
    for number, move in enumerate(LINE):
        mover = (ana, ben)[number % 2]
        played = await mover.settle(await mover.command("move", {"move": move}, channel=first.channel_id))
        assert "Played" in played.text, (move, played.text)
        assert played.latency_ms < IN_TIME_MS
    last = await ana.wait_for(
        lambda one: f"Turn {len(LINE)} " in one.text and one.buttons, first.channel_id, patience=60
    )
    assert last.images

    async def find_retired() -> list[Message] | None:
        boards = [one for one in await ana.messages(first.channel_id) if one.images]
        return boards if sum(bool(one.buttons) for one in boards) == 1 else None

    shown = await ana.wait_until(find_retired, what="one board with controls")
    moves = [int(found[1]) for one in shown if (found := re.search(r"Turn (\d+) ", one.text))]
    assert moves == sorted(set(moves)), "no board twice, none out of order"
    assert [bool(one.buttons) for one in shown] == [False] * (len(shown) - 1) + [True]
    assert sum((await sandbox.refusals()).values()) <= 3, "429 is heeded before it comes"
