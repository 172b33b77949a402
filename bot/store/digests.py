"""When digests are due, in SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import select, update

from bot.match.clock import Instant
from bot.match.commits import outside_request
from bot.match.model import UserId
from bot.store import schema
from bot.store.engine import Database

_USER = schema.user_settings.c


class SqlDigests:
    """The digests in a database. `changed` is called with the people whose settings have changed."""

    def __init__(self, database: Database, changed: Callable[[UserId], None]) -> None:
        self._db = database
        self._changed = changed

    async def claim_due(self, now: Instant, until: Instant, limit: int) -> Sequence[UserId]:
        is_due = (_USER.digest_at.is_not(None), _USER.digest_at <= now)
        first = select(_USER.user_id, _USER.digest_at).where(*is_due).order_by(_USER.digest_at).limit(limit)
        async with self._db.read() as connection:
            found = [UserId(row.user_id) for row in await connection.execute(first)]
        if not found:
            return []
        # If another process came first, it has moved them, and they are no longer due.
        claim = update(schema.user_settings).where(_USER.user_id.in_(found), *is_due).values(digest_at=until)
        async with outside_request(), self._db.write() as connection:
            claimed = {row.user_id for row in await connection.execute(claim.returning(_USER.user_id))}
        for user in claimed:
            self._changed(UserId(user))
        return [user for user in found if user in claimed]

    async def move_digest(self, user: UserId, due: Instant, until: Instant | None) -> bool:
        present = (_USER.user_id == user, _USER.digest_at == due)
        async with outside_request(), self._db.write() as connection:
            result = await connection.execute(update(schema.user_settings).where(*present).values(digest_at=until))
            moved = result.rowcount > 0
        self._changed(user)
        return moved
