"""How digests slow down moves: `python -m bench.digests [--smoke]`.

Ten thousand people should get their digest at once while eight pairs play. Each move is timed from its arrival until it
is stored and acknowledged. Rounds without digests alternate with rounds in which digests are sent without a pause, each
taking the time that Discord takes. The result is the median ratio of the rounds, in wall-clock time and in this
program's processor time, which other programs do not affect.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

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
from bot.ui.pages.overview import LinkedMatch

PEOPLE, PAIRS = 10_000, 8
SECONDS, ROUNDS = 4.0, 7
DISCORD_SECONDS = 0.1
"""The time that Discord takes for the two requests of a direct message."""
BETWEEN_MOVES = 0.05
FIRST = 1_000_000
"""The id of the first person who plays; those who wait for a digest have lower ids."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The milliseconds that a move takes, in wall time and in processor time."""

    clock: float
    processor: float


CLOCK, PROCESSOR = attrgetter("clock"), attrgetter("processor")


class Bench:
    """A database in which many people wait for their digests, and pairs that play."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.store = SqlMatches(database)
        self.service = MatchService(self.store, system_clock, Random(1))
        self.people = SqlPeople(database)
        due = SqlDigests(database, self.people.forget_preferences)
        self.digests = Digests(due, self.people.preferences, self.store.of_user, self._send, system_clock)
        self.digests.step_aside = self.service.precedence.step_aside
        self.lines = [line(seed) for seed in range(PAIRS)]
        self.sent = 0

    async def prepare(self, people: int) -> None:
        """Give everybody a match in which they are to move or wait, and a digest that is due."""
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
        """Write to one person, as far as this program does it."""
        waiting = [LinkedMatch(match, Posting(match.id, thread=match.id, board=match.id)) for match in due.waiting]
        digest(waiting, [], ENGLISH)
        await asyncio.sleep(DISCORD_SECONDS)
        self.sent += 1
        return True

    async def play(self, until: float, timings: list[Timing]) -> None:
        """Let all pairs play, adding the time of each move to `timings`."""
        await asyncio.gather(*(self._play_on(number, until, timings) for number in range(PAIRS)))

    async def _play_on(self, number: int, until: float, timings: list[Timing]) -> None:
        while perf_counter() < until:
            match = await self._begin(FIRST + 2 * number, FIRST + 2 * number + 1)
            for seat, move in self.lines[number]:
                if perf_counter() >= until:
                    break
                began, used = perf_counter(), process_time()
                await self.service.submit(match.id, UserId(FIRST + 2 * number + seat), move)
                timings.append(Timing(1000 * (perf_counter() - began), 1000 * (process_time() - used)))
                await asyncio.sleep(BETWEEN_MOVES)

    async def measure(self, seconds: float) -> list[Timing]:
        """Return the times of moves during this many seconds."""
        timings = list[Timing]()
        await self.play(perf_counter() + seconds, timings)
        return timings

    async def measure_beside(self, seconds: float) -> list[Timing]:
        """Return the times of moves during this many seconds while digests are sent."""
        writing = asyncio.create_task(self.write_without_pause())
        timings = await self.measure(seconds)
        writing.cancel()
        await asyncio.wait({writing})
        return timings

    async def write_without_pause(self) -> None:
        """Send digest after digest."""
        while True:
            await self.digests.send_due()
            await asyncio.sleep(0)


async def main(people: int, seconds: float, rounds: int) -> None:
    """Measure, and print the results."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        await migrate(database)
        bench = Bench(database)
        await bench.prepare(people)
        await bench.play(perf_counter() + 1, [])  # the first moves load what all later ones need
        measured = [(await bench.measure(seconds), await bench.measure_beside(seconds)) for _ in range(rounds)]
        for name, unit in (("clock", CLOCK), ("processor", PROCESSOR)):
            report(name, [(list(map(unit, alone)), list(map(unit, beside))) for alone, beside in measured])
        print(f"{bench.sent} digests sent, {bench.sent / (seconds * rounds):.1f} a second")
        await database.close()


def report(name: str, rounds: Sequence[tuple[Sequence[float], Sequence[float]]]) -> None:
    """Print the times of moves without digests and with them, and their ratio."""
    for kind, place in (("without digests", 0), ("with digests", 1)):
        moves = [one for both in rounds for one in both[place]]
        p50, p95, p99 = quantiles(moves)
        print(f"{name:9} {kind:15} {len(moves):6} moves, p50 {p50:5.1f} ms, p95 {p95:5.1f} ms, p99 {p99:5.1f} ms")
    ratios = sorted(quantiles(beside)[2] / quantiles(alone)[2] for alone, beside in rounds)
    print(f"{name:9} p99 with digests / without, median of {len(ratios)} rounds: {median(ratios):.2f}")
    print(f"{name:9} each: {' '.join(f'{ratio:.2f}' for ratio in ratios)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--smoke", action="store_true", help="a quick run: 100 people, one second")
    given = parser.parse_args()
    asyncio.run(main(100, 0.5, 1) if given.smoke else main(PEOPLE, SECONDS, ROUNDS))
