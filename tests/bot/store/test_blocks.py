"""Blocked servers and people: stored, remembered, and let in again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from sqlalchemy.exc import OperationalError

from bot.club.blocks import Block
from bot.match.model import UserId
from bot.store.blocks import REFRESH_SECONDS, SqlBlocks
from bot.store.people import SqlPeople
from tests.bot.table import Club

RUDE = Block("person", 7, "rude", blocked_by=1, at=1000)
SPAM = Block("server", 70, "spam", blocked_by=1, at=2000)


async def test_blocks_are_listed_newest_first_and_answer_for_person_and_server(club: Club) -> None:
    blocks = SqlBlocks(club.database)
    assert await blocks.find_block(7, 70) is None
    await blocks.block(RUDE)
    await blocks.block(SPAM)
    assert await blocks.blocks() == [SPAM, RUDE]
    assert await blocks.find_block(7, None) == "person"
    assert await blocks.find_block(8, 70) == "server"
    assert await blocks.find_block(7, 70) == "person", "what concerns the person is said first"
    assert await blocks.find_block(70, 7) is None, "a person is no server"


async def test_a_second_block_replaces_the_first_and_one_unblock_undoes_it(club: Club) -> None:
    blocks = SqlBlocks(club.database)
    again = Block("person", 7, "still rude", blocked_by=2, at=3000)
    await blocks.block(RUDE)
    await blocks.block(again)
    assert await blocks.blocks() == [again]
    assert await blocks.unblock("person", 7)
    assert await blocks.find_block(7, None) is None
    assert not await blocks.unblock("person", 7)


async def test_blocks_outlive_the_process_and_are_heard_of_by_others(club: Club) -> None:
    now = [0.0]
    other = SqlBlocks(club.database, lambda: now[0])
    assert await other.find_block(7, None) is None
    await SqlBlocks(club.database).block(RUDE)
    assert await SqlBlocks(club.database).find_block(7, None) == "person"
    now[0] += REFRESH_SECONDS
    if not club.database.is_sqlite:  # an SQLite file has one process
        assert await other.find_block(7, None) == "person"


async def test_those_who_are_not_blocked_cost_no_reading(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = SqlBlocks(club.database, lambda: 0.0)
    await blocks.find_block(8, 80)
    monkeypatch.setattr(blocks, "blocks", None)
    assert await blocks.find_block(8, 80) is None


async def test_a_block_that_is_stored_while_another_look_is_under_way_counts(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks, read, reading, go_on = SqlBlocks(club.database), SqlBlocks.blocks, asyncio.Event(), asyncio.Event()

    async def slowly(self: SqlBlocks) -> Sequence[Block]:
        found = await read(self)
        reading.set()
        await go_on.wait()
        return found

    monkeypatch.setattr(SqlBlocks, "blocks", slowly)
    look = asyncio.create_task(blocks.find_block(7, None))
    await reading.wait()
    await blocks.block(RUDE)
    go_on.set()
    assert await look is None
    assert await blocks.find_block(7, None) == "person"


async def test_while_the_database_is_away_the_last_known_blocks_hold(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    blocks = SqlBlocks(club.database, lambda: now[0])
    await blocks.block(RUDE)
    await blocks.find_block(7, None)

    async def fail(_self: SqlBlocks) -> Sequence[Block]:
        raise OperationalError("SELECT", {}, Exception("away"))

    monkeypatch.setattr(SqlBlocks, "blocks", fail)
    club.database.clear_caches()
    now[0] += REFRESH_SECONDS
    assert await blocks.find_block(7, None) == "person"


async def test_people_find_their_block_in_their_data_and_deleting_the_data_keeps_it(club: Club) -> None:
    people, blocks = SqlPeople(club.database), SqlBlocks(club.database)
    await blocks.block(RUDE)
    (told,) = (await people.export(UserId(7)))["block"]
    assert (told["kind"], told["reason"]) == ("person", "rude")
    assert (await people.export(UserId(70)))["block"] == []
    await people.forget(UserId(7), "Somebody")
    assert await blocks.find_block(7, None) == "person"
