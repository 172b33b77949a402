"""Send an announcement to all servers in the background, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final

import aiohttp
import discord
import structlog

from bot.club.announcements import Announcement, next_draft
from bot.club.people import People
from bot.club.servers import BotState, ServerReader
from bot.match.commits import outside_request
from bot.process.subsystems import Subsystem
from bot.ui.components import answers
from bot.ui.i18n.language import Language
from bot.ui.pages.owner import announcement

NOTE: Final = "announcement"
PAUSE_SECONDS: Final = 1.0
"""The pause between two servers, so that an announcement does not delay boards."""

_log = structlog.get_logger(__name__)


@dataclass
class Announcer:
    """Sends the current announcement; its progress is stored after every server, so that a restart continues it."""

    client: discord.Client
    notes: BotState
    servers: ServerReader
    people: People
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    _task: asyncio.Task[None] | None = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Serialises drafting, sending and stopping; only one process serves the host's own server."""

    async def present(self) -> Announcement | None:
        """Return the newest announcement; None if there has been none."""
        stored = await self.notes.read(NOTE)
        return Announcement.from_json(stored) if stored else None

    async def draft(self, text: str) -> Announcement:
        """Store a draft. Raises Refused while another announcement is being sent."""
        async with self._turn, outside_request():
            drafted = next_draft(await self.present(), text)
            await self._keep(drafted)
        return drafted

    async def count_servers(self) -> int:
        """Count the servers that an announcement would be sent to."""
        return len(await self.servers.announcement_channels())

    async def send(self, number: int) -> None:
        """Start sending the draft with this number. Raises Stale."""
        async with self._turn:
            await self._keep((await self._newest()).start_sending(number))
            await self.resume()

    async def stop(self, number: int) -> None:
        """Stop sending. Raises Stale."""
        async with self._turn:
            (await self._newest()).stop_sending(number)
            await self.close()
            await self._keep((await self._newest()).stop_sending(number))  # it may have ended meanwhile

    async def resume(self) -> None:
        """Continue an unfinished announcement in the background."""
        present = await self.present()
        if present is not None and present.state == "sending" and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(Subsystem(NOTE).run_until_done(self._deliver), name=NOTE)

    async def close(self) -> None:
        """Stop sending; `resume` goes on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _newest(self) -> Announcement:
        return await self.present() or Announcement(0, "")

    async def _deliver(self) -> None:
        """Send the announcement to all servers that it has not reached yet."""
        present = await self.present()
        if present is None or present.state != "sending":
            return
        for guild, channel in await self.servers.announcement_channels():
            if guild > present.last_server:
                present = present.after(guild, delivered=await self._post(present, guild, channel))
                await self._keep(present)
                await self.sleep(PAUSE_SECONDS)
        await self._keep(replace(present, state="done"))
        _log.info("announced", delivered=present.delivered, failed=present.failed)

    async def _post(self, present: Announcement, guild: int, channel: int) -> bool:
        """Post the announcement to a server; returns whether that worked. An unreachable server is skipped."""
        language = Language((await self.people.guild_settings(guild)).public_language)
        place = self.client.get_partial_messageable(channel, guild_id=guild)
        try:
            await place.send(
                view=announcement(present.text, language),
                allowed_mentions=answers.NOBODY,
                nonce=f"a{present.id % 1000}-{guild}",  # after a crash it may be sent again: Discord drops the copy
            )
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _log.warning("not announced", server=guild, channel=channel, error=str(error))
            return False
        return True

    async def _keep(self, present: Announcement) -> None:
        await self.notes.write(NOTE, present.as_json())
