"""Each write of each command fails once: what was said is what is stored, and the next attempt works."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.club.absence import begin_absence
from bot.match.clock import HOUR, MINUTE
from bot.match.drafts import Drafts
from bot.match.model import Match, MatchId
from bot.store.people import SqlPeople
from bot.store.signs import SqlSigns
from tests.bot.table import ANA, BEN, EVE, Club, open_club
from tests.faults.writes import Writes

MOVES = ((ANA, "h4-g4"), (BEN, "d4-e4"), (ANA, "h3-g3"), (BEN, "d3-e3"))
Step = Callable[[Club], Awaitable[object]]
ONE = MatchId(1)


async def nothing(_club: Club) -> None:
    """Nothing has happened before."""


async def invited(club: Club) -> None:
    await club.invited()


async def begun(club: Club) -> None:
    await club.begun()


async def played(club: Club, time: str = "3d") -> Match:
    """Everybody has made two moves, so that the end is rated."""
    match = await club.begun(time)
    for person, move in MOVES:
        match = await club.service.submit(match.id, person.user, move)
    return match


async def blitz(club: Club) -> None:
    await played(club, "5m+5s")


async def offered(club: Club) -> None:
    await played(club)
    await club.service.offer(ONE, ANA.user, "draw")


async def asked_back(club: Club) -> None:
    await played(club)
    await club.service.offer(ONE, BEN.user, "takeback")


async def overdue(club: Club) -> None:
    await blitz(club)
    club.clock.pass_by(HOUR)


async def table(club: Club) -> None:
    match = await club.invited(BEN, EVE, game="cyberzul")
    await club.service.accept(match.id, BEN)


async def lapses(club: Club) -> None:
    """A deadline takes effect; again where it has, nothing is left to do."""
    await club.service.lapse(ONE)


async def draft(club: Club) -> None:
    await Drafts(club.store.drafts).keep(await club.service.get(ONE), ANA.user, ("h5",))


async def posted(club: Club) -> None:
    posting = await club.store.posting(ONE)
    await club.store.keep_posting(replace(posting, board=5, revision=1))


async def settings(club: Club) -> None:
    await SqlPeople(club.database).change_preferences(ANA.user, lambda now: replace(now, pings=False, theme="light"))


async def server_settings(club: Club) -> None:
    await SqlPeople(club.database).change_guild_settings(10, lambda now: replace(now, language="de"))


async def deletes(club: Club) -> None:
    await club.service.withdraw(ANA.user)
    await SqlPeople(club.database).forget(ANA.user, "Somebody")


async def refuse(club: Club) -> None:
    match = await club.service.get(ONE)
    assert match.offer is not None
    await club.service.refuse(ONE, BEN.user, match.offer.made)


async def credit(club: Club) -> None:
    await SqlSigns(club.database).credit(0, 1, club.clock.now - MINUTE, club.clock.now)


COMMANDS: dict[str, tuple[Step, Step]] = {
    "challenge": (nothing, lambda club: club.invited()),
    "accept": (invited, lambda club: club.service.accept(ONE, BEN)),
    "decline": (invited, lambda club: club.service.decline(ONE, BEN)),
    "the last of three accepts": (table, lambda club: club.service.accept(ONE, EVE)),
    "move": (played, lambda club: club.service.submit(ONE, ANA.user, "h5-g5")),
    "draft": (played, draft),
    "offer": (played, lambda club: club.service.offer(ONE, ANA.user, "draw")),
    "agree to a draw": (offered, lambda club: club.service.offer(ONE, BEN.user, "draw")),
    "agree to a take-back": (asked_back, lambda club: club.service.offer(ONE, ANA.user, "takeback")),
    "refuse": (offered, refuse),
    "resign": (played, lambda club: club.service.resign(ONE, BEN.user)),
    "give time": (played, lambda club: club.service.give_time(ONE, BEN.user)),
    "absence": (begun, lambda club: begin_absence(club.service, SqlPeople(club.database), ANA.user, 1)),
    "leave the server": (begun, lambda club: club.service.left(ONE, ANA.user)),
    "lapse": (overdue, lapses),
    "suspend": (blitz, lambda club: club.service.suspend(ONE)),
    "credit": (blitz, credit),
    "posting": (begun, posted),
    "settings": (nothing, settings),
    "server settings": (nothing, server_settings),
    "delete data": (played, deletes),
}
IN_STEPS = {"delete data"}
"""What is done in several transactions: some of them may be done when another fails."""


def stored(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows, without the code of a match, which is drawn anew."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        tables = [name for (name,) in database.execute(query)]
        found: dict[str, list[tuple[object, ...]]] = {}
        for name in tables:
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})") if row[1] != "code"]
            rows = database.execute(f"SELECT {', '.join(columns)} FROM {name}").fetchall()  # noqa: S608 - our own names
            found[name] = sorted(rows, key=repr)
        return found


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database, which each attempt begins with."""
    file = tmp_path_factory.mktemp("empty") / "club.db"

    async def make() -> None:
        await (await open_club(str(file))).database.close()

    asyncio.run(make())
    return file


async def attempted(file: Path, empty: Path, command: str, at: int) -> int:
    """The command, whose write number `at` fails (0: none), and once more; returns how many writes it makes."""
    prepare, command_itself = COMMANDS[command]
    for old in file.parent.glob("*"):
        old.unlink()
    shutil.copy(empty, file)
    club, writes = await open_club(str(file)), Writes(at=at)

    async def act() -> None:
        club.service.dice = Random(7)
        await command_itself(club)

    try:
        await prepare(club)
        before = stored(file)
        with writes.watched():
            if at:
                with pytest.raises(Exception, match="disk I/O error"):
                    await act()
            else:
                await act()
        if at and command not in IN_STEPS:
            assert stored(file) == before, "it was said that nothing has changed"
        await remembers_what_is_stored(club, file)
        if at:
            await act()
        await remembers_what_is_stored(club, file)
    finally:
        await club.database.close()
    return writes.count


async def remembers_what_is_stored(club: Club, file: Path) -> None:
    """What the bot goes on with is what another one would read."""
    other = await open_club(str(file), club.clock)
    try:
        for number in range(1, len(stored(file)["match"]) + 1):
            match = await club.service.get(MatchId(number))
            assert match == await other.service.get(match.id)
            entries = await other.store.entries(match.id)
            assert await club.store.entries(match.id) == entries
            assert len(entries) == match.ply
            assert await club.store.posting(match.id) == await other.store.posting(match.id)
        for person in (ANA, BEN):
            remembered = await SqlPeople(club.database).preferences(person.user)
            assert remembered == await SqlPeople(other.database).preferences(person.user)
    finally:
        await other.database.close()


@pytest.mark.parametrize("command", COMMANDS)
async def test_every_write_of_a_command_may_fail(command: str, empty: Path, tmp_path: Path) -> None:
    file = tmp_path / "club" / "club.db"
    file.parent.mkdir()
    count = await attempted(file, empty, command, 0)
    undisturbed = stored(file)
    assert count >= 3, "a beginning, a statement, a commit"
    for at in range(1, count + 1):
        await attempted(file, empty, command, at)
        assert stored(file) == undisturbed, f"after write {at} has failed, the next attempt does the same"
