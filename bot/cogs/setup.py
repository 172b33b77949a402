"""/setup: for those who may manage the server."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.club.guild_settings import GuildSettings
from bot.cogs.context import Context
from bot.match.clock import OFFERED
from bot.match.errors import NotAllowed, Refused
from bot.ui.components import answers, items
from bot.ui.components.answers import Interaction
from bot.ui.components.custom_id import Click
from bot.ui.i18n.language import SUPPORTED
from bot.ui.pages import setup as pages
from games.core.i18n import gettext

LONGEST_ID = 19
"""Digits of an id of Discord: what has more was not chosen in a menu, and no database takes it."""


class AdminCog(commands.Cog):
    """The server's settings."""

    def __init__(self, context: Context) -> None:
        self._context = context
        handlers = {
            "setup-topic": self._topic,
            "setup-set": self._set,
            "setup-back": self._back,
            "setup-check": self._check,
            "setup-test": self._test,
        }
        for action, handler in handlers.items():
            context.router.on(action, handler)

    @app_commands.command(name="setup", description="Set the bot up for this server, and check its permissions")
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def setup(self, interaction: Interaction) -> None:
        """`/setup`: what is set, and how to change it."""
        guild_settings = await self._house(interaction)
        await answers.wait(interaction)
        await self._show(interaction, guild_settings)

    async def _show(self, interaction: Interaction, guild_settings: GuildSettings) -> None:
        view = pages.page(guild_settings, await self._context.language(interaction))
        await answers.update(interaction, view)

    async def _topic(self, interaction: Interaction, _click: Click, values: list[str]) -> None:
        guild_settings = await self._house(interaction)
        await answers.wait_or_stop(interaction)
        key = values[0] if values else ""
        switched = {"ranked": not guild_settings.ranked, "theme": "light" if guild_settings.theme == "dark" else "dark"}
        if key in switched:
            await self._change(interaction, guild_settings, {key: switched[key]})
            return
        view = pages.topic(guild_settings, key, await self._context.language(interaction))
        await answers.update(interaction, view)

    async def _set(self, interaction: Interaction, click: Click, values: list[str]) -> None:
        guild_settings = await self._house(interaction)
        changes = choice_of(click.rest, values)
        await answers.wait_or_stop(interaction)
        await self._change(interaction, guild_settings, changes)

    async def _change(self, interaction: Interaction, guild_settings: GuildSettings, changes: dict[str, Any]) -> None:
        await self._context.people.change_guild_settings(guild_settings.guild, changes)
        await self._show(interaction, await self._context.people.guild_settings(guild_settings.guild))

    async def _back(self, interaction: Interaction, _click: Click, _values: list[str]) -> None:
        guild_settings = await self._house(interaction)
        await answers.wait_or_stop(interaction)
        await self._show(interaction, guild_settings)

    async def _check(self, interaction: Interaction, _click: Click, _values: list[str]) -> None:
        """Name each permission that is missing where matches are played, and where results and acts are told."""
        guild_settings = await self._house(interaction)
        guild = interaction.guild
        if guild is None:
            raise Refused(gettext("There are no permissions to check in direct messages."))
        played = [
            channel
            for channel in guild.text_channels
            if not guild_settings.channels or channel.id in guild_settings.channels
        ]
        posts = {guild_settings.results, guild_settings.moderation_log}
        told = [channel for channel in guild.text_channels if channel.id in posts and channel not in played]
        found = [
            (f"<#{channel.id}>", answers.missing(channel.permissions_for(guild.me), names))
            for channels, names in ((played, answers.NEEDED), (told, answers.FOR_POSTS))
            for channel in channels
        ]
        await answers.tell_text(interaction, pages.check(found, await self._context.language(interaction)))

    async def _test(self, interaction: Interaction, _click: Click, _values: list[str]) -> None:
        """Post a message here, as a board would be."""
        await self._house(interaction)
        channel = interaction.channel
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            raise Refused(gettext("I can't post here. Try it in a text channel."))
        absent = answers.missing(interaction.app_permissions, answers.FOR_POSTS)
        if absent:  # a board has a picture, which this post has not
            raise Refused(gettext("I can't post here: I need {permissions}.", permissions=absent))
        await answers.acknowledge(interaction)
        language = await self._context.language(interaction)
        absent = answers.missing(interaction.app_permissions)
        try:
            await channel.send(view=items.layout(items.text(pages.test_post(absent, language))))
        except discord.Forbidden:
            absent = answers.missing(channel.permissions_for(channel.guild.me))
            raise Refused(gettext("I can't post here: I need {permissions}.", permissions=absent)) from None

    async def _house(self, interaction: Interaction) -> GuildSettings:
        """The server's settings, for those who may change them. Raises NotAllowed."""
        if interaction.guild_id is None or not interaction.permissions.manage_guild:
            raise NotAllowed(gettext("Only those who may manage this server can do that."))
        return await self._context.people.guild_settings(interaction.guild_id)


def choice_of(key: str, values: list[str]) -> dict[str, Any]:
    """The settings that a choice changes. Raises Refused for what is not on offer."""
    ids = tuple(int(value) for value in values if value.isdecimal() and len(value) <= LONGEST_ID)
    changes: dict[str, dict[str, Any]] = {
        "channels": {"channels": ids[:10]},
        "results": {"results": ids[0] if ids else None},
        "moderation-log": {"moderation_log": ids[0] if ids else None},
        "play-role": {"play_role": ids[0] if ids else None},
        "moderator-role": {"moderator_role": ids[0] if ids else None},
        "games": {"games_off": tuple(value for value in values if value in games.keys())},
    }
    fixed = {
        "time": ("time", OFFERED),
        "posting": ("posting", ("auto", "post", "edit")),
        "language": ("language", SUPPORTED),
    }
    if key in fixed and values and values[0] in fixed[key][1]:
        changes[key] = {fixed[key][0]: values[0]}
    if key not in changes:
        raise Refused(gettext("That is not on offer. Open /setup again."))
    return changes[key]
