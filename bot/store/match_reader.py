"""Read matches with their seats. A damaged match is set aside, so that it does not block the others."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

import structlog
from sqlalchemy import Select, bindparam, case, update

from bot.match.commits import outside_request
from bot.match.errors import damaged_match
from bot.match.model import Match, MatchId, Stage
from bot.store import schema
from bot.store.cache import Cache
from bot.store.engine import Database
from bot.store.matches_with_seats import MATCHES_WITH_SEATS, READ_ERRORS, read_match_with_seats
from bot.store.postings import SqlPostings

_log = structlog.get_logger(__name__)
MOST_REMEMBERED = 1000
_MATCH = schema.match.c
_BY_ID = MATCHES_WITH_SEATS.where(_MATCH.id == bindparam("m"))
"""Built once, because every move needs it."""


class MatchReader:
    """Reads matches. Live ones are cached in `live`."""

    def __init__(self, database: Database, postings: SqlPostings) -> None:
        self.database = database
        self._postings = postings
        self.live: Cache[MatchId, Match | None] = Cache(database, MOST_REMEMBERED, should_cache=_is_live)

    async def by_id(self, match: MatchId) -> Match | None:
        """Return the match with this id. Raises Damaged."""
        return await self.live.get(match, lambda: self.one(_BY_ID, {"m": match}))

    async def all_of(self, matches: tuple[MatchId, ...]) -> list[Match]:
        """Return these matches as far as they can be read, from the cache or one by one."""
        found: list[Match] = []
        for match in matches:
            known = self.live.peek(match)
            found += [known] if known is not None else await self.many(_BY_ID, {"m": match})
        return found

    async def one(self, query: Select[Any], wanted: Mapping[str, Any] | None = None) -> Match | None:
        """Return the match that the query finds. Raises Damaged."""
        found = await self.many(query, wanted)
        if not found:
            async with self.database.read() as connection:
                aside = (await connection.execute(query, wanted)).mappings().first()
            if aside is not None:
                raise damaged_match(aside["code"])
        return found[0] if found else None

    async def many(self, query: Select[Any], wanted: Mapping[str, Any] | None = None) -> list[Match]:
        """Return the matches that the query finds; damaged ones are set aside, so that they don't block the others."""
        since = self.live.writes
        async with self.database.read() as connection:
            found = (await connection.execute(query, wanted)).mappings().all()
        matches = []
        for number, group in groupby(found, key=lambda row: row["id"]):
            whole = list(group)
            if whole[0]["damage"] is not None:
                continue
            try:
                matches.append(match := read_match_with_seats(whole))
                self.live.put_read(match.id, match, since)
            except READ_ERRORS as error:
                _log.exception("match set aside", match=number)
                await self.set_aside(MatchId(number), repr(error))
        return matches

    async def set_aside(self, match: MatchId, reason: str) -> None:
        """Stop all background work for this match."""
        async with outside_request(), self.database.write() as connection:
            statement = update(schema.match).where(_MATCH.id == match)
            await connection.execute(
                statement.values(
                    damage=reason[:500],
                    next_check_at=None,
                    posted_revision=_MATCH.revision,
                    guest_posted_revision=case((_MATCH.guest_guild.is_not(None), _MATCH.revision)),
                )
            )
        self.live.evict(match)
        self._postings.forget(match)


def _is_live(match: Match | None) -> bool:
    return match is not None and match.stage is Stage.LIVE
