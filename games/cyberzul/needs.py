"""What another player could do with tiles: the lines it could fill, and the colours that are running out."""

from __future__ import annotations

from typing import NamedTuple

from games.cyberzul.legal import destinations
from games.cyberzul.moves import Take
from games.cyberzul.policy import supply
from games.cyberzul.position import DRAFT, Board, State
from games.cyberzul.scoring import SPACE, bonus, score_round, wall_points

_CLEARLY = 2
"""How many more points than any line left a line must bring to count as denied."""


class Filling(NamedTuple):
    """A line that can be filled, and the points for its wall tile and any bonus."""

    points: int
    line: int


class Shortage(NamedTuple):
    """A line of a seat that nothing in this round can complete any more."""

    seat: int
    line: int


def wall_with(board: Board, line: int, colour: int) -> int:
    """Return the wall after tiling this line and the full lines above it."""
    above = board.lines & (1 << 6 * (line - 1)) - 1
    return score_round(Board(0, above, board.wall))[0].wall | 1 << SPACE[line - 1][colour]


def filling_points(board: Board, line: int, colour: int) -> int:
    """Return the points for the wall tile of a full line, as the mat is now, and its bonus (RULES 3.3, 4.3)."""
    wall, space = wall_with(board, line, colour), SPACE[line - 1][colour]
    return wall_points(wall, line - 1, space % 5) + bonus(wall) - bonus(wall & ~(1 << space))


def best_filling(state: State, seat: int, source: int | None = None, colour: int | None = None) -> Filling | None:
    """Return the best-scoring line that the seat could fill by taking now, from any source or only from this one."""
    if state.phase != DRAFT:
        return None
    board = state.boards[seat]
    return max(
        (
            Filling(filling_points(board, line, each), line)
            for place, each, number, _ in supply(state)
            if source in {None, place} and colour in {None, each}
            for line in destinations(board, each)
            if line and board.line(line)[0] + number >= line
        ),
        default=None,
    )


def denied_filling(state: State, move: Take, after: State) -> Filling | None:
    """Return the line that the next seat could fill with these tiles, if it scores clearly more than what is left."""
    seat = (state.turn + 1) % len(state.boards)
    if after.phase != DRAFT:
        return None
    return clearly_more(best_filling(state, seat, move.source, move.colour), best_filling(after, seat))


def clearly_more(wanted: Filling | None, left: Filling | None) -> Filling | None:
    """Return the first if it scores clearly more than the second, else None."""
    return wanted if wanted and wanted.points >= (left.points if left else 0) + _CLEARLY else None


def count_left(state: State, colour: int) -> int:
    """Return the number of tiles of the colour that can still be taken in this round."""
    if state.phase != DRAFT:
        return 0
    return sum(number for _, each, number, _ in supply(state) if each == colour)


def last_tiles(state: State, move: Take, after: State) -> Shortage | None:
    """Return a line that the tiles of this move would have filled, the last of their colour; next seat first."""
    if count_left(after, move.colour):
        return None
    taken = count_left(state, move.colour)
    seats = len(state.boards)
    for seat in ((state.turn + 1 + at) % seats for at in range(seats - 1)):
        for line in range(5, 0, -1):
            number, colour = state.boards[seat].line(line)
            if 0 < number < line <= number + taken and colour == move.colour:
                return Shortage(seat, line)
    return None
