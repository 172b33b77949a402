"""People who look for opponents, in SQL."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from bot.club.exclusions import excluded_on, is_any_excluded, must_not_be_excluded
from bot.club.matchmaking import Begin, Choose, Placed
from bot.club.ratings import EVERYWHERE
from bot.club.seeks import ROLE_PING_PAUSE, Facts, Seek, SeekStage
from bot.match.challenges import Person
from bot.match.clock import DAY, Instant, read_time
from bot.match.commits import note_addition, outside_request
from bot.match.model import Place, UserId
from bot.store import schema
from bot.store.absences import read_absent
from bot.store.engine import Database
from bot.store.exclusions import read_exclusions
from bot.store.locks import lock_people, lock_searches, searches_to_lock
from bot.store.match_lists import RUNNING
from bot.store.matches import SqlMatches, with_new_code
from bot.store.open_servers import read_open_servers
from bot.store.personal_blocks import read_blocked_pairs
from bot.store.rating_updates import read_rating
from bot.store.schema_seeks import seek as seek_table
from bot.store.schema_seeks import seek_ping
from bot.store.upsert import insert_into

LATELY = 2 * DAY
"""Opponents of matches within this time are paired after all others."""
_S, _MATCH, _SEAT = seek_table.c, schema.match.c, schema.seat.c
_IS_OPEN = _S.stage == SeekStage.OPEN.value


class SqlSeeks:
    """The seeks in a database."""

    def __init__(self, database: Database, matches: SqlMatches) -> None:
        self._db = database
        self._matches = matches

    async def place(self, seek: Seek, choose: Choose, begin: Begin, *, keep: bool, now: Instant) -> Placed:
        return await with_new_code(lambda code: self._place(seek, code, choose, begin, keep=keep, now=now))

    async def _place(self, seek: Seek, code: str, choose: Choose, begin: Begin, *, keep: bool, now: Instant) -> Placed:
        guild, user = seek.place.guild or 0, seek.person.user
        async with self._db.write() as connection:
            # One search per server at a time: if two people search at once, the second finds the first.
            await lock_people(connection, searches_to_lock(guild, user, across=seek.across))
            servers = await read_open_servers(connection, guild) if seek.across else {}
            waiting = await _read_waiting(connection, seek, servers)
            users = {user, *(one.person.user for one in waiting)}
            excluded = await read_exclusions(connection, {guild, *servers}, users)
            must_not_be_excluded(user, excluded_on(guild, excluded))
            others = [
                one
                for one in waiting
                if one.person.user != user
                and not is_any_excluded({user, one.person.user}, {guild, one.place.guild or 0}, excluded)
            ]
            facts = await _read_facts(connection, user, others, seek.games, now)
            found = choose(others, replace(facts, servers=servers))
            mine = (_S.user_id == user, _S.guild == guild, _IS_OPEN)
            if found is None:
                if not keep:
                    return seek
                await connection.execute(update(seek_table).where(*mine).values(stage=SeekStage.CANCELLED.value))
                statement = insert(seek_table).values(_row(seek)).returning(_S.id)
                number = (await connection.execute(statement)).scalar_one()
                return _with_id(seek, number)
            change = begin(found)
            stored = await self._matches.insert(connection, change.match, code, change.entries)
            paired = {"stage": SeekStage.PAIRED.value, "match": stored.id}
            await connection.execute(update(seek_table).where(*mine, _S.standing.is_(False)).values(paired))
            answered = (_S.id == found.seek.id, _S.standing.is_(False))
            await connection.execute(update(seek_table).where(*answered).values(paired))
        note_addition(stored)
        return found.seek, stored

    async def get(self, seek: int) -> Seek | None:
        async with self._db.read() as connection:
            row = (await connection.execute(select(seek_table).where(_S.id == seek))).mappings().first()
        return None if row is None else _read(row)

    async def open_of(self, user: UserId, guild: int) -> Seek | None:
        mine = (_S.user_id == user, _S.guild == guild, _IS_OPEN)
        async with self._db.read() as connection:
            row = (await connection.execute(select(seek_table).where(*mine))).mappings().first()
        return None if row is None else _read(row)

    async def cancel(self, user: UserId, guild: int) -> bool:
        async def cancel(connection: AsyncConnection) -> bool:
            # If a new search is just replacing this one, it is stored by then, and is cancelled instead.
            await lock_people(connection, [user])
            mine = update(seek_table).where(_S.user_id == user, _S.guild == guild, _IS_OPEN)
            return (await connection.execute(mine.values(stage=SeekStage.CANCELLED.value))).rowcount > 0

        return await self._db.attempt(cancel)

    async def expire(self, now: Instant) -> None:
        late = select(_S.id).where(_IS_OPEN, _S.expires_at <= now)
        async with self._db.read() as connection:
            found = list((await connection.execute(late)).scalars())
        if found:
            async with outside_request(), self._db.write() as connection:
                are_late = (_S.id.in_(found), _IS_OPEN)
                await lock_searches(connection, *are_late)
                statement = update(seek_table).where(*are_late)
                await connection.execute(statement.values(stage=SeekStage.EXPIRED.value))

    async def claim_ping(self, guild: int, subject: str, now: Instant) -> bool:
        table = seek_ping.c
        stamp = {"subject": subject, "pinged_at": now}
        is_due = or_(table.pinged_at <= now - ROLE_PING_PAUSE, table.subject == subject)
        async with outside_request(), self._db.write() as connection:
            statement = insert_into(connection, seek_ping).values(guild=guild, **stamp)
            claim = statement.on_conflict_do_update(index_elements=[table.guild], set_=stamp, where=is_due)
            return (await connection.execute(claim.returning(table.guild))).first() is not None

    async def find_unposted(self) -> Sequence[Seek]:
        behind = or_(_IS_OPEN & _S.channel.is_not(None) & _S.message.is_(None), ~_IS_OPEN)
        async with self._db.read() as connection:
            rows = (await connection.execute(select(seek_table).where(behind).order_by(_S.id).limit(100))).mappings()
            return [_read(row) for row in rows]

    async def note_posted(self, seek: int, message: int | None) -> None:
        async with outside_request(), self._db.write() as connection:
            posted = {"message": message} if message is not None else {"channel": None}
            await connection.execute(update(seek_table).where(_S.id == seek).values(posted))

    async def forget(self, seek: int) -> None:
        async with outside_request(), self._db.write() as connection:
            await connection.execute(delete(seek_table).where(_S.id == seek, ~_IS_OPEN))


async def _read_waiting(connection: AsyncConnection, seek: Seek, servers: Collection[int]) -> list[Seek]:
    """Return the open seeks of this server, and those of the other servers that go across.

    Nobody among them stops, or is expired, until the transaction ends. Nor is anybody found on another server meanwhile
    who takes on anybody there as well as here, or who looks now: the match that begins is counted first.
    """

    def is_met(search: ReadOnlyColumnCollection[str, ColumnElement[Any]]) -> ColumnElement[bool]:
        return (search.guild == seek.place.guild) | (search.across_servers & search.guild.in_(servers))

    standing = seek_table.alias().c
    busy = select(standing.user_id).where(is_met(standing), standing.standing, standing.stage == SeekStage.OPEN.value)
    are_locked = is_met(_S) | (_S.user_id == seek.person.user) | _S.user_id.in_(busy)
    rows = await connection.execute(select(seek_table).where(are_locked, _IS_OPEN).order_by(_S.id).with_for_update())
    found = [_read(row) for row in rows.mappings()]
    return [one for one in found if one.place.guild == seek.place.guild or (one.across and one.place.guild in servers)]


async def _read_facts(
    connection: AsyncConnection, user: UserId, others: Sequence[Seek], games: Collection[str], now: Instant
) -> Facts:
    """Return the facts that decide whom this person is paired with."""
    users = {user, *(one.person.user for one in others)}
    rating = schema.rating.c
    wanted = (rating.user_id.in_(users), rating.game.in_(games), rating.scope == EVERYWHERE)
    rated = (await connection.execute(select(schema.rating).where(*wanted))).mappings()
    ratings = {(one.user, one.game): one.points for one in map(read_rating, rated)}
    playing = (
        select(_SEAT.user_id, func.count())
        .join(schema.match, _MATCH.id == _SEAT.match)
        .where(_SEAT.user_id.in_(users), _MATCH.stage.in_(RUNNING))
        .group_by(_SEAT.user_id)
    )
    busy = {UserId(row[0]): int(row[1]) for row in await connection.execute(playing)}
    on_days_off = await read_absent(connection, users, now)
    mine = select(_SEAT.match).where(_SEAT.user_id == user)
    together = (
        select(_SEAT.user_id)
        .join(schema.match, _MATCH.id == _SEAT.match)
        .where(_SEAT.match.in_(mine), _SEAT.user_id.in_(users), _MATCH.created_at > now - LATELY)
    )
    lately = {UserId(one) for one in (await connection.execute(together)).scalars()} - {user}
    return Facts(ratings, await read_blocked_pairs(connection, users), busy, on_days_off, lately)


def _row(seek: Seek) -> dict[str, Any]:
    return {
        "user_id": seek.person.user,
        "name": seek.person.name,
        "guild": seek.place.guild,
        "match_channel": seek.place.channel,
        "games": list(seek.games),
        "time_control": str(seek.time),
        "rated": seek.rated,
        "reach": seek.reach,
        "standing": seek.standing,
        "created_at": seek.created,
        "expires_at": seek.expires,
        "stage": seek.stage.value,
        "channel": seek.channel,
        "message": seek.message,
        "match": seek.match,
        "across_servers": seek.across,
        "server_name": seek.place.server,
    }


def _with_id(seek: Seek, number: int) -> Seek:
    return _read({**_row(seek), "id": number})


def _read(row: RowMapping | dict[str, Any]) -> Seek:
    return Seek(
        Person(UserId(row["user_id"]), row["name"]),
        Place(row["guild"], row["match_channel"], server=row["server_name"]),
        tuple(row["games"]),
        read_time(row["time_control"]),
        row["rated"],
        row["reach"],
        row["standing"],
        row["created_at"],
        row["expires_at"],
        row["id"],
        SeekStage(row["stage"]),
        row["channel"],
        row["message"],
        row["match"],
        across=row["across_servers"],
    )
