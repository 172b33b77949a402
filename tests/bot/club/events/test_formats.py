"""Mini cup, knockout, tables of more than two, and the book's tie-breaks."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from caissify_pairings import generate_pairings
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.club.events import entries, knockout, round_robin
from bot.club.events.model import WIN, Entrant, Format, Pairing, Terms, TournamentStage
from bot.club.events.progress import proceed, table_of, winners
from bot.club.events.scores import scores_of_places
from bot.club.events.standings import rank
from bot.match.clock import HOUR
from bot.match.errors import Refused
from bot.match.model import MatchId, UserId
from tests.bot.club.events.playing import NOW, open_tournament, person, play_round, rounds_of, swiss, with_result

SEEDS = st.integers(0, 10**9)


def cup(size: int) -> Terms:
    return Terms(Format.MINI_CUP, "onyx", "1d", size=size)


KNOCKOUT = Terms(Format.KNOCKOUT, "onyx", "1d")


@pytest.mark.parametrize("size", range(3, 9))
def test_round_robin_is_that_of_the_berger_tables(size: int) -> None:
    """FIDE's tables, as another library has them."""
    players = [
        {"id": n, "name": str(n), "score": 0.0, "rating": 2000 - n, "starting_number": n, "color_hist": [],
         "float_history": [], "bye_count": 0}
        for n in range(1, size + 1)
    ]  # fmt: skip
    for number, ours in enumerate(round_robin.schedule(range(1, size + 1)), 1):
        theirs = generate_pairings("round_robin", players, set(), number, size)
        met = {(pair["white_id"], pair["black_id"]) for pair in theirs if pair["white_id"] and pair["black_id"]}
        assert {pair for pair in ours if len(pair) == 2} == met


@settings(max_examples=30, deadline=None)
@given(size=st.integers(3, 8), seed=SEEDS, moving=st.booleans())
def test_in_a_mini_cup_everybody_meets_everybody_once(size: int, seed: int, *, moving: bool) -> None:
    tournament = open_tournament(cup(size), [1500] * size)
    assert tournament.stage is TournamentStage.RUNNING, "a mini cup that is full starts by itself"
    *_, over = rounds_of(tournament, Random(seed), people_come_and_go=moving)
    met = sorted(tuple(sorted(pairing.entrants)) for pairing in over.pairings if len(pairing.entrants) == 2)
    assert met == list(combinations(range(1, size + 1), 2))
    assert sum(line.points for line in table_of(over)) <= WIN * len(met)


@settings(max_examples=60, deadline=None)
@given(size=st.integers(3, 33), seed=SEEDS, moving=st.booleans())
def test_a_knockout_has_one_winner_and_the_places_of_the_bracket(size: int, seed: int, *, moving: bool) -> None:
    tournament = entries.start(open_tournament(KNOCKOUT, [1500 + n for n in range(size)]), NOW).tournament
    *_, over = rounds_of(tournament, Random(seed), people_come_and_go=moving)
    places = [line.place for line in table_of(over)]
    assert places[:2] == [1, 2]
    assert over.round == (size - 1).bit_length()
    assert all(place in {1, 2, 3, 5, 9, 17, 33} for place in places)


def test_the_best_two_seeds_meet_in_the_final() -> None:
    """1500 … 1507: the strongest is number 8, the second number 7."""
    tournament = entries.start(open_tournament(KNOCKOUT, [1500 + n for n in range(8)]), NOW).tournament
    while tournament.stage is TournamentStage.RUNNING:
        for pairing in tournament.unfinished:
            one, other = pairing.entrants
            tournament = with_result(tournament, pairing, (1, 2) if one > other else (2, 1))
        change = proceed(tournament, NOW, {})
        assert change is not None
        tournament = change.tournament
    assert {pairing.entrants for pairing in tournament.of_round(3)} == {(8, 7), (7, 8)}
    assert [line.entrant.number for line in table_of(tournament)][:2] == [8, 7]


def test_an_even_mini_match_is_decided_by_a_third_match_that_the_lower_seed_begins() -> None:
    tournament = entries.start(open_tournament(KNOCKOUT, [1503, 1502, 1501, 1500]), NOW).tournament
    for pairing in tournament.of_round(1):
        tournament = with_result(tournament, pairing, (1, 2))  # whoever begins wins: 1–1 everywhere
    change = proceed(tournament, NOW, {})
    assert change is not None
    assert [p.entrants for p in change.tournament.unfinished] == [(4, 1), (3, 2)]
    after = change.tournament
    for pairing in after.unfinished:
        after = with_result(after, pairing, (1, 1))
    assert [knockout.winner(after, 1, table) for table in (1, 2)] == [1, 2], "a drawn decider: the better seed"


@settings(max_examples=40, deadline=None)
@given(size=st.integers(3, 24), seats=st.integers(3, 4), seed=SEEDS)
def test_tables_seat_everybody_evenly(size: int, seats: int, seed: int) -> None:
    tournament = entries.start(open_tournament(swiss(64, 5, seats), [1500] * size), NOW).tournament
    for state in rounds_of(tournament, Random(seed)):
        seated = [pairing.entrants for pairing in state.of_round(state.round)]
        assert sorted(number for table in seated for number in table) == list(range(1, size + 1))
        assert all(2 <= len(table) <= seats for table in seated)
        assert max(map(len, seated)) - min(map(len, seated)) <= 1


def test_two_of_whom_one_has_blocked_the_other_sit_at_different_tables() -> None:
    apart = frozenset({frozenset({1, 2}), frozenset({15, 16})})
    tournament = replace(open_tournament(swiss(64, 5, 4), [1500 + n for n in range(16)]), apart=apart)
    *_, over = rounds_of(entries.start(tournament, NOW).tournament, Random(3))
    met = {frozenset(pair) for p in over.pairings for pair in combinations(p.entrants, 2)}
    assert not met & apart


def test_sixteen_people_meet_nobody_twice_at_tables_of_four_in_two_rounds() -> None:
    tournament = entries.start(open_tournament(swiss(64, 5, 4), [1500 + n for n in range(16)]), NOW).tournament
    tournament = play_round(tournament, Random(5))
    change = proceed(tournament, NOW, {})
    assert change is not None
    met = [frozenset(pair) for p in change.tournament.pairings for pair in combinations(p.entrants, 2)]
    assert len(met) == len(set(met))


@pytest.mark.parametrize(
    "places, scores",
    [
        ((1, 2), (12, 0)),
        ((1, 1), (6, 6)),
        ((2, 1, 3), (6, 12, 0)),
        ((1, 1, 3), (9, 9, 0)),
        ((1, 2, 3, 4), (12, 8, 4, 0)),
        ((1, 2, 2, 4), (12, 6, 6, 0)),
        ((1, 1, 1, 1), (6, 6, 6, 6)),
    ],
)
def test_points_by_place(places: tuple[int, ...], scores: tuple[int, ...]) -> None:
    assert scores_of_places(places) == scores


def test_ties_are_broken_by_the_book() -> None:
    """Four players, three rounds: 1 and 2 have two wins each; the direct encounter is told, after Sonneborn-Berger.

    1 beats 2 and 3 and loses to 4; 2 beats 3 and 4; 3 beats 4. Points: 2, 2, 1, 1.
    Buchholz (the points of the opponents): 4, 4, 5, 5. Sonneborn-Berger: 1 has 2 + 1, 2 has 1 + 1, 3 has 1, 4 has 2.
    """
    entrants = [Entrant(number, UserId(number), str(number)) for number in range(1, 5)]
    results = [(1, (1, 2)), (1, (3, 4)), (2, (1, 3)), (2, (2, 4)), (3, (4, 1)), (3, (2, 3))]
    pairings = [Pairing(number, t, pair, scores=(WIN, 0)) for t, (number, pair) in enumerate(results)]
    table = rank(entrants, pairings)
    assert [line.entrant.number for line in table] == [1, 2, 4, 3]
    assert [line.points // WIN for line in table] == [2, 2, 1, 1]
    assert [line.buchholz // WIN for line in table] == [4, 4, 5, 5]
    assert [line.sonneborn_berger // WIN**2 for line in table] == [3, 2, 2, 1]


def test_the_direct_encounter_breaks_what_the_rest_leaves() -> None:
    """1 has beaten 2; both drew with nobody else between them: 1 is first though 2 has the better rating."""
    entrants = [Entrant(1, UserId(1), "one", 1400), Entrant(2, UserId(2), "two", 1600)]
    twice = [Pairing(1, 1, (1, 2), scores=(WIN, 0)), Pairing(2, 1, (2, 1), scores=(WIN, 0))]
    assert [(line.entrant.number, line.place) for line in rank(entrants, twice)] == [(2, 1), (1, 1)], "still shared"
    assert [line.place for line in rank(entrants, twice[:1])] == [1, 2]


def test_a_round_whose_time_is_over_ends_drawn_but_lost_for_who_never_moved() -> None:
    terms = replace(swiss(8), round_hours=24)
    tournament = entries.start(open_tournament(terms, [1503, 1502, 1501, 1500]), NOW).tournament
    first, second = (replace(p, match=MatchId(n)) for n, p in enumerate(tournament.unfinished, 1))
    tournament = tournament.with_pairing(first).with_pairing(second)
    tournament = replace(tournament, remind_at=None)
    assert proceed(tournament, NOW + 24 * HOUR - 1, {}) is None
    silent = tournament.by_number(first.entrants[0]).user
    assert silent is not None
    change = proceed(tournament, NOW + 24 * HOUR, {MatchId(1): frozenset({silent})})
    assert change is not None
    assert [p.scores for p in change.tournament.of_round(1)] == [(0, WIN), (WIN // 2, WIN // 2)]
    assert change.tournament.round == 2


def test_where_everybody_is_absent_nobody_gets_a_point_and_the_tournament_goes_on() -> None:
    terms = replace(swiss(8), round_hours=1)
    tournament = entries.start(open_tournament(terms, [1500] * 4), NOW).tournament
    now = NOW
    while tournament.stage is TournamentStage.RUNNING:
        now += HOUR
        silent = {}
        for number, pairing in enumerate(tournament.unfinished):
            tournament = tournament.with_pairing(replace(pairing, match=MatchId(number)))
            silent[MatchId(number)] = frozenset(e.user for e in tournament.entrants if e.user is not None)
        change = proceed(tournament, now, silent)
        assert change is not None
        tournament = change.tournament
    assert {line.points for line in table_of(tournament)} == {0}


def test_refusals_say_what_is_possible() -> None:
    tournament = open_tournament(replace(cup(8)), [1500, 1500])
    with pytest.raises(Refused, match="You are already taking part"):
        entries.join(tournament, person(0), 1500, NOW)
    with pytest.raises(Refused, match="You aren't taking part"):
        entries.leave(tournament, person(7))
    with pytest.raises(Refused, match="3 are needed"):
        entries.start(tournament, NOW)
    running = entries.start(open_tournament(cup(8), [1500] * 3), NOW).tournament
    with pytest.raises(Refused, match="only Swiss tournaments can be joined late"):
        entries.join(running, person(7), 1500, NOW)
    with pytest.raises(Refused, match="has already begun"):
        entries.start(running, NOW)
    full = open_tournament(replace(swiss(3)), [1500] * 3)
    with pytest.raises(Refused, match="The tournament is full"):
        entries.join(full, person(7), 1500, NOW)
    off = entries.cancel(full, person(0), NOW).tournament
    with pytest.raises(Refused, match="called off"):
        entries.join(off, person(7), 1500, NOW)


@pytest.mark.parametrize(
    "terms, words",
    [
        (Terms(Format.MINI_CUP, "onyx", "1d", size=9), "3 to 8"),
        (Terms(Format.SWISS, "onyx", "1d", rounds=9), "5 to 7 rounds"),
        (Terms(Format.SWISS, "onyx", "1d", seats=3), "Onyx is for 2"),
        (Terms(Format.KNOCKOUT, "cyberzul", "1d", seats=3), "Swiss rounds only"),
        (Terms(Format.SWISS, "onyx", "soon"), "time"),
    ],
)
def test_terms_that_do_not_go_together_are_refused(terms: Terms, words: str) -> None:
    with pytest.raises(Refused, match=words):
        entries.check_terms(terms)


def test_those_who_still_play_are_reminded_once_when_a_fifth_of_the_round_is_left() -> None:
    terms = replace(swiss(8), round_hours=10)
    tournament = entries.start(open_tournament(terms, [1500] * 4), NOW).tournament
    assert proceed(tournament, NOW + 8 * HOUR - 1, {}) is None
    change = proceed(tournament, NOW + 8 * HOUR, {})
    assert change is not None
    assert [(notice.kind, notice.round) for notice in change.notices] == [("reminder", 1)]
    assert proceed(change.tournament, NOW + 9 * HOUR, {}) is None
    following = proceed(change.tournament, NOW + 10 * HOUR, {})
    assert following is not None
    assert following.tournament.remind_at == NOW + 18 * HOUR


def test_at_the_end_the_winner_is_given_the_role_that_was_promised() -> None:
    tournament = entries.start(open_tournament(replace(cup(8), winner_role=77), [1500] * 3), NOW).tournament
    *_, last, over = rounds_of(tournament, Random(1))
    assert last.stage is TournamentStage.RUNNING
    change = proceed(play_round(last, Random(1)), NOW, {})
    assert change is not None
    assert [notice.kind for notice in change.notices] == ["words", "role"]
    assert change.notices[-1].gets == winners(over)
    assert over.terms.winner_role == 77
