"""Boards of many cells, as large as the picture lets them be."""

from __future__ import annotations

import gc
import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageStat

import games
import render
from games.core.table import Glyph, Mark, Piece, Role, Table
from render.boards.board import Board
from render.boards.grid import board_end
from render.boards.land import former_land, land
from render.canvas.shapes import Line
from render.demo import playout, with_players
from render.layout import GAP, HIGHEST
from render.overview import land_strip, map_frame, map_piece
from render.picture import compose, frame, look_of, stage_of
from render.strokes import lit_land
from render.theme import ThemeName
from render.window import played_part


@pytest.mark.parametrize("board, larger", [("king-19", 1.12), ("snub-9", 1.1)])
def test_the_players_make_room_for_a_large_board(board: str, larger: float) -> None:
    """19 x 19 spaces have 14 pixels each on a phone with the players at the side, and 12 below them."""
    table = replace(list(playout(games.find("onyx"), 2, {"board": board}, 30, seed=7))[-1], whole=True)
    stage = frame(table, look_of(table, "dark"), 1200)[1]
    (shown,) = stage.boards
    assert {place.right for place in stage.places.strips} == {stage.places.board.x - GAP}
    below = stage.places.strips[0]._replace(w=stage.places.board.w, h=HIGHEST - stage.places.board.y - 60 - 116)
    assert shown.unit > larger * shown.unit_for(below.w, below.h)


def large_onyx(*spaces: str) -> Table:
    """The largest board with pieces on these spaces."""
    table = table_at_start("onyx", {"board": "king-19"})
    return replace(table, pieces=tuple(Piece(space, "counter", "black", "X") for space in spaces))


def table_at_start(key: str, options: dict[str, str]) -> Table:
    """The table at the start of a match."""
    game = games.find(key)
    state = game.rules.start(2, game.info.check_options(options))
    return with_players(game.presenter.table(state, None), game.rules.status(state))


def full(key: str, options: dict[str, str], *last: str) -> Table:
    """The largest board, full of pieces, with a last move."""
    table, (glyph, role) = table_at_start(key, options), LYING[key]
    pieces = tuple(Piece(cell.name, glyph, role, "X") for cell in table.areas[0].cells)
    return replace(table, pieces=pieces, marks=(Mark("last", last),))


LARGEST: dict[str, dict[str, str]] = {"conquid": {"size": "large"}, "onyx": {"board": "king-19"}}
LYING: dict[str, tuple[Glyph, Role]] = {"conquid": ("block", "seat-0"), "onyx": ("counter", "black")}


def board_of(table: Table) -> Board:
    (board,) = frame(table, look_of(table, "dark"), 1200)[1].boards
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


@pytest.mark.parametrize("key, pixels", [("conquid", 14.5), ("onyx", 19)])
@pytest.mark.parametrize("last", [("k10", "m12"), ("a1",), ("s19", "r18"), ("a19",), ("c4", "j10")])
def test_of_a_full_board_a_window_with_the_last_move_is_shown(key: str, pixels: float, last: tuple[str, ...]) -> None:
    table = full(key, LARGEST[key], *last)
    board = board_of(table)
    assert board.at.keys() >= set(last)
    assert board.unit / 3 >= pixels, "on a phone"
    assert has_map(table)


def test_the_window_seldom_moves() -> None:
    moves = (f"{column}{row}" for column in "hijklm" for row in range(7, 14))
    assert len({tuple(board_of(full("onyx", LARGEST["onyx"], move)).at) for move in moves}) == 1


@pytest.mark.parametrize("key", ["conquid", "onyx"])
def test_wherever_the_last_move_is_a_board_has_few_windows(key: str) -> None:
    """A picture of a window that was drawn before takes a fraction of the time, and a reader finds the same places."""
    names = [cell.name for cell in table_at_start(key, LARGEST[key]).areas[0].cells]
    assert len({tuple(board_of(full(key, LARGEST[key], name)).at) for name in names[::5]}) <= 9


@pytest.mark.parametrize("key", ["conquid", "onyx"])
def test_however_far_apart_a_move_is_a_board_has_few_windows(key: str) -> None:
    """Five beginnings across, five down, and the whole board."""
    table = full(key, LARGEST[key])
    names = [cell.name for cell in table.areas[0].cells]
    moves = [(first, last) for first in names[::31] for last in names[::37]]
    parts = [played_part(replace(table, marks=(Mark("last", move),))) for move in moves]
    assert all(part.marks[0].cells == move for part, move in zip(parts, moves, strict=True))
    assert 9 < len({part.areas for part in parts}) <= 26


@pytest.mark.parametrize("first, last, next_to", [("a9", "x9", "y9"), ("e9", "ab9", "ac9"), ("f9", "y9", "d9")])
def test_a_move_nearly_as_wide_as_a_window_is_still_in_one(first: str, last: str, next_to: str) -> None:
    """The window begins at an edge, halfway, or at a quarter."""
    columns = board_of(full("conquid", LARGEST["conquid"], first, last)).at
    assert {first, last} <= columns.keys()
    assert next_to not in columns


@pytest.mark.parametrize(
    "table",
    [
        full("onyx", LARGEST["onyx"], "a1", "s19"),
        full("onyx", LARGEST["onyx"], "c9", "o9"),
        replace(full("onyx", LARGEST["onyx"], "a1"), result="Ana wins"),
        replace(full("onyx", LARGEST["onyx"], "a1"), whole=True),
    ],
    ids=["a last move from end to end", "a last move too wide for the usual windows", "the end", "asked for"],
)
def test_the_whole_of_a_full_board_is_shown(table: Table) -> None:
    assert len(board_of(table).at) == 361
    assert not has_map(table)


def test_land_at_the_edge_of_a_window_joins_with_what_is_not_seen() -> None:
    """A coast where the land goes on would lie."""
    table = full("conquid", LARGEST["conquid"], "v11")
    scene = compose(table, look_of(table, "dark"), 1200)
    assert {one.stamp[4] for one in scene.placed if one.stamp[0] is land} == {0b11111111}


def test_lines_at_the_edge_of_a_window_go_on() -> None:
    board = board_of(full("onyx", LARGEST["onyx"], "j10"))
    ends = [shape.points for shape in board.web() if isinstance(shape, Line)]
    outside = [points for points in ends if not set(points) <= set(board.at.values())]
    assert len(outside) == 2 * (13 + 14) * 3 - 4, "three lines leave each space at an edge, five at a corner"


@pytest.mark.parametrize("key", ["conquid", "onyx"])
def test_the_map_has_all_that_lies_on_the_board(key: str) -> None:
    table = full(key, LARGEST[key], "k10")
    placed = compose(table, look_of(table, "dark"), 1200).placed
    strips = [one.stamp[4] for one in placed if one.stamp[0] is land_strip]
    specks = [one for one in placed if one.stamp[0] is map_piece]
    assert sum(strips) + len(specks) == len(table.areas[0].cells)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_on_the_map_land_is_one_surface_without_gaps(theme: ThemeName) -> None:
    table = full("conquid", LARGEST["conquid"], "k10")
    picture = Image.open(io.BytesIO(render.png(table, theme=theme))).convert("RGB")
    rows = [one for one in compose(table, look_of(table, theme), 1200).placed if one.stamp[0] is land_strip]
    x = round(rows[0].x + 15 * float(str(rows[0].stamp[3])))  # beside the part that is shown, which has a frame
    top, bottom = (round(each(one.y for one in rows)) for each in (min, max))
    channels = picture.crop((x, top, x + 1, bottom + 1)).split()
    assert all(max(levels) - min(levels) < 4 for levels in map(Image.Image.tobytes, channels))


@pytest.mark.parametrize("size", ["medium", "large"])
def test_the_last_move_fills_small_cells(size: str) -> None:
    """A line around cells of 9 or 13 pixels cannot be seen on a phone."""
    table = list(playout(games.find("conquid"), 2, {"size": size}, 6, seed=3))[-1]
    cells = {cell for mark in table.marks if mark.kind == "last" for cell in mark.cells}
    assert cells
    placed = compose(table.with_marks(Mark("hint", ("n7",))), look_of(table, "dark"), 1200).placed
    kinds = [one.stamp[3] for one in placed if one.stamp[0] is lit_land]
    assert kinds.count("last") == len(cells)
    assert kinds.count("hint") == 1


def test_an_older_move_leaves_the_colour_and_the_sign_of_its_land_as_they_are() -> None:
    """While a player composes: a frame inside each cell, and the middle of the cell as without it."""
    table = replace(list(playout(games.find("conquid"), 2, {"size": "medium"}, 6, seed=3))[-1], whole=True)
    moved = {cell for mark in table.marks if mark.kind == "last" for cell in mark.cells}
    older, plain = replace(table, marks=(Mark("last", tuple(moved), faded=True),)), replace(table, marks=())
    look = look_of(table, "dark")
    assert [one.stamp[0] for one in compose(older, look, 1200).placed].count(former_land) == len(moved)
    pictures = [Image.open(io.BytesIO(render.png(one))).convert("RGB") for one in (older, plain)]
    board = stage_of(table, look, 1200).boards[0]
    for x, y in (board.at[cell] for cell in moved):
        inside, whole = ((x - r, y - r, x + r, y + r) for r in (board.unit * 0.28, board.unit * 0.48))
        parts = [[picture.crop(place) for picture in pictures] for place in (inside, whole)]
        changes = [sum(ImageStat.Stat(ImageChops.difference(*pair)).mean) for pair in parts]
        assert changes[0] < 6 < changes[1]


def test_all_windows_of_one_size_have_one_backdrop() -> None:
    """A backdrop takes ten times as long as a picture."""
    moves = ("c3", "m5", "v11", "ap21", "a21", "ab9")
    tables = [full("conquid", LARGEST["conquid"], move) for move in moves]
    scenes = [compose(table, look_of(table, "dark"), 1200) for table in tables]
    assert len({scene.backdrop for scene in scenes}) == 1
    assert len({tuple(text.words for text in scene.texts) for scene in scenes}) > 3, "with labels of their own"


@pytest.mark.parametrize("last, sides", [("a1", 2), ("v11", 0), ("ap11", 1), ("v21", 1)])
def test_a_window_is_closed_only_where_the_board_ends(last: str, sides: int) -> None:
    table = full("conquid", LARGEST["conquid"], last)
    placed = compose(table, look_of(table, "dark"), 1200).placed
    assert sum(one.stamp[0] is board_end for one in placed) == sides


def test_equal_areas_have_one_place_in_a_cache() -> None:
    one, other = (table_at_start("conquid", LARGEST["conquid"]).areas[0] for _ in range(2))
    assert {one: "found"}[replace(other)] == "found"
    assert one != replace(other, cells=other.cells[1:])


def test_looking_for_the_part_that_is_played_in_leaves_nothing_to_collect() -> None:
    """A full collection of the bot's objects takes longer than a picture."""
    table = replace(full("conquid", LARGEST["conquid"], "t10"), whole=False)
    begun: list[int] = []

    def count(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            begun.append(info["generation"])

    gc.callbacks.append(count)
    try:
        for _ in range(20):
            played_part(table)
    finally:
        gc.callbacks.remove(count)
    assert len(begun) <= 20


def test_headquarters_are_one_castle() -> None:
    """Of four parts each has walls on two sides, and a quarter of the sign at the corner where all meet."""
    table = games.find("conquid").presenter.table(games.find("conquid").rules.start(2, {"size": "medium"}), None)
    placed = compose(table, look_of(table, "dark"), 1200).placed
    castles = sorted(one.stamp[5] for one in placed if one.stamp[0] is land and one.stamp[5] is not None)
    assert castles == sorted(2 * [0b111, 0b11100, 0b1110000, 0b11000001])
