"""How many matches servers have, and where they read announcements, in SQL."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import case, func, select

from bot.club.servers import MatchCount
from bot.match.model import Stage
from bot.store import schema
from bot.store.engine import Database

_MATCH, _SETTINGS = schema.match.c, schema.guild_settings.c


class SqlServers:
    """Servers in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def match_counts(self, guilds: Collection[int]) -> Mapping[int, MatchCount]:
        live = func.sum(case((_MATCH.stage == Stage.LIVE.value, 1), else_=0))
        query = (
            select(_MATCH.guild, live.label("live"), func.count().label("total"))
            .where(_MATCH.guild.in_(guilds))
            .group_by(_MATCH.guild)
        )
        async with self._db.read() as connection:
            return {row.guild: MatchCount(row.live, row.total) for row in await connection.execute(query)}

    async def announcement_channels(self) -> Sequence[tuple[int, int]]:
        blocked = select(schema.block.c.blocked_id).where(schema.block.c.kind == "server")
        newest = select(func.max(_MATCH.id)).where(_MATCH.private.is_(False)).group_by(_MATCH.guild)
        played = select(_MATCH.guild, _MATCH.channel).where(
            _MATCH.id.in_(newest), _MATCH.guild.is_not(None), _MATCH.guild.not_in(blocked)
        )
        chosen = select(_SETTINGS.guild, _SETTINGS.results_channel, _SETTINGS.match_channels).where(
            _SETTINGS.guild.not_in(blocked)
        )
        async with self._db.view() as connection:
            found: dict[int, int] = {row.guild: row.channel for row in await connection.execute(played)}
            for guild, results, channels in await connection.execute(chosen):
                channel = results or next(iter(channels), None)
                if channel is not None:
                    found[guild] = channel
        return sorted(found.items())
