"""Where everything goes: strips above the board or beside a large one, the bar of who leads, lists, the bottom line.

Pictures are 1200 units wide and between 1.2 and 1.55 times as wide as high. Of the possible arrangements, the one
with the largest cells is used. It depends only on what stays the same while pieces move.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.core.table import Table
from render.boards import Boards
from render.canvas.shapes import Point, Rect
from render.chips import CHIP_GAP, CHIP_H, CHIP_W, in_chips
from render.panels import LINE, footer_lines, panel_columns, panel_height, panel_width
from render.window import WIDE

WIDTH = 1200
LOWEST, HIGHEST = 776, 1000
"""The least and greatest height of a picture."""
MARGIN, GAP = 20, 16
STRIP, LINE_STRIP, FOOTER = 100, 62, 60
"""The heights of a strip with two lines and with one, and of the bottom line."""
COLUMN, TALL = 260, 300
"""The width and greatest height of a strip beside the board."""
BAR, BAR_GAP = 16, 8
"""The height of the bar that shows who leads, and the gap beside it."""
MAP = 300
"""The width of the map of the whole board above the strips, if they stand beside the board."""
ROOM = WIDTH - 2 * MARGIN
_MUCH = 0.95
"""Unless cells are small, players stand beside the board only if its unit is otherwise below this part."""
_ENOUGH = 0.97
"""The first arrangement is taken whose unit is at least this part of the largest unit."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of all parts."""

    height: int
    strips: tuple[Rect, ...]
    board: Rect
    footer: Rect
    panels: tuple[Rect, ...] = ()
    mats: tuple[tuple[int, Rect], ...] = ()
    """The mats with the seats they belong to."""
    bar: Rect | None = None
    """The bar that shows who leads."""
    tally: Rect | None = None
    """The points of a match that is over, in place of what could be taken."""
    map: Rect | None = None
    """The map of the whole board, if only a part of it is shown."""


def layout(table: Table, board: Boards, whole: Point | None = None) -> Layout:
    """Return the arrangement in which the cells of the board are largest.

    If only a part of a board is shown, there is a map of the whole board, whose width and height are `whole`.
    """
    foot = footer_height(table)
    if whole:
        return _map_above(table, board, foot, whole) if whole[0] > WIDE * whole[1] else _map_beside(table, foot, whole)
    if len(table.panels) == 1 and in_chips(table.panels[0]):
        choices = [_chips_below(table, foot), _chips_beside(table, foot)]
    else:
        choices = [_above(table, board, foot)]
        if len(table.panels) == 1:
            choices.append(_between(table, board, foot))
    units = [board.unit_for(choice.board.w, choice.board.h) for choice in choices]
    if table.players:
        beside = _players_beside(table, board, foot)
        unit = board.unit_for(beside.board.w, beside.board.h)
        if board.is_small_at(max(units)) or (not table.panels and max(units) < unit * _MUCH):
            choices.append(beside)
            units.append(unit)
    best = max(units)
    return next(choice for choice, unit in zip(choices, units, strict=True) if unit >= best * _ENOUGH)


def _head(table: Table) -> float:
    """Return the upper end of the board, below the strips and the bar."""
    return _below_bar(table, MARGIN + (STRIP + GAP if table.players else 0))


def _below_bar(table: Table, top: float) -> float:
    """Return the upper end of what is below a bar at `top`, if there is one."""
    return top + (BAR + BAR_GAP if table.standing else 0)


def _bar(table: Table, top: float) -> Rect | None:
    return None if table.standing is None else Rect(MARGIN, top, ROOM, BAR)


def _bar_below_strips(table: Table) -> Rect | None:
    return _bar(table, MARGIN + (STRIP + BAR_GAP if table.players else 0))


def _board_height(board: Boards, width: float, taken: float, least: float = 0.0) -> int:
    """Return the height for a board of this width in a picture with `taken` used up, but at least `least`."""
    highest = HIGHEST - taken
    wanted = board.size_at(board.unit_for(width, highest))[1]
    return round(min(highest, max(LOWEST - taken, wanted, least)))


def _chips_below(table: Table, foot: float) -> Layout:
    """Lay out a row of chips under the board, which uses all the room the picture allows, whatever its shape."""
    head = _head(table)
    top = HIGHEST - foot - CHIP_H
    return Layout(
        HIGHEST,
        _strips(table),
        Rect(MARGIN, head, ROOM, top - GAP / 2 - head),
        footer_place(HIGHEST - foot, foot),
        (Rect(MARGIN, top, ROOM, CHIP_H),),
        bar=_bar_below_strips(table),
    )


def _chips_beside(table: Table, foot: float) -> Layout:
    """Lay out a column of chips to the right of the board."""
    head, room = _head(table), ROOM - CHIP_W - CHIP_GAP
    h = HIGHEST - foot - head
    return Layout(
        HIGHEST,
        _strips(table),
        Rect(MARGIN, head, room, h),
        footer_place(HIGHEST - foot, foot),
        (Rect(MARGIN + room + CHIP_GAP, head, CHIP_W, h),),
        bar=_bar_below_strips(table),
    )


def _players_beside(table: Table, board: Boards, foot: float) -> Layout:
    """Lay out strips to the left and lists to the right of the board: for a large board that is not wide."""
    head = _below_bar(table, MARGIN)
    chips = len(table.panels) == 1 and in_chips(table.panels[0])
    side = CHIP_W if chips else max((panel_width(panel) for panel in table.panels), default=0.0)
    right = side + (CHIP_GAP if chips else GAP) if side else 0.0
    room = ROOM - COLUMN - GAP - right
    h = _board_height(board, room, head + foot)
    count = len(table.players)
    high = min(TALL, (h - GAP * (count - 1)) / count)
    beside = Rect(MARGIN + ROOM - side, head, side, h)
    return Layout(
        round(head + h + foot),
        tuple(Rect(MARGIN, head + i * (high + GAP), COLUMN, high) for i in range(count)),
        Rect(MARGIN + COLUMN + GAP, head, room, h),
        footer_place(head + h, foot),
        (beside,) if chips else _panels(table, beside),
        bar=_bar(table, MARGIN),
    )


def _map_beside(table: Table, foot: float, whole: Point) -> Layout:
    """Lay out a column to the left of the board, with the map on top and the strips below."""
    head = _below_bar(table, MARGIN)
    h = HIGHEST - head - foot
    count, high = len(table.players), round(MAP * whole[1] / whole[0])
    each = min(TALL, (h - high - GAP * count) / max(1, count))
    below = head + high + GAP
    return Layout(
        HIGHEST,
        tuple(Rect(MARGIN, below + i * (each + GAP), MAP, each) for i in range(count)),
        Rect(MARGIN + MAP + GAP, head, ROOM - MAP - GAP, h),
        footer_place(head + h, foot),
        bar=_bar(table, MARGIN),
        map=Rect(MARGIN, head, MAP, high),
    )


def _map_above(table: Table, board: Boards, foot: float, whole: Point) -> Layout:
    """Lay out the map above the board, beside strips of one line in a column, or two by two for four players."""
    high = 2 * LINE_STRIP + GAP
    wide = round(high * whole[0] / whole[1])
    columns = max(1, -(-len(table.players) // 2))
    w = (ROOM - wide - GAP * columns) / columns
    places = (divmod(i, 2) if columns > 1 else (0, i) for i in range(len(table.players)))
    head = _below_bar(table, MARGIN + high + GAP)
    h = _board_height(board, ROOM, head + foot)
    return Layout(
        round(head + h + foot),
        tuple(Rect(MARGIN + i * (w + GAP), MARGIN + j * (LINE_STRIP + GAP), w, LINE_STRIP) for i, j in places),
        Rect(MARGIN, head, ROOM, h),
        footer_place(head + h, foot),
        bar=_bar(table, MARGIN + high + BAR_GAP),
        map=Rect(MARGIN + ROOM - wide, MARGIN, wide, high),
    )


def _above(table: Table, board: Boards, foot: float) -> Layout:
    """Lay out strips in a row above the board and lists to its right."""
    head = _head(table)
    side = max((panel_width(panel) for panel in table.panels), default=0.0)
    room = ROOM - (side + GAP if side else 0)
    list_h = sum(panel_height(panel) for panel in table.panels) + GAP * max(0, len(table.panels) - 1)
    h = _board_height(board, room, head + foot, list_h)
    return Layout(
        round(head + h + foot),
        _strips(table),
        Rect(MARGIN, head, room, h),
        footer_place(head + h, foot),
        _panels(table, Rect(MARGIN + room + GAP, head, side, h)),
        bar=_bar_below_strips(table),
    )


def _between(table: Table, board: Boards, foot: float) -> Layout:
    """Lay out strips above the board and the list below it in columns."""
    head = _head(table)
    columns = panel_columns(table.panels[0], ROOM)
    list_h = panel_height(table.panels[0], columns)
    h = _board_height(board, ROOM, head + foot + list_h + GAP)
    top = head + h + GAP
    return Layout(
        round(top + list_h + foot),
        _strips(table),
        Rect(MARGIN, head, ROOM, h),
        footer_place(top + list_h, foot),
        (Rect(MARGIN, top, ROOM, list_h),),
        bar=_bar_below_strips(table),
    )


def _strips(table: Table) -> tuple[Rect, ...]:
    """Return the places of all players in a row."""
    w = (ROOM - GAP * (len(table.players) - 1)) / max(1, len(table.players))
    return tuple(Rect(MARGIN + i * (w + GAP), MARGIN, w, STRIP) for i in range(len(table.players)))


def footer_height(table: Table) -> float:
    """Return the height of one line below the board, or of as many lines as an example's caption needs."""
    if table.caption or table.result or not table.headline:
        return FOOTER
    return FOOTER + LINE * (len(footer_lines(table.headline, footer_place(0).w)) - 1)


def footer_place(top: float, height: float = FOOTER) -> Rect:
    """Return the place for the words at the bottom of every picture."""
    return Rect(MARGIN + 8, top, WIDTH - 2 * MARGIN - 16, height)


def _panels(table: Table, room: Rect) -> tuple[Rect, ...]:
    """Return the places of the lists, one under the other; they share the height according to their needs."""
    needed = [panel_height(panel) for panel in table.panels]
    spare = room.h - sum(needed) - GAP * max(0, len(needed) - 1)
    places, top = [], room.y
    for height in needed:
        h = height + spare / len(needed)
        places.append(Rect(room.x, top, room.w, h))
        top += h + GAP
    return tuple(places)
