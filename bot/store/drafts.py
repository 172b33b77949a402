"""Drafts of moves, in SQL."""

from __future__ import annotations

from sqlalchemy import BigInteger, Executable, bindparam, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.model import MatchId, Stage, UserId
from bot.store import schema
from bot.store.upsert import insert_into

_MATCH, _DRAFT = schema.match.c, schema.draft.c
SELECT_DRAFT = select(_DRAFT.turn_revision, _DRAFT.tokens).where(
    _DRAFT.match == bindparam("m"), _DRAFT.user_id == bindparam("user")
)


def upsert_draft(
    connection: AsyncConnection, match: MatchId, user: UserId, turn: int, tokens: tuple[str, ...]
) -> Executable:
    """Store a draft in place of an older one, where the match is still at this turn."""
    value = bindparam("tokens", list(tokens), _DRAFT.tokens.type)
    present = select(_MATCH.id, literal(user, BigInteger), literal(turn), value)
    present = present.where(_MATCH.id == match, _MATCH.turn_revision == turn, _MATCH.stage == Stage.LIVE.value)
    names = ["match", "user_id", "turn_revision", "tokens"]
    statement = insert_into(connection, schema.draft).from_select(names, present)
    fresh = {"turn_revision": statement.excluded.turn_revision, "tokens": statement.excluded.tokens}
    return statement.on_conflict_do_update(index_elements=["match", "user_id"], set_=fresh)
