"""Leagues: divisions of four to eight, everybody meets everybody in a season, as many go up as go down."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.club.events import entries, league
from bot.club.events.model import Format, Terms, Tournament, TournamentStage
from bot.club.events.progress import proceed, table_of, winners
from bot.club.events.scores import walkover
from bot.club.events.substitutes import take_place
from bot.match.clock import HOUR
from bot.match.errors import Refused
from bot.match.model import MatchId
from tests.bot.club.events.playing import NOW, open_tournament, person, play_round, with_result

LEAGUE = Terms(Format.LEAGUE, "choccer", "1d", size=64, round_hours=168)


def begin(people: int) -> Tournament:
    return entries.start(open_tournament(LEAGUE, [2000 - n for n in range(people)]), NOW).tournament


def numbers(tournament: Tournament) -> list[list[int]]:
    return [[one.number for one in division] for division in league.divisions(tournament)]


def play_season(tournament: Tournament, dice: Random | None = None) -> Tournament:
    """The league at the beginning of its next season; without dice the lower number wins."""
    season = tournament.season
    while tournament.season == season and tournament.stage is TournamentStage.RUNNING:
        if dice is None:
            for pairing in tournament.unfinished:
                one, other = pairing.entrants
                tournament = with_result(tournament, pairing, (1, 2) if one < other else (2, 1))
        else:
            tournament = play_round(tournament, dice)
        change = proceed(tournament, NOW, {})
        assert change is not None
        tournament = change.tournament
    return tournament


@pytest.mark.parametrize("people", range(4, 65))
def test_divisions_have_four_to_eight_people(people: int) -> None:
    sizes = league.sizes(people)
    assert sum(sizes) == people
    assert min(sizes) >= 4
    assert max(sizes) <= 8
    assert max(sizes) - min(sizes) <= 1


@settings(max_examples=30, deadline=None)
@given(people=st.integers(4, 20), seed=st.integers(0, 10**9))
def test_in_a_season_everybody_meets_everybody_of_the_division_once(people: int, seed: int) -> None:
    tournament = begin(people)
    wanted = sorted(pair for division in numbers(tournament) for pair in combinations(sorted(division), 2))
    after = play_season(tournament, Random(seed))
    met = [p for p in after.pairings if len(p.entrants) == 2 and p.round <= after.season_start]
    assert sorted(tuple(sorted(pairing.entrants)) for pairing in met) == wanted
    balance: Counter[int] = Counter()
    for pairing in met:
        balance[pairing.entrants[0]] += 1
        balance[pairing.entrants[1]] -= 1
    assert all(abs(value) <= 1 for value in balance.values())


@settings(max_examples=30, deadline=None)
@given(people=st.integers(8, 30), seed=st.integers(0, 10**9))
def test_as_many_go_up_as_go_down_and_nobody_is_lost(people: int, seed: int) -> None:
    """With people who leave and come between the rounds, over three seasons."""
    dice, tournament, newcomer = Random(seed), begin(people), people
    for _ in range(3):
        if dice.random() < 0.5:
            tournament = entries.join(tournament, person(newcomer), 1500, NOW).tournament
            newcomer += 1
        if dice.random() < 0.5:
            leaver = dice.choice([one for one in tournament.entrants if one.left is None])
            assert leaver.user is not None
            tournament = entries.leave(tournament, replace(person(0), user=leaver.user)).tournament
        moves = league.moves_after(tournament)
        assert len(moves.up) == len(moves.down)
        tournament = play_season(tournament, dice)
        placed = sorted(number for division in numbers(tournament) for number in division)
        assert placed == sorted(one.number for one in tournament.entrants if one.left is None)
        assert all(4 <= len(division) <= 8 for division in numbers(tournament))


def test_the_first_goes_up_and_the_last_goes_down() -> None:
    """Ten people in two divisions of five: the lower number always wins."""
    tournament = begin(10)
    assert numbers(tournament) == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]
    change = None
    while tournament.season == 1:
        for pairing in tournament.unfinished:
            one, other = pairing.entrants
            tournament = with_result(tournament, pairing, (1, 2) if one < other else (2, 1))
        change = proceed(tournament, NOW, {})
        assert change is not None
        tournament = change.tournament
    assert change is not None
    assert numbers(tournament) == [[1, 2, 3, 4, 6], [5, 7, 8, 9, 10]]
    told = [str(notice.words) for notice in change.notices if notice.words is not None]
    assert told == ["Season 1 is over. First place: P0.", "Up: P5. Down: P4."]
    assert [line.points for line in table_of(tournament)] == [0] * 10, "a new season begins with no points"


def test_who_joins_in_the_middle_plays_from_the_next_season_on_at_the_bottom() -> None:
    tournament = begin(4)
    change = entries.join(tournament, person(9), 2900, NOW)
    assert [str(notice.words) for notice in change.notices] == ["P9 plays from the next season on."]
    assert not any(5 in pairing.entrants for pairing in change.tournament.unfinished)
    after = play_season(change.tournament)
    assert numbers(after) == [[1, 2, 3, 4, 5]]


def test_a_season_in_which_nobody_has_played_or_with_too_few_is_the_last() -> None:
    idle = begin(4)
    now = NOW
    while idle.stage is TournamentStage.RUNNING:
        now += 168 * HOUR
        silent = {}
        for index, pairing in enumerate(idle.unfinished):
            idle = idle.with_pairing(replace(pairing, match=MatchId(index)))
            silent[MatchId(index)] = frozenset(e.user for e in idle.entrants if e.user is not None)
        change = proceed(idle, now, silent)
        assert change is not None
        idle = change.tournament
    assert (idle.season, idle.round) == (1, 3)
    gone = entries.leave(begin(4), person(2)).tournament
    assert play_season(gone).stage is TournamentStage.OVER


def test_nobody_is_first_in_a_season_without_points_and_nobody_goes_up_from_the_last_one() -> None:
    """Two divisions of five, in which nobody has played to the end of the season; then the league is over."""
    idle, told = begin(10), list[str]()
    while idle.unfinished:
        for pairing in idle.unfinished:
            idle = idle.with_pairing(walkover(pairing, frozenset(pairing.entrants)))
        change = proceed(idle, NOW, {})
        assert change is not None
        idle = change.tournament
        told += [str(notice.words) for notice in change.notices if notice.words is not None]
    assert told == ["Season 1 is over. Nobody has earned a point, so nobody is first.", "The tournament is over."]
    assert winners(idle) == ()


def test_nobody_is_first_of_a_season_for_the_points_of_the_season_before_or_of_another_division() -> None:
    second = play_season(begin(10))
    assert (second.season, winners(second)) == (2, ())
    below = next(one for one in second.unfinished if second.by_number(one.entrants[0]).division == 2)
    assert winners(with_result(second, below, (1, 2))) == ()
    above = next(one for one in second.unfinished if second.by_number(one.entrants[0]).division == 1)
    assert winners(with_result(second, above, (1, 2))) == (above.entrants[0],)


def test_a_substitute_changes_nothing_of_who_meets_whom() -> None:
    tournament = begin(6)
    change = proceed(play_round(tournament, Random(1)), NOW, {})
    assert change is not None
    there = take_place(change.tournament, 1, person(0).user, person(20)).tournament
    after = play_season(there, Random(2))
    met = sorted(tuple(sorted(p.entrants)) for p in after.pairings if p.round <= after.season_start)
    assert met == list(combinations(range(1, 7), 2))


def test_the_role_passes_from_the_winner_of_one_season_to_that_of_the_next() -> None:
    tournament = entries.start(open_tournament(replace(LEAGUE, winner_role=7), [1500] * 4), NOW).tournament
    for best in (1, 3):
        change = None
        while change is None or not any(notice.kind == "role" for notice in change.notices):
            for pairing in tournament.unfinished:
                first = min(pairing.entrants, key=lambda number: (number != best, number))
                tournament = with_result(tournament, pairing, tuple(1 + (one != first) for one in pairing.entrants))
            change = proceed(tournament, NOW, {})
            assert change is not None
            tournament = change.tournament
        (role,) = [notice for notice in change.notices if notice.kind == "role"]
        assert (role.gets, sorted(role.loses)) == ((best,), sorted({1, 2, 3, 4} - {best}))
    off = entries.cancel(tournament, person(0), NOW)
    assert "role" not in [notice.kind for notice in off.notices], "nobody has won the season that ends here"


def test_a_league_needs_four_people() -> None:
    with pytest.raises(Refused, match="4 are needed"):
        entries.start(open_tournament(LEAGUE, [1500] * 3), NOW)
    assert entries.check_terms(replace(LEAGUE, round_hours=None)).round_hours == 168, "a week"
