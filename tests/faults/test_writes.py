"""Each write of each command fails once: what was said is what is stored, and the next attempt works."""

from __future__ import annotations

import ast
import asyncio
import re
import shutil
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.club.absence import begin_absence
from bot.club.blocks import Block
from bot.club.events.model import Format, Terms, TournamentId
from bot.club.events.service import TournamentService
from bot.club.exclusions import Exclusion
from bot.club.personal_blocks import PersonalBlock
from bot.club.reports import Report
from bot.club.turn_lists import TurnList
from bot.match.acts import Order
from bot.match.clock import HOUR, MINUTE
from bot.match.drafts import Drafts
from bot.match.model import Match, MatchId, MatchSide, OldBoard, Place
from bot.match.moderation import Moderation
from bot.match.reviews import Review
from bot.store.audit import SqlAudit
from bot.store.blocks import SqlBlocks
from bot.store.bot_state import SqlBotState
from bot.store.claims import SqlClaims
from bot.store.engine import Database
from bot.store.exclusions import SqlExclusions
from bot.store.match_notes import SqlMatchNotes
from bot.store.old_boards import SqlOldBoards
from bot.store.people import SqlPeople
from bot.store.personal_blocks import SqlPersonalBlocks
from bot.store.reports import SqlReports
from bot.store.reviews import SqlReviews
from bot.store.signs import SqlSigns
from bot.store.tournaments import SqlTournaments
from bot.store.turn_lists import SqlTurnLists
from tests.bot.table import ANA, BEN, EVE, HERE, Club, open_club
from tests.faults.writes import Writes

MOVES = ((ANA, "h4-g4"), (BEN, "d4-e4"), (ANA, "h3-g3"), (BEN, "d3-e3"))
Step = Callable[[Club], Awaitable[object]]
ONE = MatchId(1)


async def nothing(_club: Club) -> None:
    """Nothing has happened before."""


async def invited(club: Club) -> None:
    await club.invite()


async def begun(club: Club) -> None:
    await club.begin()


async def played(club: Club, time: str = "3d") -> Match:
    """Everybody has made two moves, so that the end is rated."""
    match = await club.begin(time)
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
    match = await club.invite(BEN, EVE, game="cyberzul")
    await club.service.accept(match.id, BEN)


async def missed_moves(club: Club) -> None:
    """A deadline takes effect; again where it has, nothing is left to do."""
    await club.service.settle_deadline(ONE)


async def draft(club: Club) -> None:
    await Drafts(club.store.drafts).keep(await club.service.get(ONE), ANA.user, ("h5",))


async def posted(club: Club) -> None:
    posting = await club.store.posting(ONE)
    await club.store.keep_posting(replace(posting, board=5, revision=1))


async def begun_and_posted(club: Club) -> None:
    await begun(club)
    await posted(club)


async def requested(club: Club) -> None:
    """A message asks for a draw."""
    await offered(club)
    await club.store.keep_request(MatchSide(ONE), 7, 3)


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


def moderation(club: Club) -> Moderation:
    return Moderation(club.service, SqlAudit(club.database))


async def voided(club: Club) -> None:
    await played(club)
    await moderation(club).carry_out(ONE, Order("void", EVE.user, "They asked for it."))


async def tell_act(club: Club) -> None:
    audit = SqlAudit(club.database)
    await audit.mark_posted(replace((await audit.acts_of(ONE))[0], told=True, logged=True))


BLOCK = Block("person", BEN.user, "", ANA.user, 0)


async def blocked(club: Club) -> None:
    await SqlBlocks(club.database).block(BLOCK)


OF_ANA = PersonalBlock(ANA.user, BEN.user, BEN.name, 0)


EXCLUSION = Exclusion(10, BEN.user, BEN.name, "rude", ANA.user, 0)
OF_A_SERVER = Exclusion(10, 30, "", "rude", ANA.user, 0, match="K7QFM")


async def excluded(club: Club) -> None:
    await SqlExclusions(club.database).add(EXCLUSION)


REPORT = Report(10, ANA, "insults", "Rude words.", 0, BEN, shown=True)


async def file_report(club: Club) -> None:
    await SqlReports(club.database).add([REPORT])


async def blocked_by_ana(club: Club) -> None:
    await SqlPersonalBlocks(club.database).add_block(OF_ANA, 10)


def tournaments(club: Club) -> TournamentService:
    return TournamentService(SqlTournaments(club.database, club.store), club.service, SqlPeople(club.database))


async def create_tournament(club: Club) -> None:
    await tournaments(club).create(Terms(Format.SWISS, "choccer", "1d", size=8), HERE, ANA)


FIRST = TournamentId(1)


async def created(club: Club) -> None:
    await create_tournament(club)


async def show_tournament(club: Club) -> None:
    await tournaments(club).store.note_posted(FIRST, 5, 1)


async def postpone(club: Club) -> None:
    now = club.clock.now
    await club.store.due_matches.postpone(await club.service.get(ONE), now, now + MINUTE)


OLD_BOARD = OldBoard(ONE, 20, 5)


async def replaced(club: Club) -> None:
    await begun(club)
    await SqlOldBoards(club.database).add(OLD_BOARD, club.clock.now)


async def taken_back(club: Club) -> None:
    await asked_back(club)
    await club.service.offer(ONE, ANA.user, "takeback")


def claims(club: Club) -> SqlClaims:
    return SqlClaims(club.database, "a process", club.clock)


async def claimed(club: Club) -> None:
    await begun(club)
    await claims(club).take("due", [ONE])


COMMANDS: dict[str, tuple[Step, Step]] = {
    "challenge": (nothing, lambda club: club.invite()),
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
    "leave the server": (begun, lambda club: club.service.mark_left(ONE, ANA.user)),
    "settle_deadline": (overdue, missed_moves),
    "suspend": (blitz, lambda club: club.service.suspend(ONE)),
    "credit": (blitz, credit),
    "posting": (begun, posted),
    "board to be posted again": (begun_and_posted, lambda club: club.store.mark_unposted(MatchSide(ONE))),
    "board that is gone": (begun_and_posted, lambda club: club.store.drop_board(MatchSide(ONE), 5)),
    "request message": (offered, lambda club: club.store.keep_request(MatchSide(ONE), 7, 3)),
    "answered request message": (requested, lambda club: club.store.take_request(MatchSide(ONE), 3)),
    "settings": (nothing, settings),
    "server settings": (
        nothing,
        lambda club: SqlPeople(club.database).change_guild_settings(10, lambda now: replace(now, language="de")),
    ),
    "delete data": (played, deletes),
    # moderators and the host
    "void": (played, lambda club: moderation(club).carry_out(ONE, Order("void", EVE.user, "They asked for it."))),
    "an act is told": (voided, tell_act),
    "block": (nothing, lambda club: SqlBlocks(club.database).block(BLOCK)),
    "unblock": (blocked, lambda club: SqlBlocks(club.database).unblock("person", BEN.user)),
    "block for oneself": (nothing, lambda club: SqlPersonalBlocks(club.database).add_block(OF_ANA, 10)),
    "unblock for oneself": (
        blocked_by_ana,
        lambda club: SqlPersonalBlocks(club.database).remove_block(ANA.user, BEN.user),
    ),
    "note": (begun, lambda club: SqlMatchNotes(club.database).keep_note(ANA.user, ONE, "the corner", 1)),
    "review": (
        played,
        lambda club: SqlReviews(club.database).keep_review(ONE, "made of this", Review((), (1.0, 0.0))),
    ),
    "exclude": (nothing, lambda club: SqlExclusions(club.database).add(EXCLUSION)),
    "exclude a server": (nothing, lambda club: SqlExclusions(club.database).add(OF_A_SERVER)),
    "let play again": (excluded, lambda club: SqlExclusions(club.database).end(10, BEN.user, ANA.user, 1)),
    "report": (nothing, lambda club: SqlReports(club.database).add([REPORT])),
    "answer a report": (file_report, lambda club: SqlReports(club.database).answer(1, "done", EVE.user, 1)),
    "a report is posted": (file_report, lambda club: SqlReports(club.database).mark_posted(replace(REPORT, id=1))),
    # tournaments
    "create a tournament": (nothing, create_tournament),
    "join a tournament": (created, lambda club: tournaments(club).join(FIRST, BEN)),
    "an event of the server": (
        created,
        lambda club: SqlTournaments(club.database, club.store).note_event(TournamentId(FIRST), 7, "scheduled"),
    ),
    "a tournament is shown": (created, show_tournament),
    # what the bot notes down by itself
    "a record is brought": (played, lambda club: club.store.keep_records(ANA.user, 1)),
    "postpone": (overdue, postpone),
    "move to another place": (begun, lambda club: club.store.move(MatchSide(ONE), Place(10, 99))),
    "an old board": (begun, lambda club: SqlOldBoards(club.database).add(OLD_BOARD, club.clock.now)),
    "an old board is retired": (replaced, lambda club: SqlOldBoards(club.database).forget([OLD_BOARD.message])),
    "a take-back is told": (taken_back, lambda club: club.store.forget_thread_lines(MatchSide(ONE), 1 << 40)),
    "a claim": (begun, lambda club: claims(club).take("due", [ONE])),
    "a claim is given back": (claimed, lambda club: claims(club).release("due", ONE)),
    "all claims are given back": (claimed, lambda club: claims(club).release_all()),
    "a sign of life": (nothing, lambda club: SqlSigns(club.database).keep(0, 1, club.clock.now)),
    "the list of turns": (nothing, lambda club: SqlTurnLists(club.database).keep_turn_list(TurnList(10, 1, 99))),
    "a note": (nothing, lambda club: SqlBotState(club.database).write("commands", "1")),
}
CODE = re.compile(r'"code": ?"\w+"')
STORE = Path("bot/store")
ELSEWHERE = {
    "copy.copy": "tests/bot/admin/test_commands_data.py",
    **{f"digests.{name}": "tests/bot/club/test_digests.py" for name in ("claim_due", "move_digest")},
    "match_reader.set_aside": "tests/faults/test_database.py",
    "open_tables._find_or_open": "tests/bot/club/test_open_tables.py",
    "open_tables.note_called": "tests/bot/ui/delivery/test_seek_posts.py",
    "tournaments._start_match": "tests/bot/club/events/test_service.py",
    "tournaments.forget_notice": "tests/e2e/test_tournaments.py",
    "migrate.migrate": "tests/bot/store/test_migrations.py",
    **{
        f"seeks.{name}": "tests/bot/club/test_seeks.py, bot/ui/delivery/test_seek_posts.py and e2e/test_seeks.py"
        for name in ("_place", "cancel", "claim_ping", "expire", "forget", "note_posted")
    },
    **{f"leases.{name}": "tests/faults/test_processes.py" for name in ("take", "renew", "release", "await_shards")},
}
"""Transactions of drawn rounds, searches, an admin's commands and several processes, with where they are tried."""
IN_STEPS = {"delete data"}
"""What is done in several transactions: some of them may be done when another fails."""


def stored(file: Path) -> dict[str, list[list[str]]]:
    """All rows, without the code of a match, which is drawn again."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        tables = [name for (name,) in database.execute(query)]
        found: dict[str, list[list[str]]] = {}
        for name in tables:
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})") if row[1] != "code"]
            rows = database.execute(f"SELECT {', '.join(columns)} FROM {name}").fetchall()  # noqa: S608 - our own names
            found[name] = sorted(([CODE.sub("", str(cell)) for cell in row] for row in rows), key=repr)
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


async def test_every_transaction_of_the_store_is_one_of_a_command(
    empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands are not a chosen few: wherever the store begins to write, one of them does so."""
    begun = set[str]()
    write = Database.write

    def noted(database: Database) -> AbstractAsyncContextManager[AsyncConnection]:
        caller = sys._getframe(1)  # noqa: SLF001 - who begins the transaction
        while caller.f_code in {Database.attempt.__code__, Database.changes.__code__} and caller.f_back:
            caller = caller.f_back
        begun.add(f"{Path(caller.f_code.co_filename).stem}.{caller.f_code.co_name}")
        return write(database)

    monkeypatch.setattr(Database, "write", noted)
    for command in COMMANDS:
        await attempted(tmp_path / "club.db", empty, command, 0)
    assert transactions() - begun == set(ELSEWHERE)


def transactions() -> set[str]:
    """Every function of the store that begins to write, as module.function."""
    found = set[str]()
    for file in STORE.glob("*.py"):
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(function, ast.AsyncFunctionDef) and any(map(_begins_to_write, ast.walk(function))):
                found.add(f"{file.stem}.{function.name}")
    return found - {"engine.attempt", "engine.changes"}


def _begins_to_write(node: ast.AST) -> bool:
    """Whether it is `database.write()`, `database.attempt(work)` or `database.changes(statement)`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    return (node.func.attr, len(node.args)) in {("write", 0), ("attempt", 1), ("changes", 1)}
