"""What was stored for an interaction is known to whoever answers it; what nobody asked for is not counted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import PoolProxiedConnection

from bot.match.commits import Commits, InDoubt, commits, outside_request, record_commits
from bot.match.drafts import Drafts
from bot.match.errors import MatchError
from bot.store import engine
from bot.store.people import SqlPeople
from bot.store.personal_blocks import SqlPersonalBlocks
from tests.bot.table import ANA, BEN, Club, open_club
from tests.postgres import Server

LOST = OperationalError("COMMIT", None, Exception("the connection is gone"))


async def test_a_new_match_and_a_move_are_noted(club: Club) -> None:
    record_commits()
    match = await club.begin()
    assert [one.code for one in commits().added] == [match.code]
    record_commits()
    played = await club.service.submit(match.id, ANA.user, "h4-g4")
    assert (commits().count, commits().changed) == (1, [played])


async def test_what_is_refused_is_not_noted(club: Club) -> None:
    match = await club.begin()
    record_commits()
    with pytest.raises(MatchError):
        await club.service.submit(match.id, BEN.user, "h4-g4")
    assert commits() == Commits()


async def test_what_changes_nothing_is_not_noted(club: Club) -> None:
    record_commits()
    assert not await SqlPersonalBlocks(club.database).remove_block(ANA.user, BEN.user)
    assert commits() == Commits()


async def test_a_draft_and_a_posting_are_nothing_that_was_asked_for(club: Club) -> None:
    match = await club.begin()
    record_commits()
    await Drafts(club.store.drafts).keep(match, ANA.user, ("h4",))
    await club.store.keep_posting(replace(await club.store.posting(match.id), card=7))
    assert commits().count == 0


async def test_settings_are_counted_unless_nobody_asked_for_them(club: Club) -> None:
    people = SqlPeople(club.database)
    record_commits()
    async with outside_request():
        await people.change_preferences(ANA.user, lambda now: now)
    assert commits().count == 0
    await people.change_preferences(ANA.user, lambda now: now)
    assert commits().others == 1


async def test_a_commit_that_fails_in_sqlite_stores_and_counts_nothing(sqlite_club: Club) -> None:
    match = await sqlite_club.begin()
    record_commits()

    def fail(_connection: object) -> None:
        raise LOST

    pool = sqlite_club.database.engine.sync_engine
    event.listen(pool, "commit", fail)
    with pytest.raises(OperationalError):
        await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    event.remove(pool, "commit", fail)
    assert commits().count == 0
    assert (await sqlite_club.service.get(match.id)).ply == 0


@pytest.fixture
async def server_club(postgres: Server) -> AsyncIterator[Club]:
    """A service over an empty database of PostgreSQL."""
    opened = await open_club(await postgres.empty())
    yield opened
    await opened.database.close()


@pytest.mark.postgres
@pytest.mark.parametrize("committed", [0, 1])
async def test_whether_a_commit_was_done_whose_answer_is_lost_is_looked_up(
    server_club: Club, monkeypatch: pytest.MonkeyPatch, committed: int
) -> None:
    """The connection is cut before, or after, the server has committed: only the server knows."""
    match = await server_club.begin()
    record_commits()
    dialect = server_club.database.engine.sync_engine.dialect
    commit = dialect.do_commit

    def cut(connection: PoolProxiedConnection) -> None:
        (partial(commit, connection) if committed else connection.rollback)()
        monkeypatch.undo()
        raise LOST

    monkeypatch.setattr(dialect, "do_commit", cut)
    with nullcontext() if committed else pytest.raises(OperationalError):
        await server_club.service.submit(match.id, ANA.user, "h4-g4")
    assert commits().count == committed
    assert (await server_club.service.get(match.id)).ply == committed


@pytest.mark.postgres
async def test_a_commit_of_which_nobody_can_tell_is_in_doubt(
    server_club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await server_club.begin()
    dialect = server_club.database.engine.sync_engine.dialect

    def cut(connection: PoolProxiedConnection) -> None:
        connection.rollback()
        raise LOST

    monkeypatch.setattr(dialect, "do_commit", cut)
    monkeypatch.setattr(engine, "_LOOKS", 1)
    monkeypatch.setattr(engine, "_FATE", text("SELECT CAST('in progress' AS text), CAST(:transaction AS text)"))
    with pytest.raises(InDoubt):
        await server_club.service.submit(match.id, ANA.user, "h4-g4")
