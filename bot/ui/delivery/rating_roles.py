"""Gives members roles for their ratings, shortly after a rated match has ended or been corrected."""

from __future__ import annotations

import discord
import structlog

from bot.club.people import People
from bot.club.rating_roles import role_changes
from bot.jobs.job import Job
from bot.jobs.runner import JobKind, KeyedJobs
from bot.match.model import Match, UserId
from bot.match.moderation import people_concerned
from bot.ui.delivery.publisher import RETRY
from bot.ui.delivery.retrying import is_temporary

_log = structlog.get_logger(__name__)
Holder = tuple[int, UserId]
"""A server and one of its members."""


class RatingRoles:
    """Gives and removes roles, with one job per member of a server, so that the newest rating counts."""

    def __init__(self, client: discord.Client, people: People) -> None:
        self._client = client
        self._people = people
        kind: JobKind[Holder, None, None] = JobKind(
            "post-roles", self._bring_up_to_date, "rating roles not given", self._handle, retry=RETRY
        )
        self._jobs = KeyedJobs(kind)

    async def notice_change(self, match: Match) -> None:
        """Update roles for a match whose ratings may have changed, without waiting for Discord."""
        if match.other is not None:  # across servers: rated on neither
            return
        guild = match.place.guild
        if guild is None or not match.stage.ended or not match.rated or match.started is None:
            return
        if (await self._people.guild_settings(guild)).rating_roles:
            for user in people_concerned(match):
                self._jobs.ask((guild, user))

    async def rules_changed(self, guild: int) -> None:
        """Update the roles of everybody with a rating on the server."""
        for user in await self._people.rated_on(guild):
            self._jobs.ask((guild, user))

    async def close(self) -> None:
        """Wait for all changes to end."""
        await self._jobs.close()

    async def _bring_up_to_date(self, job: Job[Holder, None]) -> None:
        job.take_news()
        guild, user = job.key
        rules = (await self._people.guild_settings(guild)).rating_roles
        server = self._client.get_guild(guild)
        if not rules or server is None:
            return
        member = await server.fetch_member(user)
        ratings = await self._people.ratings(user, guild)
        change = role_changes(rules, ratings, [role.id for role in member.roles])
        for role in change.given:
            await self._change(member, role, is_given=True)
        for role in change.taken:
            await self._change(member, role, is_given=False)

    async def _change(self, member: discord.Member, role: int, *, is_given: bool) -> None:
        """Give or remove one role; a missing permission doesn't affect other roles."""
        try:
            if is_given:
                await member.add_roles(discord.Object(role), reason="rating")
            else:
                await member.remove_roles(discord.Object(role), reason="rating")
        except (discord.Forbidden, discord.NotFound) as error:
            _log.warning("role not changed", server=member.guild.id, role=role, error=str(error))

    async def _handle(self, holder: Holder, error: Exception) -> bool:
        if isinstance(error, discord.HTTPException) or is_temporary(error):  # for example because they left the server
            _log.info("roles not changed", server=holder[0], error=str(error))
            return True
        return False
