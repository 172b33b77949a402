"""Digests: when they are due each goes out once, whichever process sends it, and never for nothing."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

import pytest

from bot.club.digests import AT_ONCE, LEASE, Digest, Digests
from bot.club.preferences import Preferences
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import DAY, HOUR
from bot.match.model import UserId
from bot.store.digests import SqlDigests
from bot.store.engine import Database
from bot.store.matches import SqlMatches
from bot.store.people import SqlPeople
from tests.bot.table import ANA, BEN, HERE, Club


@dataclass
class Post:
    """Where digests go; it may be closed."""

    sent: list[Digest] = field(default_factory=list)
    is_open: bool = True

    async def send(self, digest: Digest) -> bool:
        await asyncio.sleep(0)
        if self.is_open:
            self.sent.append(digest)
        return self.is_open


@dataclass(frozen=True)
class Desk:
    """One process that sends digests."""

    club: Club
    people: SqlPeople
    digests: Digests


def desk_of(club: Club, database: Database, post: Post) -> Desk:
    people = SqlPeople(database)
    store = SqlDigests(database, people.forget_preferences)
    digests = Digests(store, people.preferences, SqlMatches(database).of_user, post.send, club.clock)
    return Desk(club, people, digests)


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def desks(club: Club, other_database: Database, post: Post) -> list[Desk]:
    """Two processes on PostgreSQL; on SQLite two that look at the same file one after the other."""
    return [desk_of(club, database, post) for database in (club.database, other_database)]


async def due(desk: Desk, **settings: object) -> None:
    """Ana's digest is due now."""

    def change(before: Preferences) -> Preferences:
        return replace(before, digest_at=desk.club.clock.now, **settings)  # type: ignore[arg-type]

    await desk.people.change_preferences(ANA.user, change)


async def test_a_digest_tells_of_turns_and_challenges_and_goes_out_once(desks: list[Desk], post: Post) -> None:
    match = await desks[0].club.begin()
    asked = await desks[0].club.service.challenge(ChallengeRequest("onyx", BEN, HERE, (ANA,)))
    await due(desks[0])
    counts = await asyncio.gather(*(desk.digests.send_due() for desk in desks))
    assert sum(counts) == len(post.sent) == 1
    assert [one.id for one in post.sent[0].waiting] == [match.id]
    assert [one.id for one in post.sent[0].asked] == [asked.id]
    assert (await SqlPeople(desks[0].club.database).preferences(ANA.user)).digest_at is None
    desks[0].club.clock.pass_by(DAY)
    assert await desks[0].digests.send_due() == 0


async def test_where_nothing_waits_nothing_is_written(desks: list[Desk], post: Post) -> None:
    await due(desks[0])
    assert await desks[0].digests.send_due() == 0
    assert not post.sent
    assert (await desks[0].people.preferences(ANA.user)).digest_at is None


async def test_what_discord_does_not_take_is_tried_again(desks: list[Desk], post: Post) -> None:
    await desks[0].club.begin()
    await due(desks[0])
    post.is_open = False
    assert await desks[0].digests.send_due() == 0
    post.is_open = True
    assert await desks[0].digests.send_due() == 0, "not before some time has passed"
    desks[0].club.clock.pass_by(LEASE + 1)
    assert await desks[1].digests.send_due() == 1


async def test_a_digest_that_was_missed_waits_for_the_end_of_the_quiet_hours(desks: list[Desk], post: Post) -> None:
    await desks[0].club.begin()
    await due(desks[0], quiet_from=0, quiet_to=23 * 60 + 59)
    assert await desks[0].digests.send_due() == 0
    later = (await SqlPeople(desks[0].club.database).preferences(ANA.user)).digest_at
    assert later is not None
    assert later > desks[0].club.clock.now
    assert not post.sent


async def test_who_wants_nothing_any_more_gets_no_digest(desks: list[Desk], post: Post) -> None:
    await desks[0].club.begin()
    await due(desks[0], pings=False)
    assert await desks[0].digests.send_due() == 0
    desks[0].club.clock.pass_by(HOUR)
    assert await desks[0].digests.send_due() == 0
    assert not post.sent


async def test_many_digests_are_claimed_together_and_each_goes_out_once(desks: list[Desk], post: Post) -> None:
    """Of those that are left when time is short, the next look takes care."""
    club, people = desks[0].club, desks[0].people
    for number in range(AT_ONCE + 5):
        guest = Person(UserId(100 + number), f"P{number}")
        asked = await club.service.challenge(ChallengeRequest("choccer", guest, HERE, (BEN,), first="me"))
        await club.service.accept(asked.id, BEN)
        await people.change_preferences(guest.user, lambda before: replace(before, digest_at=club.clock.now))
    assert sum(await asyncio.gather(*(desk.digests.send_due() for desk in desks))) >= AT_ONCE
    await desks[1].digests.send_due()
    users = [one.person.user for one in post.sent]
    assert len(users) == len(set(users)) == AT_ONCE + 5
