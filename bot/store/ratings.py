"""Read ratings from SQL; `rating_updates` writes them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select

from bot.club.ratings import EVERYWHERE, Rating, RatingChange
from bot.match.model import MatchId, UserId
from bot.store import schema
from bot.store.rating_updates import read_rating, read_rating_change
from bot.store.sql_store import SqlStore

_RATING, _CHANGE = schema.rating.c, schema.rating_change.c
_SURE = _RATING.mu - 2 * _RATING.sigma
"""`Rating.sure`."""


class SqlRatings(SqlStore):
    """Ratings in a database."""

    async def ratings(self, user: UserId, scope: int = EVERYWHERE) -> Sequence[Rating]:
        """Return the person's ratings in all games, most played first."""
        query = select(schema.rating).where(_RATING.user_id == user, _RATING.scope == scope)
        async with self._db.read() as connection:
            found = [read_rating(row) for row in (await connection.execute(query)).mappings()]
        return sorted(found, key=lambda rating: -rating.matches)

    async def rated_on(self, guild: int) -> Sequence[UserId]:
        """Return the people who have a rating on this server."""
        query = select(_RATING.user_id).where(_RATING.scope == guild).distinct().order_by(_RATING.user_id)
        async with self._db.read() as connection:
            return [UserId(row) for row in (await connection.execute(query)).scalars()]

    async def curve(self, user: UserId, game: str, scope: int = EVERYWHERE, limit: int = 500) -> Sequence[RatingChange]:
        query = (
            select(schema.rating_change)
            .where(_CHANGE.user_id == user, _CHANGE.game == game, _CHANGE.scope == scope)
            .order_by(_CHANGE.at.desc())
            .limit(limit)
        )
        async with self._db.read() as connection:
            found = [read_rating_change(row) for row in (await connection.execute(query)).mappings()]
        return found[::-1]

    async def leaders(self, game: str, scope: int, limit: int = 20) -> Sequence[Rating]:
        """Return the strongest players of a game, those with enough matches first."""
        query = (
            select(schema.rating)
            .where(_RATING.game == game, _RATING.scope == scope)
            .order_by(_SURE.desc())
            .limit(limit)
        )
        async with self._db.read() as connection:
            return [read_rating(row) for row in (await connection.execute(query)).mappings()]

    async def stronger(self, rating: Rating) -> int:
        """Count the people above this rating."""
        above = (_RATING.game == rating.game, _RATING.scope == rating.scope, rating.sure < _SURE)
        query = select(func.count()).where(*above)
        async with self._db.read() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def changes_of(self, match: MatchId) -> Sequence[RatingChange]:
        """Return the changes that a match made to the ratings over all servers."""
        query = select(schema.rating_change).where(_CHANGE.match == match, _CHANGE.scope == EVERYWHERE)
        async with self._db.read() as connection:
            return [read_rating_change(row) for row in (await connection.execute(query)).mappings()]
