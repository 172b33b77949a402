"""How a match that has changed is written."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, CursorResult, bindparam, exists, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.model import Change
from bot.store import rows, schema
from bot.store.engine import ONE_ROW

# What every move needs is put together once.
_UPDATE_MATCH = (
    update(schema.match)
    .where(schema.match.c.id == bindparam("m"), schema.match.c.revision == bindparam("before"))
    .values({name: bindparam(name) for name in rows.MATCH_COLUMNS})
    .execution_options(**ONE_ROW)
)
_UPDATE_MATCH_UNLESS_AWAY = _UPDATE_MATCH.where(
    ~exists().where(
        schema.user_settings.c.user_id.in_(bindparam("movers", expanding=True)),
        schema.user_settings.c.days_off_until > bindparam("known_until", type_=BigInteger),
    )
)


async def update_match(connection: AsyncConnection, change: Change) -> CursorResult[Any]:
    """Write the match; nothing where it has changed since, or where somebody whose clock begins to run is away.

    Those whose clock begins to run are locked.
    """
    wanted = {"m": change.match.id, "before": change.match.revision - 1} | rows.match_row(change.match)
    if change.absence is None:
        return await connection.execute(_UPDATE_MATCH, wanted)
    wanted |= {"movers": change.absence.users, "known_until": change.absence.until}
    return await connection.execute(_UPDATE_MATCH_UNLESS_AWAY, wanted)
