"""Which of several processes works on a match: bot.match.ports.Claims in SQL.

A claim is a row that expires, so work that a killed process had begun becomes free again. Rows that another process
is claiming at the same moment are skipped, never waited for.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, delete, exists, literal, or_, select

from bot.match.clock import SECOND, Instant
from bot.match.commits import outside_request
from bot.match.model import MatchId
from bot.match.ports import Clock, Work, system_clock
from bot.store import schema
from bot.store.engine import Database
from bot.store.upsert import insert_into

SPAN = 30 * SECOND
_CLAIM = schema.work_claim.c


class SqlClaims:
    """The claims of one process, identified by `owner`."""

    def __init__(self, database: Database, owner: str, clock: Clock = system_clock) -> None:
        self._db = database
        self._owner = owner
        self._clock = clock

    async def take(self, work: Work, matches: Sequence[MatchId]) -> set[MatchId]:
        if not matches:
            return set()
        now = self._clock()
        free = (
            select(schema.match.c.id, literal(work), literal(self._owner), literal(now + SPAN))
            .where(schema.match.c.id.in_(matches))
            .with_for_update(skip_locked=True, key_share=True)
        )
        async with outside_request(), self._db.write() as connection:
            statement = insert_into(connection, schema.work_claim).from_select(list(_CLAIM.keys()), free)
            mine = statement.on_conflict_do_update(
                index_elements=[_CLAIM.match, _CLAIM.work],
                set_={"owner": statement.excluded.owner, "until": statement.excluded.until},
                where=or_(_CLAIM.until <= now, _CLAIM.owner == self._owner),
            ).returning(_CLAIM.match)
            return {MatchId(match) for match in (await connection.execute(mine)).scalars()}

    async def release(self, work: Work, match: MatchId) -> None:
        wanted = (_CLAIM.match == match, _CLAIM.work == work, _CLAIM.owner == self._owner)
        async with outside_request(), self._db.write() as connection:
            await connection.execute(delete(schema.work_claim).where(*wanted))

    async def release_all(self) -> None:
        async with outside_request(), self._db.write() as connection:
            await connection.execute(delete(schema.work_claim).where(_CLAIM.owner == self._owner))


def is_unclaimed(work: Work, now: Instant) -> ColumnElement[bool]:
    """Return the condition that no process has claimed this work for the row's match."""
    return ~exists().where(_CLAIM.match == schema.match.c.id, _CLAIM.work == work, _CLAIM.until > now)
