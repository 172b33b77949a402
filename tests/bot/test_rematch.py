"""The same match again."""

from __future__ import annotations

import pytest

from bot.cogs.invitations import rematch
from bot.match.invite import Person, Wish
from bot.match.model import Match
from tests.bot.table import ANA, BEN, EVE, HERE, Club


async def again(club: Club, old: Match, asker: Person) -> list[str]:
    """Who sits where in the rematch that somebody asks for."""
    return [player.name for player in (await club.service.challenge(rematch(old, asker))).players]


@pytest.mark.parametrize(
    "asker, order", [(ANA, ["Ben", "Eve", "Ana"]), (BEN, ["Ben", "Eve", "Ana"]), (EVE, ["Eve", "Ana", "Ben"])]
)
async def test_of_three_another_begins_and_all_follow_as_they_did(
    sqlite_club: Club, asker: Person, order: list[str]
) -> None:
    match = await sqlite_club.invited(BEN, EVE, game="cyberzul")
    for person in (BEN, EVE):
        match = await sqlite_club.service.accept(match.id, person)
    assert await again(sqlite_club, match, asker) == order


@pytest.mark.parametrize("asker", [ANA, BEN])
async def test_of_two_the_other_begins(sqlite_club: Club, asker: Person) -> None:
    assert await again(sqlite_club, await sqlite_club.begun(), asker) == ["Ben", "Ana"]


@pytest.mark.parametrize("rated", [True, False])
async def test_a_rematch_has_the_terms_of_a_match_that_was_given_up_at_once(sqlite_club: Club, rated: bool) -> None:  # noqa: FBT001 - both cases
    wish = Wish("choccer", ANA, HERE, (BEN,), rated=rated)
    match = await sqlite_club.service.accept((await sqlite_club.service.challenge(wish)).id, BEN)
    over = await sqlite_club.service.resign(match.id, BEN.user)
    assert not over.counts
    assert (await sqlite_club.service.challenge(rematch(over, BEN))).rated is rated
