"""The list of whose turn it is: one message, edited where it would read otherwise, posted again where it is gone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast
from unittest.mock import AsyncMock

import discord
import pytest
from structlog.testing import capture_logs

from bot.match.model import Match, Posting
from bot.store.people import SqlPeople
from bot.store.turn_lists import SqlTurnLists
from bot.ui.delivery import turn_lists
from bot.ui.delivery.publisher import RETRY
from bot.ui.delivery.turn_lists import LOOK_AGAIN, TurnLists
from tests.bot.table import HERE, Club
from tests.bot.ui.delivery.refusals import refusal
from tests.bot.ui.views import text

SERVER, LIST, OTHER_LIST = HERE.guild or 0, 70, 71
NOBODY_PLAYS = "No match is being played"


@dataclass
class Discord:
    """Knows one server, and the messages in its channels; `errors` are what the next requests raise."""

    messages: dict[tuple[int, int], str] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    errors: list[Exception] = field(default_factory=list)
    is_there: bool = True

    def get_guild(self, number: int) -> object:
        return self if number == SERVER and self.is_there else None

    def get_partial_messageable(self, number: int, *, guild_id: int) -> Channel:
        assert guild_id == SERVER
        return Channel(self, number)

    def answer(self, request: str) -> None:
        """Take a request, or raise what it is answered with."""
        self.requests.append(request)
        if self.errors:
            raise self.errors.pop(0)


@dataclass
class Channel:
    owner: Discord
    number: int

    async def send(
        self, *, view: discord.ui.LayoutView, allowed_mentions: discord.AllowedMentions, nonce: str
    ) -> Message:
        assert not allowed_mentions.users
        assert nonce
        self.owner.answer("send")
        made = Message(self.owner, self.number, 500 + len(self.owner.requests))
        self.owner.messages[self.number, made.id] = text(view)
        return made

    def get_partial_message(self, number: int) -> Message:
        return Message(self.owner, self.number, number)


@dataclass
class Message:
    owner: Discord
    channel: int
    id: int

    async def edit(self, *, view: discord.ui.LayoutView) -> None:
        self.owner.answer("edit")
        if (self.channel, self.id) not in self.owner.messages:
            raise refusal(404)
        self.owner.messages[self.channel, self.id] = text(view)

    async def delete(self) -> None:
        self.owner.answer("delete")
        if self.owner.messages.pop((self.channel, self.id), None) is None:
            raise refusal(404)


class Scene:
    """A server that wants its list in a channel, and one process that keeps it."""

    def __init__(self, club: Club) -> None:
        self.club, self.discord, self.people = club, Discord(), SqlPeople(club.database)
        self.lists = self.start()

    def start(self) -> TurnLists:
        """The lists of a process that has just started."""
        client = cast("discord.Client", self.discord)
        store, shown = self.club.store, SqlTurnLists(self.club.database)
        return TurnLists(client, store.lists, store, self.people, shown, self.club.clock)

    async def want(self, channel: int | None) -> None:
        await self.people.change_guild_settings(SERVER, lambda now: replace(now, turn_list=channel))

    async def begin(self) -> Match:
        """A match that has begun and is shown."""
        match = await self.club.begin()
        await self.club.store.keep_posting(Posting(match.id, thread=60, board=61, revision=match.revision))
        await self.lists.notice_change(match)
        return match

    async def look(self) -> list[str]:
        """What is asked of Discord by one more look."""
        self.discord.requests.clear()
        await self.lists.update()
        return list(self.discord.requests)

    @property
    def texts(self) -> dict[int, str]:
        """The text of the list in each channel."""
        return {channel: text for (channel, _), text in self.discord.messages.items()}


@pytest.fixture
async def scene(sqlite_club: Club) -> Scene:
    made = Scene(sqlite_club)
    await made.want(LIST)
    return made


async def test_the_list_is_posted_once_and_then_edited_where_it_reads_otherwise(scene: Scene) -> None:
    assert await scene.look() == ["send"]
    assert NOBODY_PLAYS in scene.texts[LIST]
    match = await scene.begin()
    assert await scene.look() == ["edit"]
    assert "**Ana**" in scene.texts[LIST]
    await scene.lists.notice_change(match)
    assert await scene.look() == [], "it reads as it did"


async def test_nothing_is_asked_of_discord_while_nothing_happens(scene: Scene) -> None:
    await scene.look()
    assert await scene.look() == []


async def test_a_match_that_another_process_changed_is_found_after_a_while(scene: Scene) -> None:
    await scene.look()
    match = await scene.club.begin()
    await scene.club.store.keep_posting(Posting(match.id, thread=60, revision=match.revision))
    scene.club.clock.pass_by(LOOK_AGAIN - 1)
    assert await scene.look() == []
    scene.club.clock.pass_by(1)
    assert await scene.look() == ["edit"]


async def test_a_list_is_edited_after_a_restart_instead_of_posted_again(scene: Scene) -> None:
    await scene.look()
    scene.lists = scene.start()
    assert await scene.look() == ["edit"]
    assert len(scene.discord.messages) == 1


async def test_a_list_that_somebody_deletes_is_posted_again(scene: Scene) -> None:
    await scene.look()
    await scene.look()
    ((_, message),) = scene.discord.messages
    scene.discord.messages.clear()
    await scene.lists.message_deleted(message + 1)
    assert await scene.look() == [], "another message"
    await scene.lists.message_deleted(message)
    assert await scene.look() == ["edit", "send"]
    assert list(scene.texts) == [LIST]


async def test_a_list_moves_to_the_channel_that_is_wanted_now(scene: Scene) -> None:
    await scene.look()
    await scene.want(OTHER_LIST)
    assert await scene.look() == ["delete", "send"]
    assert list(scene.texts) == [OTHER_LIST]


async def test_a_list_that_is_not_wanted_any_more_is_taken_away(scene: Scene) -> None:
    await scene.look()
    await scene.want(None)
    assert await scene.look() == ["delete"]
    assert scene.texts == {}
    assert await scene.look() == []


async def test_a_list_whose_board_is_still_to_be_posted_is_looked_at_once_more(scene: Scene) -> None:
    """A thread may be about to open, to which the list is to lead."""
    match = await scene.club.begin()
    assert await scene.look() == ["send"]
    assert "channels/10" not in scene.texts[LIST]
    await scene.club.store.keep_posting(Posting(match.id, thread=60, revision=match.revision))
    assert await scene.look() == ["edit"]
    assert "channels/10/60)" in scene.texts[LIST]


@pytest.mark.parametrize("status", [403, 404])
async def test_a_channel_that_refuses_the_list_is_left_alone_until_later(scene: Scene, status: int) -> None:
    scene.discord.errors = [refusal(status)]
    with capture_logs() as logs:
        assert await scene.look() == ["send"]
    assert [one["event"] for one in logs] == ["turn list cannot be shown"]
    await scene.begin()
    assert await scene.look() == []
    scene.club.clock.pass_by(LOOK_AGAIN)
    assert await scene.look() == ["send"]


async def test_another_channel_is_tried_at_once(scene: Scene) -> None:
    scene.discord.errors = [refusal(403)]
    with capture_logs():
        await scene.look()
    await scene.want(OTHER_LIST)
    assert await scene.look() == ["send"]
    assert list(scene.texts) == [OTHER_LIST]


async def test_what_failed_is_posted_with_the_next_look(scene: Scene) -> None:
    await scene.look()
    await scene.begin()
    scene.discord.errors = [refusal(400)]
    with capture_logs() as logs:
        assert await scene.look() == ["edit"]
    assert [one["event"] for one in logs] == ["turn list not posted"]
    assert NOBODY_PLAYS in scene.texts[LIST]
    assert await scene.look() == ["edit"]
    assert NOBODY_PLAYS not in scene.texts[LIST]


async def test_a_server_of_another_process_is_left_to_it(scene: Scene) -> None:
    scene.discord.is_there = False
    assert await scene.look() == []


@pytest.mark.parametrize("error", [refusal(503), OSError("no way")])
async def test_what_passes_is_tried_four_times_and_then_with_the_next_look(
    scene: Scene, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_lists, "RETRY", replace(RETRY, sleep=AsyncMock()))
    scene.lists = scene.start()
    scene.discord.errors = [error] * 4
    with capture_logs() as logs:
        assert await scene.look() == ["send"] * 4
    assert [(one["event"], one["log_level"]) for one in logs] == [("turn list not posted", "warning")]
    assert await scene.look() == ["send"]


async def test_what_nobody_expects_is_an_incident(scene: Scene) -> None:
    scene.discord.errors = [RuntimeError("a fault of ours")]
    with capture_logs() as logs:
        assert await scene.look() == ["send"]
    assert [(one["event"], one["log_level"]) for one in logs] == [("turn list not posted", "error")]


async def test_a_list_that_is_gone_already_keeps_no_other_from_being_posted(scene: Scene) -> None:
    await scene.look()
    scene.discord.messages.clear()
    await scene.want(OTHER_LIST)
    with capture_logs() as logs:
        assert await scene.look() == ["delete", "send"]
    assert [one["event"] for one in logs] == ["old turn list not deleted"]
    assert list(scene.texts) == [OTHER_LIST]
