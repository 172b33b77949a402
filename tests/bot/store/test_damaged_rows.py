"""Rows that cannot be read: their match is set aside, all others go on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.match.clock import DAY
from bot.match.deadlines import Deadlines
from bot.match.errors import Damaged
from bot.match.model import Change, Match, MatchId, Stage
from bot.match.service import MatchService
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from tests.bot.table import ANA, BEN, Club


async def spoil(club: Club, match: Match, assignment: str) -> None:
    async with club.database.write() as connection:
        await connection.execute(text(f"UPDATE match SET {assignment} WHERE id = :id"), {"id": match.id})  # noqa: S608 - ours
    club.database.clear_caches()


async def nobody(*_: object) -> None:
    """Neither reminds nor stands in."""


@pytest.mark.parametrize("assignment", ["stage = 'dancing'", "time_control = 'never'", "outcome = '{\"places\": 7}'"])
async def test_a_damaged_row_is_set_aside_with_a_sentence(club: Club, assignment: str) -> None:
    other, match = await club.begin(), await club.begin()
    await spoil(club, match, assignment)
    for _ in range(2):
        with pytest.raises(Damaged, match=f"#{match.code} is damaged"):
            await club.service.get(match.id)
    with pytest.raises(Damaged):
        await club.service.find(match.code)
    assert [one.id for one in await club.store.of_user(ANA.user)] == [other.id]
    assert await club.store.places.find_unposted(club.clock.now, MatchId(0)) == [other.shown_id]


@pytest.mark.parametrize("column", ["options", "outcome", "request"])
async def test_text_that_is_no_json_damages_one_match_only(sqlite_club: Club, column: str) -> None:
    other, match = await sqlite_club.begin(), await sqlite_club.begin()
    await spoil(sqlite_club, match, f"{column} = '{{\"cut off'")
    assert [one.id for one in await sqlite_club.store.of_user(BEN.user)] == [other.id]
    with pytest.raises(Damaged):
        await sqlite_club.service.get(match.id)


async def test_deadlines_pass_a_damaged_match_by(club: Club) -> None:
    bad, good = await club.begin(), await club.begin()
    await spoil(club, bad, "time_control = 'never'")
    club.clock.pass_by(3 * DAY)
    await Deadlines(club.service, club.store.due_matches, nobody, nobody).settle()
    assert (await club.service.get(good.id)).stage is Stage.ABORTED
    assert await club.store.due_matches.due(club.clock.now) == []
    assert await club.store.due_matches.next_wake(club.clock.now) is None


async def test_a_deadline_that_fails_is_tried_again_later_and_holds_nobody_up(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = await club.begin(), await club.begin()
    settle_deadline = club.service.settle_deadline

    async def failing(match: MatchId) -> Match | None:
        if match == bad.id:
            raise RuntimeError("a bug")
        return await settle_deadline(match)

    monkeypatch.setattr(club.service, "settle_deadline", failing)
    club.clock.pass_by(3 * DAY)
    watch = Deadlines(club.service, club.store.due_matches, nobody, nobody)
    assert await watch.settle() == 2
    assert (await club.service.get(good.id)).stage is Stage.ABORTED
    assert await watch.settle() == 0
    monkeypatch.setattr(club.service, "settle_deadline", settle_deadline)
    club.clock.pass_by(DAY)
    assert await watch.settle() == 1


async def test_a_position_that_cannot_be_read_refuses_moves_with_a_sentence(club: Club) -> None:
    match = await club.begin()
    await spoil(club, match, "position = '???'")
    with pytest.raises(Damaged, match=r"is damaged and can't be opened\. Your other matches are fine"):
        await club.service.submit(match.id, ANA.user, "h4-g4")


async def test_a_match_of_an_older_rules_version_goes_on(club: Club) -> None:
    """The position is the truth: it is played on under the present rules."""
    match = await club.begin()
    await club.store.commit(Change(replace(match, rules=0, revision=match.revision + 1)))
    played = await club.service.submit(match.id, ANA.user, "h4-g4")
    assert (played.rules, played.ply) == (0, 1)


async def test_a_clock_that_jumps_ends_nothing_backwards_and_everything_due_forwards(club: Club) -> None:
    match = await club.begin()
    club.clock.pass_by(-10 * DAY)
    watch = Deadlines(club.service, club.store.due_matches, nobody, nobody)
    assert await watch.settle() == 0
    match = await club.service.submit(match.id, ANA.user, "h4-g4")
    assert match.deadline == club.clock.now + 3 * DAY
    club.clock.pass_by(100 * DAY)
    await watch.settle()
    assert (await club.service.get(match.id)).stage.ended


async def test_a_read_only_database_refuses_and_keeps_everything(sqlite_club: Club, tmp_path: Path) -> None:
    match = await sqlite_club.begin()
    database = Database(f"sqlite+aiosqlite:///file:{tmp_path / 'club.db'}?mode=ro&uri=true")
    service = MatchService(SqlMatches(database), sqlite_club.clock)
    with pytest.raises(DBAPIError, match="readonly"):
        await service.submit(match.id, ANA.user, "h4-g4")
    assert await service.get(match.id) == match
    await database.close()
    assert (await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")).ply == 1
