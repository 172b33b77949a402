"""What a move costs in a large database: `python -m bench.store [--smoke] [--matches 1000000]`.

The same moves are loaded, played and stored with ten matches in the database and with a million, at ply 10 and at ply
1000. It also measures what the bot reads when it starts with 100,000 live matches. The database is SQLite, in a folder
that is removed afterwards. All caches are cleared before each move, as if people come back after hours.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from random import Random

import games
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import read_time
from bot.match.model import Match, MatchId, Place, UserId
from bot.match.service import MatchService
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.migrate import migrate
from bot.store.signs import SqlSigns
from games.core.status import Outcome

ANA, BEN = Person(UserId(1), "Ana"), Person(UserId(2), "Ben")
MOVES = 120


async def open_service(folder: Path) -> tuple[Database, MatchService]:
    """Return a service over a new database."""
    database = Database(f"sqlite+aiosqlite:///{folder / 'bench.db'}")
    await migrate(database)
    return database, MatchService(SqlMatches(database), dice=Random(1))


async def begin_match(service: MatchService) -> Match:
    """Begin a match of Ana against Ben."""
    match = await service.challenge(
        ChallengeRequest("choccer", ANA, Place(1, 2), (BEN,), time=read_time("3d"), first="me")
    )
    return await service.accept(match.id, BEN)


async def milliseconds_of_moves(database: Database, service: MatchService, match: Match, moves: int = MOVES) -> float:
    """Return the median time of this many moves; a match that ends is followed by another one."""
    rng, times = Random(5), []
    database.clear_caches()
    match = await service.get(match.id)
    if match.stage.ended:
        match = await begin_match(service)
    for _ in range(moves):
        game = games.find(match.game)
        state = game.rules.load(match.position, match.options)
        seat = match.to_act[0]
        move = game.rules.text(game.rules.legal(state, seat.seat).sample(rng))
        if isinstance(game.rules.status(game.rules.play(state, seat.seat, game.rules.parse(move))), Outcome):
            match = await begin_match(service)
            continue
        database.clear_caches()
        start = time.perf_counter()
        match = await service.submit(match.id, seat.user or ANA.user, move, match.turn)
        times.append(1000 * (time.perf_counter() - start))
        if match.stage.ended:
            match = await begin_match(service)
    return statistics.median(times)


def fill(file: Path, like: Match, matches: int, live: int) -> None:
    """Insert copies of a match, `matches` in all, the first `live` of them still in progress."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("PRAGMA synchronous=OFF")
        columns = [row[1] for row in database.execute("PRAGMA table_info(match)")]
        changed = {
            "id": "?1", "code": "printf('Z%06X', ?1)", "posted_revision": "revision",
            "stage": "CASE WHEN ?2 THEN 'live' ELSE 'over' END",
            "next_check_at": "CASE WHEN ?2 THEN next_check_at + ?1 END",
        }  # fmt: skip
        names = ", ".join(f'"{name}"' for name in columns)
        values = ", ".join(changed.get(name, f'"{name}"') for name in columns)
        rows = [(number, number <= live + 1000) for number in range(1001, 1001 + matches)]
        query = f"INSERT INTO match ({names}) SELECT {values} FROM match WHERE id = {like.id}"  # noqa: S608 - ours
        database.executemany(query, rows)
        for table in ("seat", "match_message"):
            fields = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            copied = ", ".join("?1" if name == "match" else f'"{name}"' for name in fields)
            quoted = ", ".join(f'"{name}"' for name in fields)
            query = f"INSERT INTO {table} ({quoted}) SELECT {copied} FROM {table} WHERE match = {like.id}"  # noqa: S608 - ours
            database.executemany(query, ((number,) for number, _ in rows))


def lengthen(file: Path, match: Match, plies: int) -> None:
    """Insert this many log entries before the next move."""
    entries: Iterable[tuple[object, ...]] = (
        (match.id, ply, ply % 2, "h4-g4", f"{match.position} {ply}", ply, 0, "player") for ply in range(plies)
    )
    with closing(sqlite3.connect(file)) as database, database:
        columns = "match, ply, seat, move, position, position_hash, at, made_by"
        query = f"INSERT INTO log_entry ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - ours
        database.executemany(query, entries)
        database.execute("UPDATE match SET ply = ? WHERE id = ?", (plies, match.id))


async def start_up(database: Database, service: MatchService) -> float:
    """Return the seconds for everything read when the bot starts, with the clocks credited for a downtime."""
    store = SqlMatches(database)
    start = time.perf_counter()
    now = service.clock()
    await SqlSigns(database).credit(0, 1, now - 600_000, now)
    await store.due_matches.due(now)
    await store.due_matches.next_wake(now)
    await store.due_matches.waiting_for_ai(now, 1000)
    await store.places.find_unposted(now, MatchId(0))
    return time.perf_counter() - start


async def main(matches: int, live: int) -> None:
    """Measure, and print the results."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database, service = await open_service(folder)
        few = [await begin_match(service) for _ in range(10)]
        await milliseconds_of_moves(database, service, few[0], 20)
        small = await milliseconds_of_moves(database, service, few[0])
        long, short = await begin_match(service), await begin_match(service)
        lengthen(folder / "bench.db", long, 1000)
        lengthen(folder / "bench.db", short, 10)
        pairs = [
            (
                await milliseconds_of_moves(database, service, short, 20),
                await milliseconds_of_moves(database, service, long, 20),
            )
            for _ in range(3)
        ]
        before, late = (statistics.median(times) for times in zip(*pairs, strict=True))
        print(f"a move at ply 10: {before:.2f} ms, at ply 1000: {late:.2f} ms, ratio {late / before:.2f}")
        start = time.perf_counter()
        fill(folder / "bench.db", few[1], matches, live)
        print(f"{matches} matches written in {time.perf_counter() - start:.0f} s, {live} of them live")
        large = await milliseconds_of_moves(database, service, few[0])

        print(f"a move with 10 matches: {small:.2f} ms, with {matches}: {large:.2f} ms, ratio {large / small:.2f}")
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"start-up with {live} live matches: {await start_up(database, service):.2f} s")
        more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
        print(
            f"memory at the start beyond what there was: {more} kB, {1024 * more / live:.0f} bytes for each live match"
        )
        await database.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--smoke", action="store_true", help="a quick run: 2,000 matches")
    parser.add_argument("--matches", type=int, default=1_000_000)
    given = parser.parse_args()
    asyncio.run(main(2_000, 200) if given.smoke else main(given.matches, given.matches // 10))
