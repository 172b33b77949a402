"""Forum posts in which matches are played. Each match has its own; a rematch continues in the same post."""

from __future__ import annotations

import asyncio
from functools import partial

import discord
import structlog

from bot.club.guild_settings import GuildSettings
from bot.match.model import Match
from bot.match.play import game_of
from bot.ui.components.answers import NOBODY
from bot.ui.delivery.channels import Channels
from bot.ui.delivery.forum_tags import MOST_OFFERED, choose_tags, find_absent_tags
from bot.ui.delivery.match_threads import find_or_open, is_own
from bot.ui.i18n.language import Language
from bot.ui.limits import ARCHIVE_MINUTES
from bot.ui.pages.card import card, is_named_after, thread_name

_log = structlog.get_logger(__name__)


class ForumPosts:
    """Opens the posts of matches and keeps their tags up to date."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels
        self._client = channels.client
        self._tagging = asyncio.Lock()

    async def open(self, match: Match, begun_in: object, guild_settings: GuildSettings) -> int | None:
        """Return the existing or new post for a match that was started in a channel.

        None if it has none: it is private, it goes on in the thread of the match before, or the server wants no
        posts, or its forum takes none from the bot. Raises DiscordServerError.
        """
        number = self._forum_for(match, begun_in, guild_settings)
        if number is None:
            return None
        language = Language(guild_settings.public_language)
        try:
            forum = await self._client.fetch_channel(number)  # fetched for its current tags
            if not isinstance(forum, discord.ForumChannel):
                return None
            post = await find_or_open(self._client, forum, match, partial(self._open_new, forum, match, language))
        except discord.DiscordServerError:
            raise
        except (discord.HTTPException, discord.InvalidData) as error:
            _log.warning("no forum post", match=match.code, forum=number, error=str(error))
            return None
        return post.id

    async def _open_new(self, forum: discord.ForumChannel, match: Match, language: Language) -> discord.Thread:
        made = await forum.create_thread(
            name=thread_name(match, language),
            view=card(match, None, language),
            applied_tags=choose_tags(await self._with_tags(forum, match, language), match),
            auto_archive_duration=ARCHIVE_MINUTES,
            allowed_mentions=NOBODY,
        )
        return made.thread

    def _forum_for(self, match: Match, begun_in: object, guild_settings: GuildSettings) -> int | None:
        """Return the forum in which the match gets a post."""
        if match.private:
            return None
        if not isinstance(begun_in, discord.Thread):
            return guild_settings.match_forum
        is_in_forum = isinstance(begun_in.parent, discord.ForumChannel)
        return begun_in.parent_id if is_in_forum and not is_own(self._client, begun_in) else None

    async def _with_tags(self, forum: discord.ForumChannel, match: Match, language: Language) -> discord.ForumChannel:
        """Add the tags that the match needs to the forum, as far as permissions and room allow."""
        titles, known = [game_of(match).info.title], forum.guild.me is not None
        if not known or not forum.permissions_for(forum.guild.me).manage_channels:
            return forum
        if not find_absent_tags(forum, titles):
            return forum
        async with self._tagging:  # one change at a time, because a change lists all tags
            fresh = await self._client.fetch_channel(forum.id)
            if not isinstance(fresh, discord.ForumChannel):
                return forum
            absent = find_absent_tags(fresh, titles)
            added = [
                discord.ForumTag(name=language(name)) for name in absent[: MOST_OFFERED - len(fresh.available_tags)]
            ]
            if not added:
                return fresh
            try:
                return await fresh.edit(available_tags=[*fresh.available_tags, *added])
            except discord.HTTPException as error:
                _log.warning("no new tags", forum=forum.id, error=str(error))
                return fresh

    async def update(self, match: Match, thread: int, language: Language) -> None:
        """Update the match's post: its tags, and its first message with the result.

        A thread that is no post of ours stays as it is. Raises DiscordServerError.
        """
        post = await self._channels.find(thread)
        if not isinstance(post, discord.Thread) or not is_own(self._client, post):
            return
        if not isinstance(forum := post.parent, discord.ForumChannel):
            return
        try:
            tags = choose_tags(forum, match, post.applied_tags)
            if tags != post.applied_tags:
                await post.edit(applied_tags=tags)
            if match.stage.ended and is_named_after(post.name, match):
                await post.get_partial_message(post.id).edit(view=card(match, None, language))
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:  # it is locked, or its first message is gone
            _log.warning("forum post not updated", match=match.code, post=thread, error=str(error))
