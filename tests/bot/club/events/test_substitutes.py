"""Somebody plays on for somebody else: the place keeps its points, a match that has begun is finished as it was."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.club.events import entries
from bot.club.events.model import Format, Terms, Tournament, TournamentStage
from bot.club.events.progress import table_of
from bot.club.events.substitutes import PlaceOffer, mark_of, must_be_replaceable, offered_place, place_of, take_place
from bot.match.errors import NotAllowed, Refused, Stale
from bot.match.model import UserId
from tests.bot.club.events.playing import NOW, open_tournament, person, play_round, rounds_of, swiss


def begin(terms: Terms, people: int) -> Tournament:
    return entries.start(open_tournament(terms, [1500 + n for n in range(people)]), NOW).tournament


@pytest.mark.parametrize("format_", [Format.MINI_CUP, Format.SWISS, Format.KNOCKOUT])
def test_the_points_stay_with_the_place_and_the_tournament_goes_on(format_: Format) -> None:
    tournament = play_round(begin(Terms(format_, "onyx", "1d", size=8), 6), Random(1))
    before = {line.entrant.number: line.points for line in table_of(tournament)}
    change = take_place(tournament, 3, person(2).user, person(9))
    assert str(change.notices[0].words) == "P9 takes the place of P2, with their points."
    after = change.tournament
    assert {line.entrant.number: line.points for line in table_of(after)} == before
    assert after.by_number(3).user == person(9).user
    *_, over = rounds_of(after, Random(2))
    assert over.stage is TournamentStage.OVER


def test_it_is_taken_back_in_the_same_way() -> None:
    tournament = begin(swiss(8), 4)
    there = take_place(tournament, 1, person(0).user, person(9)).tournament
    back = take_place(there, 1, person(9).user, person(0)).tournament
    assert [entrant.user for entrant in back.entrants] == [entrant.user for entrant in tournament.entrants]


def test_who_has_dropped_out_is_paired_again_under_another_name() -> None:
    gone = entries.leave(begin(swiss(8), 4), person(1)).tournament
    there = take_place(gone, 2, person(1).user, person(9)).tournament
    second = list(rounds_of(there, Random(3)))[1]
    assert any(2 in pairing.entrants for pairing in second.of_round(2))


def test_a_place_is_taken_once_and_never_by_who_takes_part() -> None:
    tournament = begin(swiss(8), 4)
    there = take_place(tournament, 1, person(0).user, person(9)).tournament
    with pytest.raises(Stale, match="taken this place meanwhile"):
        take_place(there, 1, person(0).user, person(8))
    with pytest.raises(Refused, match="P2 is taking part, or has done before"):
        place_of(tournament, 1, person(2))
    with pytest.raises(Refused, match="Choose one that I suggest"):
        place_of(tournament, 77, person(9))
    with pytest.raises(Refused, match="hasn't begun"):
        place_of(open_tournament(swiss(8), [1500]), 1, person(9))
    with pytest.raises(Refused, match="is over"):
        place_of(replace(tournament, stage=TournamentStage.OVER), 1, person(9))


def test_somebody_who_comes_back_to_a_mini_cup_plays_the_rounds_that_are_left() -> None:
    tournament = begin(Terms(Format.MINI_CUP, "onyx", "1d", size=8), 4)
    gone = entries.leave(tournament, person(1)).tournament
    back = entries.join(gone, person(1), 1500, NOW).tournament
    assert back.entrant(UserId(1001)) == tournament.entrant(UserId(1001)), "as if they had never left"
    *_, over = rounds_of(back, Random(1))
    assert all(pairing.how == "match" for pairing in over.pairings if 2 in pairing.entrants)


def test_a_place_is_offered_to_people_alone() -> None:
    tournament = begin(swiss(8), 4)
    assert must_be_replaceable(tournament, 1, person(9), bot=False).number == 1
    with pytest.raises(Refused, match="bots don't take part"):
        must_be_replaceable(tournament, 1, person(9), bot=True)


def test_only_who_is_asked_accepts_a_place_and_only_from_who_had_it_then() -> None:
    tournament = begin(swiss(8), 4)
    offer = PlaceOffer(1, person(9).user, mark_of(tournament.by_number(1)))
    assert offered_place(tournament, offer, person(9)) == tournament.by_number(1)
    with pytest.raises(NotAllowed, match="Only the person who is asked"):
        offered_place(tournament, offer, person(8))
    taken = take_place(tournament, 1, person(0).user, person(8)).tournament
    with pytest.raises(Stale, match="Somebody else has taken this place"):
        offered_place(taken, offer, person(9))
