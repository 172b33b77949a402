"""The transposition table. Compiled if numba is installed."""

from __future__ import annotations

from games.core.kernel.memory import TableMemory

EXACT, AT_LEAST, AT_MOST = 0, 1, 2


def look_up(k: TableMemory, key: int) -> int:
    """Return the place of a position in the table, or -1 if it is not there."""
    place = key & len(k.table_key) - 1
    if k.table_key[place] == key:
        return place
    return place ^ 1 if k.table_key[place ^ 1] == key else -1


def settles(k: TableMemory, place: int, depth: int, beta: int) -> bool:
    """Whether the table has a result of a search deep enough to decide if the value reaches beta."""
    bound = k.table_depth[place] & 3
    return k.table_depth[place] >> 2 >= depth and (
        bound == EXACT or (bound == AT_LEAST) == (k.table_value[place] >= beta)
    )


def remember(k: TableMemory, key: int, depth: int, value: int, move: int, alpha: int, beta: int) -> None:
    """Store a position in the table, with what was found between alpha and beta, keeping a deeper result beside it."""
    place = key & len(k.table_key) - 1
    if k.table_key[place] != key and k.table_depth[place] >> 2 > depth:
        place ^= 1
    bound = AT_LEAST if value >= beta else EXACT if value > alpha else AT_MOST
    k.table_key[place] = key
    k.table_depth[place] = depth << 2 | bound
    k.table_value[place] = value
    k.table_move[place] = move
