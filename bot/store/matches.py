"""Matches, in SQL: each change is one transaction. The queries are in separate modules beside this one."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import structlog
from sqlalchemy import (
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import metrics
from bot.match.commits import note_addition, note_change, outside_request
from bot.match.errors import Conflict
from bot.match.limits import Limit
from bot.match.model import (
    Change,
    ClosedRequest,
    LogEntry,
    Match,
    MatchId,
    MatchSide,
    Place,
    Posting,
    Side,
    Stage,
    ThreadLine,
    UserId,
)
from bot.match.sides import seen_from, sides_of
from bot.store import rows, schema
from bot.store.audit import check_players, write_act
from bot.store.drafts import SqlDrafts
from bot.store.due_matches import SqlDueMatches
from bot.store.engine import Database
from bot.store.limits import check_limit
from bot.store.locks import lock_people
from bot.store.log import Log
from bot.store.match_lists import SqlMatchLists
from bot.store.match_people import is_imported_by
from bot.store.match_places import SqlMatchPlaces
from bot.store.match_reader import MatchReader
from bot.store.match_updates import is_turn, update_match, write_seats
from bot.store.matches_with_seats import MATCHES_WITH_SEATS
from bot.store.postings import SqlPostings, add_side, write_answer
from bot.store.rating_updates import update_ratings
from bot.store.schema_seeks import table_call
from games.core.status import Seat

_log = structlog.get_logger(__name__)
Stored = TypeVar("Stored")
_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_MATCH, _SEAT, _MESSAGE, _DRAFT = schema.match.c, schema.seat.c, schema.match_message.c, schema.draft.c


def new_code() -> str:
    """Return a code that people can read out: five letters and digits without look-alikes."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(5))


async def with_new_code(store: Callable[[str], Awaitable[Stored]]) -> Stored:
    """Store a new match under a random code, trying another one if it is taken."""
    while True:
        try:
            return await store(new_code())
        except IntegrityError as error:
            if "code" not in str(error.orig):
                raise


class SqlMatches:
    """Matches in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._postings = SqlPostings(database)
        self._entries = Log(database)
        self.reader = MatchReader(database, self._postings)
        self.lists = SqlMatchLists(self.reader)
        self.places = SqlMatchPlaces(self.reader)
        self.due_matches = SqlDueMatches(self.reader)
        self.drafts = SqlDrafts(database)

    async def add(self, match: Match, entries: Sequence[LogEntry] = (), limit: Limit | None = None) -> Match:
        return await with_new_code(lambda code: self._add(match, code, entries, limit))

    async def _add(self, match: Match, code: str, entries: Sequence[LogEntry], limit: Limit | None) -> Match:
        async with self._db.write() as connection:
            await lock_people(connection, limit.users if limit is not None else ())
            await check_limit(connection, limit, match)
            stored = await self.insert(connection, match, code, entries)
        self.note_added(stored)
        return stored

    def note_added(self, match: Match) -> None:
        """Update caches after a new match was committed."""
        note_addition(match)
        self.lists.forget()

    async def insert(self, connection: AsyncConnection, match: Match, code: str, entries: Sequence[LogEntry]) -> Match:
        """Insert a new match with its first entries. Raises IntegrityError if the code is taken."""
        shown = {} if match.other is None else {"guest_posted_revision": 0}
        statement = insert(schema.match).values(code=code, **shown, **rows.match_row(match)).returning(_MATCH.id)
        stored = replace(match, id=MatchId((await connection.execute(statement)).scalar_one()), code=code)
        await connection.execute(insert(schema.seat), rows.seat_rows(stored))
        sides = [{"match": stored.id, "side": side.value, "post_refused": False} for side in sides_of(stored)]
        await connection.execute(insert(schema.match_message), sides)
        await self._entries.write(connection, Change(stored, tuple(entries)))
        return stored

    async def keep_records(self, host: UserId, most: int) -> None:
        async with outside_request(), self._db.write() as connection:
            await lock_people(connection, [host])  # two requests for the same records: one waits for the other
            old = select(_MATCH.id).where(is_imported_by(host)).order_by(_MATCH.id.desc()).offset(most)
            await connection.execute(delete(schema.match).where(_MATCH.id.in_(old)))

    async def get(self, match: MatchId) -> Match | None:
        return await self.reader.by_id(match)

    async def by_code(self, code: str) -> Match | None:
        return await self.reader.one(MATCHES_WITH_SEATS.where(_MATCH.code == code.upper()))

    async def commit(self, change: Change, limit: Limit | None = None) -> None:
        if change.match.side is not Side.HOME:
            change = replace(change, match=seen_from(change.match, Side.HOME))
        before = self.reader.live.peek(change.match.id)
        try:
            await self._commit(change, limit, turn=is_turn(change.match, before))
        except BaseException:  # it is unknown whether it was stored
            self.reader.live.evict(change.match.id)
            self._entries.forget(change.match.id)
            raise
        note_change(change.match)
        self.reader.live.put(change.match.id, change.match)
        self._entries.note_commit(change)
        if change.act is not None:
            self._postings.forget(change.match.id)
        if before is None or (before.stage, before.people) != (change.match.stage, change.match.people):
            self.lists.forget()
        for entry in change.entries:
            metrics.move(change.match.game, entry.by)

    async def _commit(self, change: Change, limit: Limit | None, *, turn: bool) -> None:
        match = change.match
        async with self._db.write() as connection:
            await lock_people(connection, _people_to_lock(change, limit))
            await check_limit(connection, limit, match)
            if change.act is not None:
                await check_players(connection, change.act)
            result = await update_match(connection, change, turn=turn)
            if result.rowcount == 0:  # SQLite notices this only at the commit
                raise Conflict
            await write_seats(connection, change, turn=turn)
            if match.open_across and match.other is not None and match.ply == len(change.entries):
                await _add_guests(connection, match)
            await self._entries.write(connection, change)
            if change.answer is not None:
                await write_answer(connection, match.id, change.answer)
            if match.stage.ended:  # until then a draft of another turn is ignored and overwritten
                await connection.execute(delete(schema.draft).where(_DRAFT.match == match.id))
            if change.act is None:
                await update_ratings(connection, match)
            else:
                await write_act(connection, change.act, match)

    async def entries(self, match: MatchId, start: int = 0, stop: int | None = None) -> Sequence[LogEntry]:
        return await self._entries.entries(match, start, stop)

    async def occurrences(self, match: MatchId, position: str) -> int:
        return await self._entries.occurrences(match, position)

    async def moves_made(self, match: MatchId) -> Mapping[Seat, int]:
        return await self._entries.moves_made(match)

    async def of_user(self, user: UserId, limit: int = 50) -> Sequence[Match]:
        return await self.lists.of_user(user, limit)

    async def posting(self, match: MatchId, side: Side = Side.HOME) -> Posting:
        return await self._postings.get(MatchSide(match, side))

    async def postings(self, matches: Sequence[Match]) -> Mapping[MatchId, Posting]:
        return await self._postings.get_all([match.shown_id for match in matches])

    async def keep_posting(self, posting: Posting) -> None:
        known = self._postings.peek(posting.shown_id)
        await self._postings.keep(posting)
        if known is None or known.thread != posting.thread:
            self.lists.forget()

    async def mark_unposted(self, shown: MatchSide) -> None:
        await self._postings.mark_unposted(shown)

    async def drop_board(self, shown: MatchSide, message: int) -> bool:
        return await self._postings.drop_board(shown, message)

    async def keep_request(self, shown: MatchSide, message: int, asked: int) -> None:
        await self._postings.keep_request(shown, message, asked)

    async def take_request(self, shown: MatchSide, asked: int) -> ClosedRequest | None:
        return await self._postings.take_request(shown, asked)

    async def seats(self, match: MatchId) -> Sequence[Seat]:
        return await self._entries.seats(match)

    async def thread_lines(self, shown: MatchSide) -> Sequence[ThreadLine]:
        return await self._entries.thread_lines(shown)

    async def forget_thread_lines(self, shown: MatchSide, last: int) -> None:
        async with outside_request():
            await self._entries.forget_thread_lines(shown, last)

    async def move(self, shown: MatchSide, place: Place) -> None:
        async with self._db.write() as connection:
            statement = update(schema.match).where(_MATCH.id == shown.match)
            # A change that is in progress has read the old place, and has to read it again.
            place_now = {"guild": place.guild, "channel": place.channel, "external": place.external}
            if shown.side is Side.GUEST:
                place_now = {"guest_guild": place.guild, "guest_channel": place.channel}
            await connection.execute(statement.values(place_now | {"revision": _MATCH.revision + 1}))
        self.reader.live.evict(shown.match)

    async def set_aside(self, match: MatchId, reason: str) -> None:
        await self.reader.set_aside(match, reason)


async def _add_guests(connection: AsyncConnection, table: Match) -> None:
    """In the transaction in which the first people of another server join, show the table there too."""
    is_new = await add_side(connection, MatchSide(table.id, Side.GUEST))
    if is_new and table.stage is Stage.INVITED:
        await connection.execute(insert(table_call).values(match=table.id, side=Side.GUEST.value))


def _people_to_lock(change: Change, limit: Limit | None) -> set[UserId]:
    """Return everybody about whom a change's transaction checks something: they are locked together, first of all.

    Whoever locked them one after the other could wait for somebody who waits for them.
    """
    people = set[UserId](limit.users if limit is not None else ())
    if limit is not None and change.match.other is not None:  # the server that joins may exclude one of them
        people.update(change.match.people)
    if change.act is not None:
        people.update(change.act.concerned)
    if change.absence is not None:
        people.update(change.absence.users)
    return people
