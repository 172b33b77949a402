"""Acquire (RULES 3), conquer (RULES 4), vanquish (RULES 5)."""

from __future__ import annotations

import pytest

from games.conquid import GAME
from games.conquid.position import State
from games.core.errors import IllegalMove
from games.core.status import Seat
from tests.games.conquid.drawing import after, drawing, read_drawing, rows, start


def refusal_of(state: State, text: str) -> str:
    """The sentence that refuses a move."""
    assert state.turn is not None
    seat = Seat(state.turn)
    move = GAME.rules.parse(text)
    assert move not in GAME.rules.legal(state, seat)
    with pytest.raises(IllegalMove) as refusal:
        GAME.rules.play(state, seat, move)
    return str(refusal.value)


def test_acquire_takes_three_empty_cells_anywhere() -> None:
    """3: they need not touch anything."""
    assert drawing(after(start(), "A a1 n7 f4", "A g4 h1 i7")) == rows("""
        . . . . . . . . 2 . . . . 1
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . A 1 2 . . B . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        1 . . . . . . 2 . . . . . .
    """)


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("A f4 a2 a3", "f4 is already yours"),
        ("A n7 a2 a3", "n7 belongs to your opponent"),
        ("A e4 a2 a3", "e4 is part of a headquarters"),
        ("A j4 a2 a3", "j4 is part of a headquarters"),
        ("A a2 a2 a3", "three different cells"),
        ("A a2 a3 o1", "o1 isn't on the board"),
        ("A a2 a3 b8", "b8 isn't on the board"),
    ],
)
def test_acquire_refuses(text: str, sentence: str) -> None:
    """3: owned cells, headquarters, a cell twice, cells off the board."""
    assert sentence in refusal_of(after(start(), "A f4 g4 h4", "A n7 m7 l7"), text)


def test_acquire_needs_three_empty_cells() -> None:
    """3: with two empty cells nobody acquires."""
    state = read_drawing("""
        . . 1 1 1 1 1 2 2 2 2 2 2 2
        1 1 1 1 1 1 1 2 2 2 2 2 2 2
        1 1 1 1 1 1 1 2 2 2 2 2 2 2
        1 1 1 1 A 1 1 2 2 B 2 2 2 2
        1 1 1 1 1 1 1 2 2 2 2 2 2 2
        1 1 1 1 1 1 1 2 2 2 2 2 2 2
        1 1 1 1 1 1 1 2 2 2 2 2 2 2
    """)
    assert "Fewer than three cells are empty" in refusal_of(state, "A a7 b7 c7")


CASCADE = """
    . . . . . . . . . . . . . .
    . . . . . . . . . . . . . .
    . . 1 . . . . . . . . . . .
    . 1 2 2 A . . . . B . . . .
    . . 2 1 . . . . . . . . . .
    . . . . . . . . . . . . . .
    . . . . . . . . . . . . . .
"""


def test_conquer_cascades() -> None:
    """4: c4 has two neighbours; once it is taken, d4 and c3 have two as well."""
    assert drawing(after(read_drawing(CASCADE), "C")) == rows("""
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . 1 . . . . . . . . . . .
        . 1 1 1 A . . . . B . . . .
        . . 1 1 . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
    """)


def test_conquer_needs_two_neighbours() -> None:
    """4: one neighbour is not enough, nor are two that touch by a corner only."""
    board = """
        . . . . . . . . . . . . . .
        1 . 1 . . . . . . . . . . .
        . 2 . . . . . . . . . . . .
        1 . 1 . A . . . . B . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        1 2 . . . . . . . . . . . .
    """
    assert drawing(after(read_drawing(board), "C")) == rows(board)


def test_headquarters_do_not_help_to_conquer() -> None:
    """4: d4 and f4 touch a headquarters and one own cell each, which is one too few."""
    board = """
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . 1 . 1 . . . . . . . .
        . . . 2 A 2 . . . B . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
    """
    assert drawing(after(read_drawing(board), "C")) == rows(board)


def test_neighbours_do_not_wrap_around_the_edge() -> None:
    """4: n3 and a4 are no neighbours, though one follows the other row by row."""
    board = """
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        1 . . . . . . . . . . . . .
        2 . . . A . . . . B . . . 2
        . . . . . . . . . . . . . 1
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
    """
    assert drawing(after(read_drawing(board), "C")) == rows(board)


def test_conquer_may_take_nothing() -> None:
    """4 [ruling]: it is legal all the same and passes the turn."""
    state = after(start(), "C")
    assert state == State("small", (0, 0), 1)


def test_conquer_takes_for_the_seat_that_plays_it() -> None:
    """4: the same board, the other seat to move: only cells with two neighbours of seat 1 change."""
    assert drawing(after(read_drawing(CASCADE, turn=1), "C")) == rows("""
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . 1 . . . . . . . . . . .
        . 1 2 2 A . . . . B . . . .
        . . 2 2 . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
    """)


def block_board() -> State:
    """Blocks west of seat 0's headquarters (a-d) and east of seat 1's (k-n)."""
    return read_drawing("""
        1 1 . . . . . . . . . . . .
        2 2 2 2 1 . . . . . 1 1 1 1
        2 2 2 2 1 . . . . . 1 1 1 1
        2 2 2 2 A . . . . B 1 1 1 1
        2 2 2 2 . . . . . . 1 1 1 1
        . . . . . . . . . . 1 1 1 1
        . . . . . . . . . . . . . .
    """)


def test_vanquish_empties_a_block_of_the_opponent() -> None:
    """5: four own cells touch the block from a6."""
    assert drawing(after(block_board(), "V a6")) == rows("""
        1 1 . . . . . . . . . . . .
        . . . . 1 . . . . . 1 1 1 1
        . . . . 1 . . . . . 1 1 1 1
        . . . . A . . . . B 1 1 1 1
        . . . . . . . . . . 1 1 1 1
        . . . . . . . . . . 1 1 1 1
        . . . . . . . . . . . . . .
    """)


def test_vanquish_may_empty_own_and_empty_blocks() -> None:
    """5: own blocks k6 and k5 touch four own cells in the row below or above; f7 to f4 touch k6-k3 or e5, e6."""
    legal = {GAME.rules.text(move) for move in GAME.rules.legal(block_board(), Seat(0)) if move.action != "A"}
    assert legal == {"C", "V a6", "V k6", "V k5"}


def test_vanquish_of_an_empty_block_changes_nothing() -> None:
    """5: it is legal with four own cells along its edge."""
    board = """
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . A . . . . B . . . .
        . . . . . . . . . . . . . .
        1 1 1 1 . . . . . . . . . .
        . . . . . . . . . . . . . .
    """
    state = after(read_drawing(board), "V a6")
    assert drawing(state) == rows(board)
    assert state.turn == 1


def test_vanquish_counts_edges_not_corners_and_no_headquarters() -> None:
    """5: three own cells, a headquarters and an own cell at a corner touch the block from a6."""
    state = read_drawing("""
        1 1 . . 1 . . . . . . . . .
        2 2 2 2 1 . . . . . . . . .
        2 2 2 2 . . . . . . . . . .
        2 2 2 2 A . . . . B . . . .
        2 2 2 2 . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
    """)
    assert "Only 3 cells of yours touch the block from a6" in refusal_of(state, "V a6")


def test_a_block_that_no_own_cell_touches_is_refused_in_words() -> None:
    assert "None of your cells touches the block from f4;" in refusal_of(
        read_drawing("""
        1 1 . . 1 . . . . . . . . .
        2 2 2 2 1 . . . . . . . . .
        2 2 2 2 . . . . . . . . . .
        2 2 2 2 A . . . . B . . . .
        2 2 2 2 . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
    """),
        "V f4",
    )


def test_vanquish_wants_cells_all_alike() -> None:
    """5: one own cell among fifteen of the opponent spoils the block."""
    state = read_drawing("""
        1 1 1 1 . . . . . . . . . .
        2 2 2 2 . . . . . . . . . .
        2 2 2 2 . . . . . . . . . .
        2 1 2 2 A . . . . B . . . .
        2 2 2 2 . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
    """)
    assert "differ: they must have one owner" in refusal_of(state, "V a6")


@pytest.mark.parametrize("corner", ["b7", "e5", "l5", "a3", "j6"])
def test_vanquish_stays_on_the_board_and_off_headquarters(corner: str) -> None:
    """5: a block that leaves the board or holds a headquarters can't be named."""
    assert f"has {corner} as its top left cell" in refusal_of(block_board(), f"V {corner}")


def test_vanquish_off_the_board() -> None:
    """5: a cell that is not there."""
    assert "z9 isn't on the board" in refusal_of(start(), "V z9")
