"""Reviews of finished matches, in SQL."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sqlalchemy import select

from bot.match.model import MatchId
from bot.match.reviews import JudgedTurn, Review
from bot.store import schema
from bot.store.engine import Database
from bot.store.rows import message_json, read_message
from bot.store.upsert import put

_REVIEW = schema.review.c


class SqlReviews:
    """The reviews in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def review(self, match: MatchId, made_of: str) -> Review | None:
        query = select(_REVIEW.result, _REVIEW.turns).where(_REVIEW.match == match, _REVIEW.made_of == made_of)
        async with self._db.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None or not isinstance(row.turns, list) or not isinstance(row.result, list):  # damaged: made again
            return None
        return Review(tuple(map(_read_turn, row.turns)), tuple(row.result))

    async def keep_review(self, match: MatchId, made_of: str, review: Review) -> None:
        still_there = (
            select(schema.match.c.id).where(schema.match.c.id == match).with_for_update(read=True, key_share=True)
        )
        async with self._db.write() as connection:
            if (await connection.execute(still_there)).one_or_none() is None:
                return
            turns = [asdict(turn) | {"why": message_json(turn.why)} for turn in review.turns]
            row = {"match": match, "made_of": made_of, "result": list(review.result), "turns": turns}
            await put(connection, schema.review, row)


def _read_turn(stored: dict[str, Any]) -> JudgedTurn:
    return JudgedTurn(**stored | {"why": read_message(stored["why"])})
