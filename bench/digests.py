"""Digests beside moves: `python -m bench.digests [--smoke]`.

Ten thousand people are to get their digest at once while eight pairs play. Each move is timed from its arrival until it
is stored, which is when it is acknowledged; in turn without digests and with them, sent without a pause, each after
the time that Discord takes. What counts is the ratio within one run.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter

from bench.load import line, quantiles
from bot.club.digests import Digest, Digests
from bot.match.challenges import ChallengeRequest, Person
from bot.match.model import Match, Place, Posting, UserId
from bot.match.ports import system_clock
from bot.match.service import MatchService
from bot.store.digests import SqlDigests
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.migrate import migrate
from bot.store.people import SqlPeople
from bot.ui.i18n.language import ENGLISH
from bot.ui.pages.notifications import digest
from bot.ui.pages.overview import Listed

PEOPLE, PAIRS = 10_000, 8
SECONDS, ROUNDS = 5.0, 4
DISCORD_SECONDS = 0.1
"""How long Discord takes for the two requests of a direct message."""
BETWEEN_MOVES = 0.05
FIRST = 1_000_000
"""The first person who plays; those who wait for a digest come before."""


class Bench:
    """A database in which so many people wait for their digest, and pairs that play."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.store = SqlMatches(database)
        self.service = MatchService(self.store, system_clock, Random(1))
        self.people = SqlPeople(database)
        due = SqlDigests(database, self.people.forget_preferences)
        self.digests = Digests(due, self.people.preferences, self.store.of_user, self._send, system_clock)
        self.lines = [line(seed) for seed in range(PAIRS)]
        self.sent = 0

    async def prepare(self, people: int) -> None:
        """Let everybody have a match in which they are to move or wait, and a digest that is due."""
        for number in range(1, people, 2):
            await self._begin(number, number + 1)
        now = system_clock()
        for number in range(1, people + 1):
            await self.people.change_preferences(UserId(number), lambda before: replace(before, digest_at=now))

    async def _begin(self, one: int, other: int) -> Match:
        host, guest = (Person(UserId(user), f"P{user}") for user in (one, other))
        asked = await self.service.challenge(ChallengeRequest("choccer", host, Place(7, one), (guest,), first="me"))
        return await self.service.accept(asked.id, guest)

    async def _send(self, due: Digest) -> bool:
        """Write to one person, as far as this program goes."""
        waiting = [Listed(match, Posting(match.id, thread=match.id, board=match.id)) for match in due.waiting]
        digest(waiting, [], ENGLISH)
        await asyncio.sleep(DISCORD_SECONDS)
        self.sent += 1
        return True

    async def play(self, until: float, taken: list[float]) -> None:
        """Let all pairs play; the milliseconds that each move takes are added to `taken`."""
        await asyncio.gather(*(self._play_on(number, until, taken) for number in range(PAIRS)))

    async def _play_on(self, number: int, until: float, taken: list[float]) -> None:
        while perf_counter() < until:
            match = await self._begin(FIRST + 2 * number, FIRST + 2 * number + 1)
            for seat, move in self.lines[number]:
                if perf_counter() >= until:
                    break
                began = perf_counter()
                await self.service.submit(match.id, UserId(FIRST + 2 * number + seat), move)
                taken.append(1000 * (perf_counter() - began))
                await asyncio.sleep(BETWEEN_MOVES)

    async def write_without_pause(self) -> None:
        """Send digest after digest."""
        while True:
            await self.digests.look()
            await asyncio.sleep(0)


async def main(people: int, seconds: float, rounds: int) -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        await migrate(database)
        bench = Bench(database)
        await bench.prepare(people)
        await bench.play(perf_counter() + 1, [])  # the first moves load what all need
        alone, beside = list[float](), list[float]()
        for taken in _alternating(alone, beside, rounds):
            writing = asyncio.create_task(bench.write_without_pause()) if taken is beside else None
            await bench.play(perf_counter() + seconds, taken)
            if writing is not None:
                writing.cancel()
                await asyncio.wait({writing})
        for name, taken in (("without digests", alone), ("with digests", beside)):
            p50, p95, p99 = quantiles(taken)
            print(f"{name:16} {len(taken):6} moves, p50 {p50:5.1f} ms, p95 {p95:5.1f} ms, p99 {p99:5.1f} ms")
        print(
            f"p99 with digests / without: {quantiles(beside)[2] / quantiles(alone)[2]:.2f}; {bench.sent} digests sent"
        )
        await database.close()


def _alternating(one: list[float], other: list[float], rounds: int) -> Iterator[list[float]]:
    for _ in range(rounds):
        yield one
        yield other


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--smoke", action="store_true", help="a short breath: 100 people, a second")
    given = parser.parse_args()
    asyncio.run(main(100, 0.5, 1) if given.smoke else main(PEOPLE, SECONDS, ROUNDS))
