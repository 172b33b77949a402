"""Opponents and hints."""

from __future__ import annotations

from random import Random

import pytest

from games.choccer import GAME
from games.choccer.evaluate import advance
from games.choccer.moves import Move
from games.choccer.position import State
from games.core.budget import Budget
from games.core.player import Thought
from games.core.search.greedy import greedy_move, random_move
from games.core.status import Outcome, Seat
from tests.games.choccer.drawing import BLACK, read_drawing

ATTACK = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . c C . . . . . t . .
    . . C . . . . . . . C
    . . . . . . . . t . .
    . . . . . . . . . . .
    . . . . . . . . . s .
"""


def thought(state: State, level: str = "master", nodes: int = 2000) -> Thought[Move]:
    return GAME.player.think(state, Seat(state.seat), level, Budget(nodes=nodes), Random(1))


def thought_move(state: State, level: str = "master", nodes: int = 2000) -> str:
    return GAME.rules.text(thought(state, level, nodes).move)


@pytest.mark.parametrize("level", ["medium", "master"])
def test_red_gem_is_scored_when_that_wins(level: str) -> None:
    state = read_drawing(ATTACK, held="c4:red")
    assert thought_move(state, level) == "c4-b4"
    assert (
        thought(state, level).why.words
        == "Player 1 moves the circle from c4 to b4 and scores the red gem: 10 points. This wins the match"
    )


@pytest.mark.parametrize("level", GAME.info.levels)
@pytest.mark.parametrize("seed", range(5))
def test_even_a_beginner_scores_the_gem_that_wins(level: str, seed: int) -> None:
    """People who see one move ahead see that."""
    state = read_drawing(ATTACK, held="c4:red")
    move = GAME.player.think(state, Seat(state.seat), level, Budget(nodes=500), Random(seed)).move
    assert GAME.rules.text(move) == "c4-b4"


@pytest.mark.parametrize("level", ["beginner", "easy"])
@pytest.mark.parametrize("seed", range(5))
def test_a_piece_goes_forward_where_nothing_is_to_be_gained(level: str, seed: int) -> None:
    """Chosen by chance among equal moves, pieces went back and forth."""
    state = GAME.rules.start(2, {})
    move = GAME.player.think(state, BLACK, level, Budget(nodes=2000), Random(seed)).move
    assert advance(GAME.rules.play(state, BLACK, move), BLACK) > advance(state, BLACK)


@pytest.mark.parametrize("level", ["medium", "master"])
def test_red_gem_is_not_scored_when_that_loses(level: str) -> None:
    """7.2: 10 points would not be enough."""
    assert thought_move(read_drawing(ATTACK, held="c4:red", points="0,11"), level) != "c4-b4"


def test_hint_names_a_win_by_force() -> None:
    """Two moves from the zone, and nobody near."""
    state = read_drawing("""
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . C . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . c
    """, held="d4:red")  # fmt: skip
    assert (
        thought(state).why.words == "Player 1 moves the circle with the red gem from d4 to c4. This wins within 2 moves"
    )


def test_search_goes_on_when_the_other_side_loses_its_turns() -> None:
    """2.3: White has nothing left, and the gem is far away."""
    board = "\n".join(["." * 11] * 6 + ["*.........C"])
    assert thought_move(read_drawing(board), nodes=300) in {"k1-j1", "k1-k2"}
    last = "\n".join(["." * 11] * 5 + ["L..........", "....c......"])
    assert thought(read_drawing(last), nodes=300).move in GAME.rules.legal(read_drawing(last), BLACK)
    locked = "\n".join(["." * 11] * 5 + ["T..........", "c.C........"])
    assert "wins within" in thought(read_drawing(locked, held="a1:red", points="1,0", turn=97)).why.words


@pytest.mark.parametrize("level", GAME.info.levels)
def test_same_seed_and_nodes_give_the_same_thought(level: str) -> None:
    state = GAME.rules.start(2, {})
    assert thought(state, level, 800) == thought(state, level, 800)


@pytest.mark.parametrize("level", GAME.info.levels)
@pytest.mark.parametrize("budget", [Budget(nodes=1), Budget(seconds=0), Budget(seconds=0.05)])
def test_a_small_budget_is_enough_for_a_legal_move(level: str, budget: Budget) -> None:
    state = GAME.rules.start(2, {})
    move = GAME.player.think(state, BLACK, level, budget, Random(2)).move
    assert move in GAME.rules.legal(state, BLACK)


def result(first: str, second: str, seed: int) -> tuple[int, ...]:
    """The places of a match between two players, each a level or "random" or "greedy"."""
    rng, state = Random(seed), GAME.rules.start(2, {})
    while not isinstance(status := GAME.rules.status(state), Outcome):
        seat = min(status.seats)
        player = (first, second)[seat]
        if player == "random":
            move = random_move(GAME.rules, state, seat, rng)
        elif player == "greedy":
            move = greedy_move(GAME.player, state, seat, rng)
        else:
            move = GAME.player.think(state, seat, player, Budget(nodes=1200), rng).move
        state = GAME.rules.play(state, seat, move)
    return status.places


@pytest.mark.parametrize(
    "better, worse",
    [("beginner", "random"), ("easy", "random"), ("medium", "random"), ("medium", "greedy"), ("hard", "beginner")],
)
def test_levels_are_in_order(better: str, worse: str) -> None:
    """Four matches: no measurement (bench/arena.py is), but a broken thinker shows."""
    places = [result(better, worse, seed) for seed in (1, 2)]
    places += [result(worse, better, seed)[::-1] for seed in (1, 2)]
    assert (2, 1) not in places
    assert places.count((1, 2)) >= 3, "one may end level: whoever waits is hard to beat"
