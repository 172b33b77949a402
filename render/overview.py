"""A small map of the whole board, for pictures that show part of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from games.core.table import Area, Role, Table
from render.boards import Boards
from render.boards.board import Board
from render.boards.land import sea
from render.canvas.scene import Scene
from render.canvas.shapes import Box, Drawing, Point, Rect
from render.panels import ground_plate
from render.theme import Theme, colour_of, rim

_PAD = 8.0


def put_map(scene: Scene, theme: Theme, place: Rect, whole: Table, part: Board) -> None:
    """Draw land and pieces in their colours, and a frame around the part that the picture shows."""
    board = _board(whole.areas[0], theme)
    across, down = board.extent
    unit = min((place.w - 2 * _PAD) / across, (place.h - 2 * _PAD) / down)
    (left, top, right, bottom), (x0, y0) = board.edges, place.centre
    x0, y0 = x0 - (left + right) / 2 * unit, y0 - (top + bottom) / 2 * unit
    scene.put(*place.centre, map_plate, theme, place.w, place.h)
    if theme.skin.ground == "land":
        scene.put(*place.centre, map_sea, theme, across * unit, down * unit)
    roles = {board.spots[piece.cell]: piece.role for piece in whole.pieces if piece.cell in board.spots}
    if board.area.geometry == "grid":
        for (x, y), count, role in _in_rows(roles):
            scene.put(x0 + x * unit, y0 + y * unit, land_strip, theme, role, unit, count)
    else:
        for (x, y), role in roles.items():
            scene.put(x0 + x * unit, y0 + y * unit, map_piece, theme, role, unit)
    left, top, right, bottom = part.edges
    w, h = (right - left) * unit + unit + 6, (bottom - top) * unit + unit + 6
    scene.put(x0 + (left + right) / 2 * unit, y0 + (top + bottom) / 2 * unit, map_frame, theme, round(w), round(h))


@lru_cache(maxsize=32)
def _board(area: Area, theme: Theme) -> Board:
    """Return the whole board, not yet placed."""
    (board,) = Boards((area,), theme).row
    return board


def map_plate(theme: Theme, w: float, h: float) -> Drawing:
    """Draw the ground of the map."""
    return Drawing(ground_plate(theme, Rect(-w / 2, -h / 2, w, h), 14, theme.board), (), theme.ground, (w, h + 8))


def map_sea(theme: Theme, w: float, h: float) -> Drawing:
    """Draw the sea around the land of the map, which shows where the board ends."""
    return Drawing((Box(Rect(-w / 2, -h / 2, w, h), 6, sea(theme)),))


def map_frame(theme: Theme, w: float, h: float) -> Drawing:
    """Draw the frame around the part that is shown."""
    rect = Rect(-w / 2, -h / 2, w, h)
    return Drawing((Box(rect.inset(-2), 6, None, theme.keyline, 6), Box(rect, 5, None, theme.ink, 2.6)))


def _in_rows(roles: Mapping[Point, Role]) -> Iterator[tuple[Point, int, Role]]:
    """Yield the runs of one role in each row."""
    length = 0
    for (x, y), role in sorted(roles.items(), key=lambda one: (one[0][1], one[0][0])):
        length += 1
        if roles.get((x + 1, y)) != role:
            yield (x - (length - 1) / 2, y), length, role
            length = 0


def land_strip(theme: Theme, role: Role, unit: float, count: int) -> Drawing:
    """Draw land that lies side by side in a row, a little larger than it is, so that it meets that of the next row."""
    wide, high = unit * count + 1, unit + 1
    return Drawing((Box(Rect(-wide / 2, -high / 2, wide, high), 0, colour_of(role, theme)),))


def map_piece(theme: Theme, role: Role, unit: float) -> Drawing:
    """Draw one thing on the board."""
    size = max(3.0, unit * 0.96)
    colour, place = colour_of(role, theme), Rect(-size / 2, -size / 2, size, size)
    edge = rim(colour, theme) if role in ("black", "white") else colour
    return Drawing((Box(place, size * 0.2, edge), Box(place.inset(max(0.6, size * 0.16)), 0.5, colour)))
