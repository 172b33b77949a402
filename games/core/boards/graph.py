"""Boards that are graphs: spaces with a name and a place, joined by edges.

Spaces are numbered by row from the bottom, and from left to right within a row. A bitboard is an integer with bit `i`
for space `i`. Positions are in units of about one edge, x to the right and y upwards.

Four lattices are built here; `games.core.boards.graph_text` reads any other graph from text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import cos, radians, sin, sqrt

from games.core.boards.grid import bits, column_index, column_name, square_name
from games.core.errors import IllegalMove
from games.core.i18n import gettext

Place = tuple[int, int]
"""The column and row of a space in a lattice, from 0 at the bottom left."""

_SQUARE_LIKE = re.compile(r"([a-z]+)([0-9]+)")


def name_order(name: str) -> tuple[int, int, str]:
    """Return the key that sorts names like those of squares by row number, then column; other names alphabetically."""
    match = _SQUARE_LIKE.fullmatch(name)
    return (int(match[2]), column_index(match[1]), name) if match else (1 << 62, 0, name)


@dataclass(frozen=True)
class Graph:
    """A board. Two boards are equal if they have the same `key`, the text they are made from.

    `names`, `at` and `neighbours` (bitboards) have one entry per space. `rows` holds the spaces of each row, from the
    bottom row up and from left to right. `columns` and `row_names` are the labels along the sides; they are empty if
    the names do not follow visible rows and columns.
    """

    key: str
    names: tuple[str, ...] = field(compare=False)
    at: tuple[tuple[float, float], ...] = field(compare=False)
    neighbours: tuple[int, ...] = field(compare=False)
    rows: tuple[tuple[int, ...], ...] = field(compare=False)
    columns: tuple[str, ...] = field(compare=False, default=())
    row_names: tuple[str, ...] = field(compare=False, default=())

    @property
    def size(self) -> int:
        """The number of spaces."""
        return len(self.names)

    @cached_property
    def index_of(self) -> dict[str, int]:
        """The index of each space, by name."""
        return {name: space for space, name in enumerate(self.names)}

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Every edge once, with the lower index first."""
        return tuple((a, b) for a, around in enumerate(self.neighbours) for b in bits(around) if a < b)

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The spaces in lines, in the order in which people look for them.

        The lines are the columns from the left if columns are labelled, or the rows from the bottom if only rows can be
        seen; on other boards they are groups of at most 20 spaces, from left to right.
        """
        if self.columns:
            return tuple(tuple(column) for column in self._columns())
        if self.row_names:
            return self.rows
        across = sorted(range(self.size), key=lambda space: (*self.at[space], space))
        return tuple(tuple(across[start : start + 20]) for start in range(0, self.size, 20))

    def space(self, name: str) -> int:
        """Return the space with this name. Raises IllegalMove if the board has none."""
        space = self.index_of.get(name)
        if space is None:
            first, last = self.names[0], self.names[-1]
            raise IllegalMove(
                gettext(
                    "{space} isn't on the board, which goes from {first} to {last}.", space=name, first=first, last=last
                )
            )
        return space

    def _columns(self) -> list[list[int]]:
        """Return the spaces grouped by the letters of their names."""
        columns: dict[str, list[int]] = {name: [] for name in self.columns}
        for space, name in enumerate(self.names):
            columns[name.rstrip("0123456789")].append(space)
        return list(columns.values())


def is_connected(neighbours: tuple[int, ...]) -> bool:
    """Whether every space can be reached from the first one."""
    reached = frontier = 1
    while frontier:
        around = 0
        for space in bits(frontier):
            around |= neighbours[space]
        frontier = around & ~reached
        reached |= frontier
    return reached == (1 << len(neighbours)) - 1


def king(side: int) -> Graph:
    """Return a square of `side` × `side` spaces, each joined to its up to eight neighbours."""
    return _square(f"king-{side}", side, lambda c, r: ((c + 1, r), (c - 1, r + 1), (c, r + 1), (c + 1, r + 1)))


def grid(side: int) -> Graph:
    """Return a square of `side` × `side` spaces, each joined to its up to four neighbours along the edges."""
    return _square(f"grid-{side}", side, lambda c, r: ((c + 1, r), (c, r + 1)))


def snub(patches: int) -> Graph:
    """Return the snub square tiling of `patches` × `patches` squares of four spaces; all edges have length 1.

    Its spaces lie in wavy rows and columns: each is joined to its neighbours in its row and its column, and to one
    diagonally.
    """
    step, wave = cos(radians(15)), sin(radians(15)) / 2

    def at(place: Place) -> tuple[float, float]:
        column, row = place
        return column * step + (-wave if row % 2 else wave), row * step + (wave if column % 2 else -wave)

    def onwards(column: int, row: int) -> Iterable[Place]:
        straight = ((column + 1, row), (column, row + 1))
        return straight if row % 2 else (*straight, (column + 1, row + 1 if column % 2 else row - 1))

    return _square(f"snub-{patches}", 2 * patches, onwards, at)


def hexagon(side: int) -> Graph:
    """Return a hexagon of triangles with `side` spaces along each edge; each space has up to six neighbours.

    Rows are numbered from the bottom. Columns run up and to the left: `a` starts at the left corner, and in each row
    the letters continue from left to right.
    """
    width = 2 * side - 1
    places = [(c, r) for r in range(width) for c in range(width) if abs(c - r) < side]
    return _lattice(
        f"hex-{side}",
        places,
        lambda c, r: ((c + 1, r), (c, r + 1), (c + 1, r + 1)),
        lambda place: (place[0] - place[1] / 2, place[1] * sqrt(3) / 2),
    )


def _square(
    key: str,
    side: int,
    onwards: Callable[[int, int], Iterable[Place]],
    at: Callable[[Place], tuple[float, float]] = lambda place: place,
) -> Graph:
    places = [(c, r) for r in range(side) for c in range(side)]
    return _lattice(key, places, onwards, at, tuple(map(column_name, range(side))))


def _lattice(
    key: str,
    places: list[Place],
    onwards: Callable[[int, int], Iterable[Place]],
    at: Callable[[Place], tuple[float, float]],
    columns: tuple[str, ...] = (),
) -> Graph:
    """Return a graph of places named like squares; `onwards` gives each edge from one of its ends."""
    index = {place: i for i, place in enumerate(places)}
    edges = [(index[place], index[other]) for place in places for other in onwards(*place) if other in index]
    rows: dict[int, list[int]] = {}
    for place, i in index.items():
        rows.setdefault(place[1], []).append(i)
    return Graph(
        key,
        tuple(square_name(*place) for place in places),
        tuple(map(at, places)),
        adjacency(len(places), edges),
        tuple(tuple(row) for row in rows.values()),
        columns,
        tuple(str(row + 1) for row in rows),
    )


def adjacency(size: int, edges: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return the neighbours of each of `size` spaces as bitboards."""
    neighbours = [0] * size
    for a, b in edges:
        neighbours[a] |= 1 << b
        neighbours[b] |= 1 << a
    return tuple(neighbours)
