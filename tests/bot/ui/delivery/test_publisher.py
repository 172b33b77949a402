"""Which state of a match is posted when several are told of."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from random import Random

import aiohttp
import pytest
from structlog.testing import capture_logs

from bot.match.model import Match, MatchId, Place, Posting, Side
from bot.match.ports import Clock
from bot.match.service import MatchService
from bot.match.sides import seen_from
from bot.store.claims import SqlClaims
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.people import SqlPeople
from bot.ui.delivery import publisher as publishing
from bot.ui.delivery.board_messages import BoardMessages
from bot.ui.delivery.old_boards import OldBoards
from bot.ui.delivery.poster import Poster
from bot.ui.delivery.publisher import Publisher, Resynced
from tests.bot.store.cancelling import Pauses, watch_new_tasks
from tests.bot.table import ANA, BEN, Club

MOST_PAUSES = 300
FEWEST_PAUSES = 5


class Wall(Poster):
    """Shows nothing to anybody, and remembers what it was to show."""

    def __init__(self) -> None:
        self.shown: list[int] = []

    async def show(self, match: Match, posting: Posting) -> Posting:
        self.shown.append(match.revision)
        return posting


class NoOldBoards(OldBoards):
    """Nothing is to be retired."""

    def __init__(self) -> None:
        pass

    async def resume(self) -> None:
        """There are no old boards."""

    async def close(self) -> None:
        """Nothing is under way."""


class NoBoards(BoardMessages):
    """Boards are shown by the wall."""

    def __init__(self) -> None:
        self.old = NoOldBoards()

    async def find_strays(self, match: Match, posting: Posting) -> Posting:
        return posting


def publisher_of(club: Club, wall: Wall) -> Publisher:
    return Publisher(club.service, club.store, club.store.places, SqlPeople(club.database), wall, NoBoards())


async def test_a_state_that_is_told_of_late_hides_no_newer_one(club: Club) -> None:
    """Ben accepts while the command that asked him is still noting its card down; then it tells of the challenge."""
    wall = Wall()
    publisher = publisher_of(club, wall)
    asked = await club.invite()
    async with publisher.expect_card(asked) as shown:
        await shown(77)
    begun = await club.service.accept(asked.id, BEN)
    await publisher.notice_change(begun)
    await publisher.notice_change(asked)
    await publisher.post_soon(asked.shown_id)
    assert wall.shown == [begun.revision]
    assert (await club.store.posting(asked.id)).revision == begun.revision


class TornWall(Wall):
    """Shows every second match, and fails with the others."""

    async def show(self, match: Match, posting: Posting) -> Posting:
        if match.id % 2:
            raise RuntimeError("it falls off")
        return await super().show(match, posting)


async def test_what_is_posted_at_last_and_what_is_not_are_counted_apart(club: Club) -> None:
    """Sixty matches wait, which is more than are looked at together."""
    asked = await club.invite()
    for _ in range(59):
        await club.store.add(asked)
    publisher = publisher_of(club, TornWall())
    with capture_logs():  # to write out sixty errors takes longer than all else
        assert await publisher.resync() == Resynced(posted=30, failed=30)
        assert len(await club.store.places.find_unposted(club.clock.now, MatchId(0))) == 30
        assert await publisher.resync() == Resynced(posted=0, failed=30)


class DeafWall(Wall):
    """Shows a match; the second time, Discord's answer is lost, and meanwhile there has been another move."""

    def __init__(self, club: Club) -> None:
        super().__init__()
        self._club = club
        self.publisher: Publisher | None = None

    async def show(self, match: Match, posting: Posting) -> Posting:
        await super().show(match, posting)
        if len(self.shown) == 2 and self.publisher is not None:
            newer = await self._club.service.submit(match.id, BEN.user, "d4-e4")
            await self.publisher.notice_change(newer)
            raise aiohttp.ServerDisconnectedError
        return posting


class SearchedBoards(NoBoards):
    """Notes at which revisions unrecorded boards were looked for."""

    def __init__(self) -> None:
        super().__init__()
        self.searched: list[int] = []

    async def find_strays(self, match: Match, posting: Posting) -> Posting:
        self.searched.append(match.revision)
        return posting


async def test_a_board_whose_answer_was_lost_is_looked_for_by_the_next_attempt(sqlite_club: Club) -> None:
    """Even if that is to show a newer move: otherwise the board would keep its controls."""
    club, wall, boards = sqlite_club, DeafWall(sqlite_club), SearchedBoards()
    people = SqlPeople(club.database)
    wall.publisher = publisher = Publisher(club.service, club.store, club.store.places, people, wall, boards)
    match = await club.begin()
    await publisher.post_soon(match.shown_id)  # after which this process knows of the board
    boards.searched.clear()
    match = await club.service.submit(match.id, ANA.user, "h4-g4")
    await publisher.notice_change(match)
    await publisher.post_soon(match.shown_id)
    assert wall.shown == [match.revision - 1, match.revision, match.revision + 1]
    assert boards.searched == [match.revision + 1]


class HalfWall(Wall):
    """Fails on the other server of a match until it is mended."""

    def __init__(self) -> None:
        super().__init__()
        self.is_mended = False
        self.places: list[int] = []

    async def show(self, match: Match, posting: Posting) -> Posting:
        if match.side is Side.GUEST and not self.is_mended:
            raise RuntimeError("it falls off")
        self.places.append(match.place.channel)
        return await super().show(match, posting)


def across(match: Match) -> Match:
    """The match, with the opponent on another server."""
    (guest,) = match.seats_of(BEN.user)
    return replace(match.with_player(guest.seat, side=Side.GUEST), other=Place(30, 40))


async def test_a_side_that_cannot_be_posted_holds_up_nothing_on_the_other(club: Club) -> None:
    asked = await club.invite()
    match = await club.store.add(across(asked))
    there = seen_from(match, Side.GUEST)
    wall = HalfWall()
    publisher = publisher_of(club, wall)
    await publisher.notice_change(match)
    assert await publisher.post_soon(match.shown_id)
    assert not await publisher.post_soon(there.shown_id)
    assert [await publisher.delivery(match), await publisher.delivery(there, 0.0)] == ["posted", "under way"]
    assert wall.places == [asked.place.channel]
    wall.is_mended = True
    assert await publisher.resync() == Resynced(posted=2, failed=0), "and the challenge that nobody was told of"
    assert wall.places[1:] == [asked.place.channel, 40]
    assert await publisher.delivery(there) == "posted"


async def test_who_waits_for_a_board_that_failed_hears_when_it_stands(club: Club) -> None:
    match = await club.store.add(across(await club.invite()))
    there = seen_from(match, Side.GUEST)
    wall = HalfWall()
    publisher = publisher_of(club, wall)
    assert not await publisher.post_soon(there.shown_id)
    assert not await publisher.is_shown_within(there, 0.1)
    waiting = asyncio.create_task(publisher.is_shown_within(there, 20.0))
    await asyncio.sleep(0)
    wall.is_mended = True
    await publisher.resync()
    assert await waiting


class SlowWall(Wall):
    """Shows a match only when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.began, self.may = asyncio.Event(), asyncio.Event()

    async def show(self, match: Match, posting: Posting) -> Posting:
        self.began.set()
        await self.may.wait()
        return replace(posting, board=5)


async def test_a_card_that_is_noted_down_while_a_match_is_posted_stays_noted_down(club: Club) -> None:
    wall = SlowWall()
    publisher = publisher_of(club, wall)
    match = await club.begin()
    before = await club.store.posting(match.id)
    await club.store.keep_posting(replace(before, revision=match.revision - 1))
    await publisher.notice_change(match)
    posting = publisher.post_soon(match.shown_id)
    async with asyncio.timeout(10):
        await wall.began.wait()
    noting = asyncio.create_task(publisher.record_card(match, 77))
    await asyncio.sleep(0)
    wall.may.set()
    await asyncio.gather(posting, noting)
    stored = await club.store.posting(match.id)
    assert (stored.card, stored.board, stored.revision) == (77, 5, match.revision)


@dataclass
class Thread:
    """The boards that stand in a thread, the oldest first."""

    boards: list[int] = field(default_factory=list)
    newest: int = 0

    def post(self) -> int:
        self.newest += 1
        self.boards.append(self.newest)
        return self.newest


class ThreadWall(Wall):
    """Shows matches in a thread: by an edit of the board, unless it is gone or to be posted again."""

    def __init__(self, thread: Thread, store: SqlMatches, clock: Clock) -> None:
        super().__init__()
        self._place, self._store, self._clock = thread, store, clock

    async def show(self, match: Match, posting: Posting) -> Posting:
        await asyncio.sleep(0)  # on the way to Discord
        stands = posting.board in self._place.boards and posting.board_at is not None
        board = posting.board if stands else self._place.post()
        await asyncio.sleep(0)  # on the way back
        shown = replace(posting, board=board, board_at=self._clock(), revision=match.revision)
        if not stands:
            await self._store.keep_posting(shown)
        return replace(shown, revision=posting.revision) if stands else shown


def process_of(club: Club, store: SqlMatches, database: Database, name: str, thread: Thread) -> Publisher:
    """The publisher of a process that shares the database with others."""
    service = MatchService(store, club.clock, Random(1))
    people, claims = SqlPeople(database), SqlClaims(database, name, club.clock)
    wall = ThreadWall(thread, store, club.clock)
    return Publisher(service, store, store.places, people, wall, NoBoards(), claims)


async def post_disturbed(club: Club, other: Database, number: int, disturbance: str) -> bool:
    """Edit a board, while at this pause another process has it posted again, or hears that it was deleted.

    On SQLite it is the same process. False: there are fewer pauses.
    """
    thread = Thread()
    here = process_of(club, club.store, club.database, "here", thread)
    there = here if other is club.database else process_of(club, SqlMatches(other), other, "there", thread)
    match = await club.begin()
    await here.post_soon(match.shown_id)
    await club.store.keep_posting(replace(await club.store.posting(match.id), revision=match.revision - 1))
    disturbances: list[asyncio.Task[None]] = []

    async def disturb() -> None:
        if disturbance == "posted again":
            await there.repost(match)
        else:
            thread.boards.remove(1)
            await there.places.message_deleted(1)

    pauses = Pauses(number, lambda: disturbances.append(asyncio.get_running_loop().create_task(disturb())))
    with watch_new_tasks(pauses):
        await here.post_soon(match.shown_id)
    if not disturbances:
        return False
    await disturbances[0]
    while here.in_progress or there.in_progress:
        await asyncio.gather(here.post_soon(match.shown_id), there.post_soon(match.shown_id))
    stored = await SqlMatches(other).posting(match.id)
    assert (stored.board, stored.revision) == (2, match.revision), f"at pause {number}"
    assert thread.boards[-1] == thread.newest == 2, f"at pause {number}: one new board"
    await here.close()
    await there.close()
    return True


@pytest.mark.parametrize("disturbance", ["posted again", "deleted"])
async def test_a_board_that_is_demanded_or_deleted_while_it_is_edited_is_posted_once(
    club: Club, other_database: Database, disturbance: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever that happens, and whichever process hears of it."""
    monkeypatch.setattr(publishing, "CLAIM_SECONDS", 0.01)
    for number in range(1, MOST_PAUSES):
        if not await post_disturbed(club, other_database, number, disturbance):
            assert number > FEWEST_PAUSES
            return
    raise AssertionError(f"more than {MOST_PAUSES} pauses")
