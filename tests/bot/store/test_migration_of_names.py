"""Databases of older versions, as these have written them, become those of today: nothing in them is lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, func, select, text

from bot.club.guild_settings import GuildSettings
from bot.club.preferences import Preferences
from bot.match.clock import DAY
from bot.match.drafts import Drafts
from bot.match.errors import Refused
from bot.match.model import Match, Posting, Stage
from bot.store import schema
from bot.store.audit import SqlAudit
from bot.store.blocks import SqlBlocks
from bot.store.bot_state import SqlBotState
from bot.store.claims import SqlClaims
from bot.store.copy import copy
from bot.store.engine import Database
from bot.store.migrate import alembic_config, migrate
from bot.store.old_boards import SqlOldBoards
from bot.store.people import SqlPeople
from tests.bot.match.test_moderation import MOVES, Referee
from tests.bot.table import ANA, BEN, Club, FakeClock, open_club
from tests.bot.terminal import Admin
from tests.postgres import Server

OLD = Path(__file__).with_name("old_databases")
VERSIONS = ("0002", "0008")
"""Each file holds the rows that the bot of this version wrote: running matches, a draft, requests, acts, ratings."""
AFTER = 1_800_000_100_000
"""An instant shortly after the newest row."""


def fill(connection: Connection, version: str) -> None:
    """Make the tables of an older version, and put its rows into them."""
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, version)
    rows = json.loads((OLD / f"{version}.json").read_text(encoding="utf-8"))
    tables = MetaData()
    tables.reflect(connection)
    for table in tables.sorted_tables:
        if table.name in rows:
            connection.execute(table.insert(), rows[table.name])
            if connection.dialect.name == "postgresql" and "id" in table.c:
                sequence = f"pg_get_serial_sequence('{table.name}', 'id')"
                connection.execute(text(f"SELECT setval({sequence}, max(id)) FROM {table.name}"))  # noqa: S608 - ours


async def make_old(address: str, version: str) -> None:
    """Make a database of an older version."""
    database = Database(address)
    async with database.write() as connection:
        await connection.run_sync(fill, version)
    await database.close()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'old.db'}"
    server: Server = request.getfixturevalue("postgres")
    return await server.another()


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def old(empty: str, version: str) -> AsyncIterator[Club]:
    """A service over a database that an older version has filled."""
    await make_old(empty, version)
    club = await open_club(empty, FakeClock(AFTER))
    club.service.absent = SqlPeople(club.database).days_off_until
    yield club
    await club.database.close()


async def find_match(club: Club, code: str) -> Match:
    match = await club.store.by_code(code)
    assert match is not None
    return match


async def test_running_matches_go_on(old: Club) -> None:
    live = await find_match(old, "LIVE2")
    assert (live.stage, live.ply, str(live.time), live.to_act[0].clock) == (Stage.LIVE, 2, "10m+5s", 604_000)
    assert [entry.text for entry in await old.store.entries(live.id)] == list(MOVES[:2])
    assert (await old.service.submit(live.id, ANA.user, MOVES[2])).ply == 3
    paused = await find_match(old, "PAUSE")
    assert (await old.service.resume(paused.id, BEN.user)).stage is Stage.LIVE
    challenge = await find_match(old, "CHALL")
    assert challenge.stage is Stage.INVITED
    assert challenge.deadline is not None


async def test_a_draft_and_a_request_are_still_there(old: Club) -> None:
    assert await Drafts(old.store.drafts).of(await find_match(old, "DRAFT"), BEN.user) == ("d3",)
    asked = await find_match(old, "REQST")
    assert asked.offer is not None
    drawn = await old.service.agree(asked.id, BEN.user, asked.offer.made)
    assert drawn.stage is Stage.OVER


async def test_ended_matches_have_their_results_and_ratings(old: Club) -> None:
    ended = await find_match(old, "ENDED")
    assert ended.outcome is not None
    assert ended.outcome.places == (1, 2)
    people = SqlPeople(old.database)
    (rating,) = await people.ratings(BEN.user)
    assert (rating.won, rating.tied, rating.lost) == (1, 0, 1), "lost one, and was awarded one"
    assert len(await people.changes_of(ended.id)) == 2


async def test_where_a_match_is_shown_is_still_known(old: Club, version: str) -> None:
    live = await find_match(old, "LIVE2")
    posting = await old.store.posting(live.id)
    assert posting.board_at is not None
    assert posting == Posting(live.id, 30, 31, 33, posting.board_at, 2, live.revision, since=2)
    assert await old.store.places.find_unposted(AFTER, live.id), "the others have not been posted"
    boards = await SqlOldBoards(old.database).find_replaced_before(AFTER)
    assert [board.message for board in boards] == ([] if version == "0002" else [32])
    assert await SqlClaims(old.database, "two", lambda: 1_800_000_029_000).take("post", [live.id]) == set()


async def test_what_people_and_servers_have_set_stays(old: Club, version: str) -> None:
    people = SqlPeople(old.database)
    ana = await people.preferences(ANA.user)
    assert ana == Preferences(
        ANA.user, "light", text_first=True, confirm=False, language="de", challenges="nobody",
        days_off_until=ana.days_off_until, days_off_used=1, days_off_year=2027, greeted=True,
    )  # fmt: skip
    assert ana.days_off_until is not None
    assert AFTER < ana.days_off_until < AFTER + DAY
    log = None if version == "0002" else 23
    assert await people.guild_settings(10) == GuildSettings(
        10,
        "de",
        (20, 21),
        games_off=("onyx",),
        time="7d",
        posting="edit",
        rated_matches=False,
        results=22,
        moderation_log=log,
    )
    assert await SqlBotState(old.database).read("commands-1") == "abc"
    assert (await SqlBlocks(old.database).find_block(7, None) == "person") is (version == "0008")


async def test_acts_of_moderators_stay_and_can_be_undone_where_there_is_a_copy(old: Club, version: str) -> None:
    mira = Referee(old)
    codes = {"VOID2": "void", "AWARD": "award", "BACK2": "takeback"}
    matches = {code: await find_match(old, code) for code in codes}
    assert [(await mira.acts(match))[0].kind for match in matches.values()] == list(codes.values())
    if version == "0002":
        with pytest.raises(Refused, match="I have no copy"):
            await mira.undoes(matches["VOID2"])
        return
    voided, awarded, shortened = [await mira.undoes(match) for match in matches.values()]
    assert (voided.stage, voided.ply) == (Stage.LIVE, 3)
    assert (awarded.stage, awarded.ply) == (Stage.LIVE, 4)
    assert [entry.text for entry in await old.store.entries(shortened.id)] == list(MOVES[:2])
    assert len(await SqlAudit(old.database).untold()) == 6, "none has been announced yet"


async def test_new_matches_follow_the_old_ones(old: Club) -> None:
    match = await old.begin()
    assert match.id > (await find_match(old, "BACK2")).id


async def test_nothing_is_called_as_before(old: Club) -> None:
    async with old.database.read() as connection:
        names = await connection.run_sync(lambda sync: set(_reflect(sync).tables))
    assert names == {table.name for table in schema.metadata.sorted_tables} | {"alembic_version"}


def _reflect(connection: Connection) -> MetaData:
    tables = MetaData()
    tables.reflect(connection)
    return tables


async def test_all_of_it_can_be_taken_back(empty: str) -> None:
    """The newest version, back to the one before, and on again."""

    def back(connection: Connection) -> None:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.downgrade(config, "0008")

    await make_old(empty, "0008")
    before = await _contents(empty)
    club = await open_club(empty, FakeClock(AFTER))
    async with club.database.write() as connection:
        await connection.run_sync(back)
    assert await _contents(empty) == before
    await migrate(club.database)
    club.database.clear_caches()
    assert (await Referee(club).undoes(await find_match(club, "VOID2"))).stage is Stage.LIVE
    await club.database.close()


async def _contents(address: str) -> dict[str, list[object]]:
    """All rows, with the names of their columns."""
    database = Database(address)
    async with database.read() as connection:
        tables = (await connection.run_sync(_reflect)).sorted_tables
        rows = {
            table.name: sorted((dict(row) for row in (await connection.execute(select(table))).mappings()), key=repr)
            for table in tables
            if table.name != "alembic_version"
        }
    await database.close()
    return {name: list(found) for name, found in rows.items()}


def test_a_backup_of_an_older_version_is_restored_and_migrated(admin: Admin, version: str) -> None:
    backup = admin.folder / "old.db"
    asyncio.run(make_old(f"sqlite+aiosqlite:///{backup}", version))
    done = admin.types("restore", str(backup))
    assert done.code == 0, done.err
    assert admin.types("migrate").err == "The database is already up to date.\n"
    exported = [json.loads(line) for line in admin.types("export").out.splitlines()]
    assert {match["code"] for match in exported} >= {"LIVE2", "ENDED", "DRAFT"}
    assert not any("damaged" in match for match in exported)


async def test_copy_db_takes_over_a_migrated_database(old: Club, tmp_path: Path) -> None:
    target = Database(f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")
    await migrate(target)
    await copy(old.database, target, lambda _done, _total: None)
    async with old.database.read() as here, target.read() as there:
        for table in schema.metadata.sorted_tables:
            if table not in (schema.work_claim, schema.shard_lease):
                count = select(func.count()).select_from(table)
                assert (await here.execute(count)).scalar_one() == (await there.execute(count)).scalar_one(), table.name
    await target.close()
