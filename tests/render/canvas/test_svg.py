"""One scene, two painters: what comes out as SVG is what comes out as PNG."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree as ET

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageStat

import games
import render
from games.core.table import Mark, Piece, Table
from render.canvas.type import FONTS
from render.demo import play_randomly, playout
from render.motion import identify, identify_all
from render.picture import compose, look_of
from render.theme import Patterns, ThemeName
from tests.render.tables import graph_table, grid_table, hex_table, mat_table

MEAN = 3.5
"""Of 255: the most by which a channel may differ on average. Edges and hinted letters differ by that."""
TILE, MOST = 16, 48
"""Squares of so many pixels differ on average by no more than that: nothing is missing, nothing stands elsewhere."""
SCRIPTS = ("Ana", "Ελένη", "Дмитрий", "שָׁלוֹם", "محمد", "अनन्या", "สมชาย", "山田太郎", "김민준", "Nguyễn")
themes = pytest.mark.parametrize("theme", ["dark", "light"])


def rasterise(text: str, width: int) -> Image.Image:
    """The SVG in pixels, with the fonts of the project and no others."""
    data = resvg_py.svg_to_bytes(svg_string=text, width=width, skip_system_fonts=True, font_dirs=[str(FONTS)])
    return Image.open(io.BytesIO(bytes(data))).convert("RGB")


def paint(table: Table, theme: ThemeName, width: int, patterns: Patterns = "small") -> Image.Image:
    """The table by the other painter, before its colours are reduced."""
    return render.painter(width).frame(compose(table, look_of(table, theme, patterns), width))


def must_be_alike(one: Image.Image, other: Image.Image) -> None:
    assert abs(one.height - other.height) <= 1
    one = one.crop((0, 0, *other.size))
    assert max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < MEAN
    coarse = (image.reduce(TILE) for image in (one, other))
    tiles = ImageChops.difference(*coarse).tobytes()
    assert max(tiles) < MOST


@cache
def late(key: str) -> Table:
    return play_randomly(games.find(key), games.find(key).info.min_seats, {}, 40, seed=3)


@themes
@pytest.mark.parametrize("key", games.keys())
def test_both_painters_show_the_same(key: str, theme: ThemeName) -> None:
    table = late(key)
    must_be_alike(rasterise(render.svg(table, theme), 1200), paint(table, theme, 1200))


@themes
@pytest.mark.parametrize("patterns", ["small", "strong"])
@pytest.mark.parametrize("key", games.keys())
def test_marks_are_the_same_too(key: str, theme: ThemeName, patterns: Patterns) -> None:
    """Every kind of mark, on the first cells of the first area."""
    table = late(key)
    cells = [cell.name for cell in table.areas[0].cells]
    a, b, c, d = (cells[(i + 1) * len(cells) // 6] for i in range(4))
    marks = (
        Mark("last", (a,)), Mark("from", (b,)), Mark("chosen", (c,)), Mark("hint", (d,)), Mark("danger", (a,)),
        Mark("ghost", (b,), role="seat-0"), Mark("territory", (c, d), role="black"), Mark("target", (d,), "3"),
        Mark("arrow", (a, b)), Mark("path", (c, d), role="white"), Mark("link", (a,)),
    )  # fmt: skip
    table = table.with_marks(*marks)
    must_be_alike(rasterise(render.svg(table, theme, 1200, patterns), 1200), paint(table, theme, 1200, patterns))


@pytest.mark.parametrize("name", SCRIPTS)
def test_names_in_every_script_are_the_same(name: str) -> None:
    table = grid_table()
    table = replace(table, players=tuple(replace(player, name=name) for player in table.players))
    must_be_alike(rasterise(render.svg(table), 1200), paint(table, "dark", 1200))


def test_a_missing_piece_would_be_seen() -> None:
    """The comparison is sharp enough to tell a picture without one piece from the whole one."""
    whole, bare = grid_table(Piece("c2", "circle", "black", "c")), grid_table()
    with pytest.raises(AssertionError):
        must_be_alike(rasterise(render.svg(bare), 600), paint(whole, "dark", 600))


@pytest.mark.parametrize("key", games.keys())
def test_every_piece_has_an_id_of_its_own(key: str) -> None:
    table = late(key)
    root = ET.fromstring(render.svg(table))  # noqa: S314 - made just now
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(identify(table).ids) <= set(ids)


def test_names_are_words_and_not_markup() -> None:
    table = grid_table()
    table = replace(table, players=(replace(table.players[0], name='<b>&"x"'),))
    text = render.svg(table)
    root = ET.fromstring(text)  # noqa: S314 - made just now
    assert '<b>&"x"' in [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "<b>" not in text


@pytest.mark.parametrize("make", [grid_table, hex_table, graph_table, mat_table])
def test_it_needs_nothing_from_elsewhere(make: object) -> None:
    assert callable(make)
    text = render.svg(make())
    assert not re.search(r'(href|src)="(?!#)', text)
    for used in re.findall(r'href="#([^"]+)"', text) + re.findall(r"url\(#([^)]+)\)", text):
        assert f'id="{used}"' in text


def test_a_piece_that_moves_keeps_its_id() -> None:
    before = identify(grid_table(Piece("a1", "circle", "black", "c"), Piece("c3", "circle", "black", "c")))
    marks = (Mark("from", ("a1",)), Mark("last", ("e4",)))
    after = grid_table(Piece("c3", "circle", "black", "c"), Piece("e4", "circle", "black", "c"), marks=marks)
    assert identify(after, before).ids == ("circle-black-c3", "circle-black-a1")


def test_a_piece_that_captures_keeps_its_id_and_the_captured_one_is_gone() -> None:
    before = identify(grid_table(Piece("a1", "star", "black", "c"), Piece("b2", "star", "white", "c")))
    after = identify(grid_table(Piece("b2", "star", "black", "c")), before)
    assert after.ids == ("star-black-a1",)


def test_a_pile_is_still_the_counter_it_was() -> None:
    before = identify(grid_table(Piece("a1", "counter", "black", "c")))
    after = identify(grid_table(Piece("a1", "stack", "black", "c", height=2)), before)
    assert after.ids == before.ids


def test_land_stays_where_it_is() -> None:
    before = identify(grid_table(Piece("a1", "block", "black", "c")))
    after = identify(grid_table(Piece("b1", "block", "black", "c")), before)
    assert after.ids == ("block-black-b1",)


@pytest.mark.parametrize("key", games.keys())
def test_ids_are_unique_through_a_whole_match(key: str) -> None:
    game = games.find(key)
    for found in identify_all(playout(game, game.info.min_seats, {}, 60, seed=4)):
        assert len(set(found.ids)) == len(found.table.pieces)
