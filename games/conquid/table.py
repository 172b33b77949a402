"""The table: land, headquarters, the winning path (RULES 1, 6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.conquid.actions import winning_path
from games.conquid.distances import distance, missing_cells, missing_way
from games.conquid.field import Field, field_of
from games.conquid.info import SIDES
from games.conquid.position import State
from games.core.boards.grid import bits, column_name
from games.core.i18n import gettext, ngettext
from games.core.table import Area, Cell, Mark, Piece, PlayerStrip, Role, Skin, Standing, Table

ROLES: tuple[Role, Role] = ("seat-0", "seat-1")
"""The colours of the seats."""
SKIN = Skin("land", emblem=(("counter", "seat-0"), ("block", "seat-0"), ("block", "seat-1"), ("counter", "seat-1")))
_SIGNS = (("1", "A"), ("2", "B"))


def table(state: State) -> Table:
    """Return all that is on the table; nothing is hidden."""
    field = field_of(state.size)
    owned = _land_pieces(state.size)
    pieces = [owned[seat][index] for seat in (0, 1) for index in bits(state.cells[seat])]
    missing = [missing_cells(field, state.cells[seat], state.cells[1 - seat], seat) for seat in (0, 1)]
    won = state.winner
    free = state.empty.bit_count()
    return Table(
        title=gettext("Conquid"),
        areas=(_area(state.size),),
        pieces=(*_keeps(state.size), *pieces),
        players=(_player(state, 0, missing[0]), _player(state, 1, missing[1])),
        marks=_way_marks(state, missing) if won is None else path_marks(field, state.cells[won], won),
        caption=ngettext("{n} empty cell", "{n} empty cells", free),
        skin=SKIN,
        standing=_standing(state),
    )


def _standing(state: State) -> Standing:
    """Return the race: how much of the way between the headquarters each side's shortest chain has covered."""
    field, whole = field_of(state.size), _whole_way(state.size)
    behind = (whole - min(whole, distance(field, state.cells[seat], state.cells[1 - seat], seat)) for seat in (0, 1))
    return Standing(tuple(behind), 2 * whole)


@cache
def _whole_way(size: str) -> int:
    """Return the number of cells that a chain needs at the start."""
    return distance(field_of(size), 0, 0, 0)


def _way_marks(state: State, missing: Sequence[int | None]) -> tuple[Mark, ...]:
    """Return marks on the cells that each side's shortest chain still needs, once it is at least half complete.

    `missing` has the number of these cells for each seat.
    """
    field, marks = field_of(state.size), []
    for seat in (0, 1):
        number = missing[seat]
        if number and 2 * number <= _whole_way(state.size):
            way = missing_way(field, state.cells[seat], state.cells[1 - seat], seat)
            marks.append(Mark("way", tuple(field.names(cell)[0] for cell in way), role=ROLES[seat]))
    return tuple(marks)


def path_marks(field: Field, own: int, seat: int) -> tuple[Mark, ...]:
    """Return the mark of one shortest winning path, from headquarters to headquarters; nothing if there is none."""
    path = winning_path(field, own, seat)
    if not path:
        return ()
    sides = ((path[0], field.hq[seat]), (path[-1], field.hq[1 - seat]))
    first, last = (field.names(field.neighbours_of(field.bit[cell]) & hq)[0] for cell, hq in sides)
    return (Mark("path", (first, *path, last), role=ROLES[seat]),)


def _player(state: State, seat: int, missing: int | None) -> PlayerStrip:
    cells = state.cells[seat].bit_count()
    final = gettext("conquest declared") if state.winner == seat else ""
    note = _way_to_go(state, seat, missing) if state.winner is None else final
    words = ngettext("{n} cell", "{n} cells", cells)
    return PlayerStrip(seat, ROLES[seat], SIDES[seat], str(cells), note, final_note=final, score_words=words)


def _way_to_go(state: State, seat: int, missing: int | None) -> str:
    """Return how far the seat is from conquest; empty if the opponent's land leaves no way."""
    if missing is None:
        return ""
    if missing:
        return ngettext("{n} cell to go", "{n} cells to go", missing)
    return gettext("can declare conquest") if state.turn == seat else gettext("chain complete!")


@cache
def _area(size: str) -> Area:
    """Return the parts of the board that do not change."""
    grid = field_of(size).grid
    cells = tuple(Cell(name, (index % grid.columns, index // grid.columns)) for index, name in enumerate(grid.names))
    columns = tuple(column_name(column) for column in range(grid.columns))
    return Area("board", "grid", cells, columns=columns, rows=tuple(str(row + 1) for row in range(grid.rows)))


@cache
def _keeps(size: str) -> tuple[Piece, ...]:
    """Return the headquarters; the inner cell of a 3 × 3 one is painted like owned land."""
    field = field_of(size)
    pieces = []
    for seat, board in enumerate(field.hq):
        name = gettext("{side} headquarters", side=SIDES[seat])
        cells = field.names(board)
        inner = cells[4] if len(cells) > 4 else ""
        pieces += [
            Piece(cell, "block" if cell == inner else "keep", ROLES[seat], _SIGNS[seat][1], name) for cell in cells
        ]
    return tuple(pieces)


@cache
def _land_pieces(size: str) -> tuple[tuple[Piece, ...], ...]:
    """Return, for each seat, the piece of every cell, by the number of the cell."""
    names = tuple(gettext("{side} land", side=side) for side in SIDES)
    return tuple(
        tuple(Piece(cell, "block", ROLES[seat], _SIGNS[seat][0], names[seat]) for cell in field_of(size).grid.names)
        for seat in (0, 1)
    )
