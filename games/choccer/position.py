"""The state of a match and its position line.

Squares are indices on an 11 × 7 grid, row by row from the bottom left; a bitboard has one bit for each.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from games.core.boards.grid import Grid, bits, board_text, read_board, read_fields
from games.core.errors import BadNotation
from games.core.i18n import gettext

GRID = Grid(11, 7)
BIT = tuple(1 << square for square in range(GRID.size))

BLACK, WHITE = 0, 1
NOBODY = -2
"""The value of `State.seat` when the match is over. No seat has this number, not even chance."""
TURNS = 100

EMPTY, RED, BLUE = b".*+"
CIRCLE, TRIANGLE, CLOVER, STAR = b"CTLS"
SETUP = "...t.+.T.../..st...TS../..lc...CL../...c.*.C.../..lc...CL../..st...TS../...t.+.T..."

_ALPHABET = ".*+CTLSctls"
_FIELDS = ("b", "held", "pts", "turn", "t")
_NUMBER = re.compile(r"[0-9]{1,9}")


def _zone(columns: str) -> int:
    return sum(BIT[GRID.index_of[f"{column}{row}"]] for column in columns for row in (3, 4, 5))


ZONES = _zone("jk"), _zone("ab")
"""The capture zone that belongs to each seat, as a bitboard; gems are scored in the other seat's zone (RULES 1.3)."""


class State(NamedTuple):
    """The state of a match at one moment.

    `board` has one byte per square: a piece (`CTLS` Black's, `ctls` White's), a free gem (`*` red, `+` blue) or `.`.
    `black`, `white`, `gems`, `holders` and `red` are bitboards: the pieces of each side, the free gems, the pieces that
    hold a gem, and those that hold a red one. `points` are Black's and White's, `turn` is the number of the turn, from
    1, and `seat` is the seat to act, or NOBODY if the match is over.
    """

    board: bytes
    black: int
    white: int
    gems: int
    holders: int
    red: int
    points: tuple[int, int]
    turn: int
    seat: int


def kind(piece: int) -> int:
    """Return the kind of a piece of either side: CIRCLE, TRIANGLE, CLOVER or STAR."""
    return piece & ~32


def side(piece: int) -> int:
    """Return the side that the piece belongs to."""
    return WHITE if piece & 32 else BLACK


def gem_at(state: State, square: int) -> int:
    """Return RED or BLUE for the gem that is free or held on the square; EMPTY if there is none."""
    if state.holders & BIT[square]:
        return RED if state.red & BIT[square] else BLUE
    return state.board[square] if state.gems & BIT[square] else EMPTY


def start() -> State:
    """Return the state after the set-up; Black moves first (RULES 1.2)."""
    return _state_of(_read_squares(SETUP), {}, (0, 0), 1, BLACK)


def dump(state: State) -> str:
    """Return the position line of the state."""
    held = ",".join(f"{GRID.names[square]}:{_GEM_NAMES[gem_at(state, square)]}" for square in bits(state.holders))
    black, white = state.points
    seat = "-" if state.seat == NOBODY else state.seat
    board = board_text(GRID.columns, state.board.decode())
    return f"b={board} held={held or '-'} pts={black},{white} turn={state.turn} t={seat}"


def parse_position(text: str) -> State:
    """Return the state of a position line as written, even if the side to act has no move. Raises BadNotation."""
    fields = read_fields(text, _FIELDS)
    for name in _FIELDS:
        if name not in fields:
            raise BadNotation(gettext("The position lacks '{name}='. It needs b, held, pts, turn and t.", name=name))
    board = _read_squares(fields["b"])
    turn, seat = _read_turn(fields["turn"], fields["t"])
    return _state_of(board, _read_held(fields["held"], board), _read_points(fields["pts"]), turn, seat)


_GEM_NAMES = {RED: "red", BLUE: "blue"}
_GEMS = {name: gem for gem, name in _GEM_NAMES.items()}


def _state_of(board: bytes, held: dict[int, int], points: tuple[int, int], turn: int, seat: int) -> State:
    def where(wanted: bytes) -> int:
        return sum(bit for bit, content in zip(BIT, board, strict=True) if content in wanted)

    holders = sum(BIT[square] for square in held)
    red = sum(BIT[square] for square, gem in held.items() if gem == RED)
    return State(board, where(b"CTLS"), where(b"ctls"), where(b"*+"), holders, red, points, turn, seat)


def _read_squares(text: str) -> bytes:
    return read_board(text, GRID.columns, GRID.rows, _ALPHABET).encode()


def _read_held(text: str, board: bytes) -> dict[int, int]:
    held: dict[int, int] = {}
    for word in [] if text == "-" else text.split(","):
        name, _, colour = word.partition(":")
        square = GRID.index_of.get(name)
        if square is None or colour not in _GEMS:
            raise BadNotation(
                gettext("I couldn't read '{word}' in held=. Write e.g. held=c2:blue,f4:red.", word=word[:20])
            )
        if board[square] in b".*+" or square in held:
            raise BadNotation(
                gettext("Each gem in held= needs a piece of its own: {square} has none left.", square=name)
            )
        held[square] = _GEMS[colour]
    return held


def _read_points(text: str) -> tuple[int, int]:
    black, comma, white = text.partition(",")
    if not (comma and _NUMBER.fullmatch(black) and _NUMBER.fullmatch(white)):
        raise BadNotation(
            gettext("I couldn't read pts={text}. Write both sides' points, e.g. pts=3,4.", text=text[:20])
        )
    return int(black), int(white)


def _read_turn(turn: str, seat: str) -> tuple[int, int]:
    number = int(turn) if _NUMBER.fullmatch(turn) else 0
    if not 1 <= number <= TURNS + 1:
        raise BadNotation(gettext("I couldn't read turn={text}. Turns go from 1 to {n}.", text=turn[:20], n=TURNS))
    if seat not in {"0", "1", "-"} or (number > TURNS and seat != "-"):
        raise BadNotation(
            gettext("I couldn't read t={text}. Write 0 for Black, 1 for White, - at the end.", text=seat[:20])
        )
    return number, NOBODY if seat == "-" else int(seat)
