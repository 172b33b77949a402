"""Who may take which shards: free, expired, awaited and contradicting leases, seen with a clock of one's own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.process.leases import LEASE_SECONDS, Lease, Owner, Refuse, ShardRange, Take, Wait, Watch

FIRST, SECOND = ShardRange((0, 1), 4), ShardRange((2, 3), 4)
ANA, BEN = Owner("a" * 32, "one", "m", 5), Owner("b" * 32, "two", "m", 6)


def beating(watch: Watch, lease: Lease) -> Lease:
    """The lease after its owner has renewed it before the eyes of the watcher."""
    watch.observe([lease], 0)
    later = replace(lease, beat=lease.beat + 1)
    watch.observe([later], 5)
    return later


@given(st.sets(st.integers(0, 60), min_size=1), st.integers(61, 99))
def test_shards_are_read_as_they_are_written(ids: set[int], count: int) -> None:
    shards = ShardRange(tuple(sorted(ids)), count)
    assert ShardRange.read(str(shards), count) == shards


def test_all_shards_are_read_as_they_are_written() -> None:
    assert ShardRange.read(str(ShardRange()), 0) == ShardRange()


@pytest.mark.parametrize(
    "one, other, contradicts",
    [
        (FIRST, SECOND, False),
        (FIRST, FIRST, True),
        (FIRST, ShardRange((1, 2), 4), True),
        (FIRST, ShardRange((2, 3), 6), True),
        (FIRST, ShardRange(), True),
        (ShardRange(), ShardRange(), True),
    ],
)
def test_ranges_contradict_each_other_from_both_sides(one: ShardRange, other: ShardRange, contradicts: bool) -> None:  # noqa: FBT001
    assert one.contradicts(other) is other.contradicts(one) is contradicts


def test_nobody_is_there() -> None:
    watch = Watch()
    watch.observe([], 0)
    assert watch.decide(FIRST, 0) == Take(FIRST, [])
    assert watch.decide(None, 0) == Wait([]), "a spare knows of no shards that somebody had"


def test_ranges_beside_each_other_are_taken_side_by_side() -> None:
    watch = Watch()
    watch.observe([Lease(SECOND, BEN)], 0)
    assert watch.decide(FIRST, 0) == Take(FIRST, [])


def test_a_free_lease_is_taken_at_once_by_whom_it_is_configured_for_and_later_by_a_spare() -> None:
    """An update stops and starts a process within seconds: no spare is to come in between."""
    free = Lease(FIRST, None)
    watch = Watch()
    watch.observe([free], 0)
    assert watch.decide(FIRST, 0) == Take(FIRST, [free])
    assert watch.decide(None, LEASE_SECONDS - 1) == Wait([free])
    assert watch.decide(None, LEASE_SECONDS) == Take(FIRST, [free])


def test_a_lease_whose_beat_stands_still_expires_and_one_that_beats_does_not() -> None:
    watch, dead, alive = Watch(), Lease(FIRST, ANA), Lease(SECOND, BEN)
    for now in range(0, int(LEASE_SECONDS), 2):
        watch.observe([dead, alive], now)
        assert isinstance(watch.decide(None, now), Wait)
        alive = replace(alive, beat=alive.beat + 1)
    watch.observe([dead, alive], LEASE_SECONDS)
    assert watch.decide(None, LEASE_SECONDS) == Take(FIRST, [dead])
    assert watch.decide(FIRST, LEASE_SECONDS) == Take(FIRST, [dead])


def test_an_outage_of_the_database_expires_nothing() -> None:
    """Nobody could renew either: the watch begins again when the leases can be read again."""
    watch, lease = Watch(), Lease(FIRST, ANA)
    watch.observe([lease], 0)
    watch.forget()
    watch.observe([lease], 1000)
    assert isinstance(watch.decide(None, 1000), Wait)
    assert watch.decide(None, 1000 + LEASE_SECONDS) == Take(FIRST, [lease])


def test_a_process_that_is_known_to_be_gone_is_replaced_at_once() -> None:
    watch, lease = Watch(has_ended={ANA.id}), Lease(FIRST, ANA)
    watch.observe([lease], 0)
    assert watch.decide(FIRST, 0) == Take(FIRST, [lease])
    assert watch.decide(None, 0) == Take(FIRST, [lease])


def test_a_duplicate_waits_until_it_knows_that_the_other_is_alive_and_then_refuses() -> None:
    watch, lease = Watch(), Lease(FIRST, ANA)
    watch.observe([lease], 0)
    assert isinstance(watch.decide(FIRST, 0), Wait)
    beating(watch, lease)
    refused = watch.decide(FIRST, 5)
    assert isinstance(refused, Refuse)
    assert refused.sentence == (
        "SHARD_IDS 0-1 of 4: another process (number 5 on one) serves them already. "
        "End it, give this one other SHARD_IDS, or set QUINTET_SPARE=yes"
    )


@pytest.mark.parametrize(
    "mine, theirs, words",
    [
        (
            FIRST,
            ShardRange((1, 2), 4),
            "SHARD_IDS 0-1 contradicts {ana}, which serves shards 1-2",
        ),
        (
            FIRST,
            ShardRange((4, 5), 6),
            "SHARD_COUNT is 4 here, and {ana} serves shards 4-5 of 6",
        ),
        (FIRST, ShardRange(), "{ana} serves all shards with this database"),
        (ShardRange(), FIRST, "{ana} serves shards 0-1 of 4 with this database"),
        (ShardRange(), ShardRange(), "all shards: {ana} serves them already"),
    ],
)
def test_a_contradiction_names_both_sides(mine: ShardRange, theirs: ShardRange, words: str) -> None:
    watch = Watch()
    beating(watch, Lease(theirs, ANA))
    refused = watch.decide(mine, 5)
    assert isinstance(refused, Refuse)
    assert refused.sentence.startswith(words.format(ana="another process (number 5 on one)"))


def test_a_spare_that_stands_in_is_waited_for_and_not_refused() -> None:
    watch = Watch()
    lease = beating(watch, Lease(FIRST, ANA, spare=True))
    assert watch.decide(FIRST, 5) == Wait([lease])


def test_ranges_of_before_give_way_to_a_new_count() -> None:
    old = [Lease(FIRST, None), Lease(SECOND, None)]
    watch = Watch()
    watch.observe(old, 0)
    wanted = ShardRange((0, 1, 2), 6)
    assert watch.decide(wanted, 0) == Take(wanted, old)
