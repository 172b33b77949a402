"""Several processes on one PostgreSQL: matches go on when one is killed, hangs, or is started twice."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.process import heartbeat
from sandbox.client import QUICK, Member, Message, Sandbox
from tests.e2e.playing import board, code_of, find_card
from tests.e2e.running import Bot
from tests.postgres import Server

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(300)]
slow = pytest.mark.slow
SHARDS = 6
PERMISSIONS = [
    "VIEW_CHANNEL", "SEND_MESSAGES", "EMBED_LINKS", "ATTACH_FILES", "READ_MESSAGE_HISTORY",
    "CREATE_PUBLIC_THREADS", "CREATE_PRIVATE_THREADS", "SEND_MESSAGES_IN_THREADS",
]  # fmt: skip
LINE = ("h4-g4", "d4-e4", "h3-g3", "d3-e3", "h5-g5", "d5-e5")
PATIENCE = 90


@dataclass
class DiscordServer:
    """A server of one process: its channel, its two people."""

    channel: int
    ana: Member
    ben: Member

    async def challenge(self, **options: object) -> Message:
        """The first board of a match of Ana against Ben."""
        given = {"opponent": self.ben, "first": "me", **options}
        card = await find_card(self.ana, await self.ana.command("choccer", given, channel=self.channel))
        accepted = await self.ben.click(card, "Accept")
        assert not accepted.failed, accepted.text
        return await board(self.ana, card)

    async def move(self, number: int, thread: int) -> None:
        """The move with this number, from 0, is played and its board is posted."""
        mover = (self.ana, self.ben)[number % 2]
        result = await mover.settle(await mover.command("move", {"move": LINE[number]}, channel=thread), patience=30)
        assert "Played" in result.text
        await self.board(number + 1, thread)

    async def board(self, ply: int, thread: int) -> Message:
        return await self.ana.wait_for(lambda one: f"Turn {ply} " in one.text, thread, patience=PATIENCE)


@slow
async def test_all_matches_go_on_when_one_of_three_processes_is_killed(postgres: Server, tmp_path: Path) -> None:
    async with start(await postgres.new("three"), tmp_path) as (sandbox, bots):
        assert sum(bot.log.count('"commands synced"') for bot in bots) == 1
        servers = [await server_of(sandbox, number) for number in range(3)]
        boards = [await server.challenge() for server in servers]
        await asyncio.gather(*(server.move(0, b.channel_id) for server, b in zip(servers, boards, strict=True)))
        left = servers[2]
        bullet = await left.challenge(time="12s", rated=False)
        with_ai = await left.ana.command("choccer", {"ai": "easy", "first": "me"}, channel=left.channel)
        thread = (await board(left.ana, await find_card(left.ana, with_ai))).channel_id
        played = await left.ana.settle(await left.ana.command("move", {"move": LINE[0]}, channel=thread))
        assert "Played" in played.text
        await bots[2].kill()
        for number in (1, 2):
            await asyncio.gather(*(s.move(number, b.channel_id) for s, b in zip(servers[:2], boards[:2], strict=True)))
        await left.board(2, thread)
        assert "Turn " not in (await left.ana.messages(bullet.channel_id))[-1].text, "nobody can move: no clock runs"
        await bots[2].start()
        await left.ana.wait_for(lambda one: re.search(r"Turn \d", one.text), bullet.channel_id, patience=PATIENCE)
        await left.move(1, boards[2].channel_id)
        assert all("Traceback" not in bot.log for bot in bots)


async def test_a_spare_takes_the_shards_of_a_killed_process_and_gives_them_back(
    postgres: Server, tmp_path: Path
) -> None:
    """On one machine the spare sees at once that the process is gone, and need not wait for its lease to expire."""
    async with spawn() as sandbox, duo(sandbox, await postgres.another(), tmp_path) as (first, spare):
        assert heartbeat.trouble(spare.data / "health.json", time.time()) is None, "who waits is well"
        server = await server_of(sandbox, 0, shards=2)
        shown = await server.challenge()
        await server.move(0, shown.channel_id)
        await first.kill()
        await spare.wait_for_log('"awake"', seconds=PATIENCE)
        await server.move(1, shown.channel_id)
        back = asyncio.create_task(first.start())
        assert await asyncio.wait_for(spare.ended(), PATIENCE) == 1, "its supervisor starts it again, as a spare"
        assert "the process that is configured for them is back" in spare.log
        await back
        await server.move(2, shown.channel_id)


@slow
async def test_a_process_that_hangs_loses_its_shards_and_never_answers_beside_its_successor(
    postgres: Server, tmp_path: Path
) -> None:
    """It wakes up, as a machine does that slept, and finds that somebody else serves its shards."""
    async with spawn() as sandbox, duo(sandbox, await postgres.another(), tmp_path) as (first, spare):
        server = await server_of(sandbox, 0, shards=2)
        shown = await server.challenge()
        await server.move(0, shown.channel_id)
        assert first.process is not None
        first.process.send_signal(signal.SIGSTOP)
        await spare.wait_for_log('"awake"', seconds=PATIENCE)
        await server.move(1, shown.channel_id)
        first.process.send_signal(signal.SIGCONT)
        await server.move(2, shown.channel_id)
        assert await asyncio.wait_for(first.ended(), PATIENCE) == 1
        assert "another process has taken them over" in first.log
        await server.move(3, shown.channel_id)
        moves = await spare.database.moves(code_of(shown))
        assert moves == list(LINE[:4])


SECOND: tuple[tuple[dict[str, str], str], ...] = (
    ({"SHARD_COUNT": "2", "SHARD_IDS": "0-1"}, "SHARD_IDS 0-1 of 2: another process"),
    ({"SHARD_COUNT": "2", "SHARD_IDS": "1"}, "SHARD_IDS 1 contradicts another process"),
    ({"SHARD_COUNT": "4", "SHARD_IDS": "2-3"}, "SHARD_COUNT is 4 here, and another process"),
    ({}, "another process"),
)
"""Settings of a second process, and how the line begins that refuses them: a duplicate, an overlap, …"""


async def test_who_comes_while_the_other_one_is_stopping_waits_for_its_end(postgres: Server, tmp_path: Path) -> None:
    """As when a container is replaced by a newer one: that is no duplicate."""
    given = {"DATABASE_URL": await postgres.another(), "SHARD_COUNT": "2", "SHARD_IDS": "0-1"}
    folders = [tmp_path / "old", tmp_path / "new"]
    for folder in folders:
        folder.mkdir()
    async with spawn() as sandbox, AsyncExitStack() as stack:
        old, new = (Bot(sandbox, folder, given) for folder in folders)
        for bot in (old, new):
            stack.push_async_callback(bot.kill)
        await old.start()
        assert old.process is not None
        old.process.terminate()
        await asyncio.gather(old.ended(), new.start())


async def test_a_second_process_for_the_same_shards_refuses_with_one_line(postgres: Server, tmp_path: Path) -> None:
    address = {"DATABASE_URL": await postgres.another()}
    folders = [tmp_path / str(number) for number in range(len(SECOND) + 1)]
    for folder in folders:
        folder.mkdir()
    async with spawn() as sandbox, AsyncExitStack() as stack:
        first = Bot(sandbox, folders[0], address | {"SHARD_COUNT": "2", "SHARD_IDS": "0-1"})
        others = [Bot(sandbox, folder, address | given) for folder, (given, _) in zip(folders[1:], SECOND, strict=True)]
        for bot in (first, *others):
            stack.push_async_callback(bot.kill)
        await first.start()
        await asyncio.gather(*(other.begin() for other in others))
        assert await asyncio.gather(*(other.ended() for other in others)) == [2, 2, 2, 2]
        for other, (_, line) in zip(others, SECOND, strict=True):
            last = json.loads(other.log.splitlines()[-1])
            assert (last["level"], last["event"][: len(line)]) == ("error", line)
        assert first.process is not None
        assert first.process.returncode is None


@asynccontextmanager
async def spawn() -> AsyncIterator[Sandbox]:
    async with Sandbox.spawn(QUICK) as sandbox:
        yield sandbox


@asynccontextmanager
async def duo(sandbox: Sandbox, address: str, folder: Path) -> AsyncIterator[tuple[Bot, Bot]]:
    """A process that serves both shards, and a spare that waits."""
    (folder / "first").mkdir()
    (folder / "spare").mkdir()
    shards = {"SHARD_COUNT": "2", "SHARD_IDS": "0-1"}
    first = Bot(sandbox, folder / "first", {"DATABASE_URL": address, **shards})
    spare = Bot(sandbox, folder / "spare", {"DATABASE_URL": address, "QUINTET_SPARE": "yes"})
    async with AsyncExitStack() as stack:
        stack.push_async_callback(first.kill)
        stack.push_async_callback(spare.kill)
        await first.start()
        await spare.begin()
        await spare.wait_for_log('"waiting as a spare"', seconds=PATIENCE)
        yield first, spare


@asynccontextmanager
async def start(address: str, folder: Path) -> AsyncIterator[tuple[Sandbox, list[Bot]]]:
    """A sandbox and three processes that have started at the same moment, on an empty database."""
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(Sandbox.spawn(QUICK))
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


async def server_of(sandbox: Sandbox, process: int, shards: int = SHARDS) -> DiscordServer:
    """A new server that belongs to a shard of this process, which has two of them."""
    while True:
        made = await sandbox.control("POST", "/guilds", {"name": f"Of {process}", "owner": "Mira"})
        if (int(made["id"]) >> 22) % shards // 2 == process:
            break
        await sandbox.control("DELETE", f"/guilds/{made['id']}")
        await asyncio.sleep(0.003)
    guild = made["id"]
    await sandbox.control("PUT", f"/guilds/{guild}/members/{sandbox.bot.id}", {"permissions": PERMISSIONS})
    people = [await sandbox.add_person(f"{name} {process}", guild=guild) for name in ("Ana", "Ben")]
    world = await sandbox.world()
    channels = next(one["channels"] for one in world["guilds"] if one["id"] == guild)
    return DiscordServer(int(channels[0]["id"]), *people)
