"""How much a person has going on, counted in the transaction that adds to it."""

from __future__ import annotations

from contextlib import suppress
from itertools import groupby

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.exclusions import must_be_admitted
from bot.match.limits import Limit
from bot.match.model import Match, Stage, UserId
from bot.match.sides import guilds_of
from bot.store import schema
from bot.store.exclusions import read_exclusions
from bot.store.matches_with_seats import MATCHES_WITH_SEATS, READ_ERRORS, read_match_with_seats
from bot.store.personal_blocks import read_blocked_pairs

MOST_COUNTED = 500
"""The number of a person's newest matches that a limit counts."""
_MATCH, _SEAT = schema.match.c, schema.seat.c
_UNFINISHED = MATCHES_WITH_SEATS.where(
    _MATCH.id.in_(
        select(_SEAT.match)
        .join(schema.match, _MATCH.id == _SEAT.match)
        .where(
            _SEAT.user_id == bindparam("user"),
            _MATCH.stage.in_([Stage.INVITED.value, Stage.LIVE.value, Stage.PAUSED.value]),
        )
        .where(_MATCH.damage.is_(None))
        .order_by(_SEAT.match.desc())
        .limit(MOST_COUNTED)
    )
)


async def check_limit(connection: AsyncConnection, limit: Limit | None, match: Match) -> None:
    """Lock the people whom the limit concerns and check that this match does not exceed it.

    Raises what the limit raises, and NotAllowed if a server has excluded somebody, or the other server.
    """
    if limit is None:
        return
    guilds = guilds_of(match)
    excluded = await read_exclusions(connection, guilds, {*match.people, *guilds})
    must_be_admitted(limit.users[0], match, excluded)
    if limit.meets is not None and len(match.people) > 1:
        limit.meets(match, await read_blocked_pairs(connection, match.people))
    limit.check({user: await _find_unfinished(connection, user) for user in limit.users})


async def _find_unfinished(connection: AsyncConnection, user: UserId) -> list[Match]:
    """Return a person's unfinished matches, newest first, without damaged ones."""
    found = (await connection.execute(_UNFINISHED, {"user": user})).mappings().all()
    matches = []
    for _, group in groupby(found, key=lambda row: row["id"]):
        with suppress(*READ_ERRORS):
            matches.append(read_match_with_seats(list(group)))
    return matches[::-1]
