"""Boards that newer ones have replaced: which they are is stored with the board that replaces them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.match.model import OldBoard
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.old_boards import SqlOldBoards
from tests.bot.table import Club

ROUNDS = 20


async def test_a_board_that_is_replaced_is_an_old_one(club: Club) -> None:
    match, boards, later = await club.begin(), SqlOldBoards(club.database), club.clock.now + 1
    posting = replace(await club.store.posting(match.id), thread=77)
    await club.store.keep_posting(replace(posting, board=1, board_at=club.clock.now))
    assert await boards.find_replaced_before(later) == []
    await club.store.keep_posting(replace(posting, board=1, board_at=club.clock.now, revision=3))
    assert await boards.find_replaced_before(later) == [], "it is still the board"
    await club.store.keep_posting(replace(posting, board=2, board_at=club.clock.now))
    assert await boards.find_replaced_before(later) == [OldBoard(match.id, 77, 1)]
    assert await boards.find_replaced_before(club.clock.now) == [], "whoever has replaced it is at it"
    await club.store.keep_posting(replace(posting, board=None, board_at=club.clock.now))
    assert await boards.find_replaced_before(later) == [OldBoard(match.id, 77, 1), OldBoard(match.id, 77, 2)]
    await boards.forget({1})
    assert await boards.find_replaced_before(later) == [OldBoard(match.id, 77, 2)]


async def test_a_board_in_the_channel_itself_is_found_there(club: Club) -> None:
    match, boards = await club.begin(), SqlOldBoards(club.database)
    posting = await club.store.posting(match.id)
    for board in (1, 2):
        await club.store.keep_posting(replace(posting, board=board, board_at=club.clock.now))
    assert await boards.find_replaced_before(club.clock.now + 1) == [OldBoard(match.id, match.place.channel, 1)]


async def test_a_board_that_was_never_noted_down_is_added(club: Club) -> None:
    match, boards = await club.begin(), SqlOldBoards(club.database)
    for _ in range(2):
        await boards.add(OldBoard(match.id, 5, 6), club.clock.now)
    assert await boards.find_replaced_before(club.clock.now + 1) == [OldBoard(match.id, 5, 6)]


async def test_a_board_that_two_replace_at_once_is_an_old_one_once(club: Club, other_database: Database) -> None:
    """As when one process posts the next board while another one hears that the board was deleted."""
    match, boards, other = await club.begin(), SqlOldBoards(club.database), SqlMatches(other_database)
    posting, now = await club.store.posting(match.id), club.clock.now
    for board in range(1, ROUNDS + 1):
        await club.store.keep_posting(replace(posting, board=board, board_at=now))
        await asyncio.gather(
            club.store.keep_posting(replace(posting, board=board + 1, board_at=now)),
            other.keep_posting(replace(posting, board=None, board_at=now)),
        )
    replaced = [old.message for old in await boards.find_replaced_before(now + 1)]
    assert [board for board in replaced if board <= ROUNDS] == list(range(1, ROUNDS + 1))
