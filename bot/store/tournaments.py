"""Tournaments, in SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from sqlalchemy import RowMapping, and_, case, delete, exists, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.events.model import (
    Entrant,
    Format,
    Notice,
    NoticeKind,
    Pairing,
    Terms,
    Tournament,
    TournamentChange,
    TournamentId,
    TournamentStage,
)
from bot.club.events.store import TournamentSummary
from bot.club.exclusions import must_not_be_excluded
from bot.match.clock import Instant
from bot.match.commits import outside_request
from bot.match.errors import Conflict
from bot.match.model import LogEntry, Match, MatchId, Place, Stage, UserId
from bot.match.names import stored_name
from bot.store import schema
from bot.store.engine import Database
from bot.store.exclusions import read_excluded
from bot.store.locks import lock_people
from bot.store.matches import SqlMatches, with_new_code
from bot.store.personal_blocks import read_blocked_pairs
from bot.store.rows import message_json, read_message

_T, _E = schema.tournament.c, schema.tournament_entrant.c
_P, _N = schema.tournament_pairing.c, schema.tournament_notice.c
_MATCH = schema.match.c
_IS_RUNNING = text("tournament.stage = 'running'")
"""Written as literal text, so that both databases use the partial index of running tournaments."""
_ENDED = [stage.value for stage in Stage if stage.ended]
_CHANGED = (_MATCH.revision != _P.match_revision) & (_MATCH.stage.in_(_ENDED) | _P.scores.is_not(None))
"""The condition for matches to examine: those that have ended since, or were changed after their end."""


class SqlTournaments:
    """Tournaments in a database."""

    def __init__(self, database: Database, matches: SqlMatches) -> None:
        self._db = database
        self._matches = matches

    async def add(self, tournament: Tournament) -> Tournament:
        async with self._db.write() as connection:
            host = tournament.host
            await lock_people(connection, [host])
            must_not_be_excluded(host, await read_excluded(connection, [tournament.place.guild or 0], [host]))
            statement = insert(schema.tournament).values(_row(tournament)).returning(_T.id)
            number = (await connection.execute(statement)).scalar_one()
        stored = await self.get(TournamentId(number))
        assert stored is not None  # noqa: S101 - it has just been stored
        return stored

    async def get(self, tournament: TournamentId) -> Tournament | None:
        async with self._db.view() as connection:
            query = select(schema.tournament).where(_T.id == tournament)
            row = (await connection.execute(query)).mappings().first()
            if row is None:
                return None
            people = select(schema.tournament_entrant).where(_E.tournament == tournament).order_by(_E.number)
            entrants = (await connection.execute(people)).mappings().all()
            played = select(schema.tournament_pairing).where(_P.tournament == tournament)
            played = played.order_by(_P.round, _P.board, _P.game_number)
            pairings = (await connection.execute(played)).mappings().all()
            numbers = {UserId(one["user_id"]): int(one["number"]) for one in entrants if one["user_id"] is not None}
            blocked = await read_blocked_pairs(connection, list(numbers))
        apart = frozenset(frozenset({numbers[one], numbers[other]}) for one, other in blocked)
        found = _read(row, tuple(map(_read_entrant, entrants)), tuple(map(_read_pairing, pairings)))
        return replace(found, apart=apart)

    async def commit(self, change: TournamentChange) -> None:
        tournament = change.tournament
        async with self._db.write() as connection:
            newcomers = await _find_newcomers(connection, tournament)
            # Lock people before tournaments, in the same order as a deletion of data.
            await lock_people(connection, newcomers)
            wanted = (_T.id == tournament.id, _T.revision == tournament.revision - 1)
            result = await connection.execute(update(schema.tournament).where(*wanted).values(_row(tournament)))
            if result.rowcount == 0:
                raise Conflict
            excluded = await read_excluded(connection, [tournament.place.guild or 0], newcomers)
            for user in newcomers:
                must_not_be_excluded(user, excluded)
            await _write_entrants(connection, tournament)
            await _write_pairings(connection, tournament)
            for notice in change.notices:
                words = None if notice.words is None else message_json(notice.words)
                values = {"tournament": tournament.id, "revision": tournament.revision, "round": notice.round}
                people = {"gets": list(notice.gets), "loses": list(notice.loses)}
                await connection.execute(
                    insert(schema.tournament_notice).values(words=words, kind=notice.kind, **values, **people)
                )

    async def start_match(
        self, tournament: Tournament, pairing: Pairing, match: Match, entries: Sequence[LogEntry]
    ) -> Match | None:
        return await with_new_code(lambda code: self._start_match(tournament, pairing, match, code, entries))

    async def _start_match(
        self, tournament: Tournament, pairing: Pairing, match: Match, code: str, entries: Sequence[LogEntry]
    ) -> Match | None:
        this = _is(tournament.id, pairing)
        async with self._db.write() as connection:
            await lock_people(connection, match.people)
            # A withdrawal or cancellation at the same moment either comes before this, or finds the match begun.
            present = select(_T.revision).where(_T.id == tournament.id).with_for_update(read=True)
            if (await connection.execute(present)).scalar() != tournament.revision:
                return None
            query = select(_P.match, _P.scores).where(*this).with_for_update()
            row = (await connection.execute(query)).first()
            if row is None or row.match is not None or row.scores is not None:
                return None
            stored = await self._matches.insert(connection, match, code, entries)
            await connection.execute(update(schema.tournament_pairing).where(*this).values(match=stored.id))
        self._matches.note_added(stored)
        return stored

    async def of_match(self, match: MatchId) -> TournamentId | None:
        async with self._db.read() as connection:
            found = (await connection.execute(select(_P.tournament).where(_P.match == match))).scalar()
        return None if found is None else TournamentId(found)

    async def open_matches(self, tournament: TournamentId) -> Mapping[MatchId, Match]:
        changed = (
            select(_P.match).join(schema.match, _MATCH.id == _P.match).where(_P.tournament == tournament, _CHANGED)
        )
        async with self._db.read() as connection:
            ids = [MatchId(one) for one in (await connection.execute(changed)).scalars()]
        found = [await self._matches.get(one) for one in ids]
        return {match.id: match for match in found if match is not None}

    async def on_server(self, guild: int, limit: int = 25) -> Sequence[TournamentSummary]:
        taking_part = (
            select(func.count())
            .where(_E.tournament == _T.id, _E.left_round.is_(None))
            .scalar_subquery()
            .label("people")
        )
        found: list[TournamentSummary] = []
        async with self._db.view() as connection:
            for stage in TournamentStage:
                query = select(schema.tournament, taking_part).where(_T.guild == guild, _T.stage == stage.value)
                query = query.order_by(_T.id.desc()).limit(limit - len(found))
                rows = (await connection.execute(query)).mappings().all()
                found += [TournamentSummary(_read(row, (), ()), row["people"]) for row in rows]
        return found

    async def find_entered(self, user: UserId, guild: int) -> Sequence[TournamentId]:
        going_on = [TournamentStage.OPEN.value, TournamentStage.RUNNING.value]
        query = (
            select(_T.id)
            .join(schema.tournament_entrant, _E.tournament == _T.id)
            .where(_E.user_id == user, _E.left_round.is_(None), _T.guild == guild, _T.stage.in_(going_on))
            .distinct()
        )
        async with self._db.read() as connection:
            return [TournamentId(one) for one in (await connection.execute(query.order_by(_T.id))).scalars()]

    async def due(self, now: Instant) -> Sequence[TournamentId]:
        waiting = exists().where(_P.tournament == _T.id, _P.scores.is_(None), _P.match.is_(None))
        changed = exists().where(_P.tournament == _T.id, _MATCH.id == _P.match, _CHANGED)
        goes_on = and_(_IS_RUNNING, or_(_T.deadline <= now, _T.remind_at <= now, waiting, changed))
        starts = and_(_T.starts_at.is_not(None), _T.starts_at <= now, _T.stage == TournamentStage.OPEN.value)
        query = select(_T.id).where(or_(goes_on, starts))
        async with self._db.read() as connection:
            return [TournamentId(one) for one in (await connection.execute(query.order_by(_T.id))).scalars()]

    async def notices(self, tournament: TournamentId) -> Sequence[Notice]:
        query = select(schema.tournament_notice).where(_N.tournament == tournament).order_by(_N.id)
        async with self._db.read() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [_read_notice(row) for row in rows]

    async def forget_notice(self, notice: Notice) -> None:
        async with outside_request(), self._db.write() as connection:
            await connection.execute(delete(schema.tournament_notice).where(_N.id == notice.id))

    async def find_unposted(self) -> Sequence[TournamentId]:
        behind = or_(_T.posted_revision < _T.revision, _T.id.in_(select(_N.tournament)))
        async with self._db.read() as connection:
            query = select(_T.id).where(behind).order_by(_T.id).limit(100)
            return [TournamentId(one) for one in (await connection.execute(query)).scalars()]

    async def note_posted(self, tournament: TournamentId, message: int | None, revision: int) -> None:
        newer = case((_T.posted_revision < revision, revision), else_=_T.posted_revision)
        async with outside_request(), self._db.write() as connection:
            statement = update(schema.tournament).where(_T.id == tournament)
            await connection.execute(statement.values(message=message, posted_revision=newer))

    async def note_event(self, tournament: TournamentId, event: int | None, shows: str) -> None:
        async with outside_request(), self._db.write() as connection:
            statement = update(schema.tournament).where(_T.id == tournament)
            await connection.execute(statement.values(scheduled_event=event, event_shows=shows))


def _is(tournament: TournamentId, pairing: Pairing) -> tuple[Any, ...]:
    return (
        _P.tournament == tournament,
        _P.round == pairing.round,
        _P.board == pairing.table,
        _P.game_number == pairing.game,
    )


async def _find_newcomers(connection: AsyncConnection, tournament: Tournament) -> set[UserId]:
    """Return those who take part now and did not before."""
    query = select(_E.user_id).where(_E.tournament == tournament.id, _E.left_round.is_(None))
    before = set((await connection.execute(query)).scalars())
    people = {one.user for one in tournament.entrants if one.user is not None and one.left is None}
    return people - before


async def _write_entrants(connection: AsyncConnection, tournament: Tournament) -> None:
    await connection.execute(delete(schema.tournament_entrant).where(_E.tournament == tournament.id))
    rows = [
        {
            "tournament": tournament.id,
            "number": one.number,
            "user_id": one.user,
            "name": one.name,
            "rating": one.rating,
            "joined_round": one.joined,
            "left_round": one.left,
            "division": one.division,
        }
        for one in tournament.entrants
    ]
    if rows:
        await connection.execute(insert(schema.tournament_entrant), rows)


async def _write_pairings(connection: AsyncConnection, tournament: Tournament) -> None:
    """Write new and changed pairings; only `start_match` writes the match of a pairing.

    Raises Conflict if a pairing is decided whose match has begun meanwhile.
    """
    query = select(schema.tournament_pairing).where(_P.tournament == tournament.id)
    known = {pairing.key: pairing for pairing in map(_read_pairing, (await connection.execute(query)).mappings())}
    fresh = [pairing for pairing in tournament.pairings if pairing.key not in known]
    if fresh:
        await connection.execute(
            insert(schema.tournament_pairing), [_pairing_row(tournament.id, one) | {"match": None} for one in fresh]
        )
    for pairing in tournament.pairings:
        before = known.get(pairing.key)
        if before is not None and pairing != before:
            if pairing.match != before.match and pairing.scores != before.scores:
                raise Conflict
            statement = update(schema.tournament_pairing).where(*_is(tournament.id, pairing))
            await connection.execute(statement.values(_pairing_row(tournament.id, pairing)))


def _pairing_row(tournament: TournamentId, pairing: Pairing) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "round": pairing.round,
        "board": pairing.table,
        "game_number": pairing.game,
        "entrants": list(pairing.entrants),
        "scores": None if pairing.scores is None else list(pairing.scores),
        "scored_by": pairing.how,
        "match_revision": pairing.match_revision,
    }


def _row(tournament: Tournament) -> dict[str, Any]:
    """Return the columns of a tournament; only `note_posted` writes what is posted."""
    terms = tournament.terms
    return {
        "name": terms.name,
        "format": terms.format.value,
        "game": terms.game,
        "time_control": terms.time,
        "rounds": terms.rounds,
        "seats": terms.seats,
        "size": terms.size,
        "round_hours": terms.round_hours,
        "rated": terms.rated,
        "guild": tournament.place.guild,
        "channel": tournament.place.channel,
        "host": tournament.host,
        "host_name": tournament.host_name,
        "stage": tournament.stage.value,
        "revision": tournament.revision,
        "round": tournament.round,
        "created_at": tournament.created,
        "ended_at": tournament.ended,
        "deadline": tournament.deadline,
        "remind_at": tournament.remind_at,
        "winner_role": terms.winner_role,
        "minutes": terms.minutes,
        "season": tournament.season,
        "season_start": tournament.season_start,
        "starts_at": terms.starts,
    }


def _read(row: RowMapping, entrants: tuple[Entrant, ...], pairings: tuple[Pairing, ...]) -> Tournament:
    terms = Terms(
        Format(row["format"]), row["game"], row["time_control"], row["name"], row["rounds"], row["seats"],
        row["size"], row["round_hours"], row["rated"], row["winner_role"], row["minutes"],
        row["starts_at"],
    )  # fmt: skip
    return Tournament(
        TournamentId(row["id"]), terms, Place(row["guild"], row["channel"]), UserId(row["host"]),
        stored_name(row["host_name"]), TournamentStage(row["stage"]), row["revision"], row["round"], entrants, pairings,
        row["created_at"],
        row["ended_at"], row["deadline"], row["remind_at"], row["season"], row["season_start"],
        row["message"], row["posted_revision"], row["scheduled_event"], row["event_shows"],
    )  # fmt: skip


def _read_entrant(row: RowMapping) -> Entrant:
    return Entrant(
        row["number"], row["user_id"], stored_name(row["name"]), row["rating"], row["joined_round"], row["left_round"],
        row["division"],
    )  # fmt: skip


def _read_pairing(row: RowMapping) -> Pairing:
    return Pairing(
        row["round"], row["board"], tuple(row["entrants"]), row["game_number"],
        None if row["scores"] is None else tuple(row["scores"]), row["scored_by"], row["match"], row["match_revision"],
    )  # fmt: skip


def _read_notice(row: RowMapping) -> Notice:
    words = None if row["words"] is None else read_message(row["words"])
    stored: NoticeKind | Literal[""] = row["kind"]  # empty in rows from before other kinds existed
    kind = stored or ("round" if words is None else "words")
    gets, loses = tuple(row["gets"] or ()), tuple(row["loses"] or ())
    return Notice(words, row["round"], kind, row["id"], row["revision"], gets, loses)
