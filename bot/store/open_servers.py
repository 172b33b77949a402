"""Servers that are open to other servers, in SQL."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.guild_settings import GuildSettings
from bot.store import schema
from bot.store.exclusions import servers_apart_from
from bot.store.guild_settings import read_guild_settings


async def read_open_servers(connection: AsyncConnection, guild: int) -> dict[int, GuildSettings]:
    """Return the other servers that are open, with their settings.

    Left out are those that the host has blocked, that this server has excluded, and that have excluded this one.
    """
    table, block = schema.guild_settings, schema.block.c
    blocked = select(block.blocked_id).where(block.kind == "server")
    apart = servers_apart_from(guild)
    is_open = (table.c.across_servers != "closed", table.c.guild != guild)
    is_met = (table.c.guild.not_in(blocked), table.c.guild.not_in(apart))
    rows = (await connection.execute(select(table).where(*is_open, *is_met))).mappings()
    return {row["guild"]: read_guild_settings(row["guild"], row) for row in rows}
