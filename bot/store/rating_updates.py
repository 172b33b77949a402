"""Update ratings in SQL: in the transaction that ends a match, and again when a moderator changes its result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from itertools import groupby
from typing import Any

from sqlalchemy import RowMapping, and_, delete, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.ratings import EVERYWHERE, Rating, RatingChange, change_of, rate, rated_places, record_of, recount
from bot.match.acts import RatingShift
from bot.match.clock import Instant
from bot.match.model import Match, Stage, UserId
from bot.store import schema
from bot.store.rows import columns, fields
from bot.store.upsert import insert_into, put

_RATING, _CHANGE = schema.rating.c, schema.rating_change.c
_COLUMNS = {"tied": "drawn"}


async def update_ratings(connection: AsyncConnection, match: Match) -> None:
    """Update the ratings for a rated match, in the transaction that ends it."""
    people = _counted_people(match)
    if not people:
        return
    scopes = _scopes(match)
    present = await _present(connection, match.game, [user for user, _ in people], scopes)
    places = [place for _, place in people]
    for scope in scopes:
        before = [present[user, scope] for user, _ in people]
        for old, new, place in zip(before, rate(before, places), places, strict=True):
            await put(connection, schema.rating, rating_row(new))
            change = change_of(match.id, match.ended or 0, old, new, place, len(people))
            await connection.execute(insert(schema.rating_change).values(rating_row(change)))


async def update_ratings_again(connection: AsyncConnection, before: Match, after: Match) -> list[RatingShift]:
    """Update the ratings after a moderator's change of a match, whenever it ended; returns them before and after.

    All later matches of its people are counted again for them; what their opponents gained or lost in these stays.
    """
    query = select(schema.rating_change).where(_CHANGE.match == after.id)
    counted = [read_rating_change(row) for row in (await connection.execute(query)).mappings()]
    people = _counted_people(after)
    users = sorted({change.user for change in counted} | {user for user, _ in people})
    if not users:
        return []
    scopes = sorted({change.scope for change in counted} | set(_scopes(after) if people else ()))
    present = await _present(connection, after.game, users, scopes)
    # Read only now: before the ratings were locked, another act may have rated this match again.
    counted = [read_rating_change(row) for row in (await connection.execute(query)).mappings()]
    await connection.execute(delete(schema.rating_change).where(_CHANGE.match == after.id))
    shifts = []
    for scope in scopes:
        old = {user: present[user, scope] for user in users}
        mine = [change for change in counted if change.scope == scope]
        new = await _count_scope(connection, old, mine, before, after)
        shifts += [RatingShift(user, scope, old[user].points, new[user].points) for user in users]
    return shifts


async def _count_scope(
    connection: AsyncConnection,
    present: dict[UserId, Rating],
    counted: Sequence[RatingChange],
    before: Match,
    after: Match,
) -> dict[UserId, Rating]:
    """Rate a match and all later ones of its people again, in one scope; returns the new ratings."""
    people = _counted_people(after)
    at = after.ended if people and after.ended is not None else min((change.at for change in counted), default=0)
    scope = next(iter(present.values())).scope
    later = await _later(connection, after, scope, at, list(present))
    first = _ratings_before(present, counted, later)
    matches = [list(group) for _, group in groupby(later, key=lambda change: change.match)]
    if people:
        matches.insert(0, [change_of(after.id, at, first[u], first[u], place, len(people)) for u, place in people])
    changes, fresh = recount(first, matches)
    for change in changes:
        await put(connection, schema.rating_change, rating_row(change))
    old_places, new_places = rated_places(before) if counted else {}, dict(people)
    for user, rating in fresh.items():
        won, tied, lost = _record(present[user], old_places, new_places)
        peak = await _peak(connection, rating)
        fresh[user] = replace(rating, won=won, tied=tied, lost=lost, peak=peak)
        await _keep(connection, fresh[user])
    return fresh


def _counted_people(match: Match) -> list[tuple[UserId, int]]:
    """Return the people for whom a match counts, with their places; empty if it does not count."""
    if not match.rated or match.stage is not Stage.OVER or match.outcome is None or not match.outcome.places:
        return []
    places = rated_places(match)
    return list(places.items()) if len(places) > 1 else []  # the others have deleted their data


def _scopes(match: Match) -> list[int]:
    """Return the rating scopes of a match; one across servers counts only over all servers."""
    own = match.place.guild if match.other is None else None
    return sorted({EVERYWHERE, own or EVERYWHERE})


async def _later(
    connection: AsyncConnection, match: Match, scope: int, at: Instant, users: Iterable[UserId]
) -> list[RatingChange]:
    """Return the rating changes by later matches of these people, in the order in which they ended."""
    after = or_(_CHANGE.at > at, and_(_CHANGE.at == at, _CHANGE.match > match.id))
    here = and_(_CHANGE.game == match.game, _CHANGE.scope == scope, after)
    theirs = select(_CHANGE.match).where(here, _CHANGE.user_id.in_(list(users)))
    query = select(schema.rating_change).where(_CHANGE.scope == scope, _CHANGE.match.in_(theirs))
    found = await connection.execute(query.order_by(_CHANGE.at, _CHANGE.match, _CHANGE.place, _CHANGE.user_id))
    return [read_rating_change(row) for row in found.mappings()]


def _ratings_before(
    present: dict[UserId, Rating], counted: Sequence[RatingChange], later: Sequence[RatingChange]
) -> dict[UserId, Rating]:
    """Return the ratings before the match: as it found them, else as the next match did, else the current ones."""
    first: dict[UserId, Rating] = {}
    for change in (*counted, *later):
        if change.user in present and change.user not in first:
            known = present[change.user]
            mu, sigma = change.mu_before or known.mu, change.sigma_before or known.sigma
            first[change.user] = replace(known, mu=mu, sigma=sigma)
    return {user: first.get(user, rating) for user, rating in present.items()}


def _record(present: Rating, old: dict[UserId, int], new: dict[UserId, int]) -> tuple[int, int, int]:
    """Return the record (won, tied, lost) with the old result replaced by the new one, either may be missing."""
    none = (0, 0, 0)
    minus = record_of(list(old.values()), old[present.user]) if present.user in old else none
    plus = record_of(list(new.values()), new[present.user]) if present.user in new else none
    return (
        present.won - minus[0] + plus[0],
        present.tied - minus[1] + plus[1],
        present.lost - minus[2] + plus[2],
    )


async def _peak(connection: AsyncConnection, rating: Rating) -> int:
    mine = (_CHANGE.user_id == rating.user, _CHANGE.game == rating.game, _CHANGE.scope == rating.scope)
    return (await connection.execute(select(func.max(_CHANGE.after)).where(*mine))).scalar() or 0


async def _keep(connection: AsyncConnection, rating: Rating) -> None:
    """Store a rating, or delete one without matches."""
    if rating.matches:
        await put(connection, schema.rating, rating_row(rating))
        return
    mine = (_RATING.user_id == rating.user, _RATING.game == rating.game, _RATING.scope == rating.scope)
    await connection.execute(delete(schema.rating).where(*mine))


async def _present(
    connection: AsyncConnection, game: str, users: Sequence[UserId], scopes: Sequence[int]
) -> dict[tuple[UserId, int], Rating]:
    """Return the current ratings, locked, since two matches of a person may end at the same time."""
    beginners = [rating_row(Rating(user, game, scope)) for user in sorted(set(users)) for scope in scopes]
    await connection.execute(insert_into(connection, schema.rating).on_conflict_do_nothing(), beginners)
    wanted = (_RATING.game == game, _RATING.user_id.in_(users), _RATING.scope.in_(scopes))
    query = select(schema.rating).where(*wanted).order_by(_RATING.user_id, _RATING.scope).with_for_update()
    found = [read_rating(row) for row in (await connection.execute(query)).mappings()]
    return {(rating.user, rating.scope): rating for rating in found}


def rating_row(value: Rating | RatingChange) -> dict[str, Any]:
    """Return the row of a rating or rating change."""
    values = asdict(value)
    return {"user_id": values.pop("user"), **columns(values, _COLUMNS)}


def read_rating(row: RowMapping) -> Rating:
    """Return the rating in a row."""
    return Rating(
        UserId(row["user_id"]), **{key: value for key, value in fields(row, _COLUMNS).items() if key != "user_id"}
    )


def read_rating_change(row: RowMapping) -> RatingChange:
    """Return the rating change in a row."""
    return RatingChange(user=UserId(row["user_id"]), **{key: row[key] for key in row if key != "user_id"})
