"""Swiss: nobody meets twice where that can be avoided, sides are balanced, the weakest rest, once each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import networkx as nx
import pytest
from caissify_pairings import generate_pairings
from hypothesis import given, settings
from hypothesis import strategies as st
from swisspair import Player, create_matches

from bot.club.events import entries
from bot.club.events.contestants import Contestant, contestants
from bot.club.events.model import WIN, Pairing, Tournament
from bot.club.events.standings import points_of, rank
from bot.club.events.swiss import pair_round
from tests.bot.club.events.playing import NOW, open_tournament, person, play_round, rounds_of, swiss

SEEDS = st.integers(0, 10**9)


def is_pairable_by_search(players: Sequence[Contestant], *, balanced: bool) -> bool:
    """Whether all could be paired without meeting or resting again, and on balanced sides if wanted: by brute force."""
    graph: nx.Graph[int] = nx.Graph()
    for one, other in combinations(players, 2):
        fits = min(one.balance, other.balance) < 1 and max(one.balance, other.balance) > -1
        if not one.met.get(other.number) and (fits or not balanced):
            graph.add_edge(one.number, other.number)
    if len(players) % 2:
        graph.add_edges_from((player.number, 0) for player in players if not player.rests)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(players) + len(players) % 2


@settings(max_examples=80, deadline=None)
@given(size=st.integers(3, 40), rounds=st.integers(5, 7), seed=SEEDS, moving=st.booleans())
def test_nobody_meets_twice_and_sides_are_balanced_while_avoidable(
    size: int, rounds: int, seed: int, *, moving: bool
) -> None:
    """With dropouts, late entries, rests and draws: each round is as good as any other pairing of it could be."""
    dice = Random(seed)
    tournament = entries.start(
        open_tournament(swiss(64, rounds), [dice.randint(1200, 1800) for _ in range(size)]), NOW
    ).tournament
    for state in rounds_of(tournament, dice, people_come_and_go=moving):
        earlier = [pairing for pairing in state.pairings if pairing.round < state.round]
        players = contestants(state.entrants, earlier, state.round)
        check_round(players, state)


def check_round(players: Sequence[Contestant], state: Tournament) -> None:
    by_number = {player.number: player for player in players}
    made = state.of_round(state.round)
    paired = [pairing.entrants for pairing in made if len(pairing.entrants) == 2]
    assert len({number for pairing in made for number in pairing.entrants}) == sum(len(p.entrants) for p in made)
    again = [pair for pair in paired if by_number[pair[0]].met.get(pair[1])]
    resting_again = [p for p in made if len(p.entrants) == 1 and by_number[p.entrants[0]].rests]
    unbalanced = [pair for pair in paired if by_number[pair[0]].balance > 0 or by_number[pair[1]].balance < 0]
    if is_pairable_by_search(players, balanced=False):
        assert not again
    if is_pairable_by_search(players, balanced=True):
        assert not again
        assert not resting_again
        assert not unbalanced


@pytest.mark.parametrize("rounds", [5, 6, 7])
@pytest.mark.parametrize("size", range(3, 17))
def test_small_fields_stay_balanced_and_meet_once_through_all_rounds(size: int, rounds: int) -> None:
    """Each round leaves good ones for later: where people stay, such rounds always exist."""
    for seed in range(6):
        tournament = entries.start(open_tournament(swiss(64, rounds), [1500 + n for n in range(size)]), NOW).tournament
        *_, over = rounds_of(tournament, Random(seed))
        assert over.round == min(rounds, size - 1 + size % 2)
        balance: Counter[int] = Counter()
        met: Counter[frozenset[int]] = Counter()
        rests: Counter[int] = Counter()
        for pairing in sorted(over.pairings, key=lambda one: one.key):
            if len(pairing.entrants) == 1:
                rests[pairing.entrants[0]] += 1
                continue
            met[frozenset(pairing.entrants)] += 1
            balance[pairing.entrants[0]] += 1
            balance[pairing.entrants[1]] -= 1
            assert {balance[number] for number in pairing.entrants} <= {-1, 0, 1}, (seed, pairing)
        assert max(met.values()) == 1, seed
        assert max(rests.values(), default=0) <= 1, seed


@settings(max_examples=40, deadline=None)
@given(size=st.integers(3, 20), seed=SEEDS)
def test_points_add_up(size: int, seed: int) -> None:
    """Each pairing gives away one win, however it ends; so does each rest."""
    dice = Random(seed)
    tournament = entries.start(open_tournament(swiss(64), [1500] * size), NOW).tournament
    *_, over = rounds_of(tournament, dice, people_come_and_go=True)
    assert sum(points_of(over.entrants, over.pairings).values()) == WIN * len(over.pairings)
    assert sum(line.points for line in rank(over.entrants, over.pairings)) == WIN * len(over.pairings)


@settings(max_examples=40, deadline=None)
@given(size=st.integers(3, 16), seed=SEEDS)
def test_the_order_in_which_people_and_results_arrive_does_not_matter(size: int, seed: int) -> None:
    dice = Random(seed)
    ratings = [1400 + 10 * number for number in range(size)]
    state = entries.start(open_tournament(swiss(64), ratings), NOW).tournament
    for _ in range(3):
        state = replace(play_round(state, dice), round=state.round + 1)
        pairings = list(state.pairings)
        dice.shuffle(pairings)
        people = list(state.entrants)
        dice.shuffle(people)
        mixed = pair_round(contestants(people, pairings, state.round), state.round)
        straight = pair_round(contestants(state.entrants, state.pairings, state.round), state.round)
        assert mixed == straight
        assert rank(people, pairings) == rank(state.entrants, state.pairings)
        state = replace(state, pairings=(*state.pairings, *straight))


@pytest.mark.parametrize("size", [5, 8, 15, 40])
def test_whoever_has_blocked_somebody_is_not_paired_with_them(size: int) -> None:
    for seed in range(8):
        dice = Random(seed)
        apart = frozenset({frozenset({1, 2}), frozenset({1, size}), frozenset({2, 3})})
        opened_ = replace(open_tournament(swiss(64), [1500 + n for n in range(size)]), apart=apart)
        *_, over = rounds_of(entries.start(opened_, NOW).tournament, dice)
        assert over.round == 5
        assert not {frozenset(pairing.entrants) for pairing in over.pairings} & apart


def test_of_three_the_two_who_are_blocked_meet_the_third_again() -> None:
    apart = frozenset({frozenset({1, 2})})
    tournament = replace(open_tournament(swiss(64), [1500] * 3), apart=apart)
    *_, over = rounds_of(entries.start(tournament, NOW).tournament, Random(1))
    assert not {frozenset(pairing.entrants) for pairing in over.pairings} & apart


def test_two_who_are_alone_play_each_other_in_the_end() -> None:
    players = [Contestant(1, 0, {}, avoids=frozenset({2})), Contestant(2, 0, {}, avoids=frozenset({1}))]
    assert [len(pairing.entrants) for pairing in pair_round(players, 1, 3)] == [2]


def test_who_comes_late_has_no_points_and_is_paired_from_the_next_round_on() -> None:
    tournament = entries.start(open_tournament(swiss(64), [1500] * 4), NOW).tournament
    joined = entries.join(tournament, person(9), 1500, NOW).tournament
    assert not any(5 in pairing.entrants for pairing in joined.pairings)
    *_, last = (state for state in rounds_of(joined, Random(1)) if state.round == 2)
    assert any(5 in pairing.entrants for pairing in last.of_round(2))


def test_the_first_round_is_that_of_the_book() -> None:
    """The upper half meets the lower half in order, sides taking turns from board to board: FIDE's own example."""
    pairings = pair_round([Contestant(number, 0, {}) for number in range(1, 15)], 1)
    assert [pairing.entrants for pairing in pairings] == [(1, 8), (9, 2), (3, 10), (11, 4), (5, 12), (13, 6), (7, 14)]


@pytest.mark.parametrize("size", [8, 14, 30])
def test_the_first_round_is_that_of_another_library(size: int) -> None:
    """Caissify's, which follows FIDE's Dutch system."""
    players = [
        {"id": n, "name": str(n), "score": 0.0, "rating": 2000 - n, "starting_number": n, "color_hist": [],
         "float_history": [], "bye_count": 0}
        for n in range(1, size + 1)
    ]  # fmt: skip
    theirs = generate_pairings("dutch", players, set(), 1, 5)
    ours = pair_round([Contestant(number, 0, {}) for number in range(1, size + 1)], 1)
    assert {frozenset(p.entrants) for p in ours} == {frozenset((p["white_id"], p["black_id"])) for p in theirs}


@settings(max_examples=25, deadline=None)
@given(size=st.integers(12, 24).filter(lambda n: n % 2 == 0), seed=SEEDS)
def test_points_of_opponents_are_as_near_as_another_library_has_them(size: int, seed: int) -> None:
    """Swisspair pairs the same standings; in odd rounds, in which no side is in want, ours floats nobody farther."""
    dice = Random(seed)
    tournament = entries.start(open_tournament(swiss(64), [1500 + n for n in range(size)]), NOW).tournament
    for state in rounds_of(tournament, dice):
        if state.round not in {3, 5}:
            continue
        earlier = [pairing for pairing in state.pairings if pairing.round < state.round]
        players = contestants(state.entrants, earlier, state.round)
        points = {player.number: player.points // 6 for player in players}
        asked = [
            Player(id=str(one.number), points=points[one.number], rank=rank_, can_get_bye=False,
                   cannot_be_paired_against_ids={str(other) for other in one.met})
            for rank_, one in enumerate(players, 1)
        ]  # fmt: skip
        theirs = [(int(match.p1.id), int(match.p2.id)) for match in create_matches(asked)]
        ours = [pairing.entrants for pairing in state.of_round(state.round)]
        assert apart(ours, points) <= apart(theirs, points)


def apart(pairs: Sequence[tuple[int, ...]], points: dict[int, int]) -> int:
    return sum((points[pair[0]] - points[pair[1]]) ** 2 for pair in pairs)


def test_a_round_for_two_hundred_and_fifty_six_is_complete() -> None:
    players = [Contestant(number, 0, {}) for number in range(1, 257)]
    pairings: list[Pairing] = pair_round(players, 1)
    assert sorted(number for pairing in pairings for number in pairing.entrants) == list(range(1, 257))
