"""The engines in C that levels are measured against play by the rules of `games`, which they do not share."""

from __future__ import annotations

from random import Random

import pytest

import games
from bench.yardsticks import COMPILER, yardstick
from games.core.game import AnyGame
from games.core.search.greedy import random_move
from games.core.status import CHANCE, Outcome, Seat
from games.onyx.moves import PASS

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler is installed")
KINDS = [
    ("choccer", 2, {}), ("conquid", 2, {"size": "small"}), ("conquid", 2, {}),
    ("cyberzul", 2, {}), ("cyberzul", 3, {}), ("cyberzul", 4, {}),
    ("onyx", 2, {"board": "king-3"}), ("onyx", 2, {}),
]  # fmt: skip
PLIES = 80


def listed_moves(game: AnyGame, state: object, seat: Seat) -> set[str]:
    """What an engine lists: all legal moves, of Conquid without the acquires."""
    legal = game.rules.legal(state, seat)
    return {game.rules.text(move) for move in getattr(legal, "actions", legal.__iter__)()}


def drawn_move(game: AnyGame, state: object, seat: Seat, rng: Random) -> object:
    """A random move, or deal; in Onyx seldom a pass, so that boards fill, in Conquid often no acquire."""
    if seat == CHANCE:
        return random_move(game.rules, state, seat, rng)
    legal = game.rules.legal(state, seat)
    if hasattr(legal, "actions") and rng.random() < 0.3:
        return rng.choice(list(legal.actions()))
    move = legal.sample(rng)
    return legal.sample(rng) if move == PASS else move


@pytest.mark.parametrize("key, seats, options", KINDS)
def test_an_engine_and_the_rules_agree_on_every_position(key: str, seats: int, options: dict[str, str]) -> None:
    game, engine, rng = games.find(key), yardstick(key), Random(key)
    for _ in range(3):
        state = game.rules.start(seats, game.info.check_options(options))
        for _ in range(PLIES):
            status, position = game.rules.status(state), game.rules.dump(state)
            if isinstance(status, Outcome) or status.seats == {0, 1}:
                break
            seat = min(status.seats)
            if seat != CHANCE:
                assert engine.moves(position) == listed_moves(game, state, seat)
            move = drawn_move(game, state, seat, rng)
            state = game.rules.play(state, seat, move)
            if seat != CHANCE:
                assert engine.play(position, game.rules.text(move)) == game.rules.dump(state)


@pytest.mark.parametrize("key, seats, options", KINDS)
def test_an_engine_plays_a_match_to_its_end(key: str, seats: int, options: dict[str, str]) -> None:
    """The others play at random; each of the engine's moves is legal, and it wins."""
    game, engine, rng = games.find(key), yardstick(key), Random(key)
    state = game.rules.start(seats, game.info.check_options(options))
    while not isinstance(status := game.rules.status(state), Outcome):
        seat = min(status.seats)
        if seat == 0:
            move = game.rules.parse(engine.think(game.rules.dump(game.rules.view(state, seat)), 0.02))
            assert move in game.rules.legal(state, seat)
        else:
            move = drawn_move(game, state, seat, rng)
        state = game.rules.play(state, seat, move)
    assert status.places[0] == 1
