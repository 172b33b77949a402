"""A strip of a picture that was written before is neither painted nor compressed again, and nobody can tell."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from unittest.mock import patch

import pytest
from PIL import Image

import games
import render
from games.core.game import Game
from games.core.table import Table
from render.canvas.painter import Painter
from render.canvas.palette import Palette
from render.canvas.pngfile import png
from render.canvas.strips import scene_png
from render.demo import play_randomly, playout
from render.picture import compose, look_of
from tests.render.tables import hex_table, mat_table

WIDTH = 600


def tables(key: str) -> Iterator[Table]:
    """Two matches in turn, so that what was written for one is met again in the other."""
    game: Game[object, object] = games.find(key)
    one, other = (list(playout(game, game.info.min_seats, {}, 24, seed)) for seed in (1, 2))
    for pair in zip(one, other, strict=False):
        yield from pair


@pytest.mark.parametrize("key", games.keys())
def test_each_picture_of_a_match_is_the_one_that_is_painted_and_written_whole(key: str) -> None:
    painter, whole = Painter(WIDTH / 1200), Painter(WIDTH / 1200)
    look = look_of(next(tables(key)), "dark")
    palette, palette_of_whole = Palette(look.surfaces), Palette(look.surfaces)
    for table in tables(key):
        scene = compose(table, look, WIDTH)
        frame = whole.frame(scene)
        assert_same(scene_png(scene, painter, palette), png(palette_of_whole.reduce(frame, scene)))


def assert_same(one: bytes, other: bytes) -> None:
    """That both are one picture, however they were compressed."""
    first, second = (Image.open(io.BytesIO(data)) for data in (one, other))
    assert (first.size, first.getpalette(), first.tobytes()) == (second.size, second.getpalette(), second.tobytes())


def painted_rows(table: Table) -> list[tuple[int, int]]:
    """From which row to which one is painted for the picture of a table, once its colours are known."""
    with patch.object(Painter, "rows", autospec=True, side_effect=Painter.rows) as rows:
        render.png(table)
    return [(top, bottom) for _, _, top, bottom in (call.args for call in rows.call_args_list)]


def test_the_same_table_is_not_painted_twice() -> None:
    table = mat_table()
    render.png(table)
    assert painted_rows(table) == []


def test_for_other_words_below_the_board_only_their_rows_are_painted() -> None:
    table = replace(hex_table(), headline="Ana moves to a1")
    render.png(table)
    ((top, bottom),) = painted_rows(replace(table, headline="Ana moves to b1"))
    height = compose(table, look_of(table, "dark"), 1200).backdrop.size[1]
    assert height - 100 <= top < bottom <= height


def with_room_at(table: Table, by: int) -> Table:
    """The table with its first room so many steps to the left."""
    (area,) = table.areas
    room = set(area.zones[0].cells)
    cells = (replace(cell, at=(cell.at[0] - by, cell.at[1])) if cell.name in room else cell for cell in area.cells)
    return replace(table, areas=(replace(area, cells=tuple(cells)),))


def test_where_a_room_moves_the_ground_is_the_one_that_is_laid_again() -> None:
    table = play_randomly(games.find("piously"), plies=1)
    look, painter = look_of(table, "dark"), Painter(WIDTH / 1200)
    for by in (0, 0, 1, 1, 2, 2, 1, 0, 3, 3, 3):
        scene = compose(with_room_at(table, by), look, WIDTH)
        assert painter.frame(scene).tobytes() == Painter(WIDTH / 1200).frame(scene).tobytes()
