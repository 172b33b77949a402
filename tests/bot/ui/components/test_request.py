"""Where a match is played that somebody starts in a channel, a thread, a post of a forum."""

from __future__ import annotations

from unittest.mock import Mock

import discord
import pytest

from bot.match.model import Place
from bot.ui.components.request import place


@pytest.mark.parametrize(
    "parent, channel",
    [(discord.TextChannel, 5), (discord.ForumChannel, 7), (type(None), 5)],
    ids=["thread", "post of a forum", "thread whose channel is unknown"],
)
def test_a_thread_leads_to_its_channel_and_a_post_of_a_forum_stays_where_it_is(parent: type, channel: int) -> None:
    """No message can be posted in a forum itself."""
    thread = Mock(spec=discord.Thread, id=7, parent_id=5)
    thread.configure_mock(parent=Mock(spec=parent))
    assert place(Mock(guild_id=1, channel_id=7, channel=thread)) == Place(1, channel)


def test_any_other_channel_is_the_place() -> None:
    for kind in (discord.TextChannel, discord.VoiceChannel, discord.DMChannel):
        assert place(Mock(guild_id=1, channel_id=7, channel=Mock(spec=kind))) == Place(1, 7)
