"""Where a match is started."""

from __future__ import annotations

from unittest.mock import Mock

import discord
import pytest

from bot.cogs.context import place
from bot.match.model import Place

POST, PARENT = 31, 30


@pytest.mark.parametrize("parent, where", [(discord.TextChannel, PARENT), (discord.ForumChannel, POST)])
def test_a_match_from_a_thread_is_started_in_its_channel_and_one_from_a_forum_in_the_post(
    parent: type[discord.abc.GuildChannel], where: int
) -> None:
    """Nothing can be posted in a forum itself."""
    thread = Mock(spec=discord.Thread, id=POST, parent_id=PARENT)
    thread.parent = Mock(spec=parent)
    assert place(Mock(guild_id=1, channel_id=POST, channel=thread)) == Place(1, where)
