"""The state and its position line (RULES 9)."""

from __future__ import annotations

from typing import NamedTuple

from games.conquid.field import Field, field_of
from games.core.boards.grid import board_text, read_board, read_fields
from games.core.errors import BadNotation
from games.core.i18n import gettext

_SIGNS = ".12AB"
"""The signs for an empty cell, a cell of seat 0 and 1, and the headquarters of seat 0 and 1."""
_TO_SIGNS = str.maketrans("01234", _SIGNS)
_ONLY = {sign: str.maketrans({other: str(int(other == sign)) for other in _SIGNS}) for sign in _SIGNS}


class State(NamedTuple):
    """The cells of both sides, and the seat to move.

    `cells` holds one bitboard per seat, without headquarters. `turn` is None if `winner` has declared conquest.
    """

    size: str
    cells: tuple[int, int]
    turn: int | None = 0
    winner: int | None = None

    @property
    def field(self) -> Field:
        """The parts of the board that do not change."""
        return field_of(self.size)

    @property
    def empty(self) -> int:
        """The cells that nobody owns."""
        return field_of(self.size).ground & ~(self.cells[0] | self.cells[1])

    @property
    def fullness(self) -> float:
        """The fraction of the cells that somebody owns."""
        return (self.cells[0] | self.cells[1]).bit_count() / self.field.ground.bit_count()


def dump(state: State) -> str:
    """Return the position line of the state."""
    grid = state.field.grid
    # Binary digits read as hexadecimal give each cell a digit; the sum of the boards then has the sign of each cell.
    layers = zip((*state.cells, *state.field.hq), (1, 2, 3, 4), strict=True)
    digits = sum(int(f"{board:b}", 16) * sign for board, sign in layers)
    squares = f"{digits:0{grid.size}x}"[::-1].translate(_TO_SIGNS)
    end = f"t={state.turn}" if state.winner is None else f"t=- win={state.winner}"
    return f"b={board_text(grid.columns, squares)} {end}"


def load(text: str, size: str) -> State:
    """Return the state of a position line. Raises BadNotation."""
    fields = read_fields(text, ("b", "t", "win"))
    if "b" not in fields or "t" not in fields:
        raise BadNotation(gettext("The position must say b=... for the board and t=... for the turn."))
    turn, winner = _turn(fields["t"], fields.get("win"))
    field = field_of(size)
    squares = read_board(fields["b"], field.grid.columns, field.grid.rows, _SIGNS)
    left, right, *keeps = (_board(squares, sign) for sign in _SIGNS[1:])
    if tuple(keeps) != field.hq:
        left_keep, right_keep = (" ".join(field.names(board)) for board in field.hq)
        raise BadNotation(
            gettext(
                "The headquarters of this board are A at {left} and B at {right}.", left=left_keep, right=right_keep
            )
        )
    return State(size, (left, right), turn, winner)


def _turn(turn: str, winner: str | None) -> tuple[int | None, int | None]:
    """Return the seat to move and the winner, read from the fields `t` and `win`."""
    if turn in {"0", "1"} and winner is None:
        return int(turn), None
    if turn == "-" and winner in {"0", "1"}:
        return None, int(winner)
    raise BadNotation(gettext("The turn must be t=0 or t=1. When the match is over: t=- with win=0 or win=1."))


def _board(squares: str, sign: str) -> int:
    """Return the bitboard of the squares with this sign."""
    return int(squares[::-1].translate(_ONLY[sign]), 2)
