"""Where servers' lists of turns are posted, in SQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from sqlalchemy import select

from bot.club.turn_lists import TurnList
from bot.match.commits import outside_request
from bot.store import schema
from bot.store.engine import Database
from bot.store.upsert import put

_SETTINGS = schema.guild_settings.c
_WANTED = select(_SETTINGS.guild, _SETTINGS.turn_list_channel).where(_SETTINGS.turn_list_channel.is_not(None))


class SqlTurnLists:
    """The lists in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def wanted_channels(self) -> Mapping[int, int]:
        async with self._db.read() as connection:
            return {row.guild: row.turn_list_channel for row in await connection.execute(_WANTED)}

    async def turn_lists(self) -> Mapping[int, TurnList]:
        async with self._db.read() as connection:
            found = (await connection.execute(select(schema.turn_list))).mappings()
            return {row["guild"]: TurnList(**row) for row in found}

    async def keep_turn_list(self, turn_list: TurnList) -> None:
        async with outside_request(), self._db.write() as connection:
            await put(connection, schema.turn_list, asdict(turn_list))
