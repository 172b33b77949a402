"""The plain players by chance play by the rules, and see what there is to see."""

from __future__ import annotations

from random import Random

import pytest

import games
from bench.rollouts import ROLLOUTS
from bench.rollouts.piously import missing_tiles, worth
from games.core.status import CHANCE, Outcome, Seat
from games.piously import GAME
from games.piously.moves import End
from games.piously.turns import play
from tests.games.piously.positions import THREATENED


@pytest.mark.parametrize("key", sorted(ROLLOUTS))
def test_turns_are_legal(key: str) -> None:
    game, rng = games.find(key), Random(key)
    state = game.rules.start(2, game.info.check_options({}))
    for _ in range(12):
        status = game.rules.status(state)
        assert not isinstance(status, Outcome)
        seat = min(status.seats)
        turn = [game.rules.deal(state, rng)] if seat == CHANCE else ROLLOUTS[key](state, 0.01, rng)
        assert turn
        for move in turn:
            state = game.rules.play(state, seat, move)


def test_where_only_few_turns_are_possible_one_is_found() -> None:
    """White has no aura, and its priest stands among black ones."""
    position = "P0,0,3/I0,1,0/O2,-3,3/U-2,1,3/S-3,-1,4/L0,-3,3/Y2,-1,3/X- b.b./bwbw/.b../..../..../..../bb.b/-"
    state = GAME.rules.load(f"{position} W=Y4,B=Y1,P=Y2 ww----w - w3 19", {})
    for move in ROLLOUTS["piously"](state, 0.1, Random(5)):
        state = GAME.rules.play(state, Seat(0), move)
    assert state.mover == 1


def test_a_win_within_a_turn_of_piously_is_played() -> None:
    state = GAME.rules.load(THREATENED[0], {})
    state = play(state, state.mover, End())
    seat = state.mover
    for move in ROLLOUTS["piously"](state, 2.0, Random(1)):
        state = GAME.rules.play(state, Seat(seat), move)
    assert state.phase == "over"
    assert worth(state, seat) == -worth(state, 1 - seat) > 0


def test_what_piously_lacks_is_the_tiles_to_be_won() -> None:
    """A tile of the next room is one fewer; with the opponent all around, no way is short enough to count."""
    board = GAME.rules.load(THREATENED[0], {}).board
    alone = missing_tiles(board, 1, 0)
    assert alone >= 6
    beside = board.near[0] & ~0b1111
    near = beside & -beside
    assert missing_tiles(board, 1 | near, 0) == alone - 1
    assert missing_tiles(board, board.tiles, 0) == 0
    assert missing_tiles(board, 1, board.tiles ^ 1) == 12
