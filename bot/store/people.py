"""People, servers and ratings, in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import func, select

from bot.club.guild_settings import GuildSettings
from bot.match.model import Match, UserId
from bot.store import schema
from bot.store.guild_settings import SqlGuildSettings
from bot.store.personal_data import SqlPersonalData
from bot.store.preferences import SqlPreferences
from bot.store.ratings import SqlRatings
from bot.store.reliability import SqlReliability

_MATCH, _SEAT = schema.match.c, schema.seat.c


class SqlPeople(SqlPreferences, SqlGuildSettings, SqlRatings, SqlReliability, SqlPersonalData):
    """People and servers in a database."""

    async def settings_of(self, match: Match) -> GuildSettings:
        if match.place.guild is not None:
            guild_settings = await self.guild_settings(match.place.guild)
            shared = await self._shared_language(match)
            return replace(guild_settings, language=shared) if shared else guild_settings
        person = await self.preferences(match.host)
        language = await self._shared_language(match) or person.private_language
        return GuildSettings(0, language=language, theme=person.theme)

    async def _shared_language(self, match: Match) -> str:
        """Return the language that all people of the match share; empty if they differ or one is unknown.

        A table at which seats are free speaks to the whole server, and each side of a match across servers to its own.
        """
        if match.is_across or any(player.user is None and player.ai is None for player in match.players):
            return ""
        people = [await self.preferences(user) for user in match.people]
        spoken = {person.language or person.discord_language for person in people}
        return spoken.pop() if len(spoken) == 1 else ""

    async def names(self, users: Sequence[UserId], guild: int | None = None) -> dict[UserId, str]:
        newest = select(func.max(_SEAT.match)).where(_SEAT.user_id.in_(users)).group_by(_SEAT.user_id)
        if guild is not None:
            newest = newest.join(schema.match, _MATCH.id == _SEAT.match)
            newest = newest.where(_MATCH.guild == guild, _MATCH.guest_guild.is_(None))
        query = select(_SEAT.user_id, _SEAT.name).where(_SEAT.user_id.in_(users), _SEAT.match.in_(newest))
        async with self._db.read() as connection:
            return {UserId(row[0]): row[1] for row in await connection.execute(query)}
