"""Acts of moderators, in SQL: stored in the same transaction as the change they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from sqlalchemy import ColumnElement, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.ratings import EVERYWHERE
from bot.match.acts import Act, RatingShift
from bot.match.commits import outside_request
from bot.match.errors import Conflict, MatchError
from bot.match.model import LogEntry, Match, MatchId, Stage, UserId
from bot.store import rows, schema
from bot.store.engine import Database
from bot.store.rating_updates import update_ratings_again
from games.core.status import Seat

_log = structlog.get_logger(__name__)
_AUDIT, _CONCERNED, _SEAT = schema.audit.c, schema.audit_user.c, schema.seat.c
FORGOTTEN = 0
"""Stands for a moderator who has deleted their data."""


class SqlAudit:
    """Moderator actions in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def act(self, act: int) -> Act | None:
        found = await self._acts(_AUDIT.id == act)
        return found[0] if found else None

    async def acts_of(self, match: MatchId) -> Sequence[Act]:
        return await self._acts(_AUDIT.match == match)

    async def acts_in(self, guild: int, match: MatchId | None, start: int, limit: int) -> Sequence[Act]:
        wanted = [_AUDIT.guild == guild, *([_AUDIT.match == match] if match is not None else [])]
        ids = select(_AUDIT.id).where(*wanted).order_by(_AUDIT.id.desc()).offset(start).limit(limit)
        async with self._db.read() as connection:
            found = list((await connection.execute(ids)).scalars())
        return (await self._acts(_AUDIT.id.in_(found)))[::-1] if found else []

    async def untold(self, limit: int = 50) -> Sequence[Act]:
        ids = select(_AUDIT.id).where(~(_AUDIT.announced & _AUDIT.log_posted)).order_by(_AUDIT.id).limit(limit)
        return await self._acts(_AUDIT.id.in_(ids.scalar_subquery()))

    async def mark_posted(self, act: Act) -> None:
        async with outside_request(), self._db.write() as connection:
            statement = update(schema.audit).where(_AUDIT.id == act.id)
            marks = {"announced": _AUDIT.announced | act.told, "log_posted": _AUDIT.log_posted | act.logged}
            await connection.execute(statement.values(marks))

    async def _acts(self, wanted: ColumnElement[bool]) -> list[Act]:
        async with self._db.view() as connection:
            query = select(schema.audit).where(wanted).order_by(_AUDIT.id)
            found = (await connection.execute(query)).mappings().all()
            people = select(schema.audit_user).where(_CONCERNED.audit.in_([row["id"] for row in found]))
            people = people.order_by(_CONCERNED.audit, _CONCERNED.scope, _CONCERNED.user_id)
            concerned = (await connection.execute(people)).mappings().all()
        return [_read(dict(row), [dict(one) for one in concerned if one["audit"] == row["id"]]) for row in found]


async def check_players(connection: AsyncConnection, act: Act) -> None:
    """Lock the people concerned, and raise Conflict if one has deleted their data since the act was decided."""
    if act.before is None:
        return
    query = select(_SEAT.user_id, _SEAT.former_user_id).where(_SEAT.match == act.match).order_by(_SEAT.seat)
    present = [tuple(row) for row in await connection.execute(query)]
    if present != [(player.user, player.former) for player in act.before.players]:
        raise Conflict


async def write_act(connection: AsyncConnection, act: Act, after: Match) -> None:
    """Store an act and update the ratings, in the transaction that changes the match. Raises Conflict."""
    shifts = await update_ratings_again(connection, act.before or after, after)
    if act.before is not None and act.before.stage.ended:
        await _post_new_board(connection, act.match)
    values = {
        "guild": act.guild,
        "match": act.match,
        "user_id": act.moderator,
        "act": act.kind,
        "at": act.at,
        "reason": act.reason,
        "seat": act.seat,
        "revision": act.revision,
        "before": _snapshot(act),
        "after": {"stage": after.stage.value, "ply": after.ply, "position": after.position, "rated": after.rated},
        "undoes": act.undoes,
        "announced": False,
        "log_posted": False,
    }
    number = (await connection.execute(insert(schema.audit).values(values).returning(_AUDIT.id))).scalar_one()
    people: dict[tuple[int, int], dict[str, Any]] = {
        (user, EVERYWHERE): {"audit": number, "user_id": user, "scope": EVERYWHERE} for user in act.concerned
    }
    for shift in shifts:
        points = {"rating_before": shift.before, "rating_after": shift.after}
        people[shift.user, shift.scope] = {"audit": number, "user_id": shift.user, "scope": shift.scope, **points}
    for person in people.values():
        await connection.execute(insert(schema.audit_user).values(person))
    if act.undoes is not None:
        open_still = (_AUDIT.id == act.undoes, _AUDIT.undone_by.is_(None), _AUDIT.before.is_not(None))
        result = await connection.execute(update(schema.audit).where(*open_still).values(undone_by=number))
        if result.rowcount != 1:
            raise Conflict


async def _post_new_board(connection: AsyncConnection, match: MatchId) -> None:
    """Make the next board of a match a new message, so that the previous one keeps telling of the end."""
    message = schema.match_message
    await connection.execute(update(message).where(message.c.match == match).values(board_posted_at=None))


async def forget_acts(connection: AsyncConnection, user: UserId, stand_in: str) -> None:
    """Remove a person from the acts that concern them, which can't be undone any more, and from their own.

    Their seats still have their name, which goes out of the reasons.
    """
    theirs = select(_CONCERNED.audit).where(_CONCERNED.user_id == user)
    query = select(_AUDIT.id, _AUDIT.match, _AUDIT.reason, _AUDIT.before).where(_AUDIT.id.in_(theirs))
    acts = (await connection.execute(query)).all()
    sat = or_(_SEAT.user_id == user, _SEAT.former_user_id == user)
    seats = select(_SEAT.match, _SEAT.name).where(sat, _SEAT.match.in_({act.match for act in acts}))
    names = {(row.match, row.name) for row in await connection.execute(seats)}
    for act in acts:
        before, _ = _read_snapshot(act.before)
        players = before.players if before is not None else ()
        names |= {(act.match, player.name) for player in players if user in {player.user, player.former}}
    for act in acts:
        reason = act.reason
        for name in sorted((name for match, name in names if match == act.match and name), key=len, reverse=True):
            reason = reason.replace(name, stand_in)
        await connection.execute(update(schema.audit).where(_AUDIT.id == act.id).values(reason=reason, before=None))
    await connection.execute(delete(schema.audit_user).where(_CONCERNED.user_id == user))
    await connection.execute(update(schema.audit).where(_AUDIT.user_id == user).values(user_id=FORGOTTEN))


def _snapshot(act: Act) -> dict[str, Any] | None:
    """Return what an undo needs; nothing for an undo itself, which is final."""
    if act.before is None or act.kind == "undo":
        return None
    identity = {"id": act.before.id, "code": act.before.code}
    return {
        "match": identity | rows.match_row(act.before),
        "seats": rows.seat_rows(act.before),
        "entries": rows.entry_rows(act.match, act.dropped),
    }


def _read_snapshot(stored: Mapping[str, Any] | None) -> tuple[Match | None, tuple[LogEntry, ...]]:
    """Return the match before an act and the removed entries; None if an older version stored it differently."""
    if stored is None:
        return None, ()
    try:
        entries = tuple(rows.read_entry(entry) for entry in stored["entries"])
        return rows.read_match(stored["match"], stored["seats"]), entries
    except (LookupError, TypeError, ValueError, MatchError) as error:
        _log.warning("copy of a match not read", error=repr(error))
        return None, ()


def _read(row: Mapping[str, Any], people: Sequence[Mapping[str, Any]]) -> Act:
    before, dropped = _read_snapshot(row["before"])
    after = row["after"] if isinstance(row["after"], dict) else {}
    return Act(
        MatchId(row["match"]),
        row["guild"],
        row["act"],
        UserId(row["user_id"]),
        row["at"],
        row["reason"],
        became=Stage(after["stage"]) if after else None,
        revision=row["revision"],
        position=after.get("position", ""),
        before=before,
        dropped=dropped,
        seat=None if row["seat"] is None else Seat(row["seat"]),
        concerned=tuple(dict.fromkeys(UserId(one["user_id"]) for one in people)),
        ratings=tuple(
            RatingShift(UserId(one["user_id"]), one["scope"], one["rating_before"], one["rating_after"])
            for one in people
            if one["rating_before"] is not None
        ),
        undoes=row["undoes"],
        undone_by=row["undone_by"],
        told=row["announced"],
        logged=row["log_posted"],
        id=row["id"],
    )
