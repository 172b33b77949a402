"""Marks are seen on whatever they lie, each kind on each ground and thing of the games, and hide no name."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

import games
import render
from games.core.table import Mark, Role, Table
from render.boards.board import Board
from render.colour import Colour, contrast
from render.demo import play_randomly
from render.picture import frame, look_of
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
    """The table with another name on each cell that has one."""
    board = table.areas[0]
    cells = tuple(replace(cell, text=f"E{8 if cell.text[1:] == '4' else 4}") for cell in board.cells)
    return replace(table, areas=(replace(board, cells=cells), *table.areas[1:]))


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_no_mark_hides_the_name_of_a_cell(theme: ThemeName) -> None:
    def name_pixels(marks: list[Mark]) -> dict[str, int]:
        """For each cell how many pixels tell its name from another one."""
        tables = (shown.with_marks(*marks) for shown in (table, with_other_names(table)))
        one, other = (Image.open(io.BytesIO(render.png(shown, theme=theme))).convert("L") for shown in tables)
        differing = ImageChops.difference(one, other).point(lambda level: level >= _TOLD and 255)
        reach = 0.8 * board.unit
        places = {cell: board.at[cell] for cell in cells}
        boxes = {cell: (x - reach, y - reach, x + reach, y + reach) for cell, (x, y) in places.items()}
        return {cell: differing.crop(box).histogram()[255] for cell, box in boxes.items()}

    render.palette.cache_clear()
    table = position("piously")
    board = frame(table, look_of(table, theme), 1200)[1].boards[0]
    cells = [cell for cell in grounds(table, board) if cell != "X"]
    plain = name_pixels([])
    assert min(plain.values()) >= ENOUGH
    hidden = []
    for name in kinds(table, ""):
        left = name_pixels([kinds(table, cell)[name] for cell in cells])
        hidden += [f"{name} on {cell}" for cell in cells if left[cell] < _LEFT * plain[cell]]
    assert not hidden, "; ".join(hidden)
