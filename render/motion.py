"""Which piece is which from one table to the next, for pictures that move."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from games.core.table import Piece, Table

GROUND = frozenset(("aura", "block", "keep"))
"""The glyphs that belong to their cell and never leave it."""
NEVER_MOVED = frozenset(("stones",))
"""The grounds on which pieces stay where they were placed: one that is removed never comes back elsewhere."""
_FAR = 1000.0
"""More than any distance on one board: pieces go to another board only as a last resort."""
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.-]")

Kind = tuple[str, str]
Spot = tuple[int, float, float]
"""The index of a cell's area and the cell's place in it."""


@dataclass(frozen=True, slots=True)
class Identified:
    """A table, and the id of each of its pieces, in order."""

    table: Table
    ids: tuple[str, ...]

    def names(self) -> dict[Piece, str]:
        """Return the id of each piece."""
        return dict(zip(self.table.pieces, self.ids, strict=True))


def identify(table: Table, before: Identified | None = None) -> Identified:
    """Return the table with ids for its pieces; those that were on the table before keep theirs.

    A piece is the same if one of its kind was on its cell. Otherwise, if pieces move at all, it is one of its kind that
    has left: the one at the start of the last move if marks show it, or the nearest. New pieces are named after their
    kind and cell.
    """
    ids: dict[int, str] = {}
    if before is not None:
        _match_in_place(table, before, ids)
        if table.skin.ground not in NEVER_MOVED:
            _match_moved(table, before, ids)
    taken = set(ids.values())
    for i, piece in enumerate(table.pieces):
        if i not in ids:
            ids[i] = _new_name(piece, taken)
            taken.add(ids[i])
    return Identified(table, tuple(ids[i] for i in range(len(table.pieces))))


def identify_all(tables: Iterable[Table]) -> list[Identified]:
    """Identify the pieces of the tables of one match in order."""
    found: list[Identified] = []
    for table in tables:
        found.append(identify(table, found[-1] if found else None))
    return found


def _kind(piece: Piece) -> Kind:
    """Return what never changes about a piece, whatever happens to it: a counter may become a stack."""
    return ("counter" if piece.glyph == "stack" else piece.glyph), piece.role


def _match_in_place(table: Table, before: Identified, ids: dict[int, str]) -> None:
    lying: defaultdict[tuple[str, Kind], list[str]] = defaultdict(list)
    for piece, name in zip(before.table.pieces, before.ids, strict=True):
        lying[piece.cell, _kind(piece)].append(name)
    for i, piece in enumerate(table.pieces):
        same = lying.get((piece.cell, _kind(piece)))
        if same:
            ids[i] = same.pop(0)


def _match_moved(table: Table, before: Identified, ids: dict[int, str]) -> None:
    """Match pieces that have left with pieces that have appeared, the most likely pairs first."""
    kept = set(ids.values())
    gone: defaultdict[Kind, list[int]] = defaultdict(list)
    for i, piece in enumerate(before.table.pieces):
        if before.ids[i] not in kept and piece.glyph not in GROUND:
            gone[_kind(piece)].append(i)
    come = [i for i, piece in enumerate(table.pieces) if i not in ids and _kind(piece) in gone]
    if not come:
        return
    then, now = _spots(before.table), _spots(table)
    starts, ends = _ways(table)
    pairs = []
    for i in come:
        piece = table.pieces[i]
        for j in gone[_kind(piece)]:
            left = before.table.pieces[j].cell
            start, end = then.get(left), now.get(piece.cell)
            far = -1.0 if left in starts and piece.cell in ends else _distance(start, end)
            pairs.append((_distance_on_mat(table, start, end, far), i, j))
    used: set[int] = set()
    for _, i, j in sorted(pairs):
        if i not in ids and j not in used:
            ids[i] = before.ids[j]
            used.add(j)


def _ways(table: Table) -> tuple[set[str], set[str]]:
    """Return the cells that something left according to the marks, and those it went to."""
    starts, ends = set[str](), set[str]()
    for mark in table.marks:
        if mark.kind == "from":
            starts |= set(mark.cells)
        elif mark.kind == "last":
            ends |= set(mark.cells)
        elif mark.kind == "arrow" and mark.cells:
            starts.add(mark.cells[0])
            ends.add(mark.cells[-1])
    return starts, ends


def _spots(table: Table) -> dict[str, Spot]:
    return {cell.name: (i, *cell.at) for i, area in enumerate(table.areas) for cell in area.cells}


def _distance(start: Spot | None, end: Spot | None) -> float:
    if start is None or end is None:
        return 2 * _FAR
    return math.dist(start[1:], end[1:]) + (_FAR if start[0] != end[0] else 0)


def _distance_on_mat(table: Table, start: Spot | None, end: Spot | None, otherwise: float) -> float:
    """Return the distance between rows if a tile goes from a line to the wall of one mat: the likeliest way of all."""
    if start is None or end is None:
        return otherwise
    one, other = table.areas[start[0]], table.areas[end[0]]
    if one.seat == other.seat and (one.kind, other.kind) == ("lines", "wall"):
        return abs(start[2] - end[2]) - _FAR
    return otherwise


def _new_name(piece: Piece, taken: set[str]) -> str:
    name = _NOT_IN_NAMES.sub("_", f"{_kind(piece)[0]}-{piece.role}-{piece.cell}")
    number = 2
    unique = name
    while unique in taken:
        unique, number = f"{name}.{number}", number + 1
    return unique
