"""Four people who found a server and play a small tournament, for you to watch.

They do what people do: they open the modal of `/tournament create`, press Join, play moves that the bot suggests, and
resign. The server appears in the page's list for Ana, too.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Final

from sandbox.client import Member, Message, Sandbox, SandboxError
from sandbox.world.seed import BOT_PERMISSIONS

SERVER, CHANNEL = "Friday club", "tournament"
NAMES: Final = ("Nora", "Oskar", "Pia", "Quentin")
MOVES: Final = 6
"""This many moves are played in each match before somebody resigns."""
SECONDS: Final = 300
"""A tournament that has not ended by then never will."""


@dataclass
class Club:
    """The people, where they are, and how long they wait between two moves."""

    sandbox: Sandbox
    people: list[Member]
    channel: int
    pause: float
    dice: Random

    @classmethod
    async def found(cls, sandbox: Sandbox, pause: float, dice: Random) -> Club:
        """A new server with the bot, the people and Ana in it."""
        owner = await sandbox.add_person(NAMES[0])
        made = await sandbox.control("POST", "/guilds", {"name": SERVER, "owner": str(owner.id)})
        guild = made["id"]
        permissions = [one.name for one in BOT_PERMISSIONS]
        await sandbox.control("PUT", f"/guilds/{guild}/members/{sandbox.bot.id}", {"permissions": permissions})
        channel = await sandbox.control("POST", f"/guilds/{guild}/channels", {"name": CHANNEL, "type": 0})
        await sandbox.control("PUT", f"/guilds/{guild}/members/{sandbox.member('Ana').id}", {})
        others = [await sandbox.add_person(name, guild=guild) for name in NAMES[1:]]
        return cls(sandbox, [owner, *others], int(channel["id"]), pause, dice)

    async def hold(self, game: str) -> Message:
        """A mini cup, from its window to its last table; returns the card."""
        card = await self._open(game)
        for member in self.people:
            await member.settle(await member.click(await member.refresh(card), "Join"))
            await asyncio.sleep(self.pause)
        finished: set[int] = set()
        async with asyncio.timeout(SECONDS):
            while not _is_over(card):
                threads = [
                    int(one["id"]) for one in await self.people[0].threads() if int(one["parent_id"]) == self.channel
                ]
                await asyncio.gather(*(self._play(thread) for thread in threads if thread not in finished))
                finished |= set(threads)
                await asyncio.sleep(0.2)
                card = await self.people[0].refresh(card)
        return card

    async def _open(self, game: str) -> Message:
        host = self.people[0]
        for _ in range(300):  # the bot may still be starting
            if any(one["name"] == "tournament" for one in await host.commands(self.channel)):
                break
            await asyncio.sleep(0.2)
        window = (await host.command("tournament create", channel=self.channel)).modal
        answer = {"name": SERVER, "kind": ["mini_cup"], "game": [game], "time": ["1d"], "size": str(len(self.people))}
        await host.settle(await host.submit(window, answer))
        return await host.wait_for(lambda one: SERVER in one.text and one.buttons, self.channel)

    async def _play(self, thread: int) -> None:
        """The match of a thread: some moves, each by whoever is to move; then that person resigns."""
        for _ in range(MOVES):
            mover, moves = await self._to_move(thread)
            await mover.settle(await mover.command("move", {"move": self.dice.choice(moves)}, channel=thread))
            await asyncio.sleep(self.pause)
        mover, _ = await self._to_move(thread)
        board = await mover.wait_for(lambda one: "More" in one.labels, thread)
        menu = (await mover.settle(await mover.click(board, "More", remembered=True))).message
        await mover.click(menu, "Resign")
        sure = await mover.wait_until(lambda: _asking(mover, menu), what="the question")
        await mover.click(sure, "Resign")

    async def _to_move(self, thread: int) -> tuple[Member, list[str]]:
        """The member who is to move, and moves that the bot suggests."""
        for _ in range(200):
            for member in self.people:
                offered = await member.autocomplete("move", "move", channel=thread)
                if offered.choices:
                    return member, [str(one.value) for one in offered.choices]
            await asyncio.sleep(0.1)
        raise SandboxError(f"Nobody is to move in {thread}", 404)


async def _asking(member: Member, menu: Message) -> Message | None:
    fresh = await member.refresh(menu)
    return fresh if "Resign?" in fresh.text else None


def _is_over(card: Message) -> bool:
    return "Over" in card.text
