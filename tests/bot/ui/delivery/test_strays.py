"""Boards that were posted but not recorded are found again, and what they show is known."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.match.model import Match, OldBoard, Posting
from bot.match.turns import turn_to_show
from bot.store.old_boards import SqlOldBoards
from bot.ui.components.custom_id import Click, click_now
from bot.ui.delivery.board_messages import BoardMessages, is_to_end
from bot.ui.delivery.channels import Channels
from bot.ui.delivery.old_boards import OldBoards
from tests.bot.table import ANA, BEN, Club
from tests.bot.turns_of_steps import TURN, begin_piously

BOT, THREAD, BOARD, STRAY = 1, 60, 500, 501
SKEW = 5000
"""How far Discord's clock is behind or ahead of ours, in milliseconds."""


@dataclass
class Retired(OldBoards):
    """Notes which boards are retired."""

    boards: list[int] = field(default_factory=list)

    async def add(self, old: OldBoard) -> None:
        self.boards.append(old.message)

    def retire_soon(self, old: OldBoard, message: discord.Message | None = None) -> None:
        assert message is None
        self.boards.append(old.message)


class Thread:
    """The bot's messages in the thread of a match, after its recorded board."""

    def __init__(self) -> None:
        self.messages: list[SimpleNamespace] = []
        self.user = discord.Object(BOT)

    @property
    def client(self) -> Thread:
        return self

    def get_partial_messageable(self, channel: int, guild_id: int | None) -> Thread:
        assert (channel, guild_id) == (THREAD, 10)
        return self

    async def history(self, limit: int, after: discord.Object) -> AsyncIterator[SimpleNamespace]:
        for message in self.messages[:limit]:
            if message.id > after.id:
                yield message

    def post(self, at: int, *clicks: Click) -> None:
        """A board with these controls."""
        row = discord.ActionRow.__new__(discord.ActionRow)
        row.children = [cast("discord.Button", SimpleNamespace(custom_id=str(click))) for click in clicks]
        moment = datetime.fromtimestamp(at / 1000, UTC)
        number = STRAY + len(self.messages)
        self.messages.append(SimpleNamespace(id=number, author=self.user, created_at=moment, components=[row]))


class Scene:
    """A match of one move, whose last recorded board shows that it has begun."""

    def __init__(self, club: Club, match: Match) -> None:
        self.club, self.match = club, match
        self.thread, self.retired = Thread(), Retired()
        self.posting = Posting(match.id, thread=THREAD, board=BOARD, board_at=club.clock() - 1, revision=1)
        nobody = cast("Any", None)
        self.boards = BoardMessages(
            cast("Channels", self.thread), club.service, club.store, nobody, nobody, self.retired, nobody
        )

    async def find(self) -> Posting:
        return await self.boards.find_strays(self.match, self.posting)

    def post_live(self) -> None:
        """A board of the match as it is now."""
        self.thread.post(self.club.clock(), click_now("text", self.match), Click("menu", self.match.id))

    def post_final(self) -> None:
        """A board of its end."""
        self.thread.post(self.club.clock() - SKEW, Click("rematch", self.match.id), Click("replay", self.match.id))


@pytest.fixture
async def scene(sqlite_club: Club) -> Scene:
    match = await sqlite_club.begin()
    return Scene(sqlite_club, await sqlite_club.service.submit(match.id, ANA.user, "h4-g4"))


async def test_a_final_board_shows_the_last_turn_and_the_end(scene: Scene) -> None:
    """Neither is posted a second time, even though by Discord's clock it was posted before the end."""
    scene.match = await scene.club.service.resign(scene.match.id, BEN.user)
    scene.post_final()
    found = await scene.find()
    assert (found.board, found.ply, found.since) == (STRAY, 1, 0)
    assert not is_to_end(scene.match, found)
    assert scene.retired.boards == [BOARD]
    assert await scene.club.store.posting(scene.match.id) == found


async def test_a_live_board_does_not_show_the_end(scene: Scene) -> None:
    scene.post_live()
    scene.club.clock.pass_by(1000)
    scene.match = await scene.club.service.resign(scene.match.id, BEN.user)
    found = await scene.find()
    assert (found.board, found.ply) == (STRAY, 1)
    assert is_to_end(scene.match, found)


async def test_of_several_boards_the_newest_is_live(scene: Scene) -> None:
    scene.post_live()
    scene.match = await scene.club.service.submit(scene.match.id, BEN.user, "d4-e4")
    scene.post_live()
    found = await scene.find()
    assert (found.board, found.ply) == (STRAY + 1, 2)
    assert scene.retired.boards == [STRAY, BOARD]


async def test_a_board_of_an_unfinished_turn_shows_the_position_before_it(scene: Scene) -> None:
    """Its controls count the steps that it does not show."""
    match = await begin_piously(scene.club)
    shown = turn_to_show(match, await scene.club.store.seats(match.id)).ply
    scene.match = await scene.club.service.submit(match.id, ANA.user, TURN[0])
    scene.posting = replace(scene.posting, match=match.id, ply=shown)
    scene.post_live()
    assert (await scene.find()).ply == shown < scene.match.ply


async def test_a_board_is_dated_by_our_own_clock_where_that_of_discord_is_ahead(scene: Scene) -> None:
    """So the board that it replaces is an old one already, which whoever starts next retires."""
    await scene.club.store.keep_posting(scene.posting)
    scene.thread.post(scene.club.clock() + SKEW, click_now("text", scene.match), Click("menu", scene.match.id))
    assert (await scene.find()).board_at == scene.club.clock()
    replaced = await SqlOldBoards(scene.club.database).find_replaced_before(scene.club.clock() + 1)
    assert [old.message for old in replaced] == [BOARD]
