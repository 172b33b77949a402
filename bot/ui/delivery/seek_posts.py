"""The message in a server's channel that shows people who look for opponents."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

import aiohttp
import discord
import structlog

from bot.club.guild_settings import GuildSettings, GuildSettingsStore
from bot.club.matchmaking import Matchmaking, SeekStore
from bot.club.notifications import Kind
from bot.club.open_tables import OpenTableStore
from bot.club.seeks import Seek, SeekStage
from bot.match.challenges import Person
from bot.match.model import Match
from bot.ui.components.answers import NOBODY
from bot.ui.delivery.pings import Pings
from bot.ui.delivery.retrying import is_temporary
from bot.ui.delivery.seek_roles import find_ping_obstacle
from bot.ui.i18n.language import Language
from bot.ui.pages import seeks as pages

_log = structlog.get_logger(__name__)


class SeekPosts:
    """Posts seeks. `look` retries what failed."""

    def __init__(
        self,
        client: discord.Client,
        matchmaking: Matchmaking,
        store: SeekStore,
        tables: OpenTableStore,
        guilds: GuildSettingsStore,
        pings: Pings,
    ) -> None:
        self._client = client
        self.matchmaking = matchmaking
        self._store = store
        self._tables = tables
        self._guilds = guilds
        self._pings = pings
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def notice_change(self, guild: int) -> None:
        """Bring the channel up to date soon, without waiting for Discord."""
        self._start(self._show_all(), f"post-seeks-{guild}")

    def notice_table(self, table: Match) -> None:
        """Ping the server's role for searches about a table for more than two, soon, without waiting for Discord."""
        self._start(self._call_to_tables(), f"post-table-{table.id}")

    async def catch_up(self) -> None:
        """Close expired seeks, and post what could not be posted before."""
        await self.matchmaking.sweep()
        await self._show_all()
        await self._call_to_tables()

    async def close(self) -> None:
        """Wait for all posts to end."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def tell(self, seek: Seek, other: Person, match: Match) -> None:
        """Tell the person who waited, where the match is played, that an opponent was found."""
        language = Language((await self._guilds.guild_settings(match.place.guild)).public_language)
        place = self._client.get_partial_messageable(match.place.channel, guild_id=match.place.guild)
        pinged = await self._pings.of(Kind.PAIRED, [seek.person.user], match, {other.user})
        try:
            view = pages.opponent_found(seek, other, match, language)
            await place.send(view=view, allowed_mentions=pinged, nonce=f"sp{match.id}")
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _log.warning("pairing not told", match=match.code, error=str(error))

    def _start(self, work: Coroutine[None, None, None], name: str) -> None:
        task = asyncio.create_task(_attempt(work), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _call_to_tables(self) -> None:
        async with self._turn:
            for table in await self._tables.find_uncalled():
                try:
                    await self._call(table)
                except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                    _log.warning("nobody called to table", match=table.code, error=str(error))
                    if is_temporary(error):
                        continue
                await self._tables.note_called(table.shown_id)

    async def _call(self, table: Match) -> None:
        """Ping the role next to the table's card, in a channel that the people who can join see."""
        settings = await self._guilds.guild_settings(table.place.guild)
        server = self._client.get_guild(settings.guild)
        if server is not None and find_ping_obstacle(server, settings, table.place.channel) is not None:
            return
        role = await self.matchmaking.role_for_table(table, settings)
        if role is None:
            return
        place = self._client.get_partial_messageable(table.place.channel, guild_id=table.place.guild)
        view = pages.call_to_table(table, Language(settings.public_language), role)
        await place.send(view=view, allowed_mentions=self._pings.members_of(role), nonce=f"st{table.shown_id}")

    async def _show_all(self) -> None:
        async with self._turn:
            for seek in await self._store.find_unposted():
                try:
                    await self._show(seek)
                except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                    if is_temporary(error):
                        _log.warning("seek not posted yet", error=str(error))
                        continue
                    _log.warning("seek cannot be posted", channel=seek.channel, error=str(error))
                    await self._record_refusal(seek)

    async def _record_refusal(self, seek: Seek) -> None:
        """Record that the channel refuses the post; the seek counts without one."""
        if seek.stage is SeekStage.OPEN:
            await self._store.note_posted(seek.id, None)
        else:
            await self._store.forget(seek.id)

    async def _show(self, seek: Seek) -> None:
        if seek.channel is None or (seek.message is None and seek.stage is not SeekStage.OPEN):
            await self._record_refusal(seek)
            return
        channel = self._client.get_partial_messageable(seek.channel, guild_id=seek.place.guild)
        settings = await self._guilds.guild_settings(seek.place.guild)
        language = Language(settings.public_language)
        if seek.message is None:
            role = await self._find_role(seek, settings)
            pinged = NOBODY if role is None else self._pings.members_of(role)
            view = pages.post(seek, language, role)
            message = await channel.send(view=view, allowed_mentions=pinged, nonce=f"sk{seek.id}")
            await self._store.note_posted(seek.id, message.id)
        else:
            await channel.get_partial_message(seek.message).edit(view=pages.post(seek, language))
            await self._store.forget(seek.id)

    async def _find_role(self, seek: Seek, settings: GuildSettings) -> int | None:
        """Return the role to ping for this seek now, if any."""
        server = self._client.get_guild(settings.guild)
        # A server of another process's shard is unknown here: try, and Discord pings nobody if that is not allowed.
        if server is not None and find_ping_obstacle(server, settings, seek.channel) is not None:
            return None
        return await self.matchmaking.role_for_seek(seek, settings)


async def _attempt(work: Coroutine[None, None, None]) -> None:
    try:
        await work
    except Exception:  # noqa: BLE001 - the edge: a database that is away comes back, and `look` posts searches then
        _log.exception("searches not posted")
