"""The state of a match: one immutable tuple."""

from __future__ import annotations

from typing import NamedTuple

from games.cyberzul.tiles import FULL_BOX, Heap

DRAFT, FILL, OVER = "draft", "fill", "over"
"""The phases: players take tiles; the round is scored and the next deal is due; the match has ended."""

CENTRE = -1
"""The value of `State.marker` while nobody has taken the marker."""

FACTORIES = {2: 5, 3: 7, 4: 9}
"""The number of factories for each number of players (RULES 1.2)."""

LINES = 5
"""The number of pattern lines of a player; lines count from 1."""
FLOOR_SPACES = 7


class Board(NamedTuple):
    """The mat of one player.

    `lines` packs the five pattern lines in six bits each, the first lowest: zero, or `number << 3 | colour`.
    `wall` has bit `5 * row + column` for every covered space, from the top left.
    `floor` has one letter per token in order of arrival, `M` for the marker.
    """

    score: int = 0
    lines: int = 0
    wall: int = 0
    floor: str = ""

    def line(self, line: int) -> tuple[int, int]:
        """Return the number of tiles in a line (1-5) and their colour (0 if there are none)."""
        code = self.lines >> 6 * (line - 1) & 63
        return code >> 3, code & 7

    def row(self, row: int) -> int:
        """Return the covered spaces of a wall row (from 0) as five bits, the left one lowest."""
        return self.wall >> 5 * row & 31


class State(NamedTuple):
    """A position. Seats count from 0.

    `start` is the seat that began the round; `turn` is to move, or will be after the next deal. `marker` is CENTRE or
    the seat that holds it. `factories` are heaps; empty ones are 0.
    """

    phase: str
    round: int
    start: int
    turn: int
    marker: int
    factories: tuple[Heap, ...]
    centre: Heap
    bag: Heap
    lid: Heap
    boards: tuple[Board, ...]


def first_state(seats: int, first: int) -> State:
    """Return the position before the first deal (RULES 1.5)."""
    return State(FILL, 1, first, first, first, (0,) * FACTORIES[seats], 0, FULL_BOX, 0, (Board(),) * seats)
