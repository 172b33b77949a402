"""Where matches are shown is noted down in few transactions, and nothing of it gets lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.challenges import ChallengeRequest
from bot.match.model import MatchId, Posting
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from tests.bot.table import ANA, HERE, Club


class Counted(Database):
    """A database that counts its reads and writes, and fails at the first `faults` of the writes."""

    reads = 0
    writes = 0
    faults = 0

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        self.reads += 1
        async with super().read() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        self.writes += 1
        if self.writes <= self.faults:
            await asyncio.sleep(0)
            raise OSError("the disk is full")
        async with super().write() as connection:
            yield connection


async def open_matches(club: Club, number: int) -> list[MatchId]:
    """Some matches."""
    return [(await club.service.challenge(ChallengeRequest("choccer", ANA, HERE, ai="easy"))).id for _ in range(number)]


async def read_note(club: Club, match: MatchId) -> tuple[int | None, int]:
    """Board and revision as they are stored."""
    posting = await SqlMatches(club.database).posting(match)  # one that remembers nothing yet
    return posting.board, posting.revision


async def test_postings_of_the_same_moment_share_a_transaction(sqlite_club: Club) -> None:
    matches = await open_matches(sqlite_club, 12)
    database = Counted(sqlite_club.database.url)
    store = SqlMatches(database)
    await asyncio.gather(*(store.keep_posting(Posting(match, board=match + 100, revision=1)) for match in matches))
    assert [await read_note(sqlite_club, match) for match in matches] == [(match + 100, 1) for match in matches]
    assert database.writes <= 3
    await database.close()


async def test_the_postings_of_many_matches_are_read_at_once(sqlite_club: Club) -> None:
    """The list of /games: one query, however many matches there are."""
    matches = await open_matches(sqlite_club, 12)
    database = Counted(sqlite_club.database.url)
    store = SqlMatches(database)
    await store.keep_posting(Posting(matches[3], board=7, revision=2))
    stored = [await sqlite_club.service.get(match) for match in matches]
    found = await store.postings(stored)
    assert database.reads == 1
    assert found == {match: await SqlMatches(sqlite_club.database).posting(match) for match in matches}
    assert found[matches[3]].board == 7
    assert await store.postings([]) == {}
    await database.close()


async def test_the_newest_posting_of_a_match_counts(sqlite_club: Club) -> None:
    (match,) = await open_matches(sqlite_club, 1)
    store = sqlite_club.store
    await asyncio.gather(*(store.keep_posting(Posting(match, board=n, revision=n)) for n in range(1, 9)))
    assert await read_note(sqlite_club, match) == (8, 8)


async def test_a_write_that_fails_costs_only_the_one_who_hears_of_it(sqlite_club: Club) -> None:
    matches = await open_matches(sqlite_club, 4)
    database = Counted(sqlite_club.database.url)
    database.faults = 1
    store = SqlMatches(database)
    ends = await asyncio.gather(
        *(store.keep_posting(Posting(match, board=7, revision=1)) for match in matches), return_exceptions=True
    )
    failed = [match for match, end in zip(matches, ends, strict=True) if isinstance(end, OSError)]
    assert len(failed) == 1
    for match in matches:
        assert (await read_note(sqlite_club, match) == (7, 1)) == (match not in failed)
    await store.keep_posting(Posting(failed[0], board=7, revision=1))
    assert await read_note(sqlite_club, failed[0]) == (7, 1)
    await database.close()
