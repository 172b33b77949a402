"""The card of a challenge: who plays whom, which game, from which position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.core.table import Mark, Role, Table
from render.boards.board import Board
from render.boards.land import joined_sides, land, sea
from render.canvas.scene import Scene, resized_stamp
from render.canvas.shapes import Box, Point, Rect, Shape, Text, move, resize
from render.canvas.type import fit, width, wrap
from render.cards.listing import row_plate
from render.cards.page import HEAD, new_page, page_png
from render.focus import focus_on, mat_cells
from render.layout import GAP, MARGIN, WIDTH
from render.panels import ground_plate
from render.picture import compose, look_of, stage_of
from render.pieces import chip, glyph_drawing
from render.theme import SMALLEST, Theme, ThemeName

_HEIGHT = 620.0
_BOARD = 640.0
"""The width of the board."""
_EMBLEM = 72.0
"""The distance from one thing beside the title to the next."""
_PILES, _PILE, _PILE_STEP, _PILE_H = 104.0, 5, 20.0, 196.0
"""The width of the room for piles; the number of things in a pile; the distances between them and between piles."""
_ISLAND: tuple[Point, ...] = ((1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2))
"""The cells of an island of land, counted from the lower left."""
_ISLAND_H, _ISLAND_CELL = 172.0, 42.0
"""The height of the room for islands; the size of their cells."""
_LINE = 44.0
_MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class Contender:
    """A player or an open seat: the name, what is said about them (rating, side), and their colour."""

    name: str
    note: str = ""
    role: Role = "neutral"


def challenge(
    title: str,
    table: Table,
    contenders: Sequence[Contender],
    details: Sequence[str] = (),
    note: str = "",
    theme: ThemeName = "dark",
    pixels: int = WIDTH,
) -> bytes:
    """Draw the card as a PNG: the board on the left, the players on the right, the terms below them."""
    look = look_of(table, theme)
    scene = new_page(look, _HEIGHT, title, note)
    place = Rect(MARGIN, HEAD, _BOARD, _HEIGHT - HEAD - MARGIN)
    scene.backdrop.layer.shapes += ground_plate(look, place, 22, look.board)
    _put_emblem(scene, look)
    if look.skin.ground == "land":
        high = place.h - _ISLAND_H
        put_board(scene, look, Rect(place.x + 12, place.y + 12, place.w - 24, high - 12), table, _ways(table))
        _put_islands(scene, look, Rect(place.x, place.y + high, place.w, _ISLAND_H))
    elif table.pieces or look.skin.ground != "stones":
        put_board(scene, look, place.inset(12), table)
    else:
        put_board(scene, look, Rect(place.x + _PILES, place.y + 12, place.w - 2 * _PILES, place.h - 24), table)
        _put_piles(scene, look, place)
    left = place.right + GAP
    side = Rect(left, HEAD, WIDTH - MARGIN - left, place.h)
    room = [line for detail in details for line in wrap(detail, SMALLEST, side.w - 16, 3)][:_MOST_LINES]
    free = side.h - _LINE * len(room) - (GAP if room else 0)
    step = min(132.0, free / max(1, len(contenders)))
    for i, contender in enumerate(contenders):
        _put_contender(scene, look, Rect(side.x, side.y + i * step, side.w, step - 10), contender)
    top = side.bottom - _LINE * len(room)
    for i, line in enumerate(room):
        scene.texts.append(Text(side.x + 8, top + _LINE * (i + 0.5), line, SMALLEST, look.muted, "medium", "l"))
    return page_png(scene, look, pixels)


def _put_emblem(scene: Scene, theme: Theme) -> None:
    """Put typical things of the game between its title and the note on the right, as many as there is room for."""
    note, title = scene.texts
    left = title.x + width(title.words, title.size, title.weight) + _EMBLEM * 0.9
    right = note.x - width(note.words, note.size, note.weight) - _EMBLEM * 0.9
    for i, (glyph, role) in enumerate(theme.skin.emblem[: max(0, int((right - left) // _EMBLEM) + 1)]):
        scene.put(left + i * _EMBLEM, title.y, glyph_drawing, theme, glyph, role, _EMBLEM * 0.4)


def _put_piles(scene: Scene, theme: Theme, place: Rect) -> None:
    """Put the things that will come onto an empty board in piles on both sides of it."""
    things, y = theme.skin.emblem, place.centre[1]
    half = -(-len(things) // 2)
    for side, pile in ((place.x + _PILES / 2, things[:half]), (place.right - _PILES / 2, things[half:])):
        for i, (glyph, role) in enumerate(pile):
            low = y + (i - (len(pile) - 1) / 2) * _PILE_H + _PILE_STEP * (_PILE - 1) / 2
            for layer in range(_PILE):
                scene.put(side, low - layer * _PILE_STEP, glyph_drawing, theme, glyph, role, _PILES * 0.32)


def _put_islands(scene: Scene, theme: Theme, place: Rect) -> None:
    """Put an island of each colour below a board of land, on which there is hardly any yet."""
    roles = [role for glyph, role in theme.skin.emblem if glyph == "block"]
    unit = _ISLAND_CELL
    scene.backdrop.layer.shapes.append(Box(Rect(place.x + 20, place.y + 8, place.w - 40, place.h - 28), 14, sea(theme)))
    across, down = max(x for x, _ in _ISLAND), max(y for _, y in _ISLAND)
    for i, role in enumerate(roles):
        cells = [(across - x if i % 2 else x, y) for x, y in _ISLAND]
        owners: dict[Point, Role] = dict.fromkeys(cells, role)
        middle = place.x + place.w * (i + 0.5) / len(roles)
        for x, y in cells:
            at = middle + (x - across / 2) * unit, place.centre[1] - 6 - (y - down / 2) * unit
            scene.put(*at, land, theme, role, unit, joined_sides(owners, (x, y)))


def _ways(table: Table) -> tuple[Mark, ...]:
    """Return a mark on the cells of a row between the headquarters of both players, which each is to link."""
    at = {cell.name: cell.at for cell in table.areas[0].cells}
    keeps = [(*at[piece.cell], piece.role) for piece in table.pieces if piece.glyph == "keep"]
    row = max(y for _, y, _ in keeps)
    left, right = sorted([x for x, y, role in keeps if (y, role) == (row, player.role)] for player in table.players)
    way = (name for name, (x, y) in at.items() if y == row and max(left) < x < min(right))
    return (Mark("way", tuple(way), role="muted"),)


def put_board(scene: Scene, theme: Theme, place: Rect, table: Table, marks: tuple[Mark, ...] = ()) -> None:
    """Put the board of a table, without players and words, as large as possible into the middle of a place.

    Of mats that are all alike, one is shown.
    """
    if {area.seat for area in table.areas if area.place == "mat"} - {0} and not _is_used(table):
        table = focus_on(table, mat_cells(table, 0))
    areas = tuple(
        replace(area, columns=(), rows=()) if area.place == "board" and not area.edges else area for area in table.areas
    )
    bare = Table("", areas, table.pieces, (), marks, skin=table.skin)
    inner = compose(bare, theme, WIDTH)
    stage = stage_of(bare, theme, WIDTH)
    seen = Rect(0, 0, WIDTH, stage.places.footer.y) if stage.places.mats else _cells_of(stage.boards)
    scale = min(place.w / seen.w, place.h / seen.h)
    x = place.centre[0] - scale * seen.centre[0]
    y = place.centre[1] - scale * seen.centre[1]
    layer = inner.backdrop.layer
    shapes = [shape for shape in layer.shapes if stage.places.mats or not _is_plate(shape, stage.places.board)]
    scene.backdrop.layer.shapes += move(resize(shapes, scale), x, y)
    scene.texts += [_smaller(text, scale, x, y) for text in (*layer.texts, *inner.texts)]
    for placed in inner.under:
        scene.put(x + placed.x * scale, y + placed.y * scale, *resized_stamp(placed.stamp, scale))
    if inner.backdrop.web:
        scene.backdrop.layer.shapes += move(resize(inner.backdrop.web, scale), x, y)
    for placed in inner.placed:
        scene.put(x + placed.x * scale, y + placed.y * scale, *resized_stamp(placed.stamp, scale))


def _is_used(table: Table) -> bool:
    """Whether anything lies on a mat."""
    mats = {cell.name for area in table.areas if area.place == "mat" for cell in area.cells}
    return any(piece.cell in mats for piece in table.pieces)


def _cells_of(boards: Sequence[Board]) -> Rect:
    """Return where boards with their labels lie, without the empty space at their sides."""
    places = [(board.rect, board.margins) for board in boards]
    left, top = min(rect.x - room.left for rect, room in places), min(rect.y - room.top for rect, room in places)
    right = max(rect.right + room.right for rect, room in places)
    return Rect(left, top, right - left, max(rect.bottom + room.bottom for rect, room in places) - top)


def _is_plate(shape: Shape, board: Rect) -> bool:
    """Whether the shape is the ground that a board lies on: the card has one of its own."""
    return isinstance(shape, Box) and shape.rect.w >= board.w and shape.rect.h >= board.h


def _smaller(text: Text, scale: float, x: float, y: float) -> Text:
    return text._replace(x=x + text.x * scale, y=y + text.y * scale, size=text.size * scale)


def _put_contender(scene: Scene, theme: Theme, rect: Rect, contender: Contender) -> None:
    """Put a plate with the player's chip; the text has two lines if there is a note and room for it."""
    y, left, right = rect.y + rect.h / 2, rect.x + 92, rect.right - 20
    scene.put(*rect.centre, row_plate, theme, rect.w, rect.h)
    scene.put(rect.x + 48, y, chip, theme, contender.role, min(30.0, rect.h * 0.36))
    if rect.h >= 96 or not contender.note:
        high = y - 22 if contender.note else y
        name, size = fit(contender.name, (42.0, 38.0, 36.0, SMALLEST), right - left, "bold")
        scene.texts.append(Text(left, high, name, size, theme.ink, "bold", "l"))
        words, size = fit(contender.note, (SMALLEST,), right - left)
        if words:
            scene.texts.append(Text(left, y + 24, words, size, theme.muted, "medium", "l"))
        return
    note, small = fit(contender.note, (SMALLEST,), (right - left) * 0.4)
    room = right - left - width(note, small) - 18
    name, size = fit(contender.name, (40.0, 36.0, SMALLEST), room, "bold")
    scene.texts.append(Text(left, y, name, size, theme.ink, "bold", "l"))
    scene.texts.append(Text(right, y, note, small, theme.muted, "medium", "r"))
