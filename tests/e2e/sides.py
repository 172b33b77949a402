"""Players of two servers that are open to each other."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from sandbox.client import Member, Message, Sandbox
from tests.e2e.places import Server, new_server

FORM = {"games": ["choccer"], "time": ["1d"], "rated": "either", "reach": "0", "keep": "once-across"}


@dataclass(frozen=True)
class Side:
    """A player with their server, whose owner moderates it, and what is written on its boards in its language."""

    server: Server
    player: Member
    turn: str = "Turn"
    rematch: str = "Rematch"
    more: str = "More"

    async def look(self, **changes: object) -> str:
        """Fill in the window of /play; what the player is told."""
        window = (await self.player.command("play", channel=self.server.games)).modal
        return (await self.player.settle(await self.player.submit(window, FORM | changes))).text

    async def thread(self, code: str) -> int:
        """Where the match is played on this server."""

        async def look() -> int | None:
            found = [one for one in await self.player.threads() if f"#{code}" in one["name"]]
            return int(found[-1]["id"]) if found else None

        return await self.player.wait_until(look, what="the thread")

    async def see(self, thread: int, wanted: Callable[[Message], bool]) -> Message:
        """The newest board of the thread for which this holds."""
        return await self.player.wait_for(lambda one: bool(one.buttons) and wanted(one), thread)

    async def everything(self) -> str:
        """All that the player has been sent on this server, as Discord has it."""
        channels = [int(one["id"]) for one in await self.player.channels()]
        told = [one.raw for channel in channels for one in await self.player.messages(channel, limit=1000)]
        return json.dumps([told, [one["name"] for one in await self.player.threads()]])


async def new_sides(sandbox: Sandbox) -> tuple[Side, Side]:
    """Ana on a server that keeps its name to itself, where she has a nickname, and Ben on a German one with a name."""
    first, second = await new_server(sandbox), await new_server(sandbox)
    await first.decide("across", ["open"], "without the name")
    await second.decide("across", ["named"], "with the name")
    await second.decide("language", ["de"], "Deutsch")
    ana, ben = await first.welcome("Ana"), await second.welcome("Ben")
    await sandbox.control("PATCH", f"/guilds/{first.id}/members/{ana.id}", {"nick": f"Lady {ana.id}"})
    return Side(first, ana), Side(second, ben, "Zug", "Revanche", "Mehr")
