"""Whole tournaments of scripted people, on a server of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import and_, select

from bot.store import schema
from sandbox.client import Member, Message, Sandbox
from tests.e2e.places import Server, new_server
from tests.e2e.playing import becomes
from tests.e2e.running import Bot

AT_ONCE = 4
"""So many people act at the same moment."""
_P, _T, _MATCH = schema.tournament_pairing.c, schema.tournament.c, schema.match.c
_SEAT, _MESSAGE = schema.seat.c, schema.match_message.c


@dataclass(frozen=True)
class Running:
    """A match of a tournament that is being played: its thread, its live board, who sits there in order."""

    match: int
    thread: int
    board: int
    users: Sequence[int]


@dataclass
class Club:
    """A server with people and a bot."""

    bot: Bot
    server: Server
    people: list[Member]
    finished: set[int] = field(default_factory=set)

    @classmethod
    async def found(cls, bot: Bot, sandbox: Sandbox, count: int) -> Club:
        """A new club with so many people."""
        server = await new_server(sandbox)
        people = await asyncio.gather(*(server.welcome(f"P{number:02}") for number in range(count)))
        return cls(bot, server, list(people))

    async def create(self, kind: str, size: int, time: str = "1d", **options: object) -> Message:
        """The first of them makes a tournament; returns its card."""
        host, name = self.people[0], f"The {kind.replace('_', ' ')}"
        window = (await host.command("tournament create", options, channel=self.server.games)).modal
        answer = {"name": name, "kind": [kind], "game": ["choccer"], "time": [time], "size": str(size)}
        told = await host.settle(await host.submit(window, answer))
        assert "Press **Join**" in told.text, told.text
        return await host.wait_for(lambda one: name in one.text and one.buttons, self.server.games)

    async def join(self, card: Message, *people: Member) -> list[str]:
        """Everybody presses Join, all at once; what each is told."""
        results = await asyncio.gather(*(member.click(card, "Join", remembered=True) for member in people))
        settled = [await member.settle(result) for member, result in zip(people, results, strict=True)]
        return [result.text for result in settled]

    async def own_page(self, member: Member, card: Message) -> Message:
        """The card as this person sees it alone."""
        shown = await member.refresh(card)
        return (
            await member.settle(await member.click(shown, "More" if "More" in shown.labels else "Standings"))
        ).message

    async def ask_to_call_off(self, member: Member, card: Message) -> Message:
        """Press Call off, where only those who may do it find it; returns the question."""
        return (await member.settle(await member.click(await self.own_page(member, card), "Call off"))).message

    async def press(self, member: Member, card: Message, label: str) -> str:
        """Press a button of the card; what is told."""
        fresh = await member.refresh(card)
        return (await member.settle(await member.click(fresh, label))).text

    async def running(self) -> list[Running]:
        """The matches that wait for their people, in which a board stands."""
        query = (
            select(_P.match, _MESSAGE.thread, _MESSAGE.board_message)
            .join(schema.match, _MATCH.id == _P.match)
            .join(schema.match_message, _MESSAGE.match == _MATCH.id)
            .where(_MATCH.stage == "live", _MATCH.guild == self.server.id, _MESSAGE.board_message.is_not(None))
            .order_by(_P.match)
        )
        found = []
        for match, thread, board in await self.bot.database.rows(query):
            seated = select(_SEAT.user_id).where(_SEAT.match == match).order_by(_SEAT.seat)
            users = [user for (user,) in await self.bot.database.rows(seated)]
            found.append(Running(match, thread, board, users))
        return found

    async def resign(self, running: Running, loser: int) -> None:
        """The one in this seat resigns, by the menu of the board."""
        if running.match in self.finished:
            return
        member = next(one for one in self.people if one.id == running.users[loser])
        board = next(one for one in await member.messages(running.thread) if one.id == running.board)
        menu = (await member.settle(await member.click(board, "More", remembered=True))).message
        await member.click(menu, "Resign")
        sure = await becomes(member, menu, "Resign?")
        await member.click(sure, "Resign")
        ended = select(_MATCH.id).where(_MATCH.id == running.match, _MATCH.ended_at.is_not(None))
        await self.bot.database.until(ended)
        self.finished.add(running.match)

    async def play(self, *, loser: int = 1, seconds: float = 100) -> None:
        """Play until no match is left and the tournament is over: whoever sits in this seat resigns."""
        async with asyncio.timeout(seconds):
            while await self.stage() == "running":
                running = [one for one in await self.running() if one.match not in self.finished]
                await asyncio.gather(*(self.resign(one, loser) for one in running[:AT_ONCE]))
                await asyncio.sleep(0.05)

    async def wait_for_boards(self, count: int) -> None:
        """Wait until so many matches are being played."""
        for _ in range(800):
            if len(await self.running()) == count:
                return
            await asyncio.sleep(0.05)
        raise TimeoutError(f"{len(await self.running())} boards stand, not {count}")

    async def stage(self) -> str:
        """Where the newest tournament is."""
        newest = select(_T.stage).where(_T.guild == self.server.id).order_by(_T.id.desc()).limit(1)
        return str(await self.bot.database.value(newest))

    async def pairings(self) -> list[tuple[int, tuple[int, ...], int | None]]:
        """Round, entrants and match of every pairing."""
        query = (
            select(_P.round, _P.entrants, _P.match)
            .join(schema.tournament, and_(_T.id == _P.tournament, _T.guild == self.server.id))
            .order_by(_P.tournament, _P.round, _P.board, _P.game_number)
        )
        return [(round_, tuple(entrants), match) for round_, entrants, match in await self.bot.database.rows(query)]

    async def matches(self) -> int:
        """The number of matches on the server."""
        return len(await self.bot.database.rows(select(_MATCH.id).where(_MATCH.guild == self.server.id)))

    async def close(self) -> None:
        """Let nobody listen any more."""
        for member in [*self.people, self.server.owner]:
            await member.close()
