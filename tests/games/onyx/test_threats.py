"""What can be suffocated, in words that somebody says."""

from __future__ import annotations

from games.core.status import Seat
from games.onyx import GAME
from tests.games.onyx.drawing import read_drawing


def test_a_piece_is_suffocated_from_one_of_several_spaces() -> None:
    """White on b2 lacks a third neighbour of another colour: any of these spaces will do."""
    state = read_drawing("""
        . . . .
        . . . .
        . w . .
        b p . .
    """)
    assert "You can suffocate b2 from c1, a2, c2, a3, b3 or c3." in GAME.presenter.threats(state, Seat(0))
