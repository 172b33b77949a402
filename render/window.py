"""The part of a large board that is being played on, where its cells would be too small on a phone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.core.table import Area, Table
from render.parts import cut, part_of

Place = tuple[float, float]
Span = tuple[float, float]
"""The first and the last column or row."""

WIDE = 1.3
"""The ratio of width to height above which a board has its map above it."""
_SHAPE = 1.55
"""The approximate ratio of width to height of a picture."""
_MARGIN, _EVERY = 2, 4
"""The margin around everything on a board; the step between places where a part may begin and end."""
_WORTH = 1.2
"""How many times larger its cells must be for a part to be shown: the map takes room, too."""
_WIDE, _SQUARE = (24, 13), (13, 14)
"""The columns and rows of a window on a large board: cells are at least 15 pixels wide on a phone."""
_HEXES = (16, 7)
"""The half columns and rows of a window on a board of hexagons: each cell has room for a name, thing and number."""
_ROOM = 2
"""The half columns and rows shown around the first choices, so that later ones are likely to be visible, too."""


class Window(NamedTuple):
    """A part of a board: its columns and rows."""

    across: Span
    down: Span


def played_part(table: Table) -> Table:
    """Return the table with the part of its board that is being played on, which seldom changes.

    The part holds all pieces and marks, with a margin; if that is much of a large board, it is a window with the last
    move. The whole table is returned if no part has much larger cells, at the end, and if the table asks for it.
    """
    area = table.areas[0]
    if len(table.areas) > 1 or area.geometry == "hex" or table.whole:
        return table
    at, whole = _places(area)
    marks = (mark for mark in table.marks if mark.kind != "way" and not (mark.kind == "territory" and mark.faded))
    moved = [at[cell] for mark in marks for cell in mark.cells if cell in at]
    used = [*(at[piece.cell] for piece in table.pieces if piece.cell in at), *moved]
    if not used:
        return table
    shown = Window(*map(_with_margin, _around(used)))
    most = Window((1, _WIDE[0]), (1, _WIDE[1])) if is_wide(area) else Window((1, _SQUARE[0]), (1, _SQUARE[1]))
    if moved and not table.result and _is_larger(shown, most):
        around = 1 if area.edges else 0  # also show the neighbours of a piece
        shown = _window(_around(moved), _middle(used), whole, most, around) or shown
    if _gain(whole, shown) < _WORTH:
        return table
    return cut(table, (_part(area, shown),))


def hex_window(area: Area, wanted: Collection[str], first: Collection[str]) -> Area | None:
    """Return the part of a hexagon board with the cells `wanted`; None if no window holds them or all cells fit.

    It is the window around the cells `first` if that holds them all, so that one looks at the same part from the first
    question of a move to the last.
    """
    at, whole = _places(area)
    places = [at[cell] for cell in wanted if cell in at]
    began = [at[cell] for cell in first if cell in at] or places
    if not places or area.room:
        return None
    most = Window(*((1, min(_length(edge), length)) for edge, length in zip(whole, _HEXES, strict=True)))
    window = _window(_around(began), _middle(began), whole, most, _ROOM)
    if window is None or not all(_holds(window, place) for place in places):
        window = _window(_around(places), _middle(began), whole, most, _ROOM)
    if window is None or window == whole:
        return None
    return _part(area, window)


@lru_cache(maxsize=64)
def _part(area: Area, window: Window) -> Area:
    """Return the part of an area that is in a window."""
    (left, right), (bottom, top) = window
    at, _ = _places(area)
    return part_of(area, frozenset(name for name, (x, y) in at.items() if left <= x <= right and bottom <= y <= top))


def _holds(window: Window, place: Place) -> bool:
    return all(first <= value <= last for (first, last), value in zip(window, place, strict=True))


def is_wide(area: Area) -> bool:
    """Whether a board is much wider than it is high."""
    _, (across, down) = _places(area)
    return _length(across) > WIDE * _length(down)


@lru_cache(maxsize=64)
def _places(area: Area) -> tuple[dict[str, Place], Window]:
    """Return where each cell of an area is, and the window of all: in columns and rows (half columns for hexagons)."""
    at = {cell.name: cell.at for cell in area.cells}
    if area.geometry == "hex":
        at = {name: (2 * q + r, r) for name, (q, r) in at.items()}
    return at, _around(list(at.values()))


def _around(places: Sequence[Place]) -> Window:
    """Return the smallest window with all places."""
    across, down = [x for x, _ in places], [y for _, y in places]
    return Window((min(across), max(across)), (min(down), max(down)))


def _middle(places: Sequence[Place]) -> Place:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _length(span: Span) -> float:
    return span[1] - span[0] + 1


def _is_larger(one: Window, other: Window) -> bool:
    """Whether a window is longer than the other in either direction."""
    return any(_length(a) > _length(b) for a, b in zip(one, other, strict=True))


def _gain(whole: Window, part: Window) -> float:
    """Return the factor by which the cells of the part are larger."""
    wide, high = map(_length, whole)
    across, down = map(_length, part)
    return min(wide / across, max(high, wide / _SHAPE) / max(down, across / _SHAPE))


def _with_margin(span: Span) -> Span:
    low, high = span[0] - _MARGIN, span[1] + _MARGIN
    return low // _EVERY * _EVERY, -(-(high + 1) // _EVERY) * _EVERY - 1


def _window(moved: Window, middle: Place, whole: Window, most: Window, around: int) -> Window | None:
    """Return the largest window that holds the last move, or None if the move is too wide."""
    spans = [_span_with(*each, around) for each in zip(moved, middle, whole, map(_length, most), strict=True)]
    across, down = spans
    return Window(across, down) if across and down else None


def _span_with(span: Span, middle: float, edge: Span, length: float, around: int) -> Span | None:
    """Return a number of columns or rows that hold the span and, if possible, what is next to it.

    They begin halfway if the span is then shown with `around` cells on each side, otherwise at an edge of the board, as
    near to the middle as possible, otherwise at a quarter: so the same few windows recur, and pictures seldom change as
    a whole. With cells around the span, an edge nearer to the middle comes before halfway. None if none holds the span.
    """
    spare = edge[1] - edge[0] + 1 - length
    low, first, halfway, third, high = (edge[0] + spare * quarter // 4 for quarter in range(5))
    for starts, beside in (
        ((low, halfway, high) if around else (halfway,), around),
        ((low, high), 1),
        ((low, high), 0),
        ((first, halfway, third), 1),
        ((first, halfway, third), 0),
    ):
        holding = [start for start in starts if start + beside <= span[0] and span[1] + beside < start + length]
        if holding:
            start = min(holding, key=lambda start: abs(start + (length - 1) / 2 - middle))
            return start, start + length - 1
    return None
