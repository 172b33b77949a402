"""Turns that hold out if the best one found does not: the other side does not win by its next turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations

from games.conquid.actions import is_connected
from games.conquid.completions import completing_sets, unbreakable_acquire
from games.conquid.evaluate import evaluate_after_move
from games.conquid.moves import ACQUIRED, Move
from games.conquid.position import State
from games.conquid.rules import play
from games.conquid.useful_cells import rank_cells, useful_cells
from games.core.boards.grid import bits
from games.core.budget import Meter
from games.core.kernel.search import Line

_CELLS = 12
"""The number of cells that defences are made of: the cells that most chains of the other side need."""


def hold_out(state: State, seat: int, found: list[Line[Move]], meter: Meter) -> list[Line[Move]]:
    """Return the lines with one in front after which the other side does not win by its next turn.

    Returns them unchanged if there is no such line or no time to find it.
    """
    most = found[0].value
    acquires = (
        Line(min(most, evaluate_after_move(play(state, seat, move), seat)), move)
        for move in blocking_acquires(state, seat)
    )
    for line in chain(found, acquires):
        holds = holds_out(play(state, seat, line.move), seat, meter)
        if not meter.open:
            break
        if holds:
            return [line, *(other for other in found if other.move != line.move)]
    return found


def holds_out(state: State, seat: int, meter: Meter) -> bool:
    """Whether the other side, which is to move, can neither declare conquest nor complete an unbreakable chain.

    A complete chain of the seat itself also counts, since the other side has to break it. The result means nothing once
    the meter has run out.
    """
    field, own, other = state.field, state.cells[seat], state.cells[1 - seat]
    if is_connected(field, other, 1 - seat):
        return False
    return is_connected(field, own, seat) or unbreakable_acquire(field, other, own, 1 - seat, meter) is None


def blocking_acquires(state: State, seat: int) -> Iterator[Move]:
    """Yield acquires of cells that would complete the other side's chain, and useful ones if they are few."""
    field, own, other = state.field, state.cells[seat], state.cells[1 - seat]
    needed = Counter(cell for each in completing_sets(field, other, own, 1 - seat) for cell in bits(each))
    useful = rank_cells(field, state.empty, useful_cells(field, own, other, seat))
    best = sorted(useful, key=lambda cell: -needed[cell])[:_CELLS]
    names = field.grid.names
    for cells in combinations(best, ACQUIRED):
        yield Move("A", tuple(names[cell] for cell in sorted(cells)))
