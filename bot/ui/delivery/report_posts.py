"""Reports in the moderation logs of servers, with buttons to answer them, and the answer to the person who reported."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import aiohttp
import discord
import structlog

from bot.club.guild_settings import GuildSettingsStore
from bot.club.notifications import Kind
from bot.club.reports import Report, ReportStore
from bot.ui.components.answers import NOBODY
from bot.ui.delivery.pings import Pings
from bot.ui.delivery.retrying import is_temporary
from bot.ui.i18n.language import Language
from bot.ui.pages import reports as pages

_log = structlog.get_logger(__name__)


class ReportPosts:
    """Shows reports. `resync` retries what failed."""

    def __init__(self, client: discord.Client, store: ReportStore, guilds: GuildSettingsStore, pings: Pings) -> None:
        self._client = client
        self.store = store
        self._guilds = guilds
        self._pings = pings
        self._turn = asyncio.Lock()

    async def resync(self) -> None:
        """Show reports that are not shown correctly, and tell reporters who have not been told."""
        async with self._turn:
            for report in await self.store.find_untold():
                await self._post(report)

    async def _post(self, report: Report) -> None:
        posted = report
        try:
            if not report.shown:
                posted = await self._show(report)
            if not report.told:
                posted = replace(posted, told=await self._tell_reporter(report))
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _log.warning("report not posted yet", report=report.id, error=str(error))
        if posted != report:
            await self.store.mark_posted(posted)

    async def _show(self, report: Report) -> Report:
        """Post a report in the moderation log, or edit it there. Raises HTTPException for temporary errors."""
        settings = await self._guilds.guild_settings(report.guild)
        view = pages.moderators_view(report, Language(settings.public_language))
        channel = report.channel or settings.moderation_log
        if channel is None:
            return replace(report, shown=True)
        place = self._client.get_partial_messageable(channel, guild_id=report.guild)
        try:
            if report.message is not None:
                await place.get_partial_message(report.message).edit(view=view)
                return replace(report, shown=True)
            message = await place.send(view=view, allowed_mentions=NOBODY, nonce=f"rp{report.id}")
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            _log.warning("moderation log not told of a report", report=report.id, error=str(error))
            return replace(report, shown=True)
        return replace(report, channel=channel, message=message.id, shown=True)

    async def _tell_reporter(self, report: Report) -> bool:
        """Tell the reporter that a moderator has looked at it; False to try again later."""
        guild = self._client.get_guild(report.guild)
        view = partial(pages.letter, report, "" if guild is None else guild.name)
        return await self._pings.write_privately(Kind.REPORT, report.reporter.user, view, f"ra{report.id}")
