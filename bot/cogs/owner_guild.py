"""Register the owner's commands on the one server that should have them, and remove them from the previous one."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

import discord
import structlog
from discord.ext import commands

from bot.club.blocks import Blocks
from bot.club.servers import BotState, ServerReader
from bot.cogs.announcer import Announcer
from bot.cogs.context import Context
from bot.cogs.owner import OwnerCog
from bot.process.subsystems import Subsystem
from bot.ui.i18n.translator import CommandTranslator

if TYPE_CHECKING:
    from bot.client import QuintetBot

NOTE: Final = "owner-guild"
_log = structlog.get_logger(__name__)


class OwnerGuildCog(commands.Cog):
    """`home` is the server of QUINTET_OWNER_GUILD; None leaves no server with these commands."""

    def __init__(self, client: QuintetBot, notes: BotState, announcer: Announcer, home: int | None) -> None:
        self._client, self._notes, self._announcer, self._home = client, notes, announcer, home
        self._task: asyncio.Task[None] | None = None

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Start once, in the background."""
        if self._task is None:
            self._task = asyncio.create_task(self._begin(), name="owner's commands")

    async def cog_unload(self) -> None:
        """Stop; an announcement continues after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._announcer.close()

    async def _begin(self) -> None:
        home = self._home
        if home is not None and self._client.get_guild(home) is None:
            shards = self._client.shard_ids
            if shards is not None and (home >> 22) % (self._client.shard_count or 1) not in shards:
                return  # another process serves it
            _log.warning("QUINTET_OWNER_GUILD names a server that I am not on", server=home)
            home = None
        await Subsystem("owner's commands").run_until_done(partial(self._sync, home))
        if home is not None:
            await Subsystem("announcement").run_until_done(self._announcer.resume)

    async def _sync(self, home: int | None) -> None:
        note = f"{NOTE}-{self._client.application_id}"
        before = await self._notes.read(note) or ""
        if before.isdecimal() and int(before) != home:
            await self._register(int(before))
        if before != str(home or ""):  # noted first: whoever ends in between would not take the commands away again
            await self._notes.write(note, str(home or ""))
        if home is not None:
            await self._register(home)

    async def _register(self, guild: int) -> None:
        """Register the tree's commands for a server, which may be none."""
        tree = self._client.tree
        if tree.translator is None:
            await tree.set_translator(CommandTranslator())
        try:
            await tree.sync(guild=discord.Object(guild))
        except (discord.Forbidden, discord.NotFound) as error:
            _log.warning("owner's commands not registered", server=guild, error=str(error))


async def add_owner_cogs(
    context: Context,
    client: QuintetBot,
    notes: BotState,
    servers: ServerReader,
    blocks: Blocks,
    announcer: Announcer,
    home: int | None,
) -> None:
    """Add the owner's commands on the server `home`; without one, nobody has them."""
    await client.add_cog(OwnerGuildCog(client, notes, announcer, home))
    if home is not None:
        cog = OwnerCog(context, client, servers, blocks, announcer, home)
        await client.add_cog(cog, guild=discord.Object(home))
