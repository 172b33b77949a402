"""RULES 1: the table."""

from __future__ import annotations

import pytest

from games.choccer import GAME
from games.choccer.table import board
from games.core.errors import BadNotation
from tests.games.choccer.drawing import legal, read_drawing


def test_pieces_and_gems_stand_as_set_up() -> None:
    """1.2."""
    assert GAME.rules.start(2, {}) == read_drawing("""
        . . . t . + . T . . .
        . . s t . . . T S . .
        . . l c . . . C L . .
        . . . c . * . C . . .
        . . l c . . . C L . .
        . . s t . . . T S . .
        . . . t . + . T . . .
    """)


def test_black_moves_first() -> None:
    """1.2."""
    start = GAME.rules.start(2, {})
    assert len(legal(start)) == 24
    assert all(text[0] in "hi" for text in legal(start))


def test_zones_are_two_columns_by_three_rows_at_each_end() -> None:
    """1.3."""
    black, white = board().zones
    assert set(black.cells) == {"j3", "j4", "j5", "k3", "k4", "k5"}
    assert set(white.cells) == {"a3", "a4", "a5", "b3", "b4", "b5"}


def test_choccer_is_for_two() -> None:
    with pytest.raises(BadNotation, match="for 2 players, not 3"):
        GAME.rules.start(3, {})
