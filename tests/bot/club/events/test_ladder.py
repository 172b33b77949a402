"""Ladders: places are won from above, never lost to somebody below who was not beaten by."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.club.events import entries, ladder
from bot.club.events.model import Format, Terms, Tournament, TournamentId, TournamentStage
from bot.club.events.progress import table_of
from bot.club.events.scores import walkover
from bot.match.errors import Refused
from bot.match.model import Place, UserId
from tests.bot.club.events.playing import NOW, person, with_result

LADDER = Terms(Format.LADDER, "choccer", "3d", size=64)


def ladder_of(people: int) -> Tournament:
    made = Tournament(TournamentId(1), LADDER, Place(1, 2), UserId(1000), "Host")
    tournament = entries.open_for_all(made)
    for number in range(people):
        tournament = entries.join(tournament, person(number), 1500, NOW).tournament
    return tournament


def order(tournament: Tournament) -> list[str]:
    return [line.entrant.name for line in table_of(tournament)]


def play(tournament: Tournament, challenger: int, challenged: int, places: tuple[int, int]) -> Tournament:
    """A challenge between people, by what they are called, and its result; `places` names the challenged first."""
    other = tournament.entrant(person(challenged).user)
    assert other is not None
    after = ladder.challenge(tournament, person(challenger), other.number).tournament
    return with_result(after, after.unfinished[-1], places)


def test_who_wins_takes_the_place_and_those_between_go_down_by_one() -> None:
    assert order(play(ladder_of(5), 4, 1, (2, 1))) == ["P0", "P4", "P1", "P2", "P3"]


def test_who_draws_or_loses_stays() -> None:
    assert order(play(ladder_of(3), 2, 1, (1, 1))) == ["P0", "P1", "P2"]
    assert order(play(ladder_of(3), 2, 1, (1, 2))) == ["P0", "P1", "P2"]


def test_who_does_not_answer_falls() -> None:
    tournament = ladder.challenge(ladder_of(3), person(2), 1).tournament
    absent = walkover(tournament.unfinished[0], frozenset({1}))
    assert order(tournament.with_pairing(absent)) == ["P2", "P0", "P1"]


def test_up_to_three_places_above_can_be_challenged_and_nobody_who_is_playing() -> None:
    tournament = ladder_of(6)
    assert [one.name for one in ladder.within_reach(tournament, person(5))] == ["P4", "P3", "P2"]
    with pytest.raises(Refused, match="You can't challenge them now"):
        ladder.challenge(tournament, person(5), 1)
    busy = ladder.challenge(tournament, person(4), 3).tournament
    assert [one.name for one in ladder.within_reach(busy, person(5))] == ["P3"]
    for somebody, words in ((4, "You are playing"), (0, "at the top"), (9, "not on this ladder")):
        with pytest.raises(Refused, match=words):
            ladder.within_reach(busy, person(somebody))


def test_nobody_challenges_whom_they_have_blocked_or_who_has_blocked_them() -> None:
    tournament = replace(ladder_of(4), apart=frozenset({frozenset({2, 4})}))
    assert [one.name for one in ladder.within_reach(tournament, person(3))] == ["P2", "P0"]
    with pytest.raises(Refused, match="You can't challenge them now"):
        ladder.challenge(tournament, person(3), 2)
    alone = replace(ladder_of(2), apart=frozenset({frozenset({1, 2})}))
    with pytest.raises(Refused, match="free right now"):
        ladder.within_reach(alone, person(1))


def test_nobody_challenges_whom_they_have_just_played() -> None:
    tournament = play(ladder_of(3), 2, 1, (1, 2))
    assert [one.name for one in ladder.within_reach(tournament, person(2))] == ["P0"]
    pair = play(ladder_of(2), 1, 0, (1, 2))
    assert [one.name for one in ladder.within_reach(pair, person(1))] == ["P0"], "there is nobody else"


@settings(max_examples=60, deadline=None)
@given(people=st.integers(2, 12), seed=st.integers(0, 10**9))
def test_everybody_has_one_place_and_falls_only_behind_who_has_won(people: int, seed: int) -> None:
    """Over many challenges, with people who come, leave and come back; a place says who came and who won, only."""
    dice = Random(seed)
    tournament, newcomer = ladder_of(people), people
    for _ in range(40):
        before = order(tournament)
        try:
            step, newcomer = act(tournament, dice, newcomer)
        except Refused:
            continue
        after = order(step)
        assert sorted(after) == sorted(e.name for e in step.entrants if e.left is None)
        both = [name for name in before if name in after]
        up = [name for name in both if index_in(after, name, both) < index_in(before, name, both)]
        assert len(up) <= 1, "one climbs at a time"
        tournament = step


def index_in(names: list[str], name: str, among: list[str]) -> int:
    return [one for one in names if one in among].index(name)


def act(tournament: Tournament, dice: Random, newcomer: int) -> tuple[Tournament, int]:
    somebody = person(dice.randrange(newcomer))
    choice = dice.random()
    if choice < 0.1:
        return entries.leave(tournament, somebody).tournament, newcomer
    if choice < 0.2:
        return entries.join(tournament, somebody, 1500, NOW).tournament, newcomer
    if choice < 0.3:
        return entries.join(tournament, person(newcomer), 1500, NOW).tournament, newcomer + 1
    if choice < 0.6 and tournament.unfinished:
        result = dice.choice([(1, 2), (2, 1), (1, 1)])
        return with_result(tournament, dice.choice(tournament.unfinished), result), newcomer
    target = dice.choice(ladder.within_reach(tournament, somebody))
    return ladder.challenge(tournament, somebody, target.number).tournament, newcomer


def test_a_result_that_is_corrected_later_moves_everybody_to_where_they_belong() -> None:
    tournament = play(ladder_of(4), 2, 1, (2, 1))  # 0 2 1 3
    tournament = play(tournament, 3, 1, (2, 1))  # 0 2 3 1
    corrected = with_result(tournament, tournament.pairings[0], (1, 2))
    assert order(corrected) == ["P0", "P3", "P1", "P2"]


def test_who_comes_back_begins_at_the_bottom_and_what_they_lost_stays_lost() -> None:
    tournament = play(ladder_of(3), 2, 0, (2, 1))
    assert order(tournament) == ["P2", "P0", "P1"]
    gone = entries.leave(tournament, person(0)).tournament
    back = entries.join(gone, person(0), 1500, NOW).tournament
    assert order(back) == ["P2", "P1", "P0"]
    assert entries.leave(back, person(0)).tournament.entrants[-1].left == back.round + 1


def test_climbing_is_told_once_and_the_organiser_ends_it() -> None:
    before = ladder.challenge(ladder_of(3), person(2), 1).tournament
    after = with_result(before, before.unfinished[0], (2, 1))
    assert [str(notice.words) for notice in ladder.climbs(before, after)] == ["P2 climbs to place 1."]
    assert ladder.climbs(after, after) == []
    assert ladder.count_climbs(after) == {3: 2, 1: -1, 2: -1}
    ended = entries.cancel(after, person(0), NOW).tournament
    assert ended.stage is TournamentStage.OVER
    with pytest.raises(Refused, match="This ladder has ended"):
        ladder.within_reach(ended, person(1))
    assert entries.cancel(ladder_of(2), person(0), NOW).tournament.stage is TournamentStage.CANCELLED


def test_only_on_a_ladder_is_somebody_challenged() -> None:
    with pytest.raises(Refused, match="Only on a ladder"):
        ladder.challenge(replace(ladder_of(3), terms=replace(LADDER, format=Format.SWISS)), person(2), 1)


def test_a_ladder_needs_a_clock() -> None:
    with pytest.raises(Refused, match="whoever does not answer loses their place"):
        entries.check_terms(replace(LADDER, time="none"))
