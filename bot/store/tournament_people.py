"""A person's tournaments. When their data is deleted, opponents keep the results, without the name."""

from __future__ import annotations

from sqlalchemy import and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.events.model import TournamentStage
from bot.match.model import UserId
from bot.store import schema

_T, _E = schema.tournament.c, schema.tournament_entrant.c


async def forget_in_tournaments(connection: AsyncConnection, user: UserId, stand_in: str) -> None:
    """Remove the person from open and running tournaments, and their name from all."""
    entered = select(_E.tournament).where(_E.user_id == user)
    theirs = or_(_T.host == user, _T.id.in_(entered))
    # In order, so that two deletions of data don't wait for each other.
    await connection.execute(select(_T.id).where(theirs).order_by(_T.id).with_for_update())
    is_open = select(_T.id).where(_T.stage == TournamentStage.OPEN.value)
    # A change that is in progress has read the old people, and has to read them again.
    await connection.execute(update(schema.tournament).where(theirs).values(revision=_T.revision + 1))
    await connection.execute(update(schema.tournament).where(_T.host == user).values(host=0, host_name=stand_in))
    mine = _E.user_id == user
    await connection.execute(delete(schema.tournament_entrant).where(and_(mine, _E.tournament.in_(is_open))))
    next_round = select(_T.round + 1).where(_T.id == _E.tournament).scalar_subquery()
    running = select(_T.id).where(_T.stage == TournamentStage.RUNNING.value)
    staying = and_(mine, _E.left_round.is_(None), _E.tournament.in_(running))
    await connection.execute(update(schema.tournament_entrant).where(staying).values(left_round=next_round))
    await connection.execute(update(schema.tournament_entrant).where(mine).values(user_id=None, name=stand_in))
