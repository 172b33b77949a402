"""The store of matches: bot.match.ports.Matches in SQL. Every method is one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import structlog
from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import metrics
from bot.match.clock import Instant
from bot.match.commits import note_addition, note_change, uncounted
from bot.match.errors import Conflict, damaged
from bot.match.guild_shards import ALL, Shards
from bot.match.limits import Limit
from bot.match.model import Change, LogEntry, Match, MatchId, Place, Posting, Stage, ThreadLine, UserId
from bot.store import rows, schema
from bot.store.audit import lock_players, write_act
from bot.store.cache import Cache
from bot.store.claims import unclaimed
from bot.store.drafts import SELECT_DRAFT, upsert_draft
from bot.store.engine import Database
from bot.store.limits import check_limit
from bot.store.log import Log
from bot.store.match_updates import update_match
from bot.store.matches_with_seats import MATCHES_WITH_SEATS, READ_ERRORS, read_match_with_seats
from bot.store.people import is_imported_by
from bot.store.postings import Postings
from bot.store.rating_updates import update_ratings
from bot.store.seats import write_seats
from bot.store.signs import served
from games.core.status import Seat

_log = structlog.get_logger(__name__)
MOST_REMEMBERED = 1000
_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_MATCH, _SEAT, _MESSAGE, _DRAFT = schema.match.c, schema.seat.c, schema.match_message.c, schema.draft.c
_IS_LIVE = text("match.stage = 'live'")
"""Written out, so that both databases see that the index of live matches is meant."""
_RUNNING = (Stage.LIVE.value, Stage.PAUSED.value)
# What every move needs is put together once.
_BY_ID = MATCHES_WITH_SEATS.where(_MATCH.id == bindparam("m"))
_OF_PLAYER = (
    _MATCH.id.in_(select(_SEAT.match).where(_SEAT.user_id == bindparam("user"))),
    _IS_LIVE,
    _MATCH.damage.is_(None),
)
_LIVE_OF = MATCHES_WITH_SEATS.where(*_OF_PLAYER)
_LIVE_IDS_OF = select(_MATCH.id).where(*_OF_PLAYER)
_IN_THREAD = MATCHES_WITH_SEATS.where(
    _MATCH.id
    == select(_MATCH.id)
    .join(schema.match_message, _MESSAGE.match == _MATCH.id)
    .where(_MESSAGE.thread == bindparam("channel"), _MATCH.stage.in_(_RUNNING))
    .outerjoin(schema.seat, and_(_SEAT.match == _MATCH.id, _SEAT.user_id == bindparam("user")))
    .order_by(case((_SEAT.to_act, 2), (_SEAT.seat.is_not(None), 1), else_=0).desc(), _MATCH.id.desc())
    .limit(1)
    .scalar_subquery()
)


def new_code() -> str:
    """A code that people can read out: five letters and digits without look-alikes."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(5))


class SqlMatches:
    """Matches in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._postings = Postings(database)
        self._entries = Log(database)
        self._live: Cache[MatchId, Match | None] = Cache(database, MOST_REMEMBERED, should_cache=_is_live)
        self._only: Cache[int, MatchId | None] = Cache(database, MOST_REMEMBERED)
        self._live_of: Cache[UserId, tuple[MatchId, ...]] = Cache(database, MOST_REMEMBERED)

    async def add(self, match: Match, entries: Sequence[LogEntry] = (), limit: Limit | None = None) -> Match:
        while True:
            try:
                return await self._add(match, new_code(), entries, limit)
            except IntegrityError as error:  # the code is taken: one in thirty million, try another
                if "code" not in str(error.orig):
                    raise

    async def _add(self, match: Match, code: str, entries: Sequence[LogEntry], limit: Limit | None) -> Match:
        async with self._db.write() as connection:
            await check_limit(connection, limit, match)
            stored = await self.insert(connection, match, code, entries)
        self.note_added(stored)
        return stored

    def note_added(self, match: Match) -> None:
        """A new match has been committed."""
        note_addition(match)
        self._live_of.clear()

    async def insert(self, connection: AsyncConnection, match: Match, code: str, entries: Sequence[LogEntry]) -> Match:
        """Write a new match with its first entries. Raises IntegrityError where the code is taken."""
        statement = insert(schema.match).values(code=code, **rows.match_row(match)).returning(_MATCH.id)
        stored = replace(match, id=MatchId((await connection.execute(statement)).scalar_one()), code=code)
        await connection.execute(insert(schema.seat), rows.seat_rows(stored))
        await connection.execute(insert(schema.match_message).values(match=stored.id, post_refused=False))
        await self._entries.write(connection, Change(stored, tuple(entries)))
        return stored

    async def keep_records(self, host: UserId, most: int) -> None:
        async with uncounted(), self._db.write() as connection:
            old = select(_MATCH.id).where(is_imported_by(host)).order_by(_MATCH.id.desc()).offset(most)
            await connection.execute(delete(schema.match).where(_MATCH.id.in_(old)))

    async def get(self, match: MatchId) -> Match | None:
        return await self._live.get(match, lambda: self._one(_BY_ID, {"m": match}))

    async def by_code(self, code: str) -> Match | None:
        return await self._one(MATCHES_WITH_SEATS.where(_MATCH.code == code.upper()))

    async def commit(self, change: Change, limit: Limit | None = None) -> None:
        before = self._live.peek(change.match.id)
        try:
            await self._commit(change, limit)
        except BaseException:  # whether it is stored or not
            self._live.evict(change.match.id)
            self._entries.forget(change.match.id)
            raise
        note_change(change.match)
        self._live.put(change.match.id, change.match)
        self._entries.written(change)
        if change.act is not None:
            self._postings.forget(change.match.id)
        if before is None or (before.stage, before.people) != (change.match.stage, change.match.people):
            self._only.clear()
            self._live_of.clear()
        for entry in change.entries:
            metrics.move(change.match.game, entry.by)

    async def _commit(self, change: Change, limit: Limit | None) -> None:
        match = change.match
        async with self._db.write() as connection:
            await check_limit(connection, limit, match)
            if change.act is not None:
                await lock_players(connection, change.act)
            result = await update_match(connection, change)
            if result.rowcount == 0:  # in SQLite this is found out at the commit
                raise Conflict
            await write_seats(connection, change)
            await self._entries.write(connection, change)
            if match.stage.ended:  # before that a draft of another turn counts for nothing, and is written over
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
        stages = (Stage.INVITED.value, *_RUNNING)
        mine = (
            select(_SEAT.match, func.max(case((_SEAT.to_act, 1), else_=0)).label("waits"))
            .join(schema.match, _MATCH.id == _SEAT.match)
            .where(_SEAT.user_id == user, _MATCH.stage.in_(stages))
            .group_by(_SEAT.match)
            .order_by(text("waits DESC"), _SEAT.match.desc())
            .limit(limit)
            .subquery()
        )
        found = await self._matches(MATCHES_WITH_SEATS.join(mine, mine.c.match == _MATCH.id))
        return sorted(found, key=lambda m: (not any(p.to_act for p in m.seats_of(user)), -m.id))

    async def live_of(self, user: UserId) -> Sequence[Match]:
        if not self._db.is_sqlite:
            return await self._matches(_LIVE_OF, {"user": user})
        found: list[Match] = []
        for match in await self._live_of.get(user, lambda: self._read_live_of(user)):
            cached = self._live.peek(match)
            found += [cached] if cached is not None else await self._matches(_BY_ID, {"m": match})
        return found

    async def _read_live_of(self, user: UserId) -> tuple[MatchId, ...]:
        async with self._db.read() as connection:
            found = (await connection.execute(_LIVE_IDS_OF, {"user": user})).scalars()
            return tuple(MatchId(one) for one in found)

    async def in_thread(self, channel: int, user: UserId | None = None) -> Match | None:
        if self._db.is_sqlite:  # nobody else writes: what is remembered needs no look
            only = await self._only.get(channel, lambda: self._only_in(channel))
            if only is not None:
                return await self.get(only)
        return await self._one(_IN_THREAD, {"channel": channel, "user": user})

    async def _only_in(self, channel: int) -> MatchId | None:
        """The match that runs in this channel, when there is just one."""
        running = await self.shown_in(channel)
        return running[0] if len(running) == 1 else None

    async def ended_in(self, thread: int) -> Match | None:
        query = (
            select(_MATCH.id)
            .join(schema.match_message, _MESSAGE.match == _MATCH.id)
            .where(_MESSAGE.thread == thread, _MATCH.channel != thread, _MATCH.stage.not_in(_RUNNING))
            .order_by(_MATCH.id.desc())
            .limit(1)
        )
        return await self._one(MATCHES_WITH_SEATS.where(_MATCH.id == query.scalar_subquery()))

    async def by_board(self, message: int) -> Match | None:
        query = select(_MESSAGE.match).where(_MESSAGE.board_message == message).limit(1)
        return await self._one(MATCHES_WITH_SEATS.where(_MATCH.id == query.scalar_subquery()))

    async def watchable(self, guild: int | None, limit: int = 25) -> Sequence[Match]:
        return await self._public(limit, _MATCH.guild == guild, _MATCH.stage == Stage.LIVE.value)

    async def open_tables(self, guild: int | None, limit: int = 25) -> Sequence[Match]:
        return await self._public(limit, _MATCH.guild == guild, _MATCH.stage == Stage.INVITED.value, _MATCH.open)

    async def _public(self, limit: int, *wanted: ColumnElement[bool]) -> Sequence[Match]:
        newest = (
            select(_MATCH.id)
            .where(*wanted, _MATCH.private.is_(False))
            .order_by(_MATCH.id.desc())
            .limit(limit)
            .subquery()
        )
        found = await self._matches(MATCHES_WITH_SEATS.join(newest, newest.c.id == _MATCH.id))
        return sorted(found, key=lambda m: -m.id)

    async def due(
        self, now: Instant, limit: int = 50, besides: Collection[MatchId] = (), shards: Shards = ALL
    ) -> Sequence[Match]:
        waking = select(_MATCH.id).where(_MATCH.next_check_at <= now, *_free(now, besides, shards))
        first = waking.order_by(_MATCH.next_check_at).limit(limit).subquery()
        found = await self._matches(MATCHES_WITH_SEATS.join(first, first.c.id == _MATCH.id))
        return sorted(found, key=lambda m: m.wake or 0)

    async def waiting_since(self, before: Instant, after: MatchId, limit: int = 200) -> Sequence[Match]:
        stale = select(_MATCH.id).where(
            _IS_LIVE,
            _MATCH.turn_began_at < before,
            _MATCH.guild.is_not(None),
            _MATCH.id > after,
            _MATCH.damage.is_(None),
        )
        first = stale.order_by(_MATCH.id).limit(limit).subquery()
        return await self._matches(MATCHES_WITH_SEATS.join(first, first.c.id == _MATCH.id))

    async def next_wake(self, now: Instant, besides: Collection[MatchId] = (), shards: Shards = ALL) -> Instant | None:
        waking = select(_MATCH.next_check_at).where(_MATCH.next_check_at.is_not(None), *_free(now, besides, shards))
        async with self._db.read() as connection:
            earliest: Instant | None = (
                await connection.execute(waking.order_by(_MATCH.next_check_at).limit(1))
            ).scalar()
        return earliest

    async def postpone(self, match: Match, now: Instant, until: Instant) -> None:
        unchanged = (_MATCH.id == match.id, _MATCH.revision == match.revision)
        async with uncounted(), self._db.write() as connection:
            statement = update(schema.match).where(*unchanged, _MATCH.next_check_at <= now)
            await connection.execute(statement.values(next_check_at=until))

    async def count_live(self) -> int:
        """How many matches are being played."""
        async with self._db.read() as connection:
            return (await connection.execute(select(func.count(_MATCH.id)).where(_IS_LIVE))).scalar_one()

    async def waiting_for_ai(self, now: Instant, limit: int = 50) -> Sequence[Match]:
        waiting = (
            select(_SEAT.match)
            .join(schema.match, _MATCH.id == _SEAT.match)
            .where(_SEAT.to_act, _SEAT.ai.is_not(None), _MATCH.stage == Stage.LIVE.value, _MATCH.damage.is_(None))
            .where(unclaimed("ai", now))
            .limit(limit)
            .subquery()
        )
        return await self._matches(MATCHES_WITH_SEATS.where(_MATCH.id.in_(select(waiting.c.match))))

    async def draft(self, match: MatchId, user: UserId) -> tuple[int, tuple[str, ...]] | None:
        async with self._db.read() as connection:
            row = (await connection.execute(SELECT_DRAFT, {"m": match, "user": user})).first()
        return None if row is None else (row.turn_revision, tuple(row.tokens))

    async def keep_draft(self, match: MatchId, user: UserId, turn: int, tokens: tuple[str, ...]) -> None:
        async with uncounted(), self._db.write() as connection:
            if tokens:
                await connection.execute(upsert_draft(connection, match, user, turn, tokens))
            else:
                await connection.execute(delete(schema.draft).where(_DRAFT.match == match, _DRAFT.user_id == user))

    async def posting(self, match: MatchId) -> Posting:
        return await self._postings.get(match)

    async def postings(self, matches: Sequence[MatchId]) -> Mapping[MatchId, Posting]:
        return await self._postings.get_all(matches)

    async def keep_posting(self, posting: Posting) -> None:
        known = self._postings.known(posting.match)
        await self._postings.keep(posting)
        if known is None or known.thread != posting.thread:
            self._only.clear()

    async def seats(self, match: MatchId) -> Sequence[Seat]:
        return await self._entries.seats(match)

    async def thread_lines(self, match: MatchId) -> Sequence[ThreadLine]:
        return await self._entries.thread_lines(match)

    async def forget_thread_lines(self, match: MatchId, last: int) -> None:
        async with uncounted():
            await self._entries.forget_thread_lines(match, last)

    async def move(self, match: MatchId, place: Place) -> None:
        async with self._db.write() as connection:
            statement = update(schema.match).where(_MATCH.id == match)
            # Whoever is about to change the match has read the old place: they read it anew.
            place_now = {"guild": place.guild, "channel": place.channel, "revision": _MATCH.revision + 1}
            await connection.execute(statement.values(place_now))
        self._live.evict(match)

    async def played_in(self, channel: int) -> Sequence[MatchId]:
        query = select(_MATCH.id).where(_MATCH.channel == channel, _MATCH.stage.in_(_RUNNING)).order_by(_MATCH.id)
        async with self._db.read() as connection:
            return [MatchId(row) for row in (await connection.execute(query)).scalars()]

    async def shown_in(self, thread: int) -> Sequence[MatchId]:
        query = select(_MATCH.id).join(schema.match_message, _MESSAGE.match == _MATCH.id)
        query = query.where(_MESSAGE.thread == thread, _MATCH.stage.in_(_RUNNING)).order_by(_MATCH.id)
        async with self._db.read() as connection:
            return [MatchId(row) for row in (await connection.execute(query)).scalars()]

    async def lost_in(self, guild: int) -> Sequence[MatchId]:
        query = select(_MATCH.id).join(schema.match_message, _MESSAGE.match == _MATCH.id)
        query = query.where(_MATCH.guild == guild, _MATCH.stage.in_(_RUNNING), _MESSAGE.post_refused)
        async with self._db.read() as connection:
            return [MatchId(row) for row in (await connection.execute(query)).scalars()]

    async def unposted(self, now: Instant, after: MatchId, limit: int = 50) -> Sequence[MatchId]:
        behind = select(_MATCH.id).where(
            _MATCH.posted_revision < _MATCH.revision, _MATCH.id > after, unclaimed("post", now)
        )
        async with self._db.read() as connection:
            found = await connection.execute(behind.order_by(_MATCH.id).limit(limit))
            return [MatchId(row) for row in found.scalars()]

    async def set_aside(self, match: MatchId, reason: str) -> None:
        async with uncounted(), self._db.write() as connection:
            statement = update(schema.match).where(_MATCH.id == match)
            await connection.execute(
                statement.values(damage=reason[:500], next_check_at=None, posted_revision=_MATCH.revision)
            )
        self._live.evict(match)
        self._live_of.clear()
        self._postings.forget(match)

    async def _one(self, query: Select[Any], wanted: Mapping[str, Any] | None = None) -> Match | None:
        """The match that the query finds. Raises Damaged."""
        found = await self._matches(query, wanted)
        if not found:
            async with self._db.read() as connection:
                aside = (await connection.execute(query, wanted)).mappings().first()
            if aside is not None:
                raise damaged(aside["code"])
        return found[0] if found else None

    async def _matches(self, query: Select[Any], wanted: Mapping[str, Any] | None = None) -> list[Match]:
        """The matches that the query finds; a damaged one is set aside, so that the others are not held up."""
        since = self._live.writes
        async with self._db.read() as connection:
            found = (await connection.execute(query, wanted)).mappings().all()
        matches = []
        for number, group in groupby(found, key=lambda row: row["id"]):
            whole = list(group)
            if whole[0]["damage"] is not None:
                continue
            try:
                matches.append(match := read_match_with_seats(whole))
                self._live.put_read(match.id, match, since)
            except READ_ERRORS as error:
                _log.exception("match set aside", match=number)
                await self.set_aside(MatchId(number), repr(error))
        return matches


def _free(now: Instant, besides: Collection[MatchId], shards: Shards) -> tuple[ColumnElement[bool], ...]:
    """The conditions that one of these shards hears of a match, and that nobody is at its deadline."""
    return unclaimed("due", now), served(shards), *((_MATCH.id.not_in(besides),) if besides else ())


def _is_live(match: Match | None) -> bool:
    return match is not None and match.stage is Stage.LIVE
