"""Marks are seen on whatever they lie, each kind on each ground and thing of the games, and hide no name."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

import games
import render
from games.core.table import Area, Mark, Role, Table
from render.boards.board import Board
from render.canvas.type import width
from render.colour import Colour, contrast
from render.demo import play_randomly
from render.picture import compose, frame, look_of
from render.theme import Patterns, ThemeName

OPTIONS = {
    "choccer": {},
    "conquid": {"size": "small"},
    "onyx": {"board": "king-8"},
    "piously": {"board": "classic"},
    "cyberzul": {},
}
SEEN, ENOUGH = 3.0, 40
"""The contrast that WCAG asks of graphics, and how many pixels of a marked cell have it to what was there before."""
_AROUND = 1.1
"""A mark on a cell lies in a box so many times as large as the cell."""


_TOLD, _LEFT = 60, 0.8
"""Levels of light that tell one letter from another, and how much of a name must still be told under a mark."""


def position(key: str) -> Table:
    """A table with most of what a game has, without marks."""
    return replace(play_randomly(games.find(key), 2, OPTIONS[key], 24, 3), marks=(), result="")


def grounds(table: Table, board: Board) -> tuple[str, ...]:
    """One cell of each look: its own, and all that lies on it."""
    zones = {name: zone.role for zone in board.area.zones for name in zone.cells}
    found: dict[object, str] = {}
    for name, cell in board.cells.items():
        pieces = tuple((piece.glyph, piece.role) for piece in table.pieces if piece.cell == name)
        found.setdefault((cell.look, cell.role or zones.get(name), pieces), name)
    return tuple(found.values())


def kinds(table: Table, cell: str) -> dict[str, Mark]:
    """Each kind of mark on one cell, in each colour that a player has."""
    plain = [Mark(kind, (cell,)) for kind in ("last", "from", "chosen", "hint", "danger", "link")]
    roles: list[Role | None] = [player.role for player in table.players]
    coloured = [Mark(kind, (cell,), "", role) for kind in ("path", "way", "ghost", "arrow") for role in roles]
    numbered = [Mark("link", (cell,), "+2", role) for role in roles]
    owned = [Mark("territory", (cell,), "", role) for role in roles]
    return {f"{mark.kind} {mark.role} {mark.text}": mark for mark in (*plain, *coloured, *numbered, *owned)}


def differing_clearly(one: Image.Image, other: Image.Image) -> int:
    """How many pixels have enough contrast to the same ones of the other picture."""
    pixels = (zip(*(channel.tobytes() for channel in picture.split()), strict=True) for picture in (one, other))
    pairs = Counter(zip(*pixels, strict=True))
    return sum(count for (a, b), count in pairs.items() if a != b and contrast(Colour(*a), Colour(*b)) >= SEEN)


@pytest.mark.parametrize("patterns", ["small", pytest.param("strong", marks=pytest.mark.slow)])
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("key", OPTIONS)
def test_each_mark_is_seen_on_each_ground(key: str, theme: ThemeName, patterns: Patterns) -> None:
    def draw(shown: Table) -> Image.Image:
        return Image.open(io.BytesIO(render.png(shown, theme=theme, patterns=patterns))).convert("RGB")

    render.palette.cache_clear()  # the colours of pictures drawn before must not matter here
    table = position(key)
    stage = frame(table, look_of(table, theme, patterns), 1200)[1]
    plain, faint = draw(table), []
    for board in (board for board in stage.boards if board.area.place != "supply"):
        cells = grounds(table, board)
        occupied = {piece.cell for piece in table.pieces if piece.glyph != "aura"}
        for name in kinds(table, ""):
            if key == "cyberzul" and name.startswith("territory"):
                continue  # nobody owns a part of a mat
            marks = [kinds(table, cell)[name] for cell in cells]
            marked = draw(table.with_marks(*marks))
            for cell in cells:
                told = name.startswith("territory") and not board.owned_floors
                if cell in occupied and (told or name.startswith("ghost")):
                    continue  # what may come comes to free cells, and of owned ground the piece says whose it is
                (x, y), reach = board.at[cell], _AROUND * board.unit * max(0.5, board.reach[1])
                box = (round(x - reach), round(y - reach), round(x + reach), round(y + reach))
                count = differing_clearly(plain.crop(box), marked.crop(box))
                if count < ENOUGH:
                    faint.append(f"{name} on {cell}: {count}")
    assert not faint, "; ".join(faint)


def with_other_names(table: Table) -> Table:
    """The table with another name on each cell, column and row that has one."""

    def other(name: str) -> str:
        return name[:-1] + ("8" if name[-1] in "1457bdhk" else "4")

    def renamed(area: Area) -> Area:
        cells = tuple(replace(cell, text=cell.text and other(cell.text)) for cell in area.cells)
        return replace(area, cells=cells, columns=tuple(map(other, area.columns)), rows=tuple(map(other, area.rows)))

    return replace(table, areas=tuple(map(renamed, table.areas)))


def name_pixels(table: Table, theme: ThemeName) -> dict[str, int]:
    """For each name in a picture how many pixels tell it from another one."""
    tables, look = (table, with_other_names(table)), look_of(table, theme)
    one, other = (Image.open(io.BytesIO(render.png(shown, theme=theme))).convert("L") for shown in tables)
    differing = ImageChops.difference(one, other).point(lambda level: level >= _TOLD and 255)
    scenes = [compose(shown, look, 1200) for shown in tables]
    found: dict[str, int] = {}
    for mine, another in zip(*((*scene.backdrop.layer.texts, *scene.texts) for scene in scenes), strict=True):
        if mine.words != another.words:
            room = max(width(text.words, text.size, text.weight) for text in (mine, another))
            left = mine.x - {"l": 0.0, "m": 0.5, "r": 1.0}[mine.anchor] * room
            box = (round(left), round(mine.y - mine.size / 2), round(left + room), round(mine.y + mine.size / 2))
            found[f"{mine.words} {len(found)}"] = differing.crop(box).histogram()[255]
    return found


_LINES = ("path", "way", "arrow")
_CLOSE = " ".join(f"n{7 * y + x}@{x},{y}" for y in range(5) for x in range(7))
NAMED = OPTIONS | {
    "onyx": {"board": "custom:a@0,0 b@0,1 e@1,0 h@0,-1;a-b a-e a-h"},
    "onyx-close": {"board": f"custom:{_CLOSE};" + " ".join(f"n{i}-n{i + step}" for i in range(28) for step in (1, 7))},
}


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("key", NAMED)
def test_no_mark_hides_the_name_of_a_cell_a_column_or_a_row(key: str, theme: ThemeName) -> None:
    """Nor does a line from one end of the board to the other."""
    render.palette.cache_clear()
    table = play_randomly(games.find(key.split("-", maxsplit=1)[0]), 2, NAMED[key], 24, 3)
    table = replace(table, marks=(), result="", whole=True)
    boards = frame(table, look_of(table, theme), 1200)[1].boards
    cells = [cell for board in boards for cell in grounds(table, board)]
    ends = [cell.name for cell in table.areas[0].cells][:: len(table.areas[0].cells) - 1]
    plain = name_pixels(table, theme)
    hidden = []
    for name in (name for name in kinds(table, "") if not name.endswith("+2")):  # these stand beyond whole rows
        if key == "cyberzul" and name.startswith((*_LINES, "territory")):
            continue  # nobody owns a part of a mat, and no way leads across it
        across = [replace(kinds(table, "")[name], cells=tuple(ends))] if name.startswith(_LINES) else []
        left = name_pixels(table.with_marks(*(kinds(table, cell)[name] for cell in cells), *across), theme)
        assert left.keys() == plain.keys()
        hidden += [f"{name}: {words}" for words, count in left.items() if count < _LEFT * plain[words]]
    assert any(count >= ENOUGH for count in plain.values())
    assert not hidden, "; ".join(hidden)
