"""Where messages about a match go: to a channel that the bot is in, or along with interactions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.match.model import Match, MatchId, Place, Player, Posting
from bot.ui.components import items
from bot.ui.components.answers import NOBODY
from bot.ui.delivery.carriers import Carriers
from bot.ui.delivery.channels import Channels
from games.core.status import Seat
from tests.bot.table import ANA, HERE
from tests.bot.ui.delivery.refusals import refusal

VIEW = items.layout(items.text("a board"))
THREAD = 60
OWN = Match(MatchId(1), "K7QFM", "choccer", 1, {}, (Player(Seat(0), ANA.user, "Ana"),), ANA.user, HERE)
OUTSIDE = Match(
    MatchId(2), "K7QFN", "choccer", 1, {}, OWN.players, ANA.user, Place(None, 30, external=True)
)  # fmt: skip


def channels_of(client: object, carriers: object = None) -> Channels:
    return Channels(cast("discord.Client", client), cast("Carriers", carriers))


@pytest.mark.parametrize("thread, channel", [(THREAD, THREAD), (None, HERE.channel)])
async def test_a_match_is_shown_in_its_thread_or_where_it_was_started(thread: int | None, channel: int) -> None:
    client = Mock()
    place = client.get_partial_messageable.return_value
    place.send = AsyncMock(return_value="sent")
    there = channels_of(client).of(OWN, Posting(OWN.id, thread=thread))
    assert await there.send(VIEW, "nonce") == "sent"
    client.get_partial_messageable.assert_called_once_with(channel, guild_id=HERE.guild)
    place.send.assert_awaited_once_with(view=VIEW, files=(), allowed_mentions=NOBODY, nonce="nonce")


async def test_a_message_is_changed_together_with_its_files() -> None:
    client = Mock()
    message = client.get_partial_messageable.return_value.get_partial_message
    message.return_value.edit = AsyncMock()
    await channels_of(client).at(OWN, THREAD).edit(500, VIEW)
    message.assert_called_once_with(500)
    message.return_value.edit.assert_awaited_once_with(view=VIEW, attachments=())


async def test_where_the_bot_is_not_interactions_carry_messages() -> None:
    carriers = Mock(send=AsyncMock(return_value="sent"), edit=AsyncMock())
    there = channels_of(Mock(), carriers).of(OUTSIDE, Posting(OUTSIDE.id))
    assert await there.send(VIEW, "nonce") == "sent"
    await there.edit(500, VIEW)
    carriers.send.assert_awaited_once_with(30, VIEW, (), NOBODY)
    carriers.edit.assert_awaited_once_with(30, 500, VIEW, ())


async def test_a_channel_is_asked_for_only_where_this_process_has_not_heard_of_it() -> None:
    fetch = AsyncMock(return_value="fetched")
    client = SimpleNamespace(get_channel={1: "heard of"}.get, fetch_channel=fetch)
    assert [await channels_of(client).find(number) for number in (1, 2)] == ["heard of", "fetched"]
    fetch.assert_awaited_once_with(2)


@pytest.mark.parametrize("error", [refusal(403), refusal(404), discord.InvalidData("of another server")])
async def test_a_channel_that_is_gone_or_hidden_is_none(error: Exception) -> None:
    client = SimpleNamespace(get_channel=lambda _: None, fetch_channel=AsyncMock(side_effect=error))
    assert await channels_of(client).find(1) is None


async def test_that_discord_does_not_answer_is_not_taken_for_that() -> None:
    client = SimpleNamespace(get_channel=lambda _: None, fetch_channel=AsyncMock(side_effect=refusal(503)))
    with pytest.raises(discord.DiscordServerError):
        await channels_of(client).find(1)
