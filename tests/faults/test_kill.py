"""`kill -9` while people play: nothing acknowledged is lost, nothing is doubled, boards are posted again."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

import games
from games.core.protocol.session import Session
from games.core.status import Outcome, Seat
from sandbox.client import Member, Message, Sandbox, SandboxError
from tests.e2e.playing import accept, code_of
from tests.e2e.running import Bot
from tests.faults.test_discord import shows

KILLS = int(os.environ.get("QUINTET_KILLS", "6"))
"""How often the bot is killed, while nearly as many matches are played."""
MATCHES = max(4, KILLS * 4 // 5)
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300 + 20 * KILLS)]


async def test_killed_at_random_points_nothing_is_lost_and_nothing_doubled(
    sandbox: Sandbox, bot: Bot, record_property: Callable[[str, object], None]
) -> None:
    rng = Random(20)
    tables = [await Seated.at(sandbox, number) for number in range(MATCHES)]
    playing = asyncio.gather(*(table.play(Random(number)) for number, table in enumerate(tables)))
    for _ in range(KILLS):
        await asyncio.sleep(rng.uniform(0.3, 2.5))
        await bot.kill()
        await bot.start()
    for table in tables:
        table.enough = True
    await playing
    promised = sum(len(table.acknowledged) for table in tables)
    record_property("moves", promised)
    assert promised > KILLS
    for table in tables:
        kept = await bot.database.moves(code_of(table.first))
        position = 0
        for move in table.acknowledged:  # in the order in which they were played, with none twice
            assert move in kept[position:], (move, table.acknowledged, kept)
            position = kept.index(move, position) + 1
        assert len(kept) <= len(table.acknowledged) + table.unknown
        game = games.find("choccer")
        session = Session.new(game, 2, {})
        for number, move in enumerate(kept):
            session.play(Seat(number % 2), move)
        last = await table.players[0].wait_for(shows(len(kept)), table.first.channel_id, patience=60)
        assert last.images
        boards: dict[str, list[Message]] = {}
        for one in await table.players[0].messages(table.first.channel_id, limit=1000):
            if one.text.startswith("Turn") or "### " in one.text:
                boards.setdefault(one.text, []).append(one)
        assert [_describe(same) for same in boards.values() if len(same) > 1] == [], "no board is posted twice"


def _describe(same: list[Message]) -> list[str]:
    """Describe messages of the same words: when each was posted and last edited."""
    return [f"{one.id} of {one.raw['timestamp']}, edited {one.raw['edited_timestamp']}: {one.text}" for one in same]


class Seated:
    """Two people at a match, who play legal moves until there have been enough; each remembers what was promised."""

    def __init__(self, players: tuple[Member, Member], first: Message) -> None:
        self.players = players
        self.first = first
        self.acknowledged: list[str] = []
        self.unknown = 0
        self.enough = False

    @classmethod
    async def at(cls, sandbox: Sandbox, number: int) -> Seated:
        ana, ben = [await sandbox.add_person(f"{name} {number}") for name in ("Ana", "Ben")]
        return cls((ana, ben), await accept(ana, ben))

    async def play(self, rng: Random) -> None:
        game = games.find("choccer")
        session = Session.new(game, 2, {})
        while not self.enough and not isinstance(status := session.status(), Outcome):
            seat = min(status.seats)
            move = game.rules.text(game.rules.legal(session.state, seat).sample(rng))
            while True:
                said = await self.said(self.players[seat], move)
                if "Played" in said:
                    self.acknowledged.append(move)
                    break
                if "move" in said and self.players[1 - seat].name in said:  # it counted, and the answer was lost
                    self.unknown += 1
                    break
                await asyncio.sleep(0.3)
            session.play(seat, move)

    async def said(self, member: Member, move: str) -> str:
        """What the bot answers; nothing while it is away."""
        with suppress(SandboxError, TimeoutError):
            result = await member.command("move", {"move": move}, channel=self.first.channel_id)
            return "" if result.failed else (await member.settle(result, patience=3)).text
        return ""
