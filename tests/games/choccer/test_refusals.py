"""What a refused action is answered: the reason, and what the piece could do instead."""

from __future__ import annotations

import pytest

from games.choccer import GAME
from games.core.errors import IllegalMove
from games.core.status import Seat
from tests.games.choccer.drawing import read_drawing

BOARD = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . T . . . . . .
    . . . . L C . . S . .
    . . . . t * . . . . .
    . . . . . . . . . . .
    . c . . . . . . . . C
"""
HELD = "f4:red,i4:blue"


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("k1-k3", "a circle moves one space along its row or column. From k1 you can play k1-j1 or k1-k2."),
        ("k1-k1", "a circle moves one space along its row or column"),
        ("e5-e6", "a triangle moves one space diagonally"),
        ("e4-d3", "a clover moves one to three spaces along its row or column"),
        ("i4-e4", "a star moves one to three spaces diagonally"),
        ("e4-g4", "the piece on f4 is in the way"),
        ("e4-f4", "your own piece stands on f4"),
        ("f4-f3", "this piece already holds the red gem"),
        ("f4>f4", "a piece cannot hand its gem to itself"),
        ("f4>k1", "a gem is handed on over at most two columns and two rows"),
        ("f4>g4", "no piece of yours stands on g4 to take the gem"),
        ("f4>e3", "no piece of yours stands on e3 to take the gem"),
        ("f4>f3", "no piece of yours stands on f3 to take the gem"),
        ("e4>e5", "this piece holds no gem"),
        ("e3-e2", "The piece on e3 is White's. You play Black: choose one of your own pieces."),
        ("a1-a2", "There is no piece on a1. You play Black: choose one of your own pieces."),
        ("f3-f2", "There is no piece on f3."),
    ],
)
def test_reason_is_given(text: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.rules.play(read_drawing(BOARD, held=HELD), Seat(0), GAME.rules.parse(text))
    assert sentence in str(refused.value)


def test_holder_is_told_that_it_cannot_capture() -> None:
    """4.4."""
    with pytest.raises(IllegalMove, match="this piece holds the blue gem, so it cannot capture"):
        GAME.rules.play(read_drawing(BOARD, held="e4:blue"), Seat(0), GAME.rules.parse("e4-e3"))


def test_gem_for_another_holder_is_refused() -> None:
    """5.1."""
    with pytest.raises(IllegalMove, match="the clover on e4 already holds the blue gem"):
        GAME.rules.play(read_drawing(BOARD, held="f4:red,e4:blue"), Seat(0), GAME.rules.parse("f4>e4"))


def test_piece_that_can_do_nothing_is_named() -> None:
    board = "\n".join(["." * 11] * 5 + ["TL.........", "C.........."])
    with pytest.raises(IllegalMove, match=r"From a1 you can play a1-b1\."):
        GAME.rules.play(read_drawing(board), Seat(0), GAME.rules.parse("a1-a2"))
    locked = "\n".join(["." * 11] * 5 + ["Tl.........", "CC........."])
    with pytest.raises(IllegalMove, match=r"a1 can do nothing now\."):
        GAME.rules.play(read_drawing(locked), Seat(0), GAME.rules.parse("a1-a2"))
