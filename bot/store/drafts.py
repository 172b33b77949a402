"""Drafts of moves, in SQL."""

from __future__ import annotations

from sqlalchemy import BigInteger, Executable, bindparam, delete, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.commits import outside_request
from bot.match.model import MatchId, Stage, UserId
from bot.store import schema
from bot.store.engine import Database
from bot.store.upsert import insert_into

_MATCH, _DRAFT = schema.match.c, schema.draft.c
_SELECT = select(_DRAFT.turn_revision, _DRAFT.tokens).where(
    _DRAFT.match == bindparam("m"), _DRAFT.user_id == bindparam("user")
)


class SqlDrafts:
    """Drafts of moves in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def draft(self, match: MatchId, user: UserId) -> tuple[int, tuple[str, ...]] | None:
        async with self._db.read() as connection:
            row = (await connection.execute(_SELECT, {"m": match, "user": user})).first()
        return None if row is None else (row.turn_revision, tuple(row.tokens))

    async def keep_draft(self, match: MatchId, user: UserId, turn: int, tokens: tuple[str, ...]) -> None:
        async with outside_request(), self._db.write() as connection:
            if tokens:
                await connection.execute(_upsert(connection, match, user, turn, tokens))
            else:
                await connection.execute(delete(schema.draft).where(_DRAFT.match == match, _DRAFT.user_id == user))


def _upsert(
    connection: AsyncConnection, match: MatchId, user: UserId, turn: int, tokens: tuple[str, ...]
) -> Executable:
    """Store a draft, replacing an older one, if the match is still at this turn."""
    value = bindparam("tokens", list(tokens), _DRAFT.tokens.type)
    present = select(_MATCH.id, literal(user, BigInteger), literal(turn), value)
    present = present.where(_MATCH.id == match, _MATCH.turn_revision == turn, _MATCH.stage == Stage.LIVE.value)
    present = present.with_for_update(read=True)  # waits for a change that is being stored, because that deletes drafts
    names = ["match", "user_id", "turn_revision", "tokens"]
    statement = insert_into(connection, schema.draft).from_select(names, present)
    fresh = {"turn_revision": statement.excluded.turn_revision, "tokens": statement.excluded.tokens}
    return statement.on_conflict_do_update(index_elements=["match", "user_id"], set_=fresh)
