"""RULES 2 and 3: turns and moves."""

from __future__ import annotations

import pytest

from games.choccer import GAME
from games.core.errors import NotYourTurn
from tests.games.choccer.drawing import BLACK, WHITE, fields, legal, play_all, reach, read_drawing

OPEN = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . {} . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . t
"""


def test_circle_moves_one_space_along_row_or_column() -> None:
    """3.1."""
    assert reach(read_drawing(OPEN.format("C")), "f4") == {"e4", "g4", "f3", "f5"}


def test_triangle_moves_one_space_diagonally() -> None:
    """3.1."""
    assert reach(read_drawing(OPEN.format("T")), "f4") == {"e3", "e5", "g3", "g5"}


def test_clover_moves_up_to_three_spaces_along_row_or_column() -> None:
    """3.1."""
    rows = {"f1", "f2", "f3", "f5", "f6", "f7"}
    columns = {"c4", "d4", "e4", "g4", "h4", "i4"}
    assert reach(read_drawing(OPEN.format("L")), "f4") == rows | columns


def test_star_moves_up_to_three_spaces_diagonally() -> None:
    """3.1."""
    up = {"g5", "h6", "i7", "e5", "d6", "c7"}
    down = {"g3", "h2", "i1", "e3", "d2", "c1"}
    assert reach(read_drawing(OPEN.format("S")), "f4") == up | down


def test_edge_ends_a_move_and_rows_do_not_run_into_each_other() -> None:
    """3.1: from the corner, nothing leads round the edge."""
    board = """
        . . . . . . . . . . L
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . t
        S . . . . . . . . . .
        . . . . . . . . . . .
        C . . . . . . . . . T
    """
    state = read_drawing(board)
    assert reach(state, "k7") == {"h7", "i7", "j7", "k6", "k5", "k4"}
    assert reach(state, "a3") == {"b4", "c5", "d6", "b2", "c1"}
    assert reach(state, "a1") == {"a2", "b1"}
    assert reach(state, "k1") == {"j2"}


def test_pieces_of_either_side_are_in_the_way_and_gems_are_not() -> None:
    """3.2, 3.3: stopped by d4 (own) and f6 (White's, captured); g4 and f3 hold gems."""
    state = read_drawing("""
        . . . . . . . . . . .
        . . . . . t . . . . .
        . . . . . . . . . . .
        . . . T . L * . . . .
        . . . . . + . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
    """)
    assert reach(state, "f4") == {"e4", "g4", "h4", "i4", "f3", "f2", "f1", "f5", "f6"}


def test_sides_take_turns() -> None:
    """2.1."""
    start = GAME.rules.start(2, {})
    assert fields(start)["t"] == "0"
    assert fields(play_all(start, "h4-g4"))["t"] == "1"
    assert fields(play_all(start, "h4-g4", "d4-e4"))["t"] == "0"


def test_only_the_side_to_act_may_act() -> None:
    """2.1."""
    start = GAME.rules.start(2, {})
    with pytest.raises(NotYourTurn, match="It's Black's move"):
        GAME.rules.play(start, WHITE, GAME.rules.parse("d4-e4"))
    assert GAME.rules.legal(start, WHITE).count() == 0


def test_side_that_is_locked_in_loses_its_turn_and_the_turn_counts() -> None:
    """2.3, 4.4: White's only piece holds a gem, so it cannot capture its way out."""
    board = """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        T . . . . . . . . . .
        c . C . . . . . . . .
    """
    free = read_drawing(board, held="a1:red", turn=11)
    assert fields(play_all(free, "a2-b3"))["t"] == "1"
    locked = fields(play_all(free, "c1-b1"))
    assert (locked["turn"], locked["t"]) == ("13", "0")


def test_side_without_pieces_loses_its_turns() -> None:
    """2.3."""
    board = "\n".join(["." * 11] * 6 + ["C.........."])
    after = fields(play_all(read_drawing(board, turn=11), "a1-a2"))
    assert (after["turn"], after["t"]) == ("13", "0")


def test_holder_hemmed_in_by_gems_can_still_pass_over_them() -> None:
    """2.3, 3.2, 4.2: every neighbour of the clover is taken or a gem, but d1 behind the gem is free."""
    board = """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        c . . . . . . . . . .
        L + . . . . . . . . .
    """
    state = read_drawing(board, held="a1:red")
    assert legal(state) == {"a1-c1", "a1-d1"}


def test_holder_that_can_only_pass_over_a_gem_does_not_lose_its_turn() -> None:
    """2.3, 3.2: White's clover has a gem beside it and Black above it; b1 is no place for it, c1 is."""
    board = """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . C . . . . . . . . .
        l + . . . . . . . . .
    """
    state = play_all(read_drawing(board, held="a1:red", turn=11), "b2-a2")
    assert (state.seat, legal(state)) == (WHITE, {"a1-c1", "a1-d1"})


def test_handing_a_gem_on_is_an_action_too() -> None:
    """2.3, 5.1: nobody can move, but the circle on a1 can be given a gem."""
    board = """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        c . . . . . . . . . .
        C c . . . . . . . . .
        C C c . . . . . . . .
    """
    state = read_drawing(board, held="a2:red,b1:blue")
    assert legal(state) == {"a2>a1", "b1>a1"}


def test_holder_without_any_way_loses_its_turn() -> None:
    """2.3, 4.2, 4.4: it may neither capture nor land on the gem, and nobody is there to take its own."""
    board = """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        c . . . . . . . . . .
        C + . . . . . . . . .
    """
    state = read_drawing(board, held="a1:red", turn=5)
    assert (state.seat, state.turn) == (WHITE, 6)


def test_when_neither_side_can_act_all_turns_are_lost() -> None:
    """2.3, 7.1: an empty board."""
    state = read_drawing("\n".join(["." * 11] * 7), points="2,1", turn=40)
    assert (fields(state)["turn"], fields(state)["t"]) == ("101", "-")
    assert GAME.rules.legal(state, BLACK).count() == 0
