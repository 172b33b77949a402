"""A board that Discord refuses to change is left alone for a while."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import NoReturn, cast

import discord
import pytest

from bot.match.clock import HOUR
from bot.match.model import MatchId, OldBoard
from bot.match.stores import OldBoardStore
from bot.store.old_boards import SqlOldBoards
from bot.ui.delivery import old_boards
from bot.ui.delivery.old_boards import OldBoards
from tests.bot.table import Club, FakeClock
from tests.bot.ui.delivery.refusals import refusal

FIRST, SECOND = (OldBoard(MatchId(1), 60, message) for message in (501, 502))


@dataclass
class Locked:
    """A thread that the bot may not read; notes what it was asked for."""

    asked: list[int] = field(default_factory=list)

    def get_partial_messageable(self, channel: int) -> Locked:
        assert channel == FIRST.channel
        return self

    async def fetch_message(self, message: int) -> NoReturn:
        self.asked.append(message)
        raise refusal(403)


async def retire(boards: OldBoards, *olds: OldBoard) -> None:
    """Ask for each and wait for its end."""
    for old in olds:
        boards.retire_soon(old)
        await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name().startswith("retire-")))


def old_boards_in(thread: Locked, clock: FakeClock) -> OldBoards:
    return OldBoards(cast("discord.Client", thread), cast("OldBoardStore", None), clock)


async def test_after_a_refusal_an_hour_passes() -> None:
    thread, clock = Locked(), FakeClock()
    boards = old_boards_in(thread, clock)
    await retire(boards, FIRST, FIRST)
    assert thread.asked == [FIRST.message]
    clock.pass_by(HOUR)
    await retire(boards, FIRST)
    assert thread.asked == [FIRST.message] * 2


async def test_refused_boards_do_not_hide_later_ones(sqlite_club: Club) -> None:
    """Boards are read 200 at a time."""
    match, store, thread = await sqlite_club.begin(), SqlOldBoards(sqlite_club.database), Locked()
    for message in range(1, 204):
        await store.add(OldBoard(match.id, FIRST.channel, message), sqlite_club.clock.now)
    boards = OldBoards(cast("discord.Client", thread), store, sqlite_club.clock)
    await boards.resume()
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name().startswith("retire-")))
    assert sorted(thread.asked) == list(range(1, 204))


async def test_no_more_refusals_are_remembered_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(old_boards, "_MOST_REFUSED", 1)
    thread = Locked()
    await retire(old_boards_in(thread, FakeClock()), FIRST, SECOND, SECOND, FIRST)
    assert thread.asked == [FIRST.message, SECOND.message, FIRST.message]
