"""The table, and moves in words."""

from __future__ import annotations

import re

import pytest

from games.conquid import GAME
from games.conquid.position import State
from games.core.diagram import board_text
from games.core.status import Seat
from games.core.table import Mark
from tests.games.conquid.drawing import SIZES, after, read_drawing, start
from tests.games.conquid.test_composer import BUSY


def description(state: State, text: str) -> tuple[str, tuple[Mark, ...]]:
    """Words and marks of a move of the seat to move."""
    assert state.turn is not None
    description = GAME.presenter.describe(state, Seat(state.turn), GAME.rules.parse(text))
    return description.words, description.marks


@pytest.mark.parametrize("size", SIZES)
def test_the_area_is_the_same_object_each_time(size: str) -> None:
    """1: pictures keep what does not change."""
    before, now = (
        GAME.presenter.table(start(size), None),
        GAME.presenter.table(after(start(size), "A a1 b1 c1"), Seat(1)),
    )
    assert before.areas[0] is now.areas[0]
    cells = {cell.name for cell in now.areas[0].cells}
    assert {piece.cell for piece in now.pieces} <= cells
    assert len(now.areas[0].columns) * len(now.areas[0].rows) == len(cells)


def test_the_inner_cell_of_a_large_headquarters() -> None:
    """1: it is painted like owned land; the others are fortified."""
    glyphs = {piece.cell: piece.glyph for piece in GAME.presenter.table(start("large"), None).pieces}
    assert glyphs["f11"] == glyphs["ak11"] == "block"
    assert sorted(glyphs.values()).count("keep") == 16


def test_players_and_caption() -> None:
    """Scores are owned cells; how far each side is from conquest, and that it can be declared, is said of both."""
    table = GAME.presenter.table(read_drawing(BUSY), None)
    assert [(player.side, player.score, player.note) for player in table.players] == [
        ("West", "32", "can declare conquest"),
        ("East", "19", "4 cells to go"),
    ]
    assert table.caption == "45 empty cells"
    table = GAME.presenter.table(read_drawing(BUSY, turn=1), None)
    assert [player.note for player in table.players] == ["chain complete!", "4 cells to go"]
    table = GAME.presenter.table(after(start(), "A f4 g4 h4"), None)
    assert [player.note for player in table.players] == ["1 cell to go", "6 cells to go"]


def test_many_conquered_cells_are_counted_and_marked() -> None:
    """A row of seven between two rows of the other side."""
    state = read_drawing("""
        . 1 1 1 1 1 1 1 . . . . . .
        . 2 2 2 2 2 2 2 . . . . . .
        . 1 1 1 1 1 1 1 . . . . . .
        . . . . A . . . . B . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
    """)  # fmt: skip
    words, marks = description(state, "C")
    assert words == "Player 1 conquers 7 cells"
    assert len(marks[0].cells) == 7


def test_the_end() -> None:
    """6: the winner's path and note."""
    table = GAME.presenter.table(after(read_drawing(BUSY), "Q"), None)
    assert [(mark.kind, mark.role) for mark in table.marks] == [("path", "seat-0")]
    assert table.players[0].note == "conquest declared"


def test_text_board() -> None:
    """Owned cells and headquarters as in the position line."""
    text = board_text(GAME.presenter.table(after(start(), "A f4 g4 h4", "A n1 n2 n3"), None))
    assert "A 1 1 1 . B" in text


def test_moves_in_words() -> None:
    """3-6: each action, with the cells that it changes."""
    state = read_drawing(BUSY)
    assert description(state, "A k1 l1 m1") == ("Player 1 acquires k1, l1 and m1", (Mark("last", ("k1", "l1", "m1")),))
    words, marks = description(state, "C")
    assert re.fullmatch("Player 1 conquers 3 cells: [a-z]+\\d, [a-z]+\\d and [a-z]+\\d", words)
    assert marks[0].kind == "last"
    words, marks = description(state, "V a6")
    assert words == "Player 1 vanquishes a6–d3: Player 2 loses 16 cells"
    assert len(marks[0].cells) == 16
    words, marks = description(state, "Q")
    assert words == "Player 1 declares conquest with a chain of 6 cells"
    assert marks[0].kind == "path"
    assert description(start(), "C") == ("Player 1 conquers nothing", ())


def test_vanquished_own_and_empty_blocks_in_words() -> None:
    """5: whose land it was."""
    assert description(read_drawing(BUSY), "V k6")[0] == "Player 1 vanquishes k6–n3 and gives up 16 cells"
    empty = read_drawing("""
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . A . . . . B . . . .
        . . . . . . . . . . . . . .
        1 1 1 1 . . . . . . . . . .
        . . . . . . . . . . . . . .
    """)
    assert description(empty, "V a6")[0] == "Player 1 vanquishes a6–d3, which was empty"
