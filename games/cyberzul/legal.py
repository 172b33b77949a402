"""The moves of the player to move, listed from tables that are built on first use."""

from __future__ import annotations

from functools import cache

from games.cyberzul.moves import Move, Take
from games.cyberzul.position import Board, State
from games.cyberzul.scoring import SPACE
from games.cyberzul.tiles import colours_in

DESTINATIONS = (1, 2, 3, 4, 5, 0)
"""The pattern lines from 1, then 0 for the floor line, in the order in which they are offered."""


def legal_takes(state: State) -> list[Move]:
    """Return every move of the player to move (RULES 2.1-2.7)."""
    board = state.boards[state.turn]
    table = _takes_table()
    moves: list[Move] = []
    open_lines = _open_lines(board.lines, board.wall)
    for source, tiles in enumerate(state.factories, 1):
        if tiles:
            for colour in colours_in(tiles):
                moves += table[source][colour][open_lines >> 6 * colour & 63]
    for colour in colours_in(state.centre):
        moves += table[0][colour][open_lines >> 6 * colour & 63]
    return moves


def destinations(board: Board, colour: int) -> list[int]:
    """Return where tiles of this colour may go: pattern lines from 1, then 0 for the floor line (RULES 2.5, 2.6)."""
    mask = _open_lines(board.lines, board.wall) >> 6 * colour & 63
    return [line for line in DESTINATIONS if mask >> line & 1]


def _open_lines(lines: int, wall: int) -> int:
    """Return six bits per colour, blue lowest: the floor line (always), then the pattern lines that take the colour."""
    table = _line_table()
    return (
        table[0][(lines & 63) << 5 | wall & 31]
        | table[1][(lines >> 1 & 2016) | wall >> 5 & 31]
        | table[2][(lines >> 7 & 2016) | wall >> 10 & 31]
        | table[3][(lines >> 13 & 2016) | wall >> 15 & 31]
        | table[4][(lines >> 19 & 2016) | wall >> 20]
    )


@cache
def _line_table() -> tuple[tuple[int, ...], ...]:
    """Return the colours that each line takes, by `code of the line << 5 | wall row`, packed as in `_open_lines`."""
    return tuple(
        tuple(
            sum(
                1 << 6 * colour | (_takes_colour(line, key >> 8, key >> 5 & 7, key & 31, colour) << 6 * colour + line)
                for colour in range(5)
            )
            for key in range(1 << 11)
        )
        for line in range(1, 6)
    )


def _takes_colour(line: int, number: int, held: int, row: int, colour: int) -> bool:
    """Whether a line with `number` tiles of the colour `held` takes a colour, given its wall row (RULES 2.5)."""
    return number < line and (number == 0 or held == colour) and not row >> SPACE[0][(colour + line - 1) % 5] & 1


@cache
def _takes_table() -> tuple[tuple[tuple[tuple[Move, ...], ...], ...], ...]:
    """Return the moves by source, colour and open lines (the lowest bit is the floor line)."""
    return tuple(
        tuple(
            tuple(tuple(Take(source, colour, line) for line in DESTINATIONS if mask >> line & 1) for mask in range(64))
            for colour in range(5)
        )
        for source in range(10)
    )
