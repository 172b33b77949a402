"""Nothing overlaps and nothing is cut off, at any state of any game."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product

import pytest

import games
from games.core.errors import BadNotation
from games.core.protocol.session import Session
from games.core.table import Item, Mark, Panel, Row, Table
from render.canvas.scene import Backdrop, Placed, Scene, drawing_of
from render.canvas.shapes import Box, Layer, Point, Rect, Text, clip, extent
from render.canvas.type import width
from render.demo import play_randomly, playout
from render.layout import footer_place
from render.panels import footer, panel_columns, put_panel
from render.picture import compose, frame, look_of
from render.pieces import glyph_drawing
from render.strokes import badge
from render.theme import DARK, SMALLEST

NAMES = ("Wolfeschlegelsteinhausenbergerdorff", "محمد عبدالله", "山田太郎 さくら", "🎉 Zoë 🎉")
SHAPE = (1.2, 1.55)
PLIES = 60


def options_of(key: str) -> Iterator[dict[str, str]]:
    """Every value of every option, the others at their default; boards that are graphs at both ends of their sizes."""
    info = games.find(key).info
    yield {}
    for option in info.options:
        yield from ({option.key: value} for value in option.values)
    if key == "onyx":
        yield from (
            {"board": board} for board in ("king-2", "king-19", "hex-2", "hex-12", "snub-1", "snub-10", "grid-19")
        )
        yield {"board": "custom:hub@0,0 north@0,1 east@1,0 south@0,-1;hub-north,hub-east,hub-south"}


def startable(key: str, seats: int, options: dict[str, str]) -> bool:
    try:
        Session.new(games.find(key), seats, options)
    except BadNotation:  # an option that needs more players
        return False
    return True


CASES = [
    pytest.param(key, seats, options, id=f"{key}-{seats}-{'-'.join(options.values())[:12]}")
    for key in games.keys()
    for seats in range(games.find(key).info.min_seats, games.find(key).info.max_seats + 1)
    for options in options_of(key)
    if startable(key, seats, options)
]


@pytest.mark.parametrize("key, seats, options", CASES)
def test_nothing_overlaps_and_all_stays_inside(key: str, seats: int, options: dict[str, str]) -> None:
    for number, table in enumerate(playout(games.find(key), seats, options, PLIES, seed=11)):
        check(dress(table, number))


def dress(table: Table, number: int) -> Table:
    """The table with awkward names, long clocks, a long headline, now and then."""
    awkward = tuple(
        replace(player, name=NAMES[(player.seat + number) % len(NAMES)], clock=("", "2:51", "6 d 23:59:59")[number % 3])
        for player in table.players
    )
    headline = table.headline + " and then some more words about it" * (number % 4)
    return replace(table, players=awkward if number % 2 else table.players, headline=headline)


def check(table: Table) -> None:
    look = look_of(table, "dark")
    scene, places = compose(table, look, 1200), frame(table, look, 1200)[1].places
    w, h = scene.backdrop.size
    assert w == 1200
    assert SHAPE[0] <= w / h <= SHAPE[1] + 0.005
    texts = [*scene.backdrop.layer.texts, *scene.texts]
    boxes = [text_box(text) for text in texts]
    whole = Rect(0, 0, w, h)
    for text, box in zip(texts, boxes, strict=True):
        assert text.size >= SMALLEST, text
        assert inside(box, whole), text
    for (one, a), (two, b) in combinations(zip(texts, boxes, strict=True), 2):
        assert not overlap(a, b), (one.words, two.words, table.headline)
    plates = [
        *places.strips,
        *([places.board] if places.board.w else []),
        *places.panels,
        *(mat for _, mat in places.mats),
        places.footer,
    ]
    for a, b in combinations(plates, 2):
        assert not overlap(a, b)
    for box in boxes:
        homes = [plate for plate in plates if overlap(box, plate)]
        assert all(inside(box, plate.inset(-2)) for plate in homes), (box, homes)
    for placed in (*scene.placed, *scene.under):
        assert inside(stamp_box(placed), whole.inset(-12)), placed
    labels = [
        text_box(text) for text in scene.backdrop.layer.texts if not text.words.startswith("−")
    ]  # tiles hide costs
    for placed in scene.placed:
        if placed.stamp[0] is glyph_drawing:
            assert not any(covers(placed, label) for label in labels), placed


def text_box(text: Text) -> Rect:
    """What the letters cover: half of the descenders and accents may meet others, the body may not."""
    w = width(text.words, text.size, text.weight)
    left = text.x - {"l": 0.0, "m": 0.5, "r": 1.0}[text.anchor] * w
    return Rect(left, text.y - text.size * 0.36, w, text.size * 0.72)


def covers(placed: Placed, label: Rect) -> bool:
    """Whether a piece lies on a label: all pieces are about round."""
    dx = max(label.x - placed.x, 0, placed.x - label.right)
    dy = max(label.y - placed.y, 0, placed.y - label.bottom)
    radius: float = placed.stamp[4]
    return math.hypot(dx, dy) < radius * 0.97


def stamp_box(placed: Placed) -> Rect:
    box = stamp_extent(placed.stamp)
    return Rect(box.x + placed.x, box.y + placed.y, box.w, box.h)


@lru_cache(maxsize=5000)
def stamp_extent(stamp: tuple[object, ...]) -> Rect:
    return extent(drawing_of(stamp).shapes)


def inside(box: Rect, room: Rect) -> bool:
    return (
        box.x >= room.x - 0.5
        and box.y >= room.y - 0.5
        and box.right <= room.right + 0.5
        and box.bottom <= room.bottom + 0.5
    )


def overlap(a: Rect, b: Rect) -> bool:
    return a.x < b.right - 0.5 and b.x < a.right - 0.5 and a.y < b.bottom - 0.5 and b.y < a.bottom - 0.5


@pytest.mark.parametrize(
    "key, options, beside",
    [
        ("onyx", {"board": "king-8"}, True),
        ("onyx", {"board": "king-12"}, True),
        ("onyx", {"board": "hex-5"}, False),
        ("choccer", {}, False),
        ("conquid", {"size": "small"}, False),
    ],
)
def test_players_stand_beside_a_board_only_where_that_makes_it_much_larger(
    key: str, options: dict[str, str], *, beside: bool
) -> None:
    table = play_randomly(games.find(key), 2, options, 8)
    places = frame(table, look_of(table, "dark"), 1200)[1].places
    assert (places.strips[0].right < places.board.x) == beside


def test_a_name_that_one_line_beside_the_board_would_cut_takes_two() -> None:
    table = play_randomly(games.find("onyx"), 2, {"board": "king-8"}, 8)
    named = (replace(table.players[0], name="Johanna Brandt"), replace(table.players[1], name="Ben"))
    shown = replace(table, players=named)
    texts = {text.words: text for text in compose(shown, look_of(shown, "dark"), 1200).texts}
    assert texts["Johanna"].y < texts["Brandt"].y
    assert "Ben" in texts


def test_a_note_beside_the_board_is_cut_between_its_parts() -> None:
    table = play_randomly(games.find("onyx"), 2, {"board": "king-8"}, 8)
    note = "White 40, Yellow 51+51, bonus 5"
    shown = replace(table, players=(table.players[0], replace(table.players[1], note=note)))
    texts = {text.words for text in compose(shown, look_of(shown, "dark"), 1200).texts}
    assert {"White 40", "Yellow 51+51"} <= texts
    assert not [words for words in texts if words.startswith("5 for")]


def test_a_list_has_as_many_columns_as_its_words_leave_room_for() -> None:
    """Three rows of 362 units with their chips and gaps stand side by side on 1160, each word whole."""
    item = Item("Mehrarbeit (Ov)")
    panel = Panel("Zauber", tuple(Row("O", "orange", (item, item)) for _ in range(7)))
    assert panel_columns(panel, 1160) == 3
    assert panel_columns(panel, 700) == 1
    scene = Scene(Backdrop((1200, 800), DARK.ground, Layer()))
    put_panel(scene, DARK, Rect(20, 100, 1160, 330), panel, ())
    assert {text.words for text in scene.texts} == {item.text}


@pytest.mark.parametrize(
    "headline, caption, shown",
    [
        ("Tomasz: Stern a2-b1", "Vorbei nach 100 Zügen", "Choccer · Vorbei nach 100 Zügen"),
        ("Tomasz: wirkt Priesterin: S1 wird weiß und verbindet alle sieben", "Zug 30", "Zug 30"),
        ("Tomasz: wirkt Priesterin: S1 wird weiß und verbindet alle sieben Räume", "Zug 30", ""),
    ],
)
def test_where_the_match_stands_gives_way_to_the_last_move(headline: str, caption: str, shown: str) -> None:
    scene = Scene(Backdrop((1200, 800), DARK.ground, Layer()))
    footer(scene, DARK, footer_place(0), Table("Choccer", (), (), (), caption=caption, headline=headline))
    assert [text.words for text in scene.texts if text.words] == [*([shown] if shown else []), headline]


@pytest.mark.parametrize("board", ["king-5", "snub-4", "hex-2", "hex-4", "hex-9", "hex-12", "grid-9"])
def test_owned_ground_covers_no_label_of_rows_and_columns(board: str) -> None:
    table = games.find("onyx").presenter.table(games.find("onyx").rules.start(2, {"board": board}), None)
    names = tuple(cell.name for area in table.areas for cell in area.cells)
    scene = compose(table.with_marks(Mark("territory", names, role="purple")), DARK, 1200)
    labels = [text for text in scene.backdrop.layer.texts if text.words.isalnum()]
    assert {"a", "1"} <= {label.words for label in labels}
    for placed in scene.under:
        for label in labels:
            assert len(inside_of(text_box(label), placed)) < 3, label


def inside_of(box: Rect, placed: Placed) -> tuple[Point, ...]:
    """The part of a field that a box covers."""
    part = tuple((x + placed.x, y + placed.y) for x, y in placed.stamp[2])
    for normal, reach in (((1, 0), box.right), ((-1, 0), -box.x), ((0, 1), box.bottom), ((0, -1), -box.y)):
        part = clip(part, normal, reach)
    return part


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_numbers_at_factories_cover_neither_tiles_nor_each_other(seats: int) -> None:
    """Where the plates stand close together, the mats of the others make room."""
    table = play_randomly(games.find("cyberzul"), seats, plies=1)
    cells = [cell.name for area in table.areas if area.kind == "factory" for cell in area.cells][:24]
    targets = (Mark("target", (cell,), str(number)) for number, cell in enumerate(cells, 1))
    scene = compose(table.with_marks(*targets), DARK, 1200)
    plates = [plate_of(placed) for placed in scene.placed if placed.stamp[0] is badge]
    tiles = [plate_of(placed) for placed in scene.placed if placed.stamp[:3] == (glyph_drawing, DARK, "tile")]
    assert len(plates) == len(cells)
    assert tiles
    for one, other in (*combinations(plates, 2), *product(plates, tiles)):
        assert not overlap(one.inset(2), other)


@pytest.mark.parametrize("plies", [1, 3, 5, 7])
def test_numbers_in_the_centre_cover_no_tile(plies: int) -> None:
    """Its own number stands where its marker was, or on the lower edge of that."""
    table = replace(play_randomly(games.find("cyberzul"), 2, plies=plies), composing=True)
    (centre,) = (area for area in table.areas if area.place == "supply" and area.kind != "factory")
    numbered = table.with_marks(Mark("target", (centre.cells[0].name,), "1"))
    scene = compose(numbered, DARK, 1200)
    (number,) = (plate_of(placed) for placed in scene.placed if placed.stamp[0] is badge)
    tiles = [plate_of(placed) for placed in scene.placed if placed.stamp[:3] == (glyph_drawing, DARK, "tile")]
    assert not any(overlap(number.inset(2), tile) for tile in tiles)


def plate_of(placed: Placed) -> Rect:
    """What a number or a tile covers, without its shadow."""
    box = extent([shape for shape in drawing_of(placed.stamp).shapes if isinstance(shape, Box)])
    return Rect(box.x + placed.x, box.y + placed.y, box.w, box.h)
