"""The pictures themselves: format, marks that show, close-ups, threads, bounded caches."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import get_args

import pytest
from PIL import Image, ImageChops, ImageStat

import games
import render
from games.core.table import Area, Cell, Glyph, Mark, MarkKind, Piece, Role, Table, Token
from render.boards.land import land
from render.canvas.cache import SizedCache
from render.canvas.painter import Painter
from render.canvas.pngfile import png as png_file
from render.canvas.scene import drawing_of
from render.canvas.shapes import Box, Disc, Line, Poly, extent
from render.canvas.type import width
from render.colour import WHITE
from render.demo import play_randomly, positions, table_of
from render.picture import compose, look_of, stage_of
from render.pieces import carried_piece, glyph_drawing
from render.strips import medal
from render.strokes import badge, chosen_ring, middle, missing_bead, missing_dashes
from render.theme import DARK, LIGHT, Theme, ThemeName, theme_of
from tests.render.tables import graph_table, grid_table, hex_table, mat_table

TABLES: dict[str, Callable[[], Table]] = {"grid": grid_table, "hex": hex_table, "graph": graph_table, "mats": mat_table}
tables = pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
themes = pytest.mark.parametrize("theme", ["dark", "light"])


def open_image(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture


def frame_of(table: Table, theme: ThemeName = "dark") -> Image.Image:
    return render.painter(1200).frame(compose(table, look_of(table, theme), 1200))


@tables
@themes
def test_a_picture_is_a_palette_png_in_its_shape(make: Callable[[], Table], theme: ThemeName) -> None:
    picture = open_image(render.png(make(), theme))
    assert picture.format == "PNG"
    assert picture.mode == "P"
    assert picture.width == 1200
    assert 1.2 <= picture.width / picture.height <= 1.55


@tables
@pytest.mark.parametrize("width", [400, 600, 800, 1600])
def test_pictures_of_other_widths_keep_their_shape(make: Callable[[], Table], width: int) -> None:
    picture, usual = open_image(render.png(make(), width=width)), open_image(render.png(make()))
    assert picture.width == width
    assert picture.width / picture.height == pytest.approx(usual.width / usual.height, abs=0.01)


@tables
@themes
def test_the_palette_is_close_to_the_frame(make: Callable[[], Table], theme: ThemeName) -> None:
    table = make()
    difference = ImageChops.difference(open_image(render.png(table, theme)).convert("RGB"), frame_of(table, theme))
    assert max(ImageStat.Stat(difference).mean) < 1.5


@themes
def test_surfaces_keep_their_exact_colours(theme: ThemeName) -> None:
    picture = open_image(render.png(grid_table(), theme)).convert("RGB")
    assert picture.getpixel((3, 3)) == theme_of(theme).ground[:3]
    assert picture.getpixel((26, 300)) == theme_of(theme).board[:3]


def test_the_same_table_is_the_same_picture_each_time() -> None:
    assert render.png(hex_table()) == render.png(hex_table())


def test_a_png_of_strips_is_one_ordinary_picture() -> None:
    """What the strips say, alone and from the cache, is what was drawn."""
    frame = frame_of(mat_table()).quantize(64)
    for _ in range(2):
        assert open_image(png_file(frame)).convert("RGB").tobytes() == frame.convert("RGB").tobytes()
    changed = frame.copy()
    changed.paste(5, (100, 500, 200, 600))
    assert open_image(png_file(changed)).tobytes() == changed.tobytes()


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("glyph", get_args(Glyph))
def test_every_glyph_can_be_drawn_in_every_role(glyph: Glyph, theme: Theme) -> None:
    for role in get_args(Role):
        drawing = glyph_drawing(theme, glyph, role, 40.0, height=2)
        box = extent(drawing.shapes)
        assert max(-box.x, -box.y, box.right, box.bottom) < 80


def put(kind: MarkKind, text: str = "") -> Mark:
    return Mark(kind, ("b2", "c3"), text, "seat-1")


@themes
@pytest.mark.parametrize("kind", get_args(MarkKind))
def test_every_kind_of_mark_shows(kind: MarkKind, theme: ThemeName) -> None:
    plain, marked = frame_of(grid_table(), theme), frame_of(grid_table().with_marks(put(kind, "7")), theme)
    assert ImageChops.difference(plain, marked).getbbox()


def test_kinds_of_marks_differ_in_more_than_colour() -> None:
    """In grey, no two marks are the same."""
    shown = {
        kind: frame_of(grid_table().with_marks(put(kind, "7"))).convert("L").tobytes() for kind in get_args(MarkKind)
    }
    assert len(set(shown.values())) == len(shown)


def test_what_is_missing_to_a_chain_is_dashed_only_between_neighbours() -> None:
    """A line to a cell further on would run over the land of others."""
    table = grid_table().with_marks(Mark("way", ("a1", "b1", "e1"), role="seat-0"))
    scene = compose(table, theme_of("dark"), 1200)
    beads = [one.x for one in scene.placed if one.stamp[0] is missing_bead]
    (dashes,) = [one for one in scene.placed if one.stamp[0] is missing_dashes]
    assert len(beads) == 3
    assert dashes.x == beads[0]
    ends = [dashes.x + x for line in drawing_of(dashes.stamp).shapes if isinstance(line, Line) for x, _ in line.points]
    assert beads[0] < min(ends) < max(ends) < beads[1]


def test_what_has_changed_on_a_small_cell_keeps_the_sign_of_its_owner() -> None:
    """A white disc would look like the sign of West on East's land."""
    lit = {
        owner: {type(shape) for shape in middle(10, "last", owner, WHITE).shapes}
        for owner in ("seat-0", "seat-1", None)
    }
    assert lit == {"seat-0": {Disc}, "seat-1": {Disc, Poly}, None: {Disc}}
    game, seen = games.find("conquid"), set()
    for position in islice(positions(game, 2, {"size": "medium"}, 12, 3, "easy"), 1, None):
        table = table_of(game, position)
        roles = {(one.x, one.y): one.stamp[2] for one in compose(table, LIGHT, 1200).placed if one.stamp[0] is land}
        for one in compose(table, LIGHT, 1200).placed:
            if one.stamp[0] is middle:
                assert one.stamp[3] == roles.get((one.x, one.y))
                seen.add(one.stamp[3])
    assert seen == {"seat-0", "seat-1"}


def test_whatever_is_missing_is_put_together_from_a_few_stamps() -> None:
    """A stamp of its own for each chain would be drawn anew in each picture, as large as the board."""
    game, stamps = games.find("conquid"), set()
    for position in islice(positions(game, 2, {"size": "medium"}, 60, 3, "easy"), 9, None):
        scene = compose(table_of(game, position), theme_of("dark"), 1200)
        missing = {one.stamp for one in scene.placed if one.stamp[0] in {missing_bead, missing_dashes}}
        stamps |= {(*stamp, scene.backdrop.size) for stamp in missing}
    assert 2 <= len({stamp[0] for stamp in stamps}) <= len(stamps) <= 60


def test_a_held_gem_shows_at_its_piece() -> None:
    bare = Piece("b2", "circle", "seat-0", "C")
    held = bare._replace(carries=Token("gem", "red"))
    box = ImageChops.difference(frame_of(grid_table(bare)), frame_of(grid_table(held))).getbbox()
    assert box
    assert box[2] - box[0] < 150  # the cell, and the gem at its corner


def test_the_final_ranking_shows_instead_of_clocks() -> None:
    table = grid_table()
    ended = replace(table, players=tuple(replace(player, place=player.seat + 1) for player in table.players))
    scene = compose(ended, look_of(ended, "dark"), 1200)
    assert "4:07" not in [text.words for text in scene.texts]
    medals = [placed.stamp for placed in scene.placed if placed.stamp[0] is medal]
    assert [drawing_of(stamp).texts[0].words for stamp in medals] == ["1", "2"]


def test_strong_patterns_change_the_picture_and_not_its_layout() -> None:
    table = grid_table(Piece("a1", "block", "seat-0", "1"), Piece("b1", "circle", "seat-1", "c"))
    assert open_image(render.png(table)).size == open_image(render.png(table, patterns="strong")).size
    assert render.png(table) != render.png(table, patterns="strong")


def test_a_close_up_shows_a_window_with_larger_cells() -> None:
    table = play_randomly(games.find("conquid"), options={"size": "large"})
    close = render.focus_on(table, ["c3", "e5"])
    names = {cell.name for cell in close.areas[0].cells}
    assert {"c3", "e5"} <= names
    assert "ap21" not in names
    beside = {cell.name for cell in close.areas[0].beyond}
    assert all(piece.cell in names | beside for piece in close.pieces)
    look = look_of(table, "dark")
    assert stage_of(close, look, 1200).boards[0].unit > 2 * stage_of(table, look, 1200).boards[0].unit


def test_a_close_up_of_a_mat_leaves_the_others_out() -> None:
    table = mat_table()
    seats = {area.seat for area in render.focus_on(table, render.mat_cells(table, 1)).areas if area.place == "mat"}
    assert seats == {1}


def test_a_close_up_of_unknown_cells_is_the_whole_table() -> None:
    assert render.focus_on(grid_table(), ["z99"]) == grid_table()


def test_numbers_on_small_cells_are_shown_closer() -> None:
    table = play_randomly(games.find("conquid"), options={"size": "large"})
    numbered = table.with_marks(*(Mark("target", (cell,), str(i)) for i, cell in enumerate(("c3", "c4", "d3"), 1)))
    scene = compose(numbered, look_of(table, "dark"), 1200)
    units = [placed.stamp[3] for placed in scene.placed if placed.stamp[0] is land]
    assert min(units) > 60


def test_one_number_leaves_the_board_whole() -> None:
    """When the kind of a move is asked, one of the answers may point at cells: that is nothing to look at closely."""
    table = play_randomly(games.find("conquid"), options={"size": "large"})
    scene = compose(table.with_marks(Mark("target", ("c3", "c4"), "2")), look_of(table, "dark"), 1200)
    units = [placed.stamp[3] for placed in scene.placed if placed.stamp[0] is land]
    assert max(units) < 30


def test_two_threads_draw_what_one_draws() -> None:
    made = [make() for make in TABLES.values()] * 6
    alone = [render.png(table) for table in made]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(render.png, made)) == alone


def test_a_cache_drops_what_was_not_used_for_longest() -> None:
    cache: SizedCache[str, str] = SizedCache(5, len)
    cache.get("a", lambda: "aa")
    cache.get("b", lambda: "bb")
    cache.get("a", lambda: "never made")
    cache.get("c", lambda: "cc")
    assert cache.get("a", lambda: "made again") == "aa"
    assert cache.get("b", lambda: "b2") == "b2"


def test_a_table_of_two_boards_shows_them_side_by_side() -> None:
    """Nothing of ours has two, another game may."""
    second = Area("second", "grid", tuple(Cell(f"x{i}", (i % 3, i // 3)) for i in range(9)))
    table = grid_table(Piece("x4", "star", "seat-1", "s"), Piece("c3", "circle", "seat-0", "C"))
    table = replace(table, areas=(*table.areas, second))
    one, two = stage_of(table, look_of(table, "dark"), 1200).boards
    assert one.rect.right < two.rect.x
    assert one.unit == two.unit
    assert open_image(render.png(table)).width == 1200


def test_what_a_piece_holds_lies_over_the_frame_of_its_cell() -> None:
    """It is at the corner, and the frame would cut it in two."""
    table = replace(grid_table(), marks=())
    held = replace(table, pieces=(Piece("b2", "circle", "seat-0", "c", carries=Token("gem", "red")),))
    drawings = [
        one.stamp[0] for one in compose(held.with_marks(Mark("chosen", ("b2",))), look_of(table, "dark"), 1200).placed
    ]
    assert drawings.index(carried_piece) > drawings.index(chosen_ring)


@pytest.mark.parametrize("number", ["1", "12"])
def test_a_thing_its_number_and_the_name_stand_side_by_side_on_a_hex(number: str) -> None:
    """A name must be found on the board while its number is: the questions tell both."""
    table = replace(hex_table(), panels=(), players=()).with_marks(
        Mark("target", ("P1",), number), Mark("target", ("U2",), "2")
    )
    scene = compose(table, look_of(table, "dark"), 1200)
    names = {text.words: text for text in scene.texts}
    assert names.keys() >= {"P1", "P2", "U1", "U2"}
    priest = next(one for one in scene.placed if one.stamp[0] is glyph_drawing and one.stamp[2] == "priest")
    for one in (one for one in scene.placed if one.stamp[0] is badge):
        cell = "P1" if one.stamp[2] == number else "U2"
        name, plate = names[cell], extent([shape for shape in drawing_of(one.stamp).shapes if isinstance(shape, Box)])
        across = one.x - plate.w / 2 - (name.x + width(name.words, name.size, name.weight) / 2)
        down = name.y - name.size / 2 - (one.y + plate.h / 2)
        assert max(across, down) > -14, "no more than its round corner is near the name"
        if cell == "P1":
            assert one.x - plate.w / 2 > priest.x, "its sign is seen"


def test_on_small_hexes_numbers_stand_in_place_of_names() -> None:
    """A column of 24 hexes: the tiles of a board that is very high."""
    cells = tuple(Cell(f"P{i}", (-i // 2, i), text=f"P{i}") for i in range(24))
    table = Table("Chapel", (Area("board", "hex", cells),), (), ())
    scene = compose(table.with_marks(Mark("target", ("P3",), "3")), look_of(table, "dark"), 1200)
    assert {text.words for text in scene.texts} == {"Chapel", *(cell.text for cell in cells)} - {"P3"}
    number = next(one for one in scene.placed if one.stamp[0] is badge)
    assert (number.x, number.y) == stage_of(table, look_of(table, "dark"), 1200).boards[0].at["P3"]


@pytest.mark.parametrize("room", [36, 40, 56])
def test_numbers_of_neighbours_do_not_touch(room: float) -> None:
    """The cells of the largest boards are hardly wider than two digits."""
    for words in ("3", "11", "24", "25"):
        shapes = badge(DARK, words, room).shapes
        plate = extent([shape for shape in shapes if isinstance(shape, Box)])
        assert max(plate.w, plate.h) <= room, words


def test_numbers_look_like_no_piece() -> None:
    """On graphs pieces are discs, so that numbers have corners there."""
    curves = []
    for table, cell in ((grid_table(), "b2"), (graph_table(), "hub")):
        scene = compose(table.with_marks(Mark("target", (cell,), "1")), look_of(table, "dark"), 1200)
        (number,) = (drawing_of(placed.stamp).shapes for placed in scene.placed if placed.stamp[0] is badge)
        curves.append([shape.round / shape.rect.h for shape in number if isinstance(shape, Box)][-1])
    assert curves[1] < 0.3 < curves[0]


def test_what_lies_below_the_things_is_drawn_once_and_never_mixed_up() -> None:
    """A painter keeps the ground of a scene, territory included: another owner is another ground."""
    owners: tuple[Role, ...] = ("black", "white")
    tables = [replace(graph_table(), marks=(Mark("territory", ("hub", "east"), role=role),)) for role in owners * 3]
    look, painter = look_of(tables[0], "dark"), Painter(0.5)
    frames = [painter.frame(compose(table, look, 600)).tobytes() for table in tables]
    assert frames == [Painter(0.5).frame(compose(table, look, 600)).tobytes() for table in tables[:2]] * 3
    assert frames[0] != frames[1]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_what_stays_keeps_its_exact_colours(theme: ThemeName) -> None:
    """Faint pictures of tiles were mixed up with others where a new arrangement came after many pieces."""
    table = play_randomly(games.find("cyberzul"), plies=40)
    render.palette.cache_clear()
    for each in (table, replace(table, composing=True)):
        found = {colour for _, colour in open_image(render.png(each, theme)).convert("RGB").getcolors(1 << 20) or ()}
        look = look_of(each, theme)
        drawings = {tile.drawing for tile in compose(each, look, 1200).backdrop.layer.tiles}
        boxes = [shape for drawing in drawings for shape in drawing.shapes[:1] if isinstance(shape, Box)]
        grounds = {box.fill[:3] for box in boxes if box.fill}
        assert len(grounds) > 5
        assert grounds <= found
