"""Matches in places that the bot is not in: stored as such, found when somebody uses the bot there again."""

from __future__ import annotations

from dataclasses import replace

from bot.match.challenges import ChallengeRequest
from bot.match.model import Match, Place
from bot.store.matches import SqlMatches
from bot.store.old_boards import SqlOldBoards
from tests.bot.table import ANA, BEN, Club

CONVERSATION = Place(None, 30, external=True)


async def begin_at(club: Club, place: Place) -> Match:
    """Ana plays Ben there."""
    asked = await club.service.challenge(ChallengeRequest("choccer", ANA, place, (BEN,)))
    return await club.service.accept(asked.id, BEN)


async def place_of(club: Club, match: Match) -> Place | None:
    """The place of a match as it is stored."""
    stored = await SqlMatches(club.database).get(match.id)
    return None if stored is None else stored.place


async def test_a_place_is_read_as_it_was_stored(club: Club) -> None:
    match = await begin_at(club, CONVERSATION)
    assert await place_of(club, match) == CONVERSATION
    await club.store.move(match.shown_id, Place(10, 20))
    assert await place_of(club, match) == Place(10, 20)


async def test_what_could_not_be_shown_is_found_where_it_is_played(club: Club) -> None:
    """Those of other places are not, nor those that are shown; ended ones are."""
    lost, shown, here = [await begin_at(club, place) for place in (CONVERSATION, CONVERSATION, Place(10, 30))]
    for match in (lost, shown, here):
        posting = replace(await club.store.posting(match.id), thread=30, lost=match != shown)
        await club.store.keep_posting(posting)
    await club.service.resign(lost.id, ANA.user)
    assert await club.store.places.find_lost_at(30) == [lost.shown_id]
    assert await club.store.places.find_lost_at(31) == []


async def test_boards_that_nobody_can_change_any_more_are_no_work_for_later(club: Club) -> None:
    match = await begin_at(club, CONVERSATION)
    posting = await club.store.posting(match.id)
    for board in (1, 2):
        await club.store.keep_posting(replace(posting, board=board, board_at=club.clock.now))
    assert await SqlOldBoards(club.database).find_replaced_before(club.clock.now + 1) == []
