"""Reports to the moderators of servers, in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import RowMapping, Select, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.reports import Answer, Report, must_be_allowed
from bot.match.challenges import Person
from bot.match.clock import DAY, Instant
from bot.match.commits import outside_request
from bot.match.model import MatchId, UserId
from bot.store import schema
from bot.store.audit import FORGOTTEN
from bot.store.engine import Database
from bot.store.locks import lock_people

_R, _MATCH = schema.report.c, schema.match.c
_REPORTS = select(schema.report, _MATCH.code).outerjoin(schema.match, _MATCH.id == _R.match)
_OF_OTHER_SERVERS = "reporter"
"""The `stranger` of a report made from another server."""


class SqlReports:
    """The reports in a database."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, reports: Sequence[Report]) -> Sequence[Report]:
        own = reports[0]
        lately = or_(_R.answered_at.is_(None), _R.at > own.at - DAY)
        mine = _REPORTS.where(_R.user_id == own.reporter.user, lately, _R.stranger.is_distinct_from(_OF_OTHER_SERVERS))
        async with self._db.write() as connection:
            await lock_people(connection, [own.reporter.user])
            must_be_allowed(own, [_read(row) for row in (await connection.execute(mine)).mappings()])
            stored = []
            for report in reports:
                statement = insert(schema.report).values(_row(report)).returning(_R.id)
                stored.append(replace(report, id=(await connection.execute(statement)).scalar_one()))
        return stored

    async def get(self, report: int) -> Report | None:
        async with self._db.read() as connection:
            row = (await connection.execute(_REPORTS.where(_R.id == report))).mappings().first()
        return None if row is None else _read(row)

    async def answer(self, report: int, answer: Answer, moderator: UserId, now: Instant) -> bool:
        is_open = update(schema.report).where(_R.id == report, _R.answered_at.is_(None))
        answered = {"answer": answer, "answered_by": moderator, "answered_at": now}
        return await self._db.changes(is_open.values(**answered, log_posted=False, reporter_told=False))

    async def on_server(self, guild: int, hidden_from: UserId, limit: int) -> Sequence[Report]:
        query = _REPORTS.where(_R.guild == guild, _R.reported_id.is_distinct_from(hidden_from))
        is_answered = _R.answered_at.is_not(None)
        return await self._find(query.order_by(is_answered, _R.answered_at.desc(), _R.id).limit(limit))

    async def find_untold(self, limit: int = 50) -> Sequence[Report]:
        behind = or_(_R.log_posted.is_(False), _R.reporter_told.is_(False))
        return await self._find(_REPORTS.where(behind).order_by(_R.log_posted, _R.id).limit(limit))

    async def _find(self, query: Select[Any]) -> Sequence[Report]:
        async with self._db.read() as connection:
            return [_read(row) for row in (await connection.execute(query)).mappings()]

    async def mark_posted(self, report: Report) -> None:
        here = update(schema.report).where(_R.id == report.id)
        unchanged = here.where(_R.answered_at.is_not_distinct_from(report.answered_at))
        async with outside_request(), self._db.write() as connection:
            await connection.execute(here.values(channel=report.channel, message=report.message))
            await connection.execute(unchanged.values(log_posted=report.shown, reporter_told=report.told))


async def forget_in_reports(connection: AsyncConnection, user: UserId, stand_in: str) -> None:
    """Delete a person's reports, and remove their name from reports about them and from their answers."""
    table = schema.report
    await connection.execute(delete(table).where(_R.user_id == user))
    about = select(_R.id, _R.reported_name, _R.words).where(_R.reported_id == user)
    for row in (await connection.execute(about)).all():
        words = row.words.replace(row.reported_name, stand_in)
        changed = {"reported_id": FORGOTTEN, "reported_name": stand_in, "words": words}
        await connection.execute(update(table).where(_R.id == row.id).values(changed))
    await connection.execute(update(table).where(_R.answered_by == user).values(answered_by=FORGOTTEN))


def _row(report: Report) -> dict[str, Any]:
    reported = report.reported
    return {
        "guild": report.guild,
        "user_id": report.reporter.user,
        "user_name": report.reporter.name,
        "reported_id": None if reported is None else reported.user,
        "reported_name": "" if reported is None else reported.name,
        "match": report.match,
        "reason": report.reason,
        "words": report.words,
        "stranger": report.stranger,
        "at": report.at,
        "log_posted": report.shown,
        "reporter_told": report.told,
    }


def _read(row: RowMapping) -> Report:
    reported = row["reported_id"]
    return Report(
        row["guild"],
        Person(UserId(row["user_id"]), row["user_name"]),
        row["reason"],
        row["words"],
        row["at"],
        None if reported is None else Person(UserId(reported), row["reported_name"]),
        None if row["match"] is None else MatchId(row["match"]),
        row["code"] or "",
        row["stranger"],
        row["answer"],
        None if row["answered_by"] is None else UserId(row["answered_by"]),
        row["answered_at"],
        row["channel"],
        row["message"],
        row["log_posted"],
        row["reporter_told"],
        row["id"],
    )
