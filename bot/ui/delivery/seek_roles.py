"""The channel that shows seeks and the role they ping, and what prevents the bot from using them."""

from __future__ import annotations

import discord

from bot.club.guild_settings import GuildSettings
from games.core.i18n import Message, gettext


def find_search_obstacle(server: discord.Guild, settings: GuildSettings) -> Message | None:
    """Explain what prevents seeks from being shown or pinging their role, and the way out; None if nothing does."""
    role, channel = server.get_role(settings.seek_role or 0), settings.seek_channel
    if channel is not None and not settings.allows_channel(channel):
        return gettext(
            "Matches don't start in {channel}, so searches are shown where members use /play. "
            "Add it under **Channels**.",
            channel=f"<#{channel}>",
        )
    if settings.seek_role is None or role is None:
        return find_ping_obstacle(server, settings, channel)
    if channel is None or server.get_channel(channel) is None:
        return gettext(
            "Searches are shown in no channel. So {role} is only pinged for tables of more than two. Choose a "
            "channel under **Searches for opponents**.",
            role=role.mention,
        )
    return find_ping_obstacle(server, settings, channel)


def find_ping_obstacle(server: discord.Guild, settings: GuildSettings, channel: int | None) -> Message | None:
    """Explain what prevents the role from being pinged in a channel; None if nothing does or no role is set."""
    if settings.seek_role is None:
        return None
    role, place = server.get_role(settings.seek_role), server.get_channel_or_thread(channel or 0)
    if role is None or role.is_default():
        return gettext(
            "I can't find the role for searches, so nobody is pinged. Choose another under **Role for searches**."
        )
    if role.mentionable or (place is not None and place.permissions_for(server.me).mention_everyone):
        return None
    return gettext(
        "I may not ping {role} in {channel}. Switch on **Allow anyone to @mention this role**, or give me "
        "`Mention @everyone, @here, and All Roles` there.",
        role=role.mention,
        channel=f"<#{channel}>",
    )
