"""People's private notes on matches, in SQL."""

from __future__ import annotations

from sqlalchemy import delete, select

from bot.match.clock import Instant
from bot.match.model import MatchId, UserId
from bot.store import schema
from bot.store.engine import Database
from bot.store.upsert import put

_NOTE = schema.match_note.c


class SqlMatchNotes:
    """The notes in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def note(self, user: UserId, match: MatchId) -> str:
        query = select(_NOTE.text).where(_NOTE.user_id == user, _NOTE.match == match)
        async with self._db.read() as connection:
            return (await connection.execute(query)).scalar_one_or_none() or ""

    async def keep_note(self, user: UserId, match: MatchId, text: str, now: Instant) -> None:
        async with self._db.write() as connection:
            if text:
                row = {"user_id": user, "match": match, "text": text, "changed_at": now}
                await put(connection, schema.match_note, row)
            else:
                await connection.execute(delete(schema.match_note).where(_NOTE.user_id == user, _NOTE.match == match))
