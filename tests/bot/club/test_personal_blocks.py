"""Blocks between two people: who is refused, what they are told, and that nothing gets past them."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.club.personal_blocks import MOST_BLOCKED, PersonalBlock, block_person, find_blocks_with, refuse_blocked
from bot.match.challenges import ChallengeRequest, Person, new_challenge
from bot.match.commits import commits, record_commits
from bot.match.errors import MatchError, NotAllowed, Refused
from bot.match.model import Match, Place, Stage, UserId
from bot.match.ports import system_dice
from bot.match.rematches import request_rematch
from bot.store.engine import Database
from bot.store.personal_blocks import SqlPersonalBlocks
from tests.bot.table import ANA, BEN, EVE, HERE, Club

PEOPLE = [UserId(number) for number in range(1, 6)]
TWO = st.tuples(st.sampled_from(PEOPLE), st.sampled_from(PEOPLE))
PAIRS = st.frozensets(TWO.filter(lambda pair: pair[0] != pair[1]))


def table(host: UserId, *others: UserId) -> Match:
    """A match of Cyberzul to which these people come."""
    people = [Person(user, f"P{user}") for user in (host, *others)]
    request = ChallengeRequest("cyberzul", people[0], Place(1, 2), tuple(people[1:]))
    return new_challenge(request, 0, system_dice())


@given(st.permutations(PEOPLE), st.integers(2, 4), PAIRS)
def test_refused_are_exactly_those_with_a_block_of_or_by_somebody_at_the_table(
    order: list[UserId], count: int, pairs: frozenset[tuple[UserId, UserId]]
) -> None:
    host, *others = order[:count]
    match = table(host, *others)
    for user in match.people:
        seated = frozenset(pair for pair in pairs if set(pair) <= set(match.people))
        meets_blocked = bool(find_blocks_with(user, seated))
        try:
            refuse_blocked(user)(match, seated)
        except NotAllowed as refusal:
            assert meets_blocked
            told_of_own = "You have blocked" in str(refusal.sentence)
            assert told_of_own == any(one == user for one, _ in seated), "only one's own blocks are told"
        else:
            assert not meets_blocked


@given(PAIRS, st.sampled_from(PEOPLE))
def test_a_block_holds_both_ways(pairs: frozenset[tuple[UserId, UserId]], user: UserId) -> None:
    mirrored = frozenset((other, one) for one, other in pairs)
    assert find_blocks_with(user, pairs) == find_blocks_with(user, mirrored)
    assert all(user in find_blocks_with(other, pairs) for other in find_blocks_with(user, pairs))


def test_who_is_blocked_reads_what_those_read_whom_nobody_may_challenge() -> None:
    with pytest.raises(NotAllowed) as refusal:
        refuse_blocked(ANA.user)(table(ANA.user, BEN.user), frozenset({(BEN.user, ANA.user)}))
    assert str(refusal.value.sentence) == "P2 doesn't take challenges at the moment."


# ---------------------------------------------------------------------- as stored


def blocks_of(club: Club) -> SqlPersonalBlocks:
    """The blocks of a club, which its matches hold to."""
    club.service.refuse_meeting = refuse_blocked
    return SqlPersonalBlocks(club.database)


async def block(club: Club, one: Person, other: Person) -> SqlPersonalBlocks:
    blocks = blocks_of(club)
    await block_person(club.service, blocks, one, other, is_bot=False)
    return blocks


@pytest.mark.parametrize("asks", ["who blocked", "who is blocked"])
async def test_neither_can_challenge_the_other(club: Club, asks: str) -> None:
    await block(club, *((ANA, BEN) if asks == "who blocked" else (BEN, ANA)))
    with pytest.raises(NotAllowed, match="You have blocked Ben" if asks == "who blocked" else "Ben doesn't take"):
        await club.invite(BEN)
    assert not await club.store.of_user(ANA.user)


async def test_neither_can_join_the_tables_of_the_other(club: Club) -> None:
    await block(club, ANA, BEN)
    for host, guest in ((ANA, BEN), (BEN, ANA)):
        match = await club.service.challenge(ChallengeRequest("choccer", host, HERE))
        with pytest.raises(NotAllowed):
            await club.service.join(match.id, guest)
        assert (await club.service.get(match.id)).people == (host.user,)


async def test_who_is_asked_together_with_a_blocked_person_is_told_when_they_accept(club: Club) -> None:
    match = await club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE)))
    await block(club, BEN, EVE)
    assert (await club.service.get(match.id)).stage is Stage.CANCELLED, "whoever blocks has declined"
    again = await club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE)))
    with pytest.raises(NotAllowed, match="You can't take a seat"):
        await club.service.accept(again.id, EVE)
    with pytest.raises(NotAllowed, match="You have blocked Eve"):
        await club.service.accept(again.id, BEN)


async def test_a_rematch_is_a_challenge_too(club: Club) -> None:
    match = await club.begin()
    await block(club, BEN, ANA)
    over = await club.service.resign(match.id, BEN.user)
    with pytest.raises(NotAllowed, match="Ben doesn't take challenges"):
        await club.service.challenge(request_rematch(over, ANA))


async def test_running_matches_go_on(club: Club) -> None:
    match = await club.begin()
    await block(club, ANA, BEN)
    assert (await club.service.get(match.id)).stage is Stage.LIVE
    assert (await club.service.submit(match.id, ANA.user, "h4-g4")).ply == 1


async def test_what_waits_between_them_is_off(club: Club) -> None:
    asked = await club.invite(BEN)
    table_of_ana = await club.service.challenge(ChallengeRequest("cyberzul", ANA, HERE))
    await club.service.join(table_of_ana.id, BEN)
    await block(club, ANA, BEN)
    assert (await club.service.get(asked.id)).stage is Stage.CANCELLED
    left = await club.service.get(table_of_ana.id)
    assert (left.stage, left.people) == (Stage.INVITED, (ANA.user,)), "the table stays, without the blocked one"


async def test_a_block_is_listed_and_undone(club: Club) -> None:
    blocks = await block(club, ANA, BEN)
    assert await blocks.blocks_of(ANA.user) == [PersonalBlock(ANA.user, BEN.user, "Ben", club.clock.now)]
    assert not await blocks.blocks_of(BEN.user)
    assert await blocks.remove_block(ANA.user, BEN.user)
    assert not await blocks.remove_block(ANA.user, BEN.user)
    assert (await club.invite(BEN)).stage is Stage.INVITED


async def test_what_makes_no_sense_is_refused_with_the_way_out(club: Club) -> None:
    blocks = blocks_of(club)
    with pytest.raises(Refused, match="can't block yourself"):
        await block_person(club.service, blocks, ANA, ANA, is_bot=False)
    with pytest.raises(Refused, match="Name a person"):
        await block_person(club.service, blocks, ANA, BEN, is_bot=True)
    for number in range(MOST_BLOCKED):
        assert await blocks.add_block(PersonalBlock(ANA.user, UserId(100 + number), "Somebody", 0), MOST_BLOCKED)
    record_commits()
    with pytest.raises(Refused, match="Undo one first"):
        await block_person(club.service, blocks, ANA, BEN, is_bot=False)
    assert commits().count == 0, "what is refused does not count as stored"
    assert len(await blocks.blocks_of(ANA.user)) == MOST_BLOCKED


async def test_a_block_and_a_challenge_at_once_never_leave_a_challenge(club: Club, other_database: Database) -> None:
    """In another process on PostgreSQL: whichever is stored first, afterwards nobody is asked."""
    blocks = blocks_of(club)
    for number in range(12):
        guest = Person(UserId(50 + number), f"Guest {number}")

        async def ask(guest: Person = guest) -> None:
            await club.service.challenge(ChallengeRequest("choccer", guest, HERE, (ANA,)))

        async def refuse(guest: Person = guest) -> None:
            await block_person(club.service, SqlPersonalBlocks(other_database), ANA, guest, is_bot=False)

        acts = (ask(), refuse()) if number % 2 else (refuse(), ask())
        for result in await asyncio.gather(*acts, return_exceptions=True):
            assert result is None or isinstance(result, MatchError), result
        assert not await club.store.of_user(guest.user)
    assert len(await blocks.blocks_of(ANA.user)) == 12
