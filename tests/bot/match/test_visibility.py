"""Who may see what of a match: private ones, other servers, and moves that are still sealed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.match.challenges import ChallengeRequest, Person, new_challenge
from bot.match.errors import NotAllowed, Refused
from bot.match.model import Match, Place, Stage, UserId
from bot.match.visibility import (
    Viewer,
    is_visible,
    may_answer,
    may_have_hint,
    must_be_visible,
    replayable,
    without_sealed,
)
from tests.bot.table import ANA, BEN, EVE, HERE, Club

ELSEWHERE = 99


def challenge(*opponents: Person, private: bool = False, where: Place = HERE) -> Match:
    """Ana's challenge."""
    return new_challenge(ChallengeRequest("choccer", ANA, where, opponents, private=private), 0, Random(0))


def sees(match: Match, user: UserId, guild: int | None) -> bool:
    try:
        must_be_visible(match, Viewer(user, guild))
    except NotAllowed:
        return False
    return True


def answers(match: Match, user: UserId, guild: int | None) -> bool:
    try:
        may_answer(match, Viewer(user, guild))
    except NotAllowed:
        return False
    return True


def test_a_public_match_is_seen_by_everybody_on_its_server_and_by_nobody_else() -> None:
    match = challenge(BEN)
    assert sees(match, EVE.user, HERE.guild)
    assert not sees(match, EVE.user, ELSEWHERE)
    assert not sees(match, EVE.user, None)


def test_a_private_match_is_seen_by_its_players_alone_wherever_they_are() -> None:
    match = challenge(BEN, private=True)
    for guild in (HERE.guild, ELSEWHERE, None):
        assert sees(match, ANA.user, guild)
        assert sees(match, BEN.user, guild)
        assert not sees(match, EVE.user, guild)


def test_who_has_opened_a_table_sees_it_without_a_seat() -> None:
    """A record that is brought along has its owner as host, and nobody at the table."""
    match = challenge(private=True)
    empty = replace(match, players=tuple(replace(player, user=None) for player in match.players))
    assert sees(empty, ANA.user, ELSEWHERE)
    assert not sees(empty, BEN.user, HERE.guild)


def test_direct_messages_are_no_server_that_two_people_share() -> None:
    match = challenge(BEN, where=Place(None, 5))
    assert sees(match, BEN.user, None)
    assert not sees(match, EVE.user, None)


def test_a_conversation_is_a_place_that_its_people_share() -> None:
    """The bot is not in it: what is played there is for those who are, and private all the same if it is to be."""
    there, elsewhere = Viewer(EVE.user, None, 5), Viewer(EVE.user, None, 6)
    match = challenge(BEN, where=Place(None, 5, external=True))
    assert is_visible(match, there)
    assert not is_visible(match, elsewhere)
    assert not is_visible(replace(match, private=True), there)
    may_answer(match, there)
    with pytest.raises(NotAllowed):
        may_answer(match, elsewhere)


def test_a_table_is_answered_on_its_server_even_when_its_match_will_be_private() -> None:
    """The card stands where all can read it: whose it is not is told so when they press its buttons."""
    table = challenge(private=True)
    assert answers(table, EVE.user, HERE.guild)
    assert not answers(table, EVE.user, ELSEWHERE)
    assert answers(challenge(BEN, private=True), BEN.user, ELSEWHERE)


async def test_one_sealed_removal_is_hidden_until_the_other_is_in(sqlite_club: Club) -> None:
    """Onyx: after two passes both seal a removal."""
    match = await sqlite_club.service.challenge(
        ChallengeRequest("onyx", ANA, HERE, (BEN,), options={"board": "king-4"}, first="me")
    )
    match = await sqlite_club.service.accept(match.id, BEN)
    for person in (ANA, BEN):
        match = await sqlite_club.service.submit(match.id, person.user, "pass")
    open_so_far = match.ply
    match = await sqlite_club.service.submit(match.id, ANA.user, "remove none")
    log = await sqlite_club.store.entries(match.id)
    assert without_sealed(match, log).ply == open_so_far
    match = await sqlite_club.service.submit(match.id, BEN.user, "remove none")
    log = await sqlite_club.store.entries(match.id)
    assert without_sealed(match, log).ply == match.ply == open_so_far + 2


async def test_of_a_running_match_all_but_sealed_moves_are_replayed(sqlite_club: Club) -> None:
    service = sqlite_club.service
    terms = ChallengeRequest("onyx", ANA, HERE, (BEN,), options={"board": "king-4"}, first="me")
    match = await service.accept((await service.challenge(terms)).id, BEN)
    for person, move in ((ANA, "pass"), (BEN, "pass"), (ANA, "remove none")):
        match = await service.submit(match.id, person.user, move)
    assert (await replayable(match, sqlite_club.store)).ply == match.ply - 1
    over = await service.resign(match.id, ANA.user)
    assert await replayable(over, sqlite_club.store) == over


async def test_what_has_no_board_is_not_replayed(sqlite_club: Club) -> None:
    match = challenge(BEN)
    for stage in (Stage.INVITED, Stage.CANCELLED):
        with pytest.raises(Refused):
            await replayable(replace(match, stage=stage), sqlite_club.store)


async def test_where_nothing_is_sealed_all_moves_are_shown(sqlite_club: Club) -> None:
    match = await sqlite_club.service.challenge(ChallengeRequest("choccer", ANA, HERE, (ANA,)))
    assert without_sealed(match, ()) == match
    match = await sqlite_club.service.submit(match.id, ANA.user, "h4-g4")
    assert without_sealed(match, await sqlite_club.store.entries(match.id)) == match


def test_hints_are_for_unrated_matches_that_are_played() -> None:
    match = replace(challenge(BEN), rated=False, stage=Stage.LIVE)
    assert may_have_hint(match)
    assert not may_have_hint(replace(match, rated=True))
    assert not may_have_hint(replace(match, stage=Stage.PAUSED))
