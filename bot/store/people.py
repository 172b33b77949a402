"""Persons, servers and ratings in SQL."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    false,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.guild_settings import GuildSettings
from bot.club.preferences import Preferences
from bot.club.rating_roles import RatingRole
from bot.club.ratings import EVERYWHERE, Rating, RatingChange
from bot.club.reliability import Reliability
from bot.match.clock import Instant
from bot.match.model import Match, MatchId, Stage, UserId
from bot.store import schema
from bot.store.audit import forget_acts
from bot.store.cache import Cache
from bot.store.engine import Database
from bot.store.exclusions import forget_in_exclusions
from bot.store.locks import lock_people, lock_searches, lock_server
from bot.store.match_people import remove_name, renew_matches
from bot.store.matches_with_seats import read_matches
from bot.store.own_sides import own_side
from bot.store.rating_updates import read_rating, read_rating_change
from bot.store.reliability import read_reliability
from bot.store.reports import forget_in_reports
from bot.store.rows import columns, fields
from bot.store.tournament_people import forget_in_tournaments
from bot.store.upsert import put

_BLOCK = schema.block.c
_RATING, _CHANGE = schema.rating.c, schema.rating_change.c
_MATCH, _SEAT, _ENTRY = schema.match.c, schema.seat.c, schema.log_entry.c
_SETTINGS = select(schema.user_settings).where(schema.user_settings.c.user_id == bindparam("user")).with_for_update()
"""A digest that another process is claiming is claimed before or after, and what it writes is not written over."""
_UNFINISHED = (
    select(_SEAT.match)
    .join(schema.match, _MATCH.id == _SEAT.match)
    .where(_SEAT.user_id == bindparam("user"), _MATCH.damage.is_(None))
    .where(_MATCH.stage.in_([Stage.INVITED.value, Stage.LIVE.value, Stage.PAUSED.value]))
    .limit(1)
)
_SURE = _RATING.mu - 2 * _RATING.sigma
"""`Rating.sure`."""

MOST_REMEMBERED = 2000
_USER_COLUMNS = {
    "user": "user_id",
    "text_first": "text_boards",
    "confirm": "confirm_moves",
    "challenges": "challenges_from",
    "away_until": "days_off_until",
    "away_used": "days_off_used",
    "away_year": "days_off_year",
}
_GUILD_COLUMNS = {
    "channels": "match_channels",
    "games_off": "disabled_games",
    "time": "default_time_control",
    "posting": "board_posting",
    "ranked": "rated_matches",
    "results": "results_channel",
    "moderation_log": "moderation_log_channel",
    "turn_list": "turn_list_channel",
    "across": "across_servers",
}
"""Fields whose columns are called otherwise."""
_OWN = (schema.user_settings, schema.rating, schema.rating_change, schema.draft, schema.personal_block, schema.seek)
"""Tables in which each row is one person's, and deleted with their data."""
_COPIED = ("before", "after")


class _StillSeated(Exception):
    """Somebody who is to be forgotten has a seat in a match that has not ended."""


class SqlPeople:
    """Persons and servers in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database
        # Every move asks for them.
        self._users: Cache[UserId, Preferences] = Cache(database, MOST_REMEMBERED)
        self._guilds: Cache[int | None, GuildSettings] = Cache(database, MOST_REMEMBERED)
        self.discord_language: Callable[[int], str] = _unknown_language

    async def preferences(self, user: UserId) -> Preferences:
        return await self._users.get(user, lambda: self._read_preferences(user))

    def forget_preferences(self, user: UserId) -> None:
        """The person's settings have been changed in some other way."""
        self._users.evict(user)

    async def _read_preferences(self, user: UserId) -> Preferences:
        return _preferences(user, await self._row(schema.user_settings, "user_id", user))

    async def away_until(self, user: UserId) -> Instant | None:
        """When the person's present or last absence ends."""
        return (await self.preferences(user)).away_until

    async def change_preferences(self, user: UserId, change: Callable[[Preferences], Preferences]) -> Preferences:
        async with self._db.write() as connection:
            changed = await self._change_preferences(connection, user, change)
        self._users.put(user, changed)
        return changed

    async def _change_preferences(
        self, connection: AsyncConnection, user: UserId, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        await lock_people(connection, [user])
        row = (await connection.execute(_SETTINGS, {"user": user})).mappings().first()
        changed = change(_preferences(user, row))
        await put(connection, schema.user_settings, columns(asdict(changed), _USER_COLUMNS))
        return changed

    async def begin_absence(
        self, user: UserId, change: Callable[[Preferences], Preferences], span: int, now: Instant
    ) -> Sequence[Match]:
        waits = select(_SEAT.match).where(_SEAT.user_id == user, _SEAT.to_act)
        # A move that is being stored may make it somebody else's turn: only who waits after it is looked at.
        locked = select(_MATCH.id).where(_MATCH.id.in_(waits)).order_by(_MATCH.id).with_for_update()
        clocks = (
            update(schema.match)
            .where(_MATCH.id.in_(waits), _MATCH.stage == Stage.LIVE.value, _MATCH.time_control.endswith("d"))
            .where(_MATCH.deadline > now, _MATCH.turn_began_at.is_not(None))
            .values(
                deadline=_MATCH.deadline + span,
                turn_began_at=_MATCH.turn_began_at + span,
                next_check_at=_MATCH.next_check_at + span,
                revision=_MATCH.revision + 1,
            )
            .returning(_MATCH.id)
        )
        async with self._db.write() as connection:
            changed = await self._change_preferences(connection, user, change)
            await connection.execute(locked)
            extended = await read_matches(connection, [row.id for row in await connection.execute(clocks)])
        self._users.put(user, changed)
        if extended:
            self._db.clear_caches()
        return extended

    async def guild_settings(self, guild: int | None) -> GuildSettings:
        stored = await self._guilds.get(guild, lambda: self._read_guild_settings(guild))
        return stored if guild is None else replace(stored, discord_language=self.discord_language(guild))

    async def settings_of(self, match: Match) -> GuildSettings:
        if match.place.guild is not None:
            guild_settings = await self.guild_settings(match.place.guild)
            shared = await self._shared_language(match)
            return replace(guild_settings, language=shared) if shared else guild_settings
        person = await self.preferences(match.host)
        language = await self._shared_language(match) or person.private_language
        return GuildSettings(0, language=language, theme=person.theme)

    async def _shared_language(self, match: Match) -> str:
        """The language of all people of the match; empty where they have several, or that of somebody is not known."""
        people = [await self.preferences(user) for user in match.people]
        spoken = {person.language or person.discord_language for person in people}
        return spoken.pop() if len(spoken) == 1 else ""

    async def _read_guild_settings(self, guild: int | None) -> GuildSettings:
        row = await self._row(schema.guild_settings, "guild", guild) if guild is not None else None
        return read_guild_settings(guild or 0, row)

    async def change_guild_settings(self, guild: int, change: Callable[[GuildSettings], GuildSettings]) -> None:
        table = schema.guild_settings
        async with self._db.write() as connection:
            await lock_server(connection, guild)
            row = (await connection.execute(select(table).where(table.c.guild == guild))).mappings().first()
            changed = change(read_guild_settings(guild, row))
            lists = {
                "channels": list(changed.channels),
                "games_off": list(changed.games_off),
                "rating_roles": [asdict(rule) for rule in changed.rating_roles],
            }
            values = columns(asdict(changed) | lists, _GUILD_COLUMNS)
            del values["discord_language"]  # Discord's, and not stored
            await put(connection, table, values)
        self._guilds.evict(guild)

    async def ratings(self, user: UserId, scope: int = EVERYWHERE) -> Sequence[Rating]:
        """The person's ratings in all games, the most played first."""
        query = select(schema.rating).where(_RATING.user_id == user, _RATING.scope == scope)
        async with self._db.read() as connection:
            found = [read_rating(row) for row in (await connection.execute(query)).mappings()]
        return sorted(found, key=lambda rating: -rating.matches)

    async def rated_on(self, guild: int) -> Sequence[UserId]:
        """Who has a rating on this server."""
        query = select(_RATING.user_id).where(_RATING.scope == guild).distinct().order_by(_RATING.user_id)
        async with self._db.read() as connection:
            return [UserId(row) for row in (await connection.execute(query)).scalars()]

    async def curve(self, user: UserId, game: str, scope: int = EVERYWHERE, limit: int = 500) -> Sequence[RatingChange]:
        query = (
            select(schema.rating_change)
            .where(_CHANGE.user_id == user, _CHANGE.game == game, _CHANGE.scope == scope)
            .order_by(_CHANGE.at.desc())
            .limit(limit)
        )
        async with self._db.read() as connection:
            found = [read_rating_change(row) for row in (await connection.execute(query)).mappings()]
        return found[::-1]

    async def leaders(self, game: str, scope: int, limit: int = 20) -> Sequence[Rating]:
        """The strongest in a game, those with enough matches first."""
        query = (
            select(schema.rating)
            .where(_RATING.game == game, _RATING.scope == scope)
            .order_by(_SURE.desc())
            .limit(limit)
        )
        async with self._db.read() as connection:
            return [read_rating(row) for row in (await connection.execute(query)).mappings()]

    async def stronger(self, rating: Rating) -> int:
        """How many others stand above this rating."""
        above = (_RATING.game == rating.game, _RATING.scope == rating.scope, rating.sure < _SURE)
        query = select(func.count()).where(*above)
        async with self._db.read() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def changes_of(self, match: MatchId) -> Sequence[RatingChange]:
        """What a match did to the ratings everywhere."""
        query = select(schema.rating_change).where(_CHANGE.match == match, _CHANGE.scope == EVERYWHERE)
        async with self._db.read() as connection:
            return [read_rating_change(row) for row in (await connection.execute(query)).mappings()]

    async def reliability(self, users: Collection[UserId]) -> Mapping[UserId, Reliability]:
        async with self._db.read() as connection:
            return {user: await read_reliability(connection, user) for user in users}

    async def recent(
        self, user: UserId, viewer: UserId, guild: int | None, game: str | None = None, limit: int = 10
    ) -> Sequence[MatchId]:
        here = (_MATCH.guild == guild) | (_MATCH.guest_guild == guild)
        public = _MATCH.private.is_(False) & here if guild is not None else false()
        wanted = _MATCH.id.in_(_played_by(user)) & (public | _MATCH.id.in_(_played_by(viewer)))
        query = select(_MATCH.id).where(wanted, _MATCH.stage == Stage.OVER.value)
        if game is not None:
            query = query.where(_MATCH.game == game)
        async with self._db.read() as connection:
            found = await connection.execute(query.order_by(_MATCH.ended_at.desc(), _MATCH.id.desc()).limit(limit))
            return [MatchId(row) for row in found.scalars()]

    async def names(self, users: Sequence[UserId], guild: int | None = None) -> dict[UserId, str]:
        newest = select(func.max(_SEAT.match)).where(_SEAT.user_id.in_(users)).group_by(_SEAT.user_id)
        if guild is not None:
            newest = newest.join(schema.match, _MATCH.id == _SEAT.match)
            newest = newest.where(_MATCH.guild == guild, _MATCH.guest_guild.is_(None))
        query = select(_SEAT.user_id, _SEAT.name).where(_SEAT.user_id.in_(users), _SEAT.match.in_(newest))
        async with self._db.read() as connection:
            return {UserId(row[0]): row[1] for row in await connection.execute(query)}

    async def export(self, user: UserId) -> dict[str, Any]:
        async with self._db.view() as connection:
            found: dict[str, Any] = {}
            for table, about in _tables_about(user):
                # A moderator's act has a copy of the match.
                told = [column for column in table.c if table is not schema.audit or column.name not in _COPIED]
                query = select(*told).where(about)
                found[table.name] = [dict(row) for row in (await connection.execute(query)).mappings()]
            query = select(schema.block).where(_BLOCK.kind == "person", _BLOCK.blocked_id == user)
            found["block"] = [dict(row) for row in (await connection.execute(query)).mappings()]
            told = [column for column in _MATCH if column.name != "position"]  # may hold what an opponent has sealed
            query = select(*told).where(or_(_MATCH.host == user, _MATCH.id.in_(_played_by(user))))
            found["match"] = [own_side(row, user) for row in (await connection.execute(query)).mappings()]
            moves = select(_ENTRY.match, _ENTRY.ply, _ENTRY.seat, _ENTRY.move, _ENTRY.at, _ENTRY.made_by)
            seated = (_SEAT.match == _ENTRY.match) & (_SEAT.seat == _ENTRY.seat) & (_SEAT.user_id == user)
            query = moves.join(schema.seat, seated).order_by(_ENTRY.match, _ENTRY.ply)
            found["log_entry"] = [dict(row) for row in (await connection.execute(query)).mappings()]
        return found

    async def forget(self, user: UserId, stand_in: str) -> bool:
        try:
            await self._forget(user, stand_in)
        except _StillSeated:
            return False
        self._db.clear_caches()
        return True

    async def _forget(self, user: UserId, stand_in: str) -> None:
        """Delete it all in one transaction. Raises _StillSeated, and deletes nothing, while there is a seat."""
        async with self._db.write() as connection:
            await lock_people(connection, [user])
            # Whoever is answering their search holds it until the match is stored: there is a seat then.
            searches = schema.seek.c.user_id == user
            await lock_searches(connection, searches)
            await connection.execute(delete(schema.seek).where(searches))
            if (await connection.execute(_UNFINISHED, {"user": user})).first() is not None:
                raise _StillSeated
            await renew_matches(connection, user)
            await remove_name(connection, user, stand_in)
            await forget_acts(connection, user, stand_in)
            seats = update(schema.seat).where(_SEAT.user_id == user)
            await connection.execute(seats.values(user_id=None, name=stand_in))
            await connection.execute(
                update(schema.seat).where(_SEAT.former_user_id == user).values(former_user_id=None)
            )
            await connection.execute(delete(schema.match).where(is_imported_by(user)))
            await forget_in_tournaments(connection, user, stand_in)
            await forget_in_exclusions(connection, user, stand_in)
            await forget_in_reports(connection, user, stand_in)
            # Who has blocked them stays safe from them, and forgets their name.
            theirs = update(schema.personal_block).where(schema.personal_block.c.blocked_id == user)
            await connection.execute(theirs.values(blocked_name=stand_in))
            await connection.execute(update(schema.match).where(_MATCH.host == user).values(host=0))
            for table in _OWN:
                await connection.execute(delete(table).where(table.c.user_id == user))

    async def _row(self, table: Table, key: str, value: int) -> dict[str, Any] | None:
        async with self._db.read() as connection:
            row = (await connection.execute(select(table).where(table.c[key] == value))).mappings().first()
        return dict(row) if row is not None else None


def _unknown_language(_guild: int) -> str:
    return ""


def _preferences(user: UserId, row: RowMapping | dict[str, Any] | None) -> Preferences:
    """The settings of a row; the defaults where there is none."""
    return Preferences(**fields(row, _USER_COLUMNS)) if row else Preferences(user)


def read_guild_settings(guild: int, row: RowMapping | dict[str, Any] | None) -> GuildSettings:
    """The settings of a row; the defaults where there is none."""
    if row is None:
        return GuildSettings(guild)
    values = fields(row, _GUILD_COLUMNS)
    lists = {"channels": tuple(values["channels"]), "games_off": tuple(values["games_off"])}
    lists["rating_roles"] = tuple(RatingRole(**rule) for rule in values["rating_roles"])
    return GuildSettings(**{**values, **lists})


def is_imported_by(user: UserId) -> ColumnElement[bool]:
    """Which matches are records that the person has brought to look at: they have ended without having begun."""
    ended = (Stage.OVER.value, Stage.ABORTED.value)
    return and_(_MATCH.host == user, _MATCH.started_at.is_(None), _MATCH.stage.in_(ended))


def _played_by(user: UserId) -> Select[tuple[int]]:
    return select(_SEAT.match).where(_SEAT.user_id == user)


def _tables_about(user: UserId) -> list[tuple[Table, ColumnElement[bool]]]:
    """The tables with rows about a person, and which rows these are."""
    tables = (
        schema.user_settings, schema.rating, schema.rating_change, schema.draft, schema.audit, schema.audit_user,
        schema.tournament_entrant, schema.personal_block, schema.seek, schema.exclusion,
        schema.report,
    )  # fmt: skip
    seated = or_(_SEAT.user_id == user, _SEAT.former_user_id == user)
    opened = schema.tournament.c.host == user
    return [
        (schema.seat, seated),
        (schema.tournament, opened),
        *((table, table.c.user_id == user) for table in tables),
    ]
