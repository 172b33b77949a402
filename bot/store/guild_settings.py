"""Servers' settings, in SQL."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import RowMapping, select

from bot.club.guild_settings import GuildSettings
from bot.club.rating_roles import RatingRole
from bot.store import schema
from bot.store.cache import Cache
from bot.store.engine import Database
from bot.store.locks import lock_server
from bot.store.rows import columns, fields
from bot.store.sql_store import SqlStore
from bot.store.upsert import put

_GUILD_COLUMNS = {
    "channels": "match_channels",
    "games_off": "disabled_games",
    "time": "default_time_control",
    "posting": "board_posting",
    "results": "results_channel",
    "moderation_log": "moderation_log_channel",
    "turn_list": "turn_list_channel",
    "across": "across_servers",
}
"""Fields whose columns have other names."""
MOST_REMEMBERED = 2000


class SqlGuildSettings(SqlStore):
    """Servers' settings in a database."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._guilds: Cache[int | None, GuildSettings] = Cache(database, MOST_REMEMBERED)  # read at every move
        self.discord_language: Callable[[int], str] = _unknown_language

    async def guild_settings(self, guild: int | None) -> GuildSettings:
        stored = await self._guilds.get(guild, lambda: self._read_guild_settings(guild))
        return stored if guild is None else replace(stored, discord_language=self.discord_language(guild))

    async def _read_guild_settings(self, guild: int | None) -> GuildSettings:
        row = await self._row(schema.guild_settings, "guild", guild) if guild is not None else None
        return read_guild_settings(guild or 0, row)

    async def change_guild_settings(self, guild: int, change: Callable[[GuildSettings], GuildSettings]) -> None:
        table = schema.guild_settings
        async with self._db.write() as connection:
            await lock_server(connection, guild)
            row = (await connection.execute(select(table).where(table.c.guild == guild))).mappings().first()
            changed = change(read_guild_settings(guild, row))
            lists = {
                "channels": list(changed.channels),
                "games_off": list(changed.games_off),
                "rating_roles": [asdict(rule) for rule in changed.rating_roles],
            }
            values = columns(asdict(changed) | lists, _GUILD_COLUMNS)
            del values["discord_language"]  # comes from Discord, so it is not stored
            await put(connection, table, values)
        self._guilds.evict(guild)


def _unknown_language(_guild: int) -> str:
    return ""


def read_guild_settings(guild: int, row: RowMapping | dict[str, Any] | None) -> GuildSettings:
    """Return the settings in a row; the defaults if there is none."""
    if row is None:
        return GuildSettings(guild)
    values = fields(row, _GUILD_COLUMNS)
    lists = {"channels": tuple(values["channels"]), "games_off": tuple(values["games_off"])}
    lists["rating_roles"] = tuple(RatingRole(**rule) for rule in values["rating_roles"])
    return GuildSettings(**{**values, **lists})
