"""Leases of shards in both databases, and the process that holds one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.process.lease_keeper import HeldLease, find_ended, machine, this_process
from bot.process.leases import FENCE_SECONDS, RENEW_SECONDS, Lease, Owner, ShardRange, Take
from bot.store.engine import Database, OutOfReach
from bot.store.leases import SqlLeases
from bot.store.migrate import migrate

FIRST, SECOND = ShardRange((0, 1), 4), ShardRange((2, 3), 4)
ANA, BEN = Owner("a" * 32, "one", "m", 5), Owner("b" * 32, "two", "m", 6)


@pytest.fixture
async def leases(address: str) -> AsyncIterator[SqlLeases]:
    """The leases in an empty database."""
    database = Database(address)
    await migrate(database)
    yield SqlLeases(database)
    await database.close()


async def test_a_lease_is_taken_renewed_and_released(leases: SqlLeases) -> None:
    assert await leases.take(Take(FIRST, []), ANA, spare=False)
    assert await leases.read() == [Lease(FIRST, ANA)]
    assert await leases.renew(ANA) == Lease(FIRST, ANA, beat=1)
    await leases.release(ANA)
    (free,) = await leases.read()
    assert (free.shards, free.owner) == (FIRST, None)
    assert await leases.renew(ANA) is None


async def test_of_two_who_want_the_same_shards_at_once_one_gets_them(leases: SqlLeases) -> None:
    taken = await asyncio.gather(*(leases.take(Take(FIRST, []), owner, spare=False) for owner in (ANA, BEN)))
    assert sorted(taken) == [False, True]


async def test_ranges_that_overlap_are_not_both_taken(leases: SqlLeases) -> None:
    wanted = [ShardRange((0, 1), 4), ShardRange((1, 2), 4), ShardRange((2, 3), 4), ShardRange((0, 1), 6)]
    taken = await asyncio.gather(
        *(leases.take(Take(one, []), replace(ANA, id=str(number)), spare=False) for number, one in enumerate(wanted))
    )
    got = [one for one, mine in zip(wanted, taken, strict=True) if mine]
    assert got
    assert not any(one.contradicts(other) for one in got for other in got if one is not other)


async def test_a_lease_that_was_renewed_meanwhile_is_not_taken(leases: SqlLeases) -> None:
    await leases.take(Take(FIRST, []), ANA, spare=False)
    seen = await leases.read()
    await leases.renew(ANA)
    assert not await leases.take(Take(FIRST, seen), BEN, spare=True)
    assert await leases.take(Take(FIRST, await leases.read()), BEN, spare=True)
    assert await leases.renew(ANA) is None, "Ana knows at once that the shards are not hers any more"


async def test_who_waits_is_noted_and_a_spare_does_not_hide_who_is_configured(leases: SqlLeases) -> None:
    await leases.take(Take(FIRST, []), ANA, spare=True)
    await leases.await_shards(await leases.read(), "spare")
    await leases.await_shards(await leases.read(), "configured")
    await leases.await_shards(await leases.read(), "spare")
    assert [lease.awaited for lease in await leases.read()] == ["configured"]


class Time:
    """A clock that goes on when somebody sleeps; after so many sleeps it breaks off."""

    def __init__(self, most: int = 100) -> None:
        self.now = 0.0
        self.left = most

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.left -= 1
        if self.left < 0:
            raise asyncio.CancelledError


def hold(leases: SqlLeases, time: Time, *, shards: ShardRange = FIRST, spare: bool = False) -> HeldLease:
    return HeldLease(leases, ANA, shards, spare, time.now, lambda: time.now, time.sleep)


async def test_a_holder_ends_when_its_shards_have_gone(leases: SqlLeases) -> None:
    lease = hold(leases, Time())
    assert await lease.keep() == "another process has taken them over"


async def test_a_spare_gives_the_shards_back_to_whom_they_are_configured_for(leases: SqlLeases) -> None:
    await leases.take(Take(FIRST, []), ANA, spare=True)
    await leases.await_shards(await leases.read(), "configured")
    assert await hold(leases, Time(), spare=True).keep() == "the process that is configured for them is back"


async def test_who_is_configured_for_shards_gives_them_to_nobody(leases: SqlLeases) -> None:
    await leases.take(Take(FIRST, []), ANA, spare=False)
    await leases.await_shards(await leases.read(), "configured")
    with pytest.raises(asyncio.CancelledError):
        await hold(leases, Time(most=10)).keep()
    assert (await leases.read())[0].beat == 10


@pytest.mark.parametrize("shards", [FIRST, ShardRange()])
async def test_who_is_cut_off_from_the_database_falls_silent_where_another_may_answer(
    leases: SqlLeases, monkeypatch: pytest.MonkeyPatch, shards: ShardRange
) -> None:
    """Well before the lease can have expired; and answers again as soon as the lease is known to be its own."""
    await leases.take(Take(shards, []), ANA, spare=False)
    time = Time(most=int(FENCE_SECONDS / RENEW_SECONDS))
    lease = hold(leases, time, shards=shards)
    renew, reach = leases.renew, [False]

    async def cut_off(owner: Owner) -> Lease | None:
        if not reach[0]:
            raise OutOfReach(111, "refused")
        return await renew(owner)

    monkeypatch.setattr(leases, "renew", cut_off)
    with pytest.raises(asyncio.CancelledError):
        await lease.keep()
    assert lease.may_answer() is not bool(shards.ids), "alone with its database, there is nobody else to answer"
    reach[0], time.left = True, 1
    with pytest.raises(asyncio.CancelledError):
        await lease.keep()
    assert lease.may_answer()


def test_a_process_of_this_machine_that_has_ended_is_recognized() -> None:
    me = this_process()
    if not machine():
        pytest.skip("numbers of processes are unique nowhere here")
    gone = replace(me, id="gone", pid=2**22 + 1)
    before = replace(me, id="before")  # in this very container, with this very number, before its restart
    alive = replace(me, id="alive", pid=1)
    elsewhere = replace(gone, id="elsewhere", machine="other")
    found = [
        Lease(ShardRange((number,), 9), owner) for number, owner in enumerate((me, gone, before, alive, elsewhere))
    ]
    assert set(find_ended(found, me)) == {"gone", "before"}
