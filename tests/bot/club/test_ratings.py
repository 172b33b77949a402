"""Ratings: two to four players, ties, provisional, titles, counted once and only when a match counts."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import cycle, islice

import pytest
from sqlalchemy import insert

from bot.club.leaderboards import standings
from bot.club.ratings import EVERYWHERE, PROVISIONAL, Rating, rate
from bot.match.challenges import ChallengeRequest, Person
from bot.match.clock import read_time
from bot.match.errors import Conflict
from bot.match.model import Change, Match, MatchId, Place, UserId
from bot.match.play import end
from bot.store import schema
from bot.store.people import SqlPeople
from bot.store.rating_updates import rating_row
from games.core.status import Outcome, Seat
from tests.bot.table import ANA, BEN, EVE, HERE, Club

MOVES = ("h4-g4", "d4-e4", "h3-g3", "d3-e3")


def beginners(count: int) -> list[Rating]:
    return [Rating(UserId(number), "choccer", EVERYWHERE) for number in range(1, count + 1)]


def points(ratings: list[Rating]) -> list[int]:
    return [rating.points for rating in ratings]


# ---------------------------------------------------------------------- the model


def test_a_beginner_has_1500_points_provisionally() -> None:
    assert str(beginners(1)[0]) == "1500?"


def test_the_winner_gains_what_the_loser_loses_among_equals() -> None:
    winner, loser = points(rate(beginners(2), (1, 2)))
    assert winner > 1500 > loser
    assert winner - 1500 == 1500 - loser


def test_a_tie_among_equals_changes_nothing_but_the_certainty() -> None:
    after = rate(beginners(2), (1, 1))
    assert points(after) == [1500, 1500]
    assert all(rating.sigma < beginners(1)[0].sigma for rating in after)
    assert [rating.tied for rating in after] == [1, 1]


def test_a_tie_moves_the_stronger_and_the_weaker_together() -> None:
    strong, weak = replace(beginners(2)[0], mu=32.0), beginners(2)[1]
    after = points(rate([strong, weak], (1, 1)))
    assert after[0] < strong.points
    assert after[1] > weak.points


@pytest.mark.parametrize("places", [(1, 2, 3), (1, 2, 3, 4), (2, 1, 3, 4)])
def test_with_more_players_the_order_of_places_is_the_order_of_ratings(places: tuple[int, ...]) -> None:
    after = points(rate(beginners(len(places)), places))
    by_place = [rating for _, rating in sorted(zip(places, after, strict=True))]
    assert by_place == sorted(after, reverse=True)
    assert len(set(after)) == len(after)


def test_players_who_share_a_place_are_rated_alike() -> None:
    """Places 1 2 2 4: the two in the middle tie with each other, which is no tied match."""
    after = rate(beginners(4), (1, 2, 2, 4))
    assert after[1].points == after[2].points
    assert [(rating.won, rating.tied, rating.lost) for rating in after] == [(1, 0, 0), (0, 0, 1), (0, 0, 1), (0, 0, 1)]


def test_sharing_the_first_place_is_a_tied_match() -> None:
    after = rate(beginners(3), (1, 1, 3))
    assert [(rating.won, rating.tied, rating.lost) for rating in after] == [(0, 1, 0), (0, 1, 0), (0, 0, 1)]


def test_a_surprise_counts_more_than_the_expected() -> None:
    strong, weak = replace(beginners(2)[0], mu=35.0, sigma=3.0), replace(beginners(2)[1], mu=20.0, sigma=3.0)
    expected = points(rate([strong, weak], (1, 2)))
    surprise = points(rate([strong, weak], (2, 1)))
    assert expected[0] - strong.points < strong.points - surprise[0]


@pytest.mark.parametrize("results, wanted", [([(1, 2), (2, 1)], 9), ([(1, 2)], 15)])
def test_a_rating_is_provisional_until_enough_is_known(results: list[tuple[int, int]], wanted: int) -> None:
    """Results of which the next is hard to foretell tell more than those of one who always wins."""
    ana, ben = beginners(2)
    matches = 0
    for places in islice(cycle(results), 40):
        if not ana.provisional:
            break
        ana, ben = rate([ana, ben], places)
        matches += 1
    assert matches == wanted
    assert str(ana) == str(ana.points)


def test_titles_wait_until_the_rating_is_sure() -> None:
    strong = replace(beginners(1)[0], mu=38.0)
    assert strong.title is None
    assert replace(strong, sigma=PROVISIONAL).title == "Expert"
    assert replace(strong, sigma=4.0).title == "Master"
    assert replace(strong, mu=22.0, sigma=4.0).title is None


def test_the_peak_stays() -> None:
    ana, ben = rate(beginners(2), (1, 2))
    peak = ana.points
    ana, ben = rate([ana, ben], (2, 1))
    assert ana.points < peak
    assert ana.peak == peak


# ---------------------------------------------------------------------- matches


async def play(club: Club, moves: int = 4, *, count: bool = True) -> Match:
    """Ana and Ben have made some moves."""
    match = await club.service.challenge(
        ChallengeRequest("choccer", ANA, HERE, (BEN,), time=read_time("3d"), first="me", rated=count)
    )
    match = await club.service.accept(match.id, BEN)
    for number in range(moves):
        match = await club.service.submit(match.id, (ANA, BEN)[number % 2].user, MOVES[number])
    return match


async def records(club: Club, person: Person, scope: int = EVERYWHERE) -> list[tuple[int, int, int]]:
    found = await SqlPeople(club.database).ratings(person.user, scope)
    return [(rating.won, rating.tied, rating.lost) for rating in found]


async def test_a_rated_match_counts_on_its_server_and_everywhere(club: Club) -> None:
    match = await play(club)
    await club.service.resign(match.id, BEN.user)
    assert HERE.guild is not None
    for scope in (EVERYWHERE, HERE.guild):
        assert await records(club, ANA, scope) == [(1, 0, 0)]
        assert await records(club, BEN, scope) == [(0, 0, 1)]
    assert await records(club, ANA, 11) == []
    changes = await SqlPeople(club.database).changes_of(match.id)
    assert {change.user: change.after > change.before for change in changes} == {ANA.user: True, BEN.user: False}


async def test_an_agreed_draw_is_a_tie(club: Club) -> None:
    match = await play(club)
    await club.service.offer(match.id, ANA.user, "draw")
    await club.service.offer(match.id, BEN.user, "draw")
    assert await records(club, ANA) == [(0, 1, 0)]
    assert await records(club, BEN) == [(0, 1, 0)]


@pytest.mark.parametrize("moves", [0, 1, 3])
async def test_a_match_given_up_before_everybody_made_two_moves_does_not_count(club: Club, moves: int) -> None:
    match = await play(club, moves)
    ended = await club.service.resign(match.id, BEN.user)
    assert not ended.counts
    assert await records(club, ANA) == []


async def test_a_draw_agreed_at_once_does_not_count(club: Club) -> None:
    match = await play(club, 0)
    await club.service.offer(match.id, ANA.user, "draw")
    ended = await club.service.offer(match.id, BEN.user, "draw")
    assert ended.stage.ended
    assert not ended.counts
    assert await records(club, ANA) == []


async def test_an_unrated_match_does_not_count(club: Club) -> None:
    match = await play(club, count=False)
    await club.service.resign(match.id, BEN.user)
    assert await records(club, ANA) == []


async def test_a_match_against_an_ai_or_oneself_is_never_rated(club: Club) -> None:
    alone = await club.service.challenge(ChallengeRequest("choccer", ANA, HERE, ai="easy"))
    hot_seat = await club.service.challenge(ChallengeRequest("choccer", ANA, HERE, (ANA,)))
    assert not alone.rated
    assert not hot_seat.rated


async def test_the_same_end_is_counted_once(club: Club) -> None:
    """A commit that comes too late changes nothing: neither the match nor the ratings."""
    match = await play(club)
    ended = replace(match, revision=match.revision + 1)
    await club.service.resign(match.id, BEN.user)
    with pytest.raises(Conflict):
        await club.store.commit(Change(ended))
    assert await records(club, ANA) == [(1, 0, 0)]
    assert len(await SqlPeople(club.database).curve(ANA.user, "choccer")) == 1


async def test_two_who_resign_at_once_end_one_match(club: Club) -> None:
    match = await play(club)
    results = await asyncio.gather(
        club.service.resign(match.id, ANA.user), club.service.resign(match.id, BEN.user), return_exceptions=True
    )
    assert sum(isinstance(result, Match) for result in results) == 1
    won = [record for person in (ANA, BEN) for record in await records(club, person)]
    assert sorted(won) == [(0, 0, 1), (1, 0, 0)]


async def test_the_curve_of_several_matches_goes_on_from_match_to_match(club: Club) -> None:
    for _ in range(3):
        match = await play(club)
        club.clock.pass_by(1000)
        await club.service.resign(match.id, BEN.user)
    curve = await SqlPeople(club.database).curve(ANA.user, "choccer")
    assert [change.before for change in curve[1:]] == [change.after for change in curve[:-1]]
    assert [change.at for change in curve] == sorted(change.at for change in curve)
    assert await records(club, ANA) == [(3, 0, 0)]


async def test_four_players_are_rated_together(club: Club) -> None:
    dan = Person(UserId(4), "Dan")
    people = (ANA, BEN, EVE, dan)
    match = await club.service.challenge(
        ChallengeRequest("cyberzul", ANA, HERE, people[1:], time=read_time("3d"), first="me")
    )
    for person in people[1:]:
        match = await club.service.accept(match.id, person)
    assert match.rated
    over = await club.service.change(match.id, lambda m, now: _end_with(m, (2, 1, 3, 3), now))
    found = {p.user: (await SqlPeople(club.database).ratings(p.user))[0].points for p in people}
    by_seat = [found[player.user] for player in over.players if player.user is not None]
    assert by_seat[1] > by_seat[0] > by_seat[2] == by_seat[3]


def _end_with(match: Match, places: tuple[int, ...], now: int) -> Change:
    over = end(match, Outcome(places, "played to the end"), now)
    return Change(replace(over, revision=match.revision + 1))


async def test_a_match_that_somebody_leaves_before_their_second_move_is_not_rated(club: Club) -> None:
    match = await club.service.challenge(
        ChallengeRequest("cyberzul", ANA, HERE, (BEN, EVE), time=read_time("3d"), first="me")
    )
    for person in (BEN, EVE):
        match = await club.service.accept(match.id, person)
    match = await club.service.resign(match.id, EVE.user)
    assert not match.stage.ended
    assert not match.rated
    assert [player.ai for player in match.players if player.user is None] == ["medium"]


# ---------------------------------------------------------------------- leaders, and who leaves


async def test_leaders_are_those_who_are_surely_strong(club: Club) -> None:
    for _ in range(2):
        match = await play(club)
        await club.service.resign(match.id, BEN.user)
    leaders = await SqlPeople(club.database).leaders("choccer", EVERYWHERE)
    assert [rating.user for rating in leaders] == [ANA.user, BEN.user]


async def set_ratings(club: Club, *means: float) -> None:
    """Persons 1, 2, … have these ratings in Choccer, all as sure."""
    ratings = [Rating(UserId(user), "choccer", EVERYWHERE, mu, 2.0) for user, mu in enumerate(means, 1)]
    async with club.database.write() as connection:
        await connection.execute(insert(schema.rating), [rating_row(rating) for rating in ratings])


async def test_who_stands_below_the_leaders_sees_their_own_place_last(club: Club) -> None:
    await set_ratings(club, *range(60, 30, -1))
    people = SqlPeople(club.database)
    for viewer, last in ((1, (20, 20)), (20, (20, 20)), (21, (21, 21)), (30, (30, 30)), (99, (20, 20))):
        found = await standings(people, "choccer", EVERYWHERE, UserId(viewer))
        assert [place for place, _ in found[:20]] == list(range(1, 21))
        assert len(found) == max(20, 20 + (20 < viewer <= 30))
        assert (found[-1][0], found[-1][1].user) == last


async def test_equals_share_a_place(club: Club) -> None:
    await set_ratings(club, 30, 27, 27, 20)
    found = await standings(SqlPeople(club.database), "choccer", EVERYWHERE, UserId(4))
    assert [place for place, _ in found] == [1, 2, 2, 4]


async def test_who_deletes_their_data_leaves_no_name_and_takes_no_rating_away(club: Club) -> None:
    people = SqlPeople(club.database)
    match = await play(club)
    await club.service.resign(match.id, ANA.user)
    await people.forget(ANA.user, "Somebody")
    kept = await club.service.get(match.id)
    assert kept.outcome is not None
    assert kept.outcome.reason == "Somebody resigned"
    assert [player.name for player in kept.players] == ["Somebody", "Ben"]
    assert kept.players[Seat(0)].user is None
    assert await records(club, ANA) == []
    assert await records(club, BEN) == [(1, 0, 0)]
    assert all(rows == [] for rows in (await people.export(ANA.user)).values())
    assert [one.id for one in await club.store.lists.finished_of(BEN.user, BEN.user, None)] == [match.id]


BEGINNINGS = {"choccer": ("h4-g4", "d4-e4", "h3-g3", "d3-e3"), "onyx": ("b@c3", "w@d4", "b@e5", "w@f6")}


async def test_recent_matches_are_those_that_the_viewer_may_see(club: Club) -> None:
    """Public ones of the server, and the viewer's own wherever they were; however many others there are."""
    wishes = [
        ChallengeRequest("choccer", ANA, HERE, (BEN,), first="me"),
        ChallengeRequest("choccer", ANA, HERE, (BEN,), first="me", private=True),
        ChallengeRequest("onyx", ANA, Place(99, 98), (BEN,), first="me"),
        *(ChallengeRequest("choccer", ANA, Place(None, 97), (ANA,), first="me") for _ in range(12)),
    ]
    found = []
    for challenge in wishes:
        match = await club.service.challenge(challenge)
        if challenge.opponents != (ANA,):
            match = await club.service.accept(match.id, BEN)
        for move in BEGINNINGS[challenge.game]:
            match = await club.service.submit(match.id, match.to_act[0].user or UserId(0), move)
        found.append((await club.service.resign(match.id, ANA.user)).id)
    public, private, elsewhere, *_ = found

    async def recent(player: UserId, viewer: UserId, guild: int | None, game: str | None = None) -> list[MatchId]:
        return [one.id for one in await club.store.lists.finished_of(player, viewer, guild, game)]

    assert await recent(ANA.user, EVE.user, HERE.guild) == [public]
    assert await recent(ANA.user, EVE.user, None) == []
    assert await recent(ANA.user, BEN.user, HERE.guild) == [elsewhere, private, public]
    assert await recent(ANA.user, BEN.user, None, "onyx") == [elsewhere]
    assert len(await recent(ANA.user, ANA.user, HERE.guild)) == 10
