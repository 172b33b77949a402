"""Arenas: whoever is free is paired, streaks count double, nobody waits for whoever does not come."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.club.events import arena, entries
from bot.club.events.model import WIN, Format, Pairing, Terms, Tournament, TournamentStage
from bot.club.events.progress import proceed, table_of, winners
from bot.club.events.scores import walkover
from bot.match.clock import MINUTE
from bot.match.errors import Refused
from tests.bot.club.events.playing import NOW, open_tournament, person, with_result

ARENA = Terms(Format.ARENA, "choccer", "12s", size=64, minutes=30)


def begin(people: int) -> Tournament:
    return entries.start(open_tournament(ARENA, [1500 + n for n in range(people)]), NOW).tournament


def go_on(tournament: Tournament, now: int = NOW) -> Tournament:
    change = proceed(tournament, now, {})
    return tournament if change is None else change.tournament


def score(*results: int) -> int:
    """The points for results in halves of a win, as whole points."""
    made = arena.Score()
    for result in results:
        made = made.after(result * WIN // 2)
    return made.points // WIN


@pytest.mark.parametrize(
    "results, points",
    [
        ((2,), 2),
        ((1,), 1),
        ((0,), 0),
        ((2, 2), 4),
        ((2, 2, 2), 8),
        ((2, 2, 1), 6),
        ((2, 2, 0, 2), 6),
        ((2, 2, 2, 2), 12),
    ],
)
def test_after_two_wins_in_a_row_all_counts_double(results: tuple[int, ...], points: int) -> None:
    """The published scores of lichess: 2, 1 and 0; a streak begins after two wins and ends with what is not one."""
    assert score(*results) == points


@settings(max_examples=40, deadline=None)
@given(people=st.integers(3, 20), seed=st.integers(0, 10**9))
def test_nobody_sits_at_two_boards_or_meets_the_same_person_twice_running(people: int, seed: int) -> None:
    """Results arrive one by one, people come, pause and come back."""
    dice = Random(seed)
    tournament, newcomer = begin(people), people
    for _ in range(40):
        busy = Counter(number for pairing in tournament.unfinished for number in pairing.entrants)
        assert not busy or max(busy.values()) == 1
        if tournament.unfinished:
            pairing = dice.choice(tournament.unfinished)
            places = dice.choice([(1, 2), (2, 1), (1, 1)])
            tournament = with_result(tournament, pairing, places)
        if dice.random() < 0.3:
            tournament, newcomer = come_or_go(tournament, dice, newcomer)
        before, tournament = tournament, go_on(tournament)
        check_no_immediate_repeat(before, tournament)
        free = free_numbers(tournament)
        assert len(free) <= 1 or all(just_met(tournament, free, one) for one in free), "who is free waits for nothing"


def test_an_arena_never_pairs_two_of_whom_one_has_blocked_the_other() -> None:
    apart = frozenset({frozenset({1, 2}), frozenset({3, 4})})
    tournament = entries.start(replace(open_tournament(ARENA, [1500] * 4), apart=apart), NOW).tournament
    for step in range(12):
        for pairing in tournament.unfinished:
            tournament = with_result(tournament, pairing, (1, 2))
        tournament = go_on(tournament, NOW + step)
    assert len(tournament.pairings) > 12
    assert not {frozenset(pairing.entrants) for pairing in tournament.pairings} & apart


def come_or_go(tournament: Tournament, dice: Random, newcomer: int) -> tuple[Tournament, int]:
    try:
        if dice.random() < 0.5:
            return entries.leave(tournament, person(dice.randrange(newcomer))).tournament, newcomer
        if dice.random() < 0.5:
            return entries.join(tournament, person(dice.randrange(newcomer)), 1500, NOW).tournament, newcomer
        return entries.join(tournament, person(newcomer), 1500, NOW).tournament, newcomer + 1
    except Refused:
        return tournament, newcomer


def free_numbers(tournament: Tournament) -> list[int]:
    busy = {number for pairing in tournament.unfinished for number in pairing.entrants}
    return [e.number for e in tournament.entrants if e.plays_in(tournament.round + 1) and e.number not in busy]


def last_of(tournament: Tournament, number: int) -> Pairing | None:
    own = [pairing for pairing in tournament.pairings if number in pairing.entrants]
    return max(own, key=lambda pairing: pairing.round, default=None)


def just_met(tournament: Tournament, free: list[int], one: int) -> bool:
    return all(last_of(tournament, one) == last_of(tournament, other) is not None for other in free)


def check_no_immediate_repeat(before: Tournament, after: Tournament) -> None:
    """Those who have just met are paired again only where nobody else is there."""
    present = [entrant for entrant in after.entrants if entrant.plays_in(after.round)]
    known = {pairing.key for pairing in before.pairings}
    for pairing in after.pairings:
        if pairing.key not in known and len(present) > 2:
            one, other = (last_of(before, number) for number in pairing.entrants)
            assert one is None or one != other


def test_the_time_ends_it_and_what_is_unfinished_does_not_count() -> None:
    tournament = begin(4)
    first, second = tournament.unfinished
    tournament = with_result(tournament, first, (1, 2))
    assert go_on(tournament, NOW + 30 * MINUTE - 1).stage is TournamentStage.RUNNING
    change = proceed(tournament, NOW + 30 * MINUTE, {})
    assert change is not None
    over = change.tournament
    assert over.stage is TournamentStage.OVER
    assert [line.points for line in table_of(over)] == [2 * WIN, 0, 0, 0]
    assert next(one for one in over.pairings if one.key == second.key).how == "time"
    assert [str(notice.words) for notice in change.notices] == ["The tournament is over."]


def test_who_does_not_come_is_not_paired_until_they_join_again() -> None:
    tournament = begin(4)
    absent_pairing, other = tournament.unfinished
    absent = absent_pairing.entrants[0]
    tournament = tournament.with_pairing(walkover(absent_pairing, frozenset({absent})))
    tournament = go_on(with_result(tournament, other, (1, 2)))
    assert tournament.by_number(absent).left is not None
    assert not any(absent in pairing.entrants for pairing in tournament.unfinished)
    user = tournament.by_number(absent).user
    assert user is not None
    back = entries.join(tournament, replace(person(0), user=user), 1500, NOW).tournament
    assert free_numbers(go_on(back)) == [] or absent in free_numbers(back)
    assert go_on(back).by_number(absent).left is None


def test_the_standings_do_not_depend_on_the_order_of_arrival() -> None:
    dice = Random(4)
    tournament = begin(6)
    for _ in range(20):
        tournament = go_on(with_result(tournament, dice.choice(tournament.unfinished), dice.choice([(1, 2), (2, 1)])))
    mixed = list(tournament.pairings)
    dice.shuffle(mixed)
    assert table_of(replace(tournament, pairings=tuple(mixed))) == table_of(tournament)


def test_an_arena_needs_a_fast_time_and_a_length() -> None:
    with pytest.raises(Refused, match="fast time"):
        entries.check_terms(replace(ARENA, time="3d"))
    with pytest.raises(Refused, match="10 to 240 minutes"):
        entries.check_terms(replace(ARENA, minutes=None))
    blitz = replace(ARENA, time="5m+5s")
    assert entries.check_terms(blitz) == blitz


def test_an_arena_in_which_nothing_was_played_has_no_winner() -> None:
    tournament = replace(begin(4), terms=replace(ARENA, winner_role=77))
    change = proceed(tournament, NOW + 31 * MINUTE, {})
    assert change is not None
    assert change.tournament.stage is TournamentStage.OVER
    assert winners(change.tournament) == ()
    assert [notice.kind for notice in change.notices] == ["words"], "nobody is given the role"
