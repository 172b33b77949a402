"""Three processes with two shards each on one PostgreSQL: one is killed, and all matches go on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from sandbox.client import Member, Message, Sandbox
from tests.e2e.playing import board
from tests.e2e.running import Bot
from tests.postgres import Server

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.timeout(300)]
SHARDS = 6
PERMISSIONS = [
    "VIEW_CHANNEL", "SEND_MESSAGES", "EMBED_LINKS", "ATTACH_FILES", "READ_MESSAGE_HISTORY",
    "CREATE_PUBLIC_THREADS", "CREATE_PRIVATE_THREADS", "SEND_MESSAGES_IN_THREADS",
]  # fmt: skip
LINE = ("h4-g4", "d4-e4", "h3-g3", "d3-e3", "h5-g5", "d5-e5")
PATIENCE = 90


@dataclass
class House:
    """A server of one process: its channel, its two people."""

    channel: int
    ana: Member
    ben: Member

    async def challenge(self, **options: object) -> Message:
        """The first board of a match of Ana against Ben."""
        given = {"opponent": self.ben, "first": "me", **options}
        result = await self.ana.settle(await self.ana.command("choccer", given, channel=self.channel))
        accepted = await self.ben.click(result.message, "Accept")
        assert not accepted.failed, accepted.text
        return await board(self.ana, result.message)

    async def move(self, number: int, thread: int) -> None:
        """The move with this number, from 0, is played and its board is posted."""
        mover = (self.ana, self.ben)[number % 2]
        result = await mover.settle(await mover.command("move", {"move": LINE[number]}, channel=thread), patience=30)
        assert "Played" in result.text
        await self.board(number + 1, thread)

    async def board(self, ply: int, thread: int) -> Message:
        return await self.ana.wait_for(lambda one: f"Move {ply} " in one.text, thread, patience=PATIENCE)


async def test_all_matches_go_on_when_one_of_three_processes_is_killed(postgres: Server, tmp_path: Path) -> None:
    async with started(await postgres.new("three"), tmp_path) as (sandbox, bots):
        assert sum(bot.log.count('"commands synced"') for bot in bots) == 1
        servers = [await server_of(sandbox, number) for number in range(3)]
        boards = [await server.challenge() for server in servers]
        await asyncio.gather(*(server.move(0, b.channel_id) for server, b in zip(servers, boards, strict=True)))
        left = servers[2]
        bullet = await left.challenge(time="12s", rated=False)
        with_ai = await left.ana.command("choccer", {"ai": "easy", "first": "me"}, channel=left.channel)
        thread = (await board(left.ana, with_ai.message)).channel_id
        played = await left.ana.settle(await left.ana.command("move", {"move": LINE[0]}, channel=thread))
        assert "Played" in played.text
        await bots[2].kill()
        for number in (1, 2):
            await asyncio.gather(*(s.move(number, b.channel_id) for s, b in zip(servers[:2], boards[:2], strict=True)))
        await left.board(2, thread)
        await left.ana.wait_for(lambda one: re.search(r"Move \d", one.text), bullet.channel_id, patience=PATIENCE)
        await bots[2].start()
        await left.move(1, boards[2].channel_id)
        assert all("Traceback" not in bot.log for bot in bots)


@asynccontextmanager
async def started(address: str, folder: Path) -> AsyncIterator[tuple[Sandbox, list[Bot]]]:
    """A sandbox and three processes that have started at the same moment, on an empty database."""
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(Sandbox.spawn(["--identify-seconds", "0", "--no-rate-limits"]))
        bots = []
        for number in range(3):
            (folder / str(number)).mkdir()
            shards = {"SHARD_COUNT": str(SHARDS), "SHARD_IDS": f"{2 * number}-{2 * number + 1}"}
            bots.append(Bot(sandbox, folder / str(number), {"DATABASE_URL": address, **shards}))
            stack.push_async_callback(bots[-1].stop)
        await asyncio.gather(*(bot.start() for bot in bots))
        for _ in range(200):
            if sum(bot.log.count('"commands synced"') for bot in bots):
                break
            await asyncio.sleep(0.1)
        yield sandbox, bots


async def server_of(sandbox: Sandbox, process: int) -> House:
    """A new server that belongs to a shard of this process."""
    while True:
        made = await sandbox.control("POST", "/guilds", {"name": f"Of {process}", "owner": "Mira"})
        if (int(made["id"]) >> 22) % SHARDS // 2 == process:
            break
        await sandbox.control("DELETE", f"/guilds/{made['id']}")
        await asyncio.sleep(0.003)
    guild = made["id"]
    await sandbox.control("PUT", f"/guilds/{guild}/members/{sandbox.bot.id}", {"permissions": PERMISSIONS})
    people = [await sandbox.add_person(f"{name} {process}", guild=guild) for name in ("Ana", "Ben")]
    world = await sandbox.world()
    channels = next(one["channels"] for one in world["guilds"] if one["id"] == guild)
    return House(int(channels[0]["id"]), *people)
