"""The furniture of the table: factories, centre and mats, and the names of their cells.

Factory 3 has the cells `F3a` to `F3d`, the centre `CM` (the marker) and `C1`, `C2` ...; the mat of player 2 has
`2L31` (line 3, first space filled, which is the right one), `2W35` (wall row 3, column 5) and `2F4` (floor).
"""

from __future__ import annotations

from functools import cache

from games.core.i18n import gettext
from games.core.table import Area, Cell, Role
from games.cyberzul.position import FACTORIES
from games.cyberzul.scoring import FLOOR_COSTS
from games.cyberzul.tiles import Heap, colours_in, size

ROLES: tuple[Role, ...] = ("blue", "orange", "red", "black", "white")
"""The role of each tile colour."""

SEATS: tuple[Role, ...] = ("seat-0", "seat-1", "seat-2", "seat-3")

MARKER_CELL = "CM"

_CENTRE = {2: 18, 3: 24, 4: 20}
"""The number of places in the centre: enough for all tiles that can come there and, most of the time, for gaps between
colours. With four players, there can be more tiles than are seen one by one on a phone.
"""


def factory_cell(factory: int, place: int) -> str:
    """Return the cell of a place on a factory; factories count from 1, places from 0, in the order they are listed."""
    return f"F{factory}{'abcd'[place]}"


def line_cell(seat: int, line: int, space: int) -> str:
    """Return the cell of a space of a pattern line; both count from 1, and space 1 is filled first."""
    return f"{seat + 1}L{line}{space}"


def wall_cell(seat: int, space: int) -> str:
    """Return the cell of a wall space, given as the number of its bit."""
    return f"{seat + 1}W{space // 5 + 1}{space % 5 + 1}"


def floor_cell(seat: int, place: int) -> str:
    """Return the cell of a floor space, counted from 0."""
    return f"{seat + 1}F{place + 1}"


def centre_places(centre: Heap, seats: int) -> list[tuple[str, int, int]]:
    """Return the places of the tiles in the centre: cell, colour, and the number of tiles that it stands for.

    Colours are separated by an empty cell if there is room. If there are more tiles than places, one tile stands for
    all of its colour.
    """
    room, held = _CENTRE[seats], colours_in(centre)
    numbers = {colour: centre >> (colour << 3) & 255 for colour in held}
    if size(centre) > room:
        return [(f"C{place}", colour, numbers[colour]) for place, colour in enumerate(held, 1)]
    gap = 1 if size(centre) + len(held) - 1 <= room else 0
    places = []
    cell = 1
    for colour in held:
        places += [(f"C{cell + place}", colour, 1) for place in range(numbers[colour])]
        cell += numbers[colour] + gap
    return places


@cache
def areas(seats: int) -> tuple[Area, ...]:
    """Return all areas of a table for this many players, which are the same objects each time."""
    factories = [_factory(number) for number in range(1, FACTORIES[seats] + 1)]
    mats = [area for seat in range(seats) for area in (_lines(seat), _wall(seat), _floor(seat))]
    return (*factories, _centre(seats), *mats)


def _factory(number: int) -> Area:
    cells = tuple(Cell(factory_cell(number, place), (place % 2, 1 - place // 2)) for place in range(4))
    return Area(f"factory-{number}", "grid", cells, place="supply", kind="factory", title=str(number))


def _centre(seats: int) -> Area:
    tiles = (Cell(f"C{place}", (place, 0)) for place in range(1, _CENTRE[seats] + 1))
    cells = (Cell(MARKER_CELL, (0, 0)), *tiles)
    return Area("centre", "grid", cells, place="supply", kind="centre", title=gettext("Centre"))


def _lines(seat: int) -> Area:
    cells = tuple(
        Cell(line_cell(seat, line, space), (5 - space, 5 - line), "hole")
        for line in range(1, 6)
        for space in range(1, line + 1)
    )
    return Area(f"lines-{seat}", "grid", cells, "mat", "lines", seat=seat, rows=("5", "4", "3", "2", "1"))


def _wall(seat: int) -> Area:
    cells = tuple(
        Cell(wall_cell(seat, 5 * row + column), (column, 4 - row), "ghost", ROLES[(column - row) % 5])
        for row in range(5)
        for column in range(5)
    )
    return Area(f"wall-{seat}", "grid", cells, "mat", "wall", seat=seat)


def _floor(seat: int) -> Area:
    cells = tuple(
        Cell(floor_cell(seat, place), (place, 0), "penalty", text=f"-{cost}") for place, cost in enumerate(FLOOR_COSTS)
    )
    return Area(f"floor-{seat}", "grid", cells, "mat", "floor", gettext("Floor"), seat=seat)
