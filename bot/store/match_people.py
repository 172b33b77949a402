"""A person's matches. When their data is deleted, opponents keep the records, without the name."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Select, and_, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.model import Stage, UserId
from bot.store import schema
from bot.store.rows import message_json, read_message

_MATCH, _SEAT = schema.match.c, schema.seat.c


async def renew_matches(connection: AsyncConnection, user: UserId) -> None:
    """Lock the person's matches and raise their revisions, so that concurrent changes read them again."""
    seated = select(_SEAT.match).where(or_(_SEAT.user_id == user, _SEAT.former_user_id == user))
    theirs = union(seated, select(_MATCH.id).where(_MATCH.host == user))
    await connection.execute(select(_MATCH.id).where(_MATCH.id.in_(theirs)).order_by(_MATCH.id).with_for_update())
    replaced = select(_SEAT.match).where(_SEAT.former_user_id == user)
    goes_on = _MATCH.stage.in_([Stage.LIVE.value, Stage.PAUSED.value])
    renewed = update(schema.match).where(or_(_MATCH.host == user, and_(goes_on, _MATCH.id.in_(replaced))))
    await connection.execute(
        renewed.values(
            revision=_MATCH.revision + 1,
            posted_revision=_MATCH.posted_revision + 1,
            guest_posted_revision=_MATCH.guest_posted_revision + 1,
        )
    )


async def remove_name(connection: AsyncConnection, user: UserId, stand_in: str) -> None:
    """Remove a person's name from the reasons for which matches ended."""
    query = (
        select(_MATCH.id, _MATCH.outcome, _SEAT.name)
        .join(schema.seat, _SEAT.match == _MATCH.id)
        .where(_SEAT.user_id == user, _MATCH.outcome.is_not(None))
    )
    for match, outcome, name in (await connection.execute(query)).all():
        reason = read_message(outcome["reason"])
        values = {key: stand_in if value == name else value for key, value in reason.values.items()}
        if values != reason.values:
            fresh = outcome | {"reason": message_json(reason.with_values(values))}
            await connection.execute(update(schema.match).where(_MATCH.id == match).values(outcome=fresh))


def is_imported_by(user: UserId) -> ColumnElement[bool]:
    """Return the condition that a match is a record uploaded by the person: it has ended but never began."""
    ended = (Stage.OVER.value, Stage.ABORTED.value)
    return and_(_MATCH.host == user, _MATCH.started_at.is_(None), _MATCH.stage.in_(ended))


def played_by(user: UserId) -> Select[tuple[int]]:
    """Select the matches in which the person has a seat."""
    return select(_SEAT.match).where(_SEAT.user_id == user)
