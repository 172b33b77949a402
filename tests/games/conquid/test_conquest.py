"""Conquest (RULES 6), the end and repetition (RULES 7)."""

from __future__ import annotations

import pytest

from games.conquid import GAME
from games.conquid.actions import winning_path
from games.core.errors import IllegalMove
from games.core.protocol.session import Session
from games.core.status import Outcome, Seat, Turn
from tests.games.conquid.drawing import WALL, after, read_drawing, start

JOINED = """
    . . . . . . . . . . . . . .
    . . . . . . 1 1 1 . . . . .
    . . . . . 1 1 . 1 1 . . . .
    . . . . A 1 . . . B . . . .
    . . . . 1 . . . . 1 . . . .
    . . . . 1 . . . . 1 . . . .
    . . . . 1 1 1 1 1 1 . . . .
"""


def test_conquest_wins() -> None:
    """6: declared over a chain from headquarters to headquarters."""
    over = after(read_drawing(JOINED), "Q")
    assert over.cells == read_drawing(JOINED).cells
    outcome = GAME.rules.status(over)
    assert isinstance(outcome, Outcome)
    assert outcome.places == (1, 2)
    assert outcome.winner == 0


def test_seat_1_wins_too() -> None:
    """6: the chain may be declared by either seat."""
    board = JOINED.replace("1", "2")
    outcome = GAME.rules.status(after(read_drawing(board, turn=1), "Q"))
    assert isinstance(outcome, Outcome)
    assert outcome.places == (2, 1)


def test_conquest_must_be_declared() -> None:
    """6: a complete chain alone wins nothing, and the opponent may break it."""
    state = after(read_drawing(JOINED), "C")
    assert isinstance(GAME.rules.status(state), Turn)
    assert GAME.rules.parse("Q") not in GAME.rules.legal(state, Seat(1))


def test_the_chain_of_the_opponent_is_of_no_use() -> None:
    """6: seat 1 has no cells, so it has no chain."""
    with pytest.raises(IllegalMove, match=r"chain|stand between"):
        GAME.rules.play(read_drawing(JOINED, turn=1), Seat(1), GAME.rules.parse("Q"))


@pytest.mark.parametrize(
    "chain",
    [
        pytest.param(
            """
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            . . . . . . . . 1 . . . . .
            . . . . A 1 1 1 . B . . . .
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            """,
            id="a corner joins nothing",
        ),
        pytest.param(
            """
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            . . . . . 1 1 1 1 . . . . .
            . . . . A . . . 1 B . . . .
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            """,
            id="the chain touches its headquarters by a corner",
        ),
        pytest.param(
            """
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            1 1 1 1 A . . . . B 1 1 1 1
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            """,
            id="rows do not wrap",
        ),
        pytest.param(
            """
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            . . . . A 1 1 2 1 B . . . .
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            . . . . . . . . . . . . . .
            """,
            id="a cell of the opponent breaks it",
        ),
    ],
)
def test_no_conquest(chain: str) -> None:
    """6: edges join, corners and empty cells do not."""
    with pytest.raises(IllegalMove):
        GAME.rules.play(read_drawing(chain), Seat(0), GAME.rules.parse("Q"))


@pytest.mark.parametrize(
    "texts, sentence",
    [
        (("A f4 g4 h4", "C"), "1 cell is missing"),
        (("A f4 a2 a3", "C"), "at least 3 cells are missing"),
        (("A f4 g4 h4", "A i4 i5 a1"), "at least 3 cells are missing"),
    ],
)
def test_the_refusal_counts_what_is_missing(texts: tuple[str, ...], sentence: str) -> None:
    """6: how many empty cells would complete a chain."""
    state = after(start(), *texts)
    with pytest.raises(IllegalMove, match=sentence):
        GAME.rules.play(state, Seat(0), GAME.rules.parse("Q"))


def test_the_refusal_tells_of_a_wall() -> None:
    """6: behind a wall of the opponent no empty cell helps."""
    state = read_drawing(WALL)
    with pytest.raises(IllegalMove, match="stand between the two headquarters"):
        GAME.rules.play(state, Seat(0), GAME.rules.parse("Q"))


def test_the_shortest_path_is_shown() -> None:
    """6: of two chains the shorter one, of 8 cells, is painted, from the winner's headquarters to the other ones."""
    over = after(read_drawing(JOINED), "Q")
    (mark,) = GAME.presenter.table(over, None).marks
    assert mark.kind == "path"
    assert mark.role == "seat-0"
    assert mark.cells == ("e4", "f4", "f5", "g5", "g6", "h6", "i6", "i5", "j5", "j4")
    assert mark.cells[1:-1] == winning_path(over.field, over.cells[0], 0)


def test_a_path_of_seat_1_starts_at_its_own_side() -> None:
    """6: from i4 to f4."""
    state = read_drawing(JOINED.replace("1", ".").replace("A . . . . B", "A 2 2 2 2 B"), turn=1)
    assert winning_path(state.field, state.cells[1], 1) == ("i4", "h4", "g4", "f4")


def test_third_repetition_is_a_tie() -> None:
    """7 [ruling]: the same position with the same player to move for the third time."""
    session = Session.new(GAME, 2, {"size": "small"})
    for ply in range(4):
        assert isinstance(session.status(), Turn)
        session.play(Seat(ply % 2), "C")
    outcome = session.status()
    assert isinstance(outcome, Outcome)
    assert outcome.places == (1, 1)
