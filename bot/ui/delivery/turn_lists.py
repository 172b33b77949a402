"""Servers' lists of whose turn it is: one message each, edited in place, and posted again if it is gone.

A change in a match only marks its server. A few seconds later the list is built once for all changes, and the message
is edited if its text differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import discord
import structlog

from bot.club.guild_settings import GuildSettingsStore
from bot.club.turn_lists import TurnList, TurnListStore, matches_to_list
from bot.jobs.job import Job
from bot.jobs.runner import JobKind, KeyedJobs
from bot.match.model import Match
from bot.match.ports import Clock
from bot.match.sides import guilds_of
from bot.match.stores import MatchLists, PostingReader
from bot.ui.components import items
from bot.ui.components.answers import NOBODY
from bot.ui.delivery.publisher import RETRY
from bot.ui.delivery.retrying import is_temporary
from bot.ui.i18n.language import Language
from bot.ui.pages.overview import LinkedMatch
from bot.ui.pages.turn_list import turn_list

_log = structlog.get_logger(__name__)
LOOK_AGAIN = 300_000
"""Milliseconds after which every list is compared with the database, since other processes change matches too."""


class TurnLists:
    """Keeps the turn lists of this process's servers up to date."""

    def __init__(
        self,
        client: discord.Client,
        lists: MatchLists,
        postings: PostingReader,
        guilds: GuildSettingsStore,
        store: TurnListStore,
        clock: Clock,
    ) -> None:
        self._client = client
        self._lists = lists
        self._postings = postings
        self._guilds = guilds
        self._store = store
        self._clock = clock
        self._behind = set[int]()
        self._refused = dict[int, int]()
        self._texts = dict[int, str]()
        self._known: Mapping[int, TurnList] = {}
        self._looked_at_all = 0
        kind: JobKind[int, None, None] = JobKind(
            "post-turns", self._post, "turn list not posted", self._handle, retry=RETRY
        )
        self._jobs = KeyedJobs(kind)

    async def notice_change(self, match: Match) -> None:
        """Mark the lists of the match's servers as possibly outdated; never waits."""
        self._behind |= guilds_of(match)

    async def message_deleted(self, message: int) -> None:
        """Post a list again whose message was deleted."""
        for guild, known in self._known.items():
            if known.message == message:
                self._texts.pop(guild, None)
                self._behind.add(guild)

    async def update(self) -> None:
        """Update the lists that have changed since the last time; the first time, all of them."""
        wanted, self._known = await self._store.wanted_channels(), await self._store.turn_lists()
        now = self._clock()
        if now - self._looked_at_all >= LOOK_AGAIN:
            self._looked_at_all = now
            self._behind |= set(wanted)
            self._refused.clear()
        shown = {guild: known.channel for guild, known in self._known.items() if known.channel is not None}
        moved = {guild for guild in {*wanted, *shown} if wanted.get(guild) != shown.get(guild)}
        behind = {guild for guild in self._behind if guild in wanted} | moved
        self._behind.clear()
        for guild in behind:
            refused = guild in self._refused and self._refused[guild] == wanted.get(guild)
            if self._client.get_guild(guild) is not None and not refused:
                await self._jobs.run(guild)

    async def close(self) -> None:
        """Wait for all posts to end."""
        await self._jobs.close()

    async def _post(self, job: Job[int, None]) -> None:
        """Remove an unwanted list, and show the wanted one."""
        job.take_news()
        guild, known = job.key, (await self._store.turn_lists()).get(job.key)
        settings = await self._guilds.guild_settings(guild)
        if known is not None and known.channel is not None and known.channel != settings.turn_list:
            await self._remove(known)
            known = replace(known, channel=None)
        if settings.turn_list is None:
            return
        matches = await self._matches(guild)
        if any(one.posting.revision < one.match.revision and not one.posting.lost for one in matches):
            self._behind.add(guild)  # its thread may be about to open, and the list should link to it
        text = turn_list(matches, Language(settings.public_language))
        if known is not None and known.channel is not None and self._texts.get(guild) == text:
            return
        try:
            message = await self._show(guild, settings.turn_list, known, text)
        except (discord.Forbidden, discord.NotFound) as error:
            self._refused[guild] = settings.turn_list
            _log.warning("turn list cannot be shown", guild=guild, channel=settings.turn_list, error=str(error))
            return
        self._texts[guild] = text
        shown = TurnList(guild, settings.turn_list, message)
        if shown != known:
            await self._store.keep_turn_list(shown)
            self._known = {**self._known, guild: shown}

    async def _matches(self, guild: int) -> list[LinkedMatch]:
        matches = matches_to_list(await self._lists.find_with_turns(guild))
        postings = await self._postings.postings(matches)
        return [LinkedMatch(match, postings[match.id]) for match in matches]

    async def _show(self, guild: int, channel: int, known: TurnList | None, text: str) -> int:
        """Edit or post the message; returns its id."""
        place = self._client.get_partial_messageable(channel, guild_id=guild)
        if known is not None and known.channel == channel:
            try:
                await place.get_partial_message(known.message).edit(view=items.layout(items.text(text)))
            except discord.NotFound:
                pass
            else:
                return known.message
        nonce = f"tl{known.message if known is not None else channel}"
        return (await place.send(view=items.layout(items.text(text)), allowed_mentions=NOBODY, nonce=nonce)).id

    async def _remove(self, known: TurnList) -> None:
        """Delete the message."""
        place = self._client.get_partial_messageable(known.channel or 0, guild_id=known.guild)
        try:
            await place.get_partial_message(known.message).delete()
        except (discord.Forbidden, discord.NotFound) as error:
            _log.info("old turn list not deleted", guild=known.guild, error=str(error))
        await self._store.keep_turn_list(replace(known, channel=None))
        self._texts.pop(known.guild, None)

    async def _handle(self, guild: int, error: Exception) -> bool:
        """Handle a failed post; the next `look` tries again."""
        self._behind.add(guild)
        if isinstance(error, discord.HTTPException) or is_temporary(error):
            _log.warning("turn list not posted", guild=guild, error=str(error))
            return True
        return False
