"""Tournaments under load: how long a round takes to pair, and what a thousand old tournaments cost.

    python -m bench.events

It pairs seven rounds of Swiss in a worker thread, as the bot does, and measures how late the event loop wakes up. Then
it reads the list and one tournament from a database with ten ended tournaments, and from one with a thousand.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from bot.club.events.contestants import contestants
from bot.club.events.model import Entrant, Format, Pairing, Terms, Tournament, TournamentChange, TournamentId
from bot.club.events.model import TournamentStage as Stage
from bot.club.events.scores import scores_of_places
from bot.club.events.swiss import pair_round
from bot.match.model import Place, UserId
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.migrate import migrate
from bot.store.tournaments import SqlTournaments

PLAYERS, ROUNDS, PEOPLE = 256, 7, 16
FEW, MANY = 10, 1000
TIMES = 30
SHORT = 0.005
HERE = Place(7, 8)


async def main() -> None:
    """Measure, and print the results."""
    await _pair()
    for count in (FEW, MANY):
        await _read(count)


async def _pair() -> None:
    dice = Random(1)
    entrants = [Entrant(n, UserId(n), str(n), 1500 + dice.randrange(-300, 300)) for n in range(1, PLAYERS + 1)]
    pairings: list[Pairing] = []
    lag: list[float] = []
    watch = asyncio.create_task(_watch(lag))
    for number in range(1, ROUNDS + 1):
        begun = perf_counter()
        made = await asyncio.to_thread(pair_round, contestants(entrants, pairings, number), number)
        print(f"round {number} of {PLAYERS} players: {perf_counter() - begun:.2f} s")
        pairings += [replace(one, scores=scores_of_places(dice.choice([(1, 2), (2, 1), (1, 1)]))) for one in made]
    watch.cancel()
    ordered = sorted(lag)
    print(
        f"event loop meanwhile: woke up {median(lag) * 1000:.1f} ms late, p99 {ordered[-len(lag) // 100] * 1000:.1f} ms"
    )


async def _watch(lag: list[float]) -> None:
    while True:
        asleep = perf_counter()
        await asyncio.sleep(SHORT)
        lag.append(perf_counter() - asleep - SHORT)


async def _read(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        await migrate(database)
        store = SqlTournaments(database, SqlMatches(database))
        for _ in range(count):
            await _add_ended(store)
        asked: dict[str, Callable[[], Awaitable[object]]] = {
            "list": partial(store.on_server, 7),
            "due": partial(store.due, 0),
            "get": partial(store.get, TournamentId(count)),
        }
        for name, ask in asked.items():
            taken = []
            for _ in range(TIMES):
                begun = perf_counter()
                await ask()
                taken.append(perf_counter() - begun)
            best, usual = min(taken) * 1000, median(taken) * 1000
            print(f"{count} ended tournaments: {name} {best:.1f} ms at best, {usual:.1f} ms as a rule")
        await database.close()


async def _add_ended(store: SqlTournaments) -> None:
    made = await store.add(Tournament(TournamentId(0), Terms(Format.SWISS, "onyx", "1d"), HERE, UserId(1), "Host"))
    people = tuple(Entrant(n, UserId(n), f"P{n}") for n in range(1, PEOPLE + 1))
    played = tuple(
        Pairing(number, table, (2 * table - 1, 2 * table), scores=(12, 0), how="match")
        for number in range(1, 6)
        for table in range(1, PEOPLE // 2 + 1)
    )
    over = replace(made, stage=Stage.OVER, revision=2, round=5, entrants=people, pairings=played)
    await store.commit(TournamentChange(over))


if __name__ == "__main__":
    asyncio.run(main())
