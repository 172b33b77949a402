"""What every alpha-beta search keeps in its memory, besides the position and the needs of its game."""

from __future__ import annotations

from typing import Protocol

from games.core.kernel.run import KernelMemory

_SINGLE = (
    "top", "nodes", "node_limit", "aborted", "root_count", "root_depth", "best_depth", "stop", "error", "salt",
    "earlier_count",
)  # fmt: skip
EARLIER = 128
"""The greatest number of earlier positions of the match that a search knows."""

_TABLE = ("table_key", "table_move", "table_value", "table_depth")


def search_sizes(plies: int, moves: int) -> dict[str, int]:
    """Return the fields of a `SearchMemory` with room for lines of this many plies and this many moves on its stack."""
    return dict.fromkeys(_SINGLE, 0) | {
        "moves": moves, "order": moves, "root_moves": moves, "root_values": moves,
        "line": plies * plies, "line_length": plies, "path": plies, "earlier": EARLIER,
    }  # fmt: skip


def table_sizes(plies: int, moves: int, table_bits: int) -> dict[str, int]:
    """Return the fields of a `TableMemory` whose table has 2 ** `table_bits` places."""
    table = dict.fromkeys(_TABLE, 1 << table_bits)
    return search_sizes(plies, moves) | {"ply": 0} | table


class HasErrors(Protocol):
    """What a search that misjudges moves knows of its errors: the largest one, and a seed that makes them its own."""

    @property
    def error(self) -> int: ...

    @property
    def salt(self) -> int: ...


class SearchMemory(KernelMemory):
    """The moves still to be tried, and what has been found so far."""

    # The stack of moves, and a number for each: higher numbers are tried earlier.
    moves: list[int]
    order: list[int]
    top: int
    # For each ply the best line from there, as one row of `line`.
    line: list[int]
    line_length: list[int]
    nodes: int
    node_limit: int
    aborted: int
    # The moves at the root, best first; the depth to which all of them have been searched, and the depth to which at
    # least the first one has.
    root_moves: list[int]
    root_values: list[int]
    root_count: int
    root_depth: int
    best_depth: int
    # The largest error by which root moves are misjudged, and the seed of this search's errors.
    error: int
    salt: int
    # The keys of the positions on the path from the root, and of earlier positions of the match.
    path: list[int]
    earlier: list[int]
    earlier_count: int


class TableMemory(SearchMemory):
    """A `SearchMemory` with a transposition table, and the ply of the position that is being searched."""

    ply: int
    table_key: list[int]
    table_move: list[int]
    table_value: list[int]
    # Depth and bound, as `depth << 2 | bound`.
    table_depth: list[int]
