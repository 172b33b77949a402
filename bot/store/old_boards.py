"""Boards that newer ones have replaced and whose controls are still on. `SqlPostings` adds the boards it replaces."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict

from sqlalchemy import delete, select

from bot.match.clock import Instant
from bot.match.commits import outside_request
from bot.match.model import MatchId, OldBoard
from bot.store import schema
from bot.store.engine import UNANSWERED, Database
from bot.store.upsert import put

_BOARD = schema.old_board.c


class SqlOldBoards:
    """bot.match.stores.OldBoardStore in SQL."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def find_replaced_before(self, instant: Instant, after: int = 0, limit: int = 200) -> Sequence[OldBoard]:
        query = select(_BOARD.match, _BOARD.channel, _BOARD.message)
        query = query.where(_BOARD.at < instant, _BOARD.message > after)
        async with self._db.read() as connection:
            found = await connection.execute(query.order_by(_BOARD.message).limit(limit))
            return [OldBoard(MatchId(row[0]), row[1], row[2]) for row in found]

    async def add(self, old: OldBoard, now: Instant) -> None:
        async with outside_request(), self._db.write() as connection:
            await put(connection, schema.old_board, {**asdict(old), "at": now})

    async def forget(self, messages: Collection[int]) -> None:
        async with outside_request(), self._db.write() as connection:
            statement = delete(schema.old_board).where(_BOARD.message.in_(messages))
            await connection.execute(statement.execution_options(**UNANSWERED))
