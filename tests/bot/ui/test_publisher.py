"""Which state of a match is posted when several are told of."""

from __future__ import annotations

from bot.match.model import Match, MatchId, Posting
from bot.store.people import SqlPeople
from bot.ui.delivery.poster import Poster
from bot.ui.delivery.publisher import Publisher, Resynced
from tests.bot.table import BEN, Club


class Wall(Poster):
    """Shows nothing to anybody, and remembers what it was to show."""

    def __init__(self) -> None:
        self.shown: list[int] = []

    async def show(self, match: Match, posting: Posting) -> Posting:
        self.shown.append(match.revision)
        return posting

    async def resume(self) -> None:
        """There are no old boards."""


async def test_a_state_that_is_told_of_late_hides_no_newer_one(club: Club) -> None:
    """Ben accepts while the command that asked him is still noting its card down; then it tells of the challenge."""
    wall = Wall()
    publisher = Publisher(club.service, SqlPeople(club.database), wall)
    asked = await club.invited()
    async with publisher.card_coming(asked) as shown:
        await shown(77)
    begun = await club.service.accept(asked.id, BEN)
    await publisher.changed(begun)
    await publisher.changed(asked)
    await publisher.post_soon(asked.id)
    assert wall.shown == [begun.revision]
    assert (await club.service.store.posting(asked.id)).revision == begun.revision


class TornWall(Wall):
    """Shows every second match, and fails with the others."""

    async def show(self, match: Match, posting: Posting) -> Posting:
        if match.id % 2:
            raise RuntimeError("it falls off")
        return await super().show(match, posting)


async def test_what_is_posted_at_last_and_what_is_not_are_counted_apart(club: Club) -> None:
    """Sixty matches wait, which is more than are looked at together."""
    asked = await club.invited()
    for _ in range(59):
        await club.service.store.add(asked)
    publisher = Publisher(club.service, SqlPeople(club.database), TornWall())
    assert await publisher.resync() == Resynced(posted=30, failed=30)
    assert len(await club.service.store.unposted(club.clock.now, MatchId(0))) == 30
    assert await publisher.resync() == Resynced(posted=0, failed=30)
