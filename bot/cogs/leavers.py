"""Detects players who have left the server. Without a privileged intent Discord does not tell the bot, so it asks."""

from __future__ import annotations

import asyncio

import discord
import structlog
from discord.ext import commands, tasks

from bot.cogs.context import Context
from bot.match.clock import DAY
from bot.match.model import Match, MatchId, UserId
from bot.match.sides import seen_by_player

_log = structlog.get_logger(__name__)
HOURS = 6
UNKNOWN_MEMBER = 10007


class LeaverCog(commands.Cog):
    """Checks whether players for whom a match has waited a day are still on the server."""

    def __init__(self, context: Context, client: discord.Client) -> None:
        self._context = context
        self._client = client

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Start checking."""
        if not self.check_all.is_running():
            self.check_all.start()

    async def cog_unload(self) -> None:
        """Stop checking, and wait until a check that was under way has given back its connection to the database."""
        task = self.check_all.get_task()
        self.check_all.cancel()
        if task is not None:
            await asyncio.gather(task, return_exceptions=True)

    @tasks.loop(hours=HOURS)
    async def check_all(self) -> None:
        """Check now and then; a failed check is repeated the next time."""
        try:
            await self.ask()
        except Exception:  # noqa: BLE001 - the edge: what is raised here ends the loop for good
            _log.exception("leavers not looked for")

    async def ask(self) -> None:
        """Check each player for whom a match has waited more than a day, one batch of matches after another."""
        last = MatchId(0)
        before = self._context.service.clock() - DAY
        while waiting := await self._context.lists.waiting_since(before, last):
            for match in waiting:
                try:
                    await self._ask_for(match)
                except Exception:  # noqa: BLE001 - the edge: one bad match must not hide the others
                    _log.exception("a leaver not looked for", match=match.code)
            last = waiting[-1].id

    async def _ask_for(self, match: Match) -> None:
        """Check each player who is to move in this match."""
        for player in match.to_act:
            there = None if player.user is None else await self._is_there(match, player.user)
            if player.user is None or there is None:
                continue
            if there:
                await self._context.service.mark_returned(match.id, player.user)
            elif await self._context.service.mark_left(match.id, player.user) is not None:
                _log.info("a player has left the server", match=match.code)

    async def _is_there(self, match: Match, user: UserId) -> bool | None:
        """Whether a person is on the server of a match; None if Discord does not say."""
        guild = self._client.get_guild(seen_by_player(match, user).place.guild or 0)
        if guild is None:
            return None
        try:
            await guild.fetch_member(user)
        except discord.HTTPException as error:
            return False if error.code == UNKNOWN_MEMBER else None
        return True
