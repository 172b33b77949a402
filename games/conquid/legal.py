"""The legal moves of a position: counted, tested, drawn and iterated without listing millions (RULES 2-6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from random import Random

from games.conquid.actions import acquired_cells, is_connected, is_vanquishable, vanquishable_blocks
from games.conquid.field import field_of
from games.conquid.moves import ACQUIRED, CONQUER, CONQUEST, Move
from games.conquid.position import State
from games.core.legal import LegalMoves, ListedMoves
from games.core.status import Seat

_MANY = 80
"""If there are at least this many acquires, blocks are drawn before they are tested."""
_SPARSE = 12
"""If fewer than one cell in this many is empty, drawing from the whole board would miss too often."""


class Moves:
    """The legal moves of the seat that is to move."""

    __slots__ = ("empty", "field", "other", "own", "seat", "state")

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.field = field_of(state.size)
        self.own, self.other = state.cells[seat], state.cells[1 - seat]
        self.empty = self.field.ground & ~(self.own | self.other)

    def __iter__(self) -> Iterator[Move]:
        """Yield the few other actions first, then the acquires."""
        yield from self.actions()
        yield from (Move("A", cells) for cells in combinations(self.field.names(self.empty), ACQUIRED))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        action, cells = move
        if action == "A":
            return acquired_cells(self.field, self.own, self.other, cells) != 0
        if action == "V":
            return is_vanquishable(self.field, self.own, self.other, *cells)
        return action == "C" or is_connected(self.field, self.own, self.seat)

    def actions(self) -> Iterator[Move]:
        """Yield the legal moves other than acquires: a declared conquest first, then conquer, then every vanquish."""
        if is_connected(self.field, self.own, self.seat):
            yield CONQUEST
        yield CONQUER
        for corner in self.field.names(self.corners()):
            yield Move("V", (corner,))

    def corners(self) -> int:
        """Return the top left cells of the blocks that may be vanquished."""
        return vanquishable_blocks(self.field, self.own, self.other)

    def count(self) -> int:
        """Return the number of legal moves."""
        conquest = is_connected(self.field, self.own, self.seat)
        return comb(self.empty.bit_count(), ACQUIRED) + 1 + self.corners().bit_count() + conquest

    def sample(self, rng: Random) -> Move:
        """Return a random legal move, all equally likely."""
        free = self.empty.bit_count()
        acquires = comb(free, ACQUIRED)
        # With many acquires a block is rarely drawn, so its legality is checked only then.
        corners = self.corners() if acquires < _MANY else self.field.corners
        blocks = corners.bit_count()
        # Draw among all acquires, a conquer, a conquest and the blocks; again if the conquest or block is not legal.
        while True:
            drawn = int(rng.random() * (acquires + 2 + blocks)) - acquires
            if drawn < 0:
                return Move("A", self._draw_cells(free, rng))
            if drawn == 0:
                return CONQUER
            if drawn > 1:
                name = self._corner(corners, drawn - 2)
                if is_vanquishable(self.field, self.own, self.other, name):
                    return Move("V", (name,))
            elif is_connected(self.field, self.own, self.seat):
                return CONQUEST

    def _corner(self, corners: int, number: int) -> str:
        """Return the corner that has `number` of `corners` before it."""
        if corners == self.field.corners:
            return self.field.corner_names[number]
        return self.field.names(_nth(corners, number))[0]

    def _draw_cells(self, free: int, rng: Random) -> tuple[str, ...]:
        """Draw three of the `free` empty cells: from the whole board if most draws hit, else by number."""
        empty, grid, random = self.empty, self.field.grid, rng.random
        size, names = grid.size, grid.names
        found: set[int] = set()
        if free * _SPARSE < size:
            for left in range(free, free - ACQUIRED, -1):
                cell = _nth(empty, int(random() * left))
                empty ^= cell
                found.add(cell.bit_length() - 1)
        while len(found) < ACQUIRED:
            index = int(random() * size)
            if empty >> index & 1:
                found.add(index)
        return tuple([names[index] for index in sorted(found)])


def _nth(board: int, number: int) -> int:
    """Return the cell of `board` that has `number` cells before it."""
    for _ in range(number):
        board &= board - 1
    return board & -board


def legal(state: State, seat: Seat) -> LegalMoves[Move]:
    """Return the legal moves of the seat; none if it may not act."""
    return Moves(state, seat) if seat == state.turn else ListedMoves()
