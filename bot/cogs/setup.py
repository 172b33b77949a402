"""/setup: the settings of a server, for those who may manage it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

import discord
from discord import app_commands

import games
from bot.club.guild_settings import AcrossServers, GuildSettings, games_on
from bot.cogs.cog import RequestCog, command, on, server_only
from bot.match.clock import OFFERED
from bot.match.errors import NotAllowed, Refused
from bot.ui.components import answers, items
from bot.ui.components.markdown import plain
from bot.ui.components.numbers import read_number
from bot.ui.components.pipeline import Acknowledge, WhenLate
from bot.ui.components.request import Request
from bot.ui.delivery.forum_tags import explain_absent_tags
from bot.ui.delivery.seek_roles import find_search_obstacle
from bot.ui.delivery.winner_roles import find_obstacle
from bot.ui.i18n.language import SUPPORTED
from bot.ui.pages import setup as pages
from bot.ui.pages.settings import AS_DISCORD
from games.core.i18n import Message, gettext

_SWITCHES: dict[str, Callable[[GuildSettings], GuildSettings]] = {
    "ranked": lambda before: replace(before, rated_matches=not before.rated_matches),
    "theme": lambda before: replace(before, theme="light" if before.theme == "dark" else "dark"),
}
"""Settings with two values, which a choice in the menu toggles."""


class SetupCog(RequestCog):
    """The server's settings."""

    async def _must_manage(self, request: Request) -> None:
        """Raise NotAllowed if the person may not change the server's settings."""
        if not request.is_manager:
            raise NotAllowed(gettext("You need the Manage Server permission for that."))

    async def _guild_settings(self, request: Request) -> GuildSettings:
        """Return the settings of the server, or of direct messages."""
        return await self._context.people.guild_settings(request.guild)

    async def _choice(self, request: Request) -> dict[str, Any]:
        """Return the change made by a choice in a menu. Raises Refused."""
        return choice_of(request.click.rest, list(request.values))

    async def _channel(self, request: Request) -> discord.TextChannel | discord.Thread:
        """Return the channel if boards can be posted there. Raises Refused."""
        channel = request.discord_channel
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            raise Refused(gettext("I can't post here. Try it in a text channel."))
        absent = answers.missing(request.bot_permissions, answers.FOR_POSTS)
        if absent:  # includes the permissions for a board's picture, which this post does not have
            raise Refused(gettext("I can't post here: I need {permissions}.", permissions=absent))
        return channel

    @command(
        name="setup",
        description="Set the bot up for this server, and check its permissions",
        acknowledge=Acknowledge.PRIVATE,
        guard=_must_manage,
    )
    @server_only
    @app_commands.default_permissions(manage_guild=True)
    async def setup(self, request: Request) -> None:
        """`/setup`: show the settings and how to change them."""
        await self._show(request)

    async def _show(self, request: Request) -> None:
        guild_settings = await self._guild_settings(request)
        hints = () if request.server is None else _hints(request.server, guild_settings)
        await request.update(pages.page(guild_settings, request.language, hints))

    @on("setup-topic", acknowledge=Acknowledge.UPDATE, guard=_must_manage, when_late=WhenLate.STOP)
    async def _topic(self, request: Request) -> None:
        guild_settings = await self._guild_settings(request)
        key = request.value
        if key in _SWITCHES:
            await self._change(request, _SWITCHES[key])
            return
        view = pages.topic(guild_settings, key, request.language)
        await request.update(view)

    @on("setup-set", acknowledge=Acknowledge.UPDATE, guard=_must_manage, load=_choice, when_late=WhenLate.STOP)
    async def _set(self, request: Request, changes: dict[str, Any]) -> None:
        await self._change(request, lambda before: replace(before, **changes))

    async def _change(self, request: Request, change: Callable[[GuildSettings], GuildSettings]) -> None:
        await self._context.people.change_guild_settings(request.guild or 0, change)
        await self._show(request)

    @on("setup-open", acknowledge=Acknowledge.NONE, guard=_must_manage)
    async def _open_window(self, request: Request) -> None:
        """Open one of the two modals."""
        guild_settings = await self._guild_settings(request)
        await request.show_modal(pages.window(guild_settings, request.click.rest, request.language))

    async def _form(self, request: Request) -> dict[str, Any]:
        """Return the changes of a modal. Raises Refused."""
        form, changes = request.form, dict[str, Any]()
        for key in pages.FIELDS.get(request.click.rest, ()):
            changes |= choice_of(key, list(form.get(key, ())))
        return changes

    @on("setup-form", acknowledge=Acknowledge.UPDATE, guard=_must_manage, load=_form, when_late=WhenLate.STOP)
    async def _fill_in(self, request: Request, changes: dict[str, Any]) -> None:
        await self._change(request, lambda before: replace(before, **changes))

    @on("setup-back", acknowledge=Acknowledge.UPDATE, guard=_must_manage, when_late=WhenLate.STOP)
    async def _back(self, request: Request) -> None:
        await self._show(request)

    @on("setup-check", acknowledge=Acknowledge.PRIVATE_IN_TIME, guard=_must_manage)
    async def _check(self, request: Request) -> None:
        """Name each missing permission in the channels for matches, results and moderation."""
        guild_settings = await self._guild_settings(request)
        guild = request.server
        if guild is None:
            raise Refused(gettext("There are no permissions to check in direct messages."))
        checked = _check_channels(guild, guild_settings)
        own_role = guild.self_role.name if guild.self_role is not None else guild.me.display_name
        roles = [role for rule in guild_settings.rating_roles if (role := guild.get_role(rule.role)) is not None]
        hints = [found for role in dict.fromkeys(roles) if (found := find_obstacle(guild, role)) is not None]
        obstacle = find_search_obstacle(guild, guild_settings)
        hints += [] if obstacle is None else [obstacle]
        if guild_settings.match_forum is not None:
            forum = guild.get_channel(guild_settings.match_forum)
            hints += _forum_hints(forum, guild_settings)
        hints += [] if guild.me.guild_permissions.create_events else [pages.WITHOUT_EVENTS]
        await request.tell_text(pages.check(checked, plain(own_role), request.language, hints))

    @on("setup-test", acknowledge=Acknowledge.SILENT, guard=_must_manage, load=_channel)
    async def _test(self, request: Request, channel: discord.TextChannel | discord.Thread) -> None:
        """Post a test message here, the way a board is posted."""
        absent = answers.missing(request.bot_permissions)
        try:
            await channel.send(view=items.layout(items.text(pages.test_post(absent, request.language))))
        except discord.Forbidden:
            absent = answers.missing(channel.permissions_for(channel.guild.me))
            raise Refused(gettext("I can't post here: I need {permissions}.", permissions=absent)) from None


def _hints(guild: discord.Guild, guild_settings: GuildSettings) -> list[Message]:
    """Explain what prevents settings from working: missing permissions in chosen channels, the role for searches."""
    checked = _check_channels(guild, guild_settings)
    chosen = {f"<#{channel}>" for channel in pages.chosen_channels(guild_settings)}
    lacking = pages.explain_lacking([one for one in checked if one.name in chosen])
    return [found for found in (lacking, find_search_obstacle(guild, guild_settings)) if found is not None]


def _check_channels(guild: discord.Guild, guild_settings: GuildSettings) -> list[pages.Checked]:
    """Return what is missing in each channel that the bot posts in, and in the forum for matches."""
    played = [channel for channel in guild.text_channels if guild_settings.allows_channel(channel.id)]
    posts = {
        guild_settings.results,
        guild_settings.moderation_log,
        guild_settings.seek_channel,
        guild_settings.turn_list,
    }
    told = [channel for channel in guild.text_channels if channel.id in posts and channel not in played]
    checked = [
        _check_channel(guild, channel, names)
        for channels, names in ((played, tuple(answers.NEEDED)), (told, answers.FOR_POSTS))
        for channel in channels
    ]
    forum = None if guild_settings.match_forum is None else guild.get_channel(guild_settings.match_forum)
    return checked + _check_forum(guild, forum)


def _check_channel(
    guild: discord.Guild,
    channel: discord.TextChannel | discord.ForumChannel,
    names: Sequence[str],
    words: Mapping[str, Message] = answers.NEEDED,
) -> pages.Checked:
    """Return what is missing in a channel, and whether the bot's roles lack some of it server-wide."""
    absent = answers.missing(channel.permissions_for(guild.me), names, words)
    lacks_role = bool(absent) and bool(answers.missing(guild.me.guild_permissions, names))
    return pages.Checked(f"<#{channel.id}>", absent, lacks_role)


def _check_forum(guild: discord.Guild, forum: object) -> list[pages.Checked]:
    """Return what is missing in the forum for matches, by Discord's names for permissions there."""
    if not isinstance(forum, discord.ForumChannel):
        return []
    return [_check_channel(guild, forum, answers.FOR_FORUM_POSTS, answers.IN_FORUMS)]


def _forum_hints(forum: object, guild_settings: GuildSettings) -> list[Message]:
    """Explain what else prevents posts with tags: the forum is gone, or lacks tags."""
    if not isinstance(forum, discord.ForumChannel):
        return [pages.WITHOUT_FORUM]
    absent = explain_absent_tags(forum, [game.info.title for game in games_on(guild_settings)])
    return [] if absent is None else [absent]


def choice_of(key: str, values: list[str]) -> dict[str, Any]:
    """Return the change made by a choice. Raises Refused for one that is not offered."""
    ids = tuple(number for value in values if (number := read_number(value)) is not None)
    changes: dict[str, dict[str, Any]] = {
        "channels": {"channels": ids[:10]},
        "results": {"results": ids[0] if ids else None},
        "moderation-log": {"moderation_log": ids[0] if ids else None},
        "seeks": {"seek_channel": ids[0] if ids else None},
        "turn-list": {"turn_list": ids[0] if ids else None},
        "match-forum": {"match_forum": ids[0] if ids else None},
        "play-role": {"play_role": ids[0] if ids else None},
        "moderator-role": {"moderator_role": ids[0] if ids else None},
        "seek-role": {"seek_role": ids[0] if ids else None},
        "games": {"games_off": tuple(value for value in values if value in games.keys())},
    }
    fixed = {
        "time": ("time", OFFERED),
        "posting": ("posting", ("auto", "post", "edit")),
        "across": ("across", get_args(AcrossServers)),
    }
    if key in fixed and values and values[0] in fixed[key][1]:
        changes[key] = {fixed[key][0]: values[0]}
    if key == "language" and values and values[0] in (AS_DISCORD, *SUPPORTED):
        changes[key] = {"language": "" if values[0] == AS_DISCORD else values[0]}
    if key not in changes:
        raise Refused(gettext("That choice no longer exists. Open /setup again."))
    return changes[key]
