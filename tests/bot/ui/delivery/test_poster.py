"""What is told where a match is played, besides its boards, is told once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.club.guild_settings import GuildSettings
from bot.match.model import Match, MatchSide, Posting
from bot.match.stores import DeliveryStore
from bot.store.matches import SqlMatches
from bot.store.signs import SqlSigns
from bot.ui.components.answers import NOBODY
from bot.ui.delivery.board_messages import BoardMessages
from bot.ui.delivery.channels import Channels
from bot.ui.delivery.pings import Pings
from bot.ui.delivery.poster import Poster
from tests.bot.table import ANA, BEN, HERE, Club
from tests.bot.ui.views import text

THREAD, CARD, BOARD = 60, 500, 501


class Thread:
    """Takes messages, of each nonce one."""

    def __init__(self) -> None:
        self.sent: dict[str, str] = {}
        self.client = Mock()

    def of(self, _match: Match, _posting: Posting) -> Thread:
        return self

    def at(self, _match: Match, _channel: int) -> Thread:
        return self

    async def find(self, _channel: int) -> None:
        """No forum has the thread."""

    def thread_name(self, _thread: int) -> str:
        return ""

    async def send(self, view: discord.ui.LayoutView, nonce: str, _mentions: object) -> None:
        assert len(nonce) <= 25, "Discord takes no longer one"
        self.sent.setdefault(nonce, text(view))

    async def edit(self, *_card: object) -> None:
        """The card."""


class Boards(BoardMessages):
    """Shows everything on the board that there is, by an edit."""

    def __init__(self) -> None:
        pass

    async def show(self, match: Match, posting: Posting, guild_settings: GuildSettings) -> Posting:
        assert guild_settings.guild == HERE.guild
        return replace(posting, ply=match.ply)

    async def back_to(self, match: Match) -> int:
        return match.ply


class ForgetfulStore:
    """The store of a bot that is killed before it notes down which lines it has told."""

    def __init__(self, store: SqlMatches) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the store has
        return getattr(self._store, name)

    async def forget_thread_lines(self, shown: MatchSide, last: int) -> None:
        raise ConnectionError(f"killed at the line {last} of {shown}")


class Scene:
    """A match that is played in a thread."""

    def __init__(self, club: Club, match: Match) -> None:
        self.club, self.match, self.thread = club, match, Thread()
        self.posting = Posting(match.id, THREAD, CARD, BOARD, board_at=club.clock(), revision=match.revision)

    def poster(self, store: object = None) -> Poster:
        people = Mock(settings_of=AsyncMock(return_value=GuildSettings(HERE.guild or 0)))
        pings = cast("Pings", Mock(of=AsyncMock(return_value=NOBODY)))
        stored = cast("DeliveryStore", store or self.club.store)
        return Poster(cast("Channels", self.thread), stored, people, Boards(), Mock(), pings)


@pytest.fixture
async def scene(sqlite_club: Club) -> Scene:
    match = await sqlite_club.begin()
    return Scene(sqlite_club, await sqlite_club.service.submit(match.id, ANA.user, "h4-g4"))


async def take_back(scene: Scene) -> None:
    """Ana takes her move back."""
    asked = await scene.club.service.offer(scene.match.id, ANA.user, "takeback")
    assert asked.offer is not None
    scene.match = await scene.club.service.agree(scene.match.id, BEN.user, asked.offer.made)


async def test_lines_are_told_once_although_the_match_is_credited_with_downtime(scene: Scene) -> None:
    await take_back(scene)
    with pytest.raises(ConnectionError):
        await scene.poster(ForgetfulStore(scene.club.store)).show(scene.match, scene.posting)
    assert await SqlSigns(scene.club.database).credit(0, 1, since=0, now=scene.club.clock.now + 4000) == 1
    credited = await scene.club.service.get(scene.match.id)
    assert credited.revision == scene.match.revision + 1
    await scene.poster().show(credited, scene.posting)
    assert len(scene.thread.sent) == 1


async def test_the_same_move_taken_back_again_is_told_again(scene: Scene) -> None:
    for _ in range(2):
        await take_back(scene)
        await scene.poster().show(scene.match, scene.posting)
        scene.match = await scene.club.service.submit(scene.match.id, ANA.user, "h4-g4")
    assert len(scene.thread.sent) == 2


async def test_each_pause_and_each_end_of_one_is_told(scene: Scene) -> None:
    for _ in range(2):
        paused = await scene.club.service.suspend(scene.match.id)
        assert paused is not None
        await scene.poster().show(paused, scene.posting)
        scene.club.clock.pass_by(1000)
        resumed = await scene.club.service.resume(scene.match.id, ANA.user)
        await scene.poster().show(resumed, scene.posting)
    assert list(scene.thread.sent.values()) == ["The match is paused.", "Ana resumes the match."] * 2


async def test_an_edit_of_a_board_from_before_the_end_pings_nobody_so_a_notice_does(scene: Scene) -> None:
    scene.club.clock.pass_by(1000)
    scene.match = await scene.club.service.resign(scene.match.id, BEN.user)
    await scene.poster().show(scene.match, scene.posting)
    (notice,) = scene.thread.sent.values()
    assert "is over. Ana wins" in notice


async def test_a_final_board_that_an_earlier_attempt_posted_has_pinged_everybody(scene: Scene) -> None:
    scene.match = await scene.club.service.resign(scene.match.id, BEN.user)
    await scene.poster().show(scene.match, replace(scene.posting, board_at=scene.match.ended))
    assert scene.thread.sent == {}
