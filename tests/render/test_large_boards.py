"""Boards of many cells, as large as the picture lets them be."""

from __future__ import annotations

from dataclasses import replace

import pytest

import games
from games.core.table import Mark, Piece, Table
from render.boards.board import Board
from render.demo import playout, seated
from render.layout import GAP, HIGHEST
from render.overview import map_frame
from render.picture import compose, framed, look_of
from render.strokes import filled


@pytest.mark.parametrize("board, larger", [("king-19", 1.12), ("snub-9", 1.1)])
def test_the_players_make_room_for_a_large_board(board: str, larger: float) -> None:
    """19 x 19 spaces have 14 pixels each on a phone with the players at the side, and 12 below them."""
    table = list(playout(games.find("onyx"), 2, {"board": board}, 30, seed=7))[-1]
    stage = framed(table, look_of(table, "dark"), 1200)[1]
    (shown,) = stage.boards
    assert {place.right for place in stage.places.strips} == {stage.places.board.x - GAP}
    below = stage.places.strips[0]._replace(w=stage.places.board.w, h=HIGHEST - stage.places.board.y - 60 - 116)
    assert shown.unit > larger * shown.unit_for(below.w, below.h)


def large_onyx(*spaces: str) -> Table:
    """The largest board with pieces on these spaces."""
    game = games.find("onyx")
    state = game.rules.start(2, game.info.check_options({"board": "king-19"}))
    table = seated(game.presenter.table(state, None), game.rules.status(state))
    return replace(table, pieces=tuple(Piece(space, "counter", "black", "X") for space in spaces))


def board_of(table: Table) -> Board:
    (board,) = framed(table, look_of(table, "dark"), 1200)[1].boards
    return board


def has_map(table: Table) -> bool:
    return any(one.stamp[0] is map_frame for one in compose(table, look_of(table, "dark"), 1200).placed)


def test_while_a_match_is_played_in_a_part_of_the_board_that_part_is_shown_with_a_map() -> None:
    corner, everywhere = large_onyx("c3", "e5", "g4"), large_onyx("c3", "e5", "g4", "s19")
    assert board_of(corner).unit > 1.4 * board_of(everywhere).unit
    assert "s19" not in board_of(corner).at
    assert has_map(corner)


def test_once_it_is_played_everywhere_the_whole_board_is_shown_without_a_map() -> None:
    table = large_onyx("c3", "e5", "g4", "s19")
    assert {"a1", "s19", "a19"} <= board_of(table).at.keys()
    assert not has_map(table)


@pytest.mark.parametrize("size", ["medium", "large"])
def test_the_last_move_fills_small_cells(size: str) -> None:
    """A line around cells of 9 or 13 pixels cannot be seen on a phone."""
    table = list(playout(games.find("conquid"), 2, {"size": size}, 6, seed=3))[-1]
    cells = {cell for mark in table.marks if mark.kind == "last" for cell in mark.cells}
    assert cells
    placed = compose(table.with_marks(Mark("hint", ("n7",))), look_of(table, "dark"), 1200).placed
    kinds = [one.stamp[2] for one in placed if one.stamp[0] is filled]
    assert kinds.count("last") == len(cells)
    assert kinds.count("hint") == 1
