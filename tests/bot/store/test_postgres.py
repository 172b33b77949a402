"""PostgreSQL: several processes at once, and the move from SQLite."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import DBAPIError

from bot.match.clock import DAY
from bot.match.deadlines import Deadlines
from bot.match.model import Match, MatchId, Stage
from bot.store import engine
from bot.store.bot_state import SqlBotState
from bot.store.claims import SPAN, SqlClaims
from bot.store.copy import copy
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.migrate import migrate
from bot.store.people import SqlPeople
from bot.store.problems import DatabaseProblem
from bot.store.schema import bot_state
from tests.bot.table import ANA, BEN, EVE, Club, open_club
from tests.postgres import Server

pytestmark = pytest.mark.postgres


@pytest.fixture
async def address(postgres: Server) -> str:
    return await postgres.empty()


async def play(club: Club) -> Match:
    """A match with enough moves to count."""
    match = await club.begin()
    for move in ("h4-g4", "d4-e4", "g4-f4", "e4-d4"):
        match = await club.service.submit(match.id, match.to_act[0].user or ANA.user, move)
    return match


async def test_of_processes_that_start_at_once_one_migrates(postgres: Server) -> None:
    address = await postgres.new("fresh")
    databases = [Database(address) for _ in range(4)]
    await asyncio.gather(*(migrate(database) for database in databases))
    notes = SqlBotState(databases[0])
    await notes.write("works", "yes")
    assert await SqlBotState(databases[3]).read("works") == "yes"
    for database in databases:
        await database.close()


async def test_who_wants_to_be_alone_waits_longer_than_for_a_row(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A migration may take its time: the processes that start meanwhile do not give up."""
    monkeypatch.setattr(engine, "BUSY_TIMEOUT_MS", 50)
    address = await postgres.empty()
    first, second = Database(address), Database(address)
    order = []

    async def wait() -> None:
        async with second.alone("migrate"):
            order.append("second")

    async with first.alone("migrate"):
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0.5)
        order.append("first")
    await waiting
    assert order == ["first", "second"]
    await first.close()
    await second.close()


async def test_a_process_that_freezes_in_a_transaction_does_not_keep_its_locks(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its successor waits for as long as the server bears with it; what it had begun is not stored."""
    monkeypatch.setattr(engine, "IDLE_TIMEOUT_MS", 300)
    frozen, successor = Database(club.database.url), Database(club.database.url)
    await SqlBotState(successor).write("who", "nobody")
    mine = update(bot_state).where(bot_state.c.key == "who")

    async def freeze_while_another_writes() -> None:
        async with frozen.write() as connection:
            await connection.execute(mine.values(value="frozen"))
            await SqlBotState(successor).write("who", "successor")

    with pytest.raises(DBAPIError):
        await freeze_while_another_writes()
    assert await SqlBotState(successor).read("who") == "successor"
    await SqlBotState(frozen).write("who", "awake again")
    assert await SqlBotState(successor).read("who") == "awake again"
    await frozen.close()
    await successor.close()


async def test_who_reads_for_long_may_do_nothing_in_between(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "IDLE_TIMEOUT_MS", 100)
    database = Database(club.database.url)
    async with database.view() as connection:
        before = (await connection.execute(select(bot_state))).all()
        await asyncio.sleep(0.5)
        assert (await connection.execute(select(bot_state))).all() == before
    await database.close()


async def test_work_is_claimed_by_one_process_and_free_again_in_the_end(club: Club) -> None:
    matches = [(await club.begin()).id, (await club.invite(EVE)).id]
    ours, theirs = (SqlClaims(club.database, name, club.clock) for name in ("0-1", "2-3"))
    assert await ours.take("due", matches) == set(matches)
    assert await theirs.take("due", matches) == set()
    assert await theirs.take("ai", matches) == set(matches), "another work is another claim"
    await ours.release("due", matches[0])
    assert await theirs.take("due", matches) == {matches[0]}
    club.clock.pass_by(SPAN)
    assert await theirs.take("due", matches) == set(matches), "a process that was killed gives nothing back"
    await theirs.release_all()
    assert await ours.take("ai", matches) == set(matches)


async def test_claims_at_the_same_moment_share_the_work_out(club: Club) -> None:
    matches = [(await club.begin()).id for _ in range(12)]
    processes = [SqlClaims(club.database, f"{number}-{number}", club.clock) for number in range(4)]
    taken = await asyncio.gather(*(process.take("post", matches) for process in processes))
    assert sorted(match for mine in taken for match in mine) == matches


async def test_each_deadline_is_settled_by_one_process(club: Club) -> None:
    match = await play(club)
    club.clock.pass_by(3 * DAY)
    reminded: list[Match] = []

    async def nobody(*_: object) -> None:
        raise AssertionError("no bullet match here")

    async def remind(late: Match) -> None:
        reminded.append(late)

    watches = [
        Deadlines(club.service, club.store.due_matches, nobody, remind, SqlClaims(club.database, name, club.clock))
        for name in ("0", "1", "2")
    ]
    await asyncio.gather(*(watch.settle() for watch in watches))
    assert (await club.service.get(match.id)).stage is Stage.OVER
    assert await SqlMatches(club.database).due_matches.next_wake(club.clock.now) is None


async def test_ratings_count_for_two_matches_that_end_at_once(club: Club) -> None:
    matches = [await play(club) for _ in range(3)]
    await asyncio.gather(*(club.service.resign(match.id, BEN.user) for match in matches))
    for person, record in ((ANA, (3, 0)), (BEN, (0, 3))):
        (rating,) = await SqlPeople(club.database).ratings(person.user)
        assert (rating.won, rating.lost) == record


async def test_a_database_moves_from_sqlite_with_all_that_is_in_it(club: Club, tmp_path: Path) -> None:
    old = await open_club(str(tmp_path / "old.db"), club.clock)
    match = await old.begin("5m+5s")
    match = await old.service.submit(match.id, ANA.user, "h4-g4")
    over = await play(old)
    over = await old.service.resign(over.id, BEN.user)
    told: list[tuple[int, int]] = []
    rows = await copy(old.database, club.database, lambda done, total: told.append((done, total)))
    assert told[-1] == (rows, rows)
    assert await club.service.get(match.id) == match
    assert await club.service.get(over.id) == over
    assert await club.store.entries(match.id) == await old.store.entries(match.id)
    assert await SqlPeople(club.database).ratings(ANA.user) == await SqlPeople(old.database).ratings(ANA.user)
    fresh = await club.begin()
    assert fresh.id == MatchId(over.id + 1), "new rows go on counting after the old ones"
    with pytest.raises(DatabaseProblem, match="already holds matches"):
        await copy(old.database, club.database, lambda *_: None)
    await old.database.close()
